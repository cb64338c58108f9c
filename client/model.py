"""A client's copy of one table: the fold of what the server tells. Must do no I/O, read no clock and decide nothing.

Theory of operation. Messages are taken in the order in which they came. A whole table (`TableState`) replaces
everything; an `Update` is folded event by event with `engine.apply` and `protocol.lobby.apply_lobby`. Events are numbered
without a gap, so what is known already is passed over, and when something is missing, or does not fit what is known,
the model says so by `stale` and folds no more until a whole table comes: it is never a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from client.sanity import check_event, check_lobby, check_snapshot, checked_board, known_prompts
from client.view import View
from engine.apply import apply
from engine.board import Board
from engine.events import Event
from engine.ids import Seat
from engine.legal import prompt_id
from engine.options import Prompt
from engine.ruleset import Ruleset
from engine.state import State, new_state, restore
from protocol import lobby_events as e
from protocol import messages as m
from protocol.lobby import EMPTY, apply_lobby
from protocol.tables import Lobby, Settings, Waiting

Observer: TypeAlias = Callable[[int, e.TableEvent], None]
"""Told of each event, with its number, as soon as it has been folded."""

# What a fold raises when an event does not fit the state: the server and this client differ, and a whole table heals it.
_MISFITS: Final = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)


class Model:
    """One table as its client knows it.

    `seq` is the number of the last event folded, `seat` one's own (`None`: looking on), `stale` whether something is
    missing, `prompts` the questions to one's own seat, `removed` whether the owner has taken the seat away, `nonce` what
    this client has sent to be added to the dice. Until `known` there is no board to look at.
    """

    def __init__(self, observer: Observer | None = None) -> None:
        self.table = ""
        self.seat: Seat | None = None
        self.player = ""
        self.seq = 0
        self.stale = False
        self.removed = False
        self.nonce = ""
        self.settings: Settings | None = None
        self.board: Board | None = None
        self.rules: Ruleset | None = None
        self.lobby: Lobby = EMPTY
        self.state: State | None = None
        self.phase = "lobby"
        self.turn: Seat = -1
        self.waiting: tuple[Waiting, ...] = ()
        self.paused = False
        self.prompts: tuple[Prompt, ...] = ()
        self._observer = observer

    @property
    def known(self) -> bool:
        """Whether a whole table has come."""
        return self.board is not None

    @property
    def over(self) -> bool:
        """Whether nothing more will happen at the table, or not to this client."""
        return self.removed or self.lobby.stage in ("finished", "closed")

    def take(self, message: m.ServerMessage) -> None:
        """Take in what the server said; raises `NoConnection` if it describes a table that cannot be."""
        match message:
            case m.Seated():
                self.table, self.seat = message.table, message.seat
            case m.Watching():
                self.table, self.seat = message.table, None
            case m.TableState():
                self._replace(message)
            case m.Update():
                self._update(message)
            case m.Prompts():
                self.prompts = known_prompts(message.prompts, self.board) if self.board is not None else ()

    def question(self) -> Prompt | None:
        """The question that is open to one's own seat, once the events that opened it have been folded as well."""
        if self.state is None or self.seat is None or self.stale:
            return None
        number = prompt_id(self.state, self.seat)
        return next((prompt for prompt in self.prompts if prompt.id == number), None)

    def names(self) -> tuple[str, ...]:
        """The players' names by seat, `""` for a free seat of the lobby."""
        count = max((info.seat for info in self.lobby.seats), default=-1) + 1
        taken = {info.seat: info.player for info in self.lobby.seats}
        return tuple(taken.get(seat, "") for seat in range(count))

    def view(self, received: float = 0.0, *, live: bool = True, retry_at: float | None = None) -> View:
        """What there is to draw, with the seconds at which the last update came. Only once `known`."""
        assert self.board is not None
        assert self.rules is not None
        return View(
            self.board, self.rules, self.state, self.names(), self.seat, self.lobby, self.phase, self.turn,
            self.waiting, received, self.prompts, self.paused, self.table, self.settings.name if self.settings else "", live,
            retry_at, self.nonce,
        )  # fmt: skip

    def _replace(self, message: m.TableState) -> None:
        self.board = checked_board(message)
        check_lobby(message.lobby)
        self.rules = message.rules
        self.settings = message.settings
        self.table = message.table
        self.seq = message.seq
        self.lobby = message.lobby
        self.state = None
        if message.snapshot is not None:
            check_snapshot(message.snapshot, self.board)
            self.state = restore(message.snapshot, self.board, message.rules)
        self.phase, self.turn, self.waiting = message.phase, message.turn, message.waiting
        self.paused = message.paused
        self.stale = False
        self._find_seat()

    def _find_seat(self) -> None:
        """Know one's seat again by name: seats may have been renumbered by a start that was missed."""
        if self.seat is None:
            return
        here = self.lobby.at(self.seat)
        if self.player and (here is None or here.player != self.player):
            self.seat = next((info.seat for info in self.lobby.seats if info.player == self.player), self.seat)
        elif here is not None:
            self.player = here.player

    def _update(self, message: m.Update) -> None:
        if not self.known or message.first > self.seq + 1:
            self.stale = True
        for number, event in enumerate(message.events, message.first):
            if self.stale:
                return
            if number == self.seq + 1:
                self._fold(number, event)
        if self.state is not None and not self.state.stack:
            self.stale, self.state = True, None  # a game that waits for nothing is none, and can not be drawn
        if not self.stale:
            self.phase, self.turn, self.waiting = message.phase, message.turn, message.waiting
        self.paused = message.paused

    def _fold(self, number: int, event: e.TableEvent) -> None:
        try:
            if isinstance(event, Event):
                if self.state is None or self.board is None:
                    raise ValueError("an event of a game that has not started")
                check_event(event, self.board, self.state.seats)
                apply(self.state, event)
            lobby = apply_lobby(self.lobby, event)
            check_lobby(lobby)
            self.lobby = lobby
            if isinstance(event, e.TableStarted):
                self._start(event)
            elif isinstance(event, e.PlayerRemoved):
                self.removed = event.seat == self.seat
        except _MISFITS:
            self.stale = True
            return
        self.seq = number
        if self._observer is not None:
            self._observer(number, event)

    def _start(self, event: e.TableStarted) -> None:
        assert self.board is not None
        assert self.rules is not None
        if self.seat is not None:
            self.seat = event.seats.index(self.seat)
        if self.settings is not None and self.settings.test:
            self.stale = True  # a test table begins at a position that only its server knows
        self.state = new_state(self.board, self.rules, len(event.seats))
