"""What every phase answers. Must not hold anything of a game: phases are stateless, the frame and the state are handed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from engine.commands import Command, SeatCommand
from engine.errors import IllegalCommand
from engine.frames import Frame, Window
from engine.ids import Seat
from engine.options import Option

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

F = TypeVar("F", bound=Frame)

Handler = Callable[["Game", Any, Seat, Any], None]
"""Judges a command of a seat against the top frame, then emits; raises `IllegalCommand` before its first event."""

Handlers = Mapping[type[Command], Handler]
"""The commands that a phase takes itself; others are common to all phases, or wait for a window."""


class Phase(Generic[F]):
    """The rules of one kind of frame while it is on top of the stack."""

    handlers: ClassVar[Handlers] = {}

    def waiting(self, state: State, frame: F) -> tuple[Seat, ...]:
        """The seats that have an open prompt."""
        return ()

    def options(self, state: State, frame: F, seat: Seat) -> list[Option]:
        """What this seat may do now that it could not do in any phase."""
        return []

    def default(self, state: State, frame: F, seat: Seat) -> SeatCommand:
        """The answer that a waiting seat gives by silence."""
        raise IllegalCommand("no_prompt")

    def proceed(self, game: Game, frame: F) -> bool:
        """Do the next thing that needs no answer; whether there was one."""
        return False


def need_turn(seat: Seat, whose: Seat) -> None:
    """Refuse everybody but the seat that is asked."""
    if seat != whose:
        raise IllegalCommand("not_your_turn", f"seat {whose} is to act, not seat {seat}")


def holds(state: State, seat: Seat) -> bool:
    """Whether a seat holds the window that is open, or the next one."""
    window = state.stack[0]
    return seat in state.pending_holds or (isinstance(window, Window) and seat in window.holders)


def plain(command: str) -> Option:
    """An option without parameters, made once and shared."""
    return Option(command)
