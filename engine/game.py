"""The game: takes commands, judges them, draws chance, and emits events. The one way in which a position changes.

Theory of operation. `handle` finds the phase (the frame on top of the stack) and, in it, the handler of the command. The
handler judges everything before it emits its first event, so a refusal has nothing to undo. `emit` applies each event at once,
so that what follows within the same command sees its effect. Then the engine takes up by itself whatever needs no answer, until
a frame is on top that waits for a seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands as c
from engine import events as e
from engine.apply import APPLY
from engine.bankruptcy import end_game
from engine.dealing import deal
from engine.errors import IllegalCommand
from engine.ids import TABLE, Seat
from engine.interrupts import queue
from engine.legal import default, prompt_id
from engine.phases.common import COMMON_HANDLERS
from engine.phases.table import PHASES
from engine.state import State, new_state
from engine.trading import close_dead_offers, find_offer

if TYPE_CHECKING:
    from engine.board import Board
    from engine.chance import Chance
    from engine.ruleset import Ruleset


class Game:
    """One game at one table: a state, and the chance that its dice and cards come from.

    Any exception out of `handle` other than `IllegalCommand` (or a scripted chance's `ChanceExhausted`) is a bug of the engine;
    the state is not to be used any more after one.
    """

    __slots__ = ("_events", "chance", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self._events: list[e.Event] = []

    def emit(self, event: e.Event) -> None:
        """Apply an event at once and keep it for the caller of `handle`; for the rules only."""
        APPLY[type(event)](self.state, event)
        self._events.append(event)

    def start(self) -> tuple[e.Event, ...]:
        """Begin the game: deal deeds where the ruleset does, and wait for the opening throws."""
        self._events = []
        self.emit(e.GameStarted())
        deal(self)
        return tuple(self._events)

    def handle(self, actor: Seat, command: c.Command, prompt: int | None = None) -> tuple[e.Event, ...]:
        """Carry out a command of a seat, or of the table itself, and return what happened.

        `prompt` names the question that the command answers; if that is not the seat's open question, the command is
        refused as stale. Raises `IllegalCommand`, and then nothing has changed.
        """
        self._events = []
        try:
            if actor == TABLE:
                self._handle_table(command)
            else:
                self._need_seat(actor, command, prompt)
                self.dispatch(actor, command)
        except IllegalCommand:
            if self._events:
                raise RuntimeError(f"{type(command).__name__} was refused after its first event") from None
            raise
        self._proceed()
        return tuple(self._events)

    def _need_seat(self, seat: Seat, command: c.Command, prompt: int | None) -> None:
        state = self.state
        if not 0 <= seat < state.seats:
            raise IllegalCommand("no_such_seat", f"seat {seat} does not exist, expected 0 to {state.seats - 1}")
        if state.outcome is not None:
            raise IllegalCommand("game_over")
        if state.out[seat]:
            raise IllegalCommand("out_of_game")
        if prompt is not None and prompt != (prompt_id(state, seat) or None):
            raise IllegalCommand("stale", f"question {prompt} is not open, this seat's is {prompt_id(state, seat) or 'none'}")

    def dispatch(self, seat: Seat, command: c.Command) -> None:
        """Hand a command to the phase, to what is common to all phases, or to the queue; for the rules only."""
        frame = self.state.stack[-1]
        kind = type(command)
        handler = PHASES[type(frame)].handlers.get(kind) or COMMON_HANDLERS.get(kind)
        if handler is not None:
            handler(self, frame, seat, command)
        elif kind in c.ASSET_COMMANDS:
            queue(self, seat, command)  # type: ignore[arg-type]  # just checked
        elif kind in c.TABLE_COMMANDS:
            raise IllegalCommand("table_only")
        else:
            raise IllegalCommand("not_now", f"{c.tag_of(kind)} is not possible in this phase")

    def _proceed(self) -> None:
        """Take up everything that needs no answer."""
        state = self.state
        while True:
            frame = state.stack[-1]
            if state.offers:
                close_dead_offers(self)
            if not PHASES[type(frame)].proceed(self, frame):
                return

    def _handle_table(self, command: c.Command) -> None:
        if self.state.outcome is not None:
            raise IllegalCommand("game_over")
        if isinstance(command, c.TimeOut):
            self._time_out(command.seat)
        elif isinstance(command, c.ExpireOffer):
            find_offer(self.state, command.offer)
            self.emit(e.OfferClosed(command.offer, "expired"))
        elif isinstance(command, c.CallEnd):
            self._call_end(command)
        else:
            raise IllegalCommand("not_allowed", f"the table itself does not {c.tag_of(type(command))}")

    def _time_out(self, seat: Seat) -> None:
        """Answer for a silent seat; the notice of it changes nothing, so it may be put before what it led to."""
        if not 0 <= seat < self.state.seats:
            raise IllegalCommand("no_such_seat", f"seat {seat} does not exist")
        self.dispatch(seat, default(self.state, seat))
        self._events.insert(0, e.TimeRanOut(seat))

    def _call_end(self, command: c.CallEnd) -> None:
        """The end by the host or by time, where the ruleset has it; an abandoned game ends under any ruleset."""
        if command.reason != "abandoned" and self.state.rules.early_end != command.reason:
            raise IllegalCommand("not_allowed", f"this ruleset does not end the game by {command.reason}")
        if self.state.round == 0:
            end_game(self, command.reason)
        else:
            self.emit(e.EndCalled(command.reason, after_round=command.reason == "time"))


def new_game(board: Board, rules: Ruleset, seats: int, chance: Chance) -> Game:
    """A game that has not been started, with everybody on GO."""
    return Game(new_state(board, rules, seats), chance)
