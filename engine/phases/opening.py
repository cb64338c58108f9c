"""The opening throws: each seat throws both dice, tied seats again, until every place that matters is settled.

Rules.md ORD-01 to ORD-03: the highest starts; the rest follow in seat order, or by falling throws (`turn_order`). Doubles
mean nothing here (rules-cases O03).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import commands as c
from engine import events as e
from engine.frames import OpeningRoll
from engine.ids import Seat
from engine.interrupts import queue_options
from engine.options import Option
from engine.phases.base import Handlers, Phase, need_turn, plain
from engine.turns import start_first_turn

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

_ROLL = plain("roll_dice")


def thrower(frame: OpeningRoll) -> Seat:
    """The seat whose throw comes next."""
    return frame.throwers[len(frame.thrown)]


def _roll(game: Game, frame: OpeningRoll, seat: Seat, command: c.RollDice) -> None:
    need_turn(seat, thrower(frame))
    game.emit(e.OpeningThrown(seat, game.chance.dice()))


class OpeningPhase(Phase[OpeningRoll]):
    """Waits for one thrower after the other."""

    handlers: ClassVar[Handlers] = {c.RollDice: _roll}

    def waiting(self, state: State, frame: OpeningRoll) -> tuple[Seat, ...]:
        """The next thrower."""
        return (thrower(frame),) if frame.throwers else ()

    def options(self, state: State, frame: OpeningRoll, seat: Seat) -> list[Option]:
        """The throw."""
        mine = [_ROLL] if seat == thrower(frame) else []
        return mine + queue_options(state, seat)

    def default(self, state: State, frame: OpeningRoll, seat: Seat) -> c.SeatCommand:
        """Throw."""
        return c.RollDice()

    def proceed(self, game: Game, frame: OpeningRoll) -> bool:
        """Once the order is settled, the first turn starts; a seat that left meanwhile has no place in the order."""
        if frame.throwers:
            return False
        start_first_turn(game, frame.groups)
        return True
