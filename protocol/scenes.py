"""Short scenes of a game, as `protocol/README.md` shows them: a position and what is done in it. Must not play them.

`conversations` plays each by the real engine, as one seat's connection sees it; a test of the server plays them too and looks
whether the same messages come.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import commands as c
from engine.commands import Things
from engine.ids import Seat
from engine.position import Position, SeatPosition

NAMES: Final = ("Ann", "Bob", "Cy")

ANN, BOB, CY = 0, 1, 2
_BROWN: Final = (1, 3)
_LIGHT_BLUE: Final = (6, 8, 9)
_READING: Final = 5


class Act(NamedTuple):
    """What a seat does; `interrupts`: it answers no question, and names none."""

    seat: Seat
    command: c.SeatCommand
    interrupts: bool = False


class Scene(NamedTuple):
    """Where a scene begins, the dice that are thrown, and what is done; it is seen from the seat of Bob."""

    position: Position
    acts: tuple[Act, ...]
    dice: tuple[tuple[int, int], ...] = ()


INTERRUPT: Final = Scene(
    Position((SeatPosition(space=2), SeatPosition(deeds=_BROWN))),
    (
        Act(ANN, c.RollDice()),
        Act(BOB, c.BuildHouses(((1, 1), (3, 1))), interrupts=True),
        Act(BOB, c.HoldWindow(), interrupts=True),
        Act(ANN, c.BuyDeed()),
        Act(BOB, c.BuildHouses(((1, 1),)), interrupts=True),
        Act(BOB, c.Pass()),
        Act(ANN, c.EndTurn()),
    ),
    dice=((1, 2),),
)

AUCTION: Final = Scene(
    Position((SeatPosition(space=2), SeatPosition(), SeatPosition())),
    (
        Act(ANN, c.RollDice()),
        Act(ANN, c.DeclineDeed()),
        Act(CY, c.PlaceBid(60)),
        Act(BOB, c.PlaceBid(60)),
        Act(BOB, c.PlaceBid(65)),
        Act(CY, c.Pass(65)),
        Act(ANN, c.PlaceBid(70)),
        Act(BOB, c.PlaceBid(80)),
        Act(CY, c.Pass(80)),
        Act(ANN, c.Pass(80)),
    ),
    dice=((1, 2),),
)

CONTEST: Final = Scene(
    Position((SeatPosition(deeds=_BROWN), SeatPosition(deeds=_LIGHT_BLUE)), houses=1),
    (
        Act(ANN, c.BuildHouses(((1, 1),)), interrupts=True),
        Act(BOB, c.WantBuildings(1)),
        Act(ANN, c.PlaceBid(10)),
        Act(BOB, c.PlaceBid(40)),
        Act(ANN, c.Pass(40)),
        Act(BOB, c.PlaceBuilding(9)),
    ),
)

TRADE: Final = Scene(
    Position((SeatPosition(deeds=(1, 15)), SeatPosition(deeds=(3, _READING)))),
    (
        Act(BOB, c.OfferTrade(ANN, give=Things(80), get=Things(deeds=(1,))), interrupts=True),
        Act(ANN, c.CounterOffer(1, give=Things(deeds=(1,)), get=Things(deeds=(_READING,))), interrupts=True),
        Act(BOB, c.WithdrawOffer(1), interrupts=True),
        Act(BOB, c.CounterOffer(2, give=Things(20, (_READING,)), get=Things(deeds=(1, 15))), interrupts=True),
        Act(ANN, c.AcceptOffer(3), interrupts=True),
    ),
)

SCENES: Final[dict[str, Scene]] = {"interrupt": INTERRUPT, "auction": AUCTION, "contest": CONTEST, "trade": TRADE}
"""The scenes by name."""
