"""One game among bots, in this process. Must not count, print, or know how many games there are.

Theory of operation. The seats that are addressed by an offer or an open rent are asked first, unprompted; then the first seat
that the table waits for is asked and has to answer. An answer that is no use (`simulate_bot.FaultKind`) is noted as a fault of
the bot, and the table answers by the default, as it would for a seat whose time is over. So every round of questions brings
the game on, whatever the bots do. A bot that wastes time more than once too often is not asked again in this game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, Protocol

from client.bots import BotName
from client.simulate_bot import BotProcess, Failed, FaultKind
from engine import commands as c
from engine.board import Board
from engine.chance import SeededChance
from engine.errors import IllegalCommand
from engine.events import Event
from engine.frames import Window
from engine.game import Game, new_game
from engine.ids import TABLE, Seat
from engine.legal import prompt_id, waiting
from engine.phases.window import held_by_another
from engine.policies import POLICIES, Policy, random_policy
from engine.ruleset import Ruleset
from engine.state import State

MOST_ANSWERS: Final = 100
"""Commands of one seat running to one and the same prompt; no policy needs a tenth of them."""

_MOST_UNASKED: Final = 50  # commands of a seat between two that were asked for
_MOST_WASTES: Final = 3
_WASTES: Final = frozenset({"time_out", "died", "endless"})


def game_seed(seed: int, game: int) -> int:
    """The seed of one game out of many: the same whichever process plays it."""
    return int.from_bytes(blake2b(f"magnate simulation {seed} game {game}".encode(), digest_size=8).digest())


class Player(Protocol):
    """Who answers for a seat."""

    def sit(self, seat: Seat, seed: str) -> None:
        """Take a seat in a new game."""

    def tell(self, events: Sequence[Event]) -> None:
        """What has happened."""

    def ask(self, state: State, *, prompted: bool) -> c.SeatCommand | None:
        """What to do now; raises `Failed`."""

    def close(self) -> None:
        """There will be no more games."""


class PolicyPlayer:
    """A policy of the engine, which needs no process of its own: it is part of the game and always legal."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._policy: Policy = POLICIES[level]
        self._seat: Seat = 0

    def sit(self, seat: Seat, seed: str) -> None:
        """The random policy draws otherwise in each game and seat."""
        self._seat = seat
        if self._level == "random":
            self._policy = random_policy(int.from_bytes(blake2b(seed.encode(), digest_size=8).digest()))

    def tell(self, events: Sequence[Event]) -> None:
        """It looks at the state itself."""

    def ask(self, state: State, *, prompted: bool) -> c.SeatCommand | None:
        """What the policy says."""
        return (self._policy.answer if prompted else self._policy.interrupt)(state, self._seat)

    def close(self) -> None:
        """It holds nothing."""


def make_player(name: BotName, board: Board, rules: Ruleset, limit: float) -> Player:
    """A player of this name; a bot of somebody's own has `limit` seconds for each decision."""
    return BotProcess(name, board.data, rules, limit) if name.own else PolicyPlayer(name.level)


@dataclass(frozen=True)
class Fault:
    """What the bot of a seat did wrong, where, and in which words it is told."""

    seat: Seat
    kind: FaultKind
    round: int
    message: str


@dataclass(frozen=True)
class Entry:
    """One command, of a seat or of the table (-2), and what came of it; without a command the start of the game."""

    actor: Seat
    command: c.Command | None
    events: tuple[Event, ...]


@dataclass
class Record:
    """What a game has left: `state` is its end."""

    state: State
    entries: list[Entry] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def play_game(board: Board, rules: Ruleset, players: Sequence[Player], seed: int) -> Record:
    """Play one game to its end; `rules` must have a last round."""
    return _Match(new_game(board, rules, len(players), SeededChance(seed)), players, seed).play()


class _Match:
    """A game under way."""

    def __init__(self, game: Game, players: Sequence[Player], seed: int) -> None:
        self._game = game
        self._state = game.state
        self._players = players
        self._record = Record(game.state)
        self._wastes = [0] * len(players)
        self._unasked = [0] * len(players)
        self._answered: tuple[Seat, int] = (TABLE, 0)
        self._answers = 0
        for seat, player in enumerate(players):
            player.sit(seat, f"{seed} seat {seat}")

    def play(self) -> Record:
        self._note(TABLE, None, self._game.start())
        while self._state.outcome is None:
            if not self._interrupt():
                self._answer(self._next_seat())
        return self._record

    def _next_seat(self) -> Seat:
        """Whom the table waits for; the turn's seat comes last while others hold its window, which it could not close."""
        asked = waiting(self._state)
        frame = self._state.stack[-1]
        if isinstance(frame, Window) and held_by_another(self._state, frame):
            return next(seat for seat in asked if seat != self._state.turn)
        return asked[0]

    def _interrupt(self) -> bool:
        """Let the addressed seats speak; whether one has done something."""
        state = self._state
        if not state.offers and not state.claims:
            return False
        seats = {offer.to for offer in state.offers.values()} | {claim.creditor for claim in state.claims}
        asked = waiting(state)
        return any(self._speak(seat) for seat in sorted(seats) if seat not in asked)

    def _speak(self, seat: Seat) -> bool:
        if self._is_retired(seat):
            return False
        command = self._ask(seat, prompted=False)
        if command is None:
            return False
        self._unasked[seat] += 1
        if self._unasked[seat] > _MOST_UNASKED:
            self._fault(seat, "endless", f"{_MOST_UNASKED} commands that nobody asked for")
            return False
        return self._do(seat, command)

    def _answer(self, seat: Seat) -> None:
        """Let a seat answer its prompt, or answer for it."""
        self._unasked = [0] * len(self._players)
        if not (self._may_answer(seat) and self._try_answer(seat)):
            self._note(TABLE, time_out := c.TimeOut(seat), self._game.handle(TABLE, time_out))

    def _try_answer(self, seat: Seat) -> bool:
        faults = len(self._record.faults)
        command = self._ask(seat, prompted=True)
        if command is not None:
            return self._do(seat, command)
        if len(self._record.faults) == faults:
            self._fault(seat, "illegal", "expected an answer to its prompt, found None")
        return False

    def _may_answer(self, seat: Seat) -> bool:
        """Count its answers to this prompt; whether it may give another one."""
        if self._is_retired(seat):
            return False
        asked = (seat, prompt_id(self._state, seat))
        self._answers = self._answers + 1 if asked == self._answered else 1
        self._answered = asked
        if self._answers <= MOST_ANSWERS:
            return True
        self._fault(seat, "endless", f"{MOST_ANSWERS} commands to one prompt that have not answered it")
        self._answers = 0
        return False

    def _is_retired(self, seat: Seat) -> bool:
        return self._wastes[seat] >= _MOST_WASTES

    def _ask(self, seat: Seat, *, prompted: bool) -> c.SeatCommand | None:
        try:
            return self._players[seat].ask(self._state, prompted=prompted)
        except Failed as failed:
            self._fault(seat, failed.kind, failed.message)
            return None

    def _do(self, seat: Seat, command: c.SeatCommand) -> bool:
        try:
            events = self._game.handle(seat, command)
        except IllegalCommand as refusal:
            self._fault(seat, "illegal", f"{c.tag_of(type(command))}: {refusal} ({refusal.reason})")
            return False
        self._note(seat, command, events)
        return True

    def _note(self, actor: Seat, command: c.Command | None, events: tuple[Event, ...]) -> None:
        self._record.entries.append(Entry(actor, command, events))
        for player in self._players:
            player.tell(events)

    def _fault(self, seat: Seat, kind: FaultKind, message: str) -> None:
        self._wastes[seat] += kind in _WASTES
        self._record.faults.append(Fault(seat, kind, self._state.round, message))
