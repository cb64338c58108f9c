"""A table as its events tell it: lobby, game, numbers. Must not judge, store or send anything.

In play the game applies its own events and `count` only numbers them; after a restart `fold` applies them too and draws
nothing, so that the same questions are open, under the same ids, and the same dice are to come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from engine.apply import apply
from engine.board import Board
from engine.chance import Chance, ScriptedChance
from engine.events import Event
from engine.game import Game
from engine.ids import Seat
from engine.legal import phase_of, waiting
from engine.position import build_state
from engine.ruleset import Ruleset
from engine.sealed import SealedChance, commitment, draws_of, mix_nonces
from engine.state import State, new_state
from protocol.lobby import EMPTY, apply_lobby
from protocol.lobby_events import TableEvent, TableStarted
from protocol.tables import Lobby, Nonce, Scenario, Settings, Stage

TAIL: Final = 400
"""How many events a table has at hand for those who come back; who missed more gets a snapshot."""


class Record:
    """Everything that follows from the events of one table, its seed, and where a test table begins.

    `seq` is the number of the newest event, `draws` how often chance was asked before this process took the table up.
    """

    def __init__(
        self, table: str, board: Board, settings: Settings, rules: Ruleset, seed: bytes, scenario: Scenario | None = None
    ) -> None:
        self.table = table
        self.board = board
        self.settings = settings
        self.rules = rules
        self.lobby: Lobby = EMPTY
        self.game: Game | None = None
        self.seq = 0
        self.scenario = scenario
        self.seed = seed
        self._draws = 0
        self._tail: deque[TableEvent] = deque(maxlen=TAIL)

    @property
    def stage(self) -> Stage:
        """How far the table has come."""
        return self.lobby.stage

    @property
    def commitment(self) -> str | None:
        """What is published of the seed when the table is opened; nothing where the dice are in a script."""
        return None if self.scenario is not None else commitment(self.table, self.seed)

    @property
    def state(self) -> State | None:
        """The position, once the game has begun."""
        return None if self.game is None else self.game.state

    @property
    def phase(self) -> str:
        """What the table waits for."""
        return "lobby" if self.game is None else phase_of(self.game.state)

    @property
    def turn(self) -> Seat:
        """Whose turn it is; -1 before the start."""
        return -1 if self.game is None else self.game.state.turn

    def asked(self) -> tuple[Seat, ...]:
        """The seats that the game waits for."""
        return () if self.game is None else waiting(self.game.state)

    def need_game(self) -> Game:
        """The game; raises `ValueError` before the start."""
        if self.game is None:
            raise ValueError(f"table {self.table} at event {self.seq}: expected a game, found none")
        return self.game

    def begin(self, seats: Sequence[Seat]) -> Game:
        """The game of this table before its first event, among these seats of the lobby; nonces are fixed by this."""
        given = dict(self.lobby.nonces)
        nonces = {seat: given[old] for seat, old in enumerate(seats) if old in given}
        self.game = Game(self._opening(len(seats)), self._chance(nonces, len(seats)))
        return self.game

    def count(self, event: TableEvent) -> None:
        """Number an event whose part in the game has been applied."""
        self.seq += 1
        self._tail.append(event)
        self.lobby = apply_lobby(self.lobby, event)

    def fold(self, event: TableEvent) -> None:
        """Take in a stored event; any exception means that it does not fit the table."""
        if isinstance(event, Event):
            state = self.need_game().state
            self._draws += draws_of(state, event)
            apply(state, event)
        elif isinstance(event, TableStarted):
            self.begin(event.seats)
        self.count(event)

    def resume_chance(self) -> None:
        """Go on with chance where the folded events have left it."""
        if self.game is not None:
            self.game.chance = self._chance(dict(self.lobby.nonces), self.game.state.seats)

    def since(self, after: int) -> tuple[TableEvent, ...] | None:
        """The events with numbers above `after`; `None` if they are not all at hand, or if there was never such a number."""
        missed = self.seq - after
        if not 0 <= missed <= len(self._tail):
            return None
        return tuple(islice(self._tail, len(self._tail) - missed, None))

    def _opening(self, seats: int) -> State:
        if self.scenario is not None:
            return build_state(self.scenario.position, self.board, self.rules)
        return new_state(self.board, self.rules, seats)

    def _chance(self, nonces: Mapping[Seat, Nonce], seats: int) -> Chance:
        if self.scenario is not None:
            return ScriptedChance(self.scenario.dice, self.scenario.cards)
        mix = mix_nonces(self.table, {seat: bytes.fromhex(nonce) for seat, nonce in nonces.items()}, seats)
        return SealedChance(self.seed, mix, self._draws)
