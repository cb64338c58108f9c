"""Every command of the game, declared once; the wire carries the same types. Must not judge anything.

A command is what an actor asks for, in the imperative. Spaces and deeds are named by their index on the board, seats by
their number, jail cards by the name of their deck. Numbers are judged by the engine, not here: a type check can not know
what is legal now.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from engine.ids import Seat, SpaceIndex


def snake_case(name: str) -> str:
    """`RollDice` -> `roll_dice`: the tag under which a command or event travels."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """What an actor asks the game to do."""


class Things(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a trade: `cash` in whole dollars, deeds by space index, jail cards by deck name."""

    cash: int = 0
    deeds: tuple[SpaceIndex, ...] = ()
    cards: tuple[str, ...] = ()


Lots: TypeAlias = tuple[tuple[SpaceIndex, int], ...]
"""Pairs of deed and steps: how many levels each deed is to rise or fall."""


class RollDice(Command, frozen=True, gc=False):
    """Throw both dice: in the opening, before moving, or again after doubles."""


class EndTurn(Command, frozen=True, gc=False):
    """Close the window after the roll and hand on the dice; closes the asset window under `own_turn` too."""


class BuyDeed(Command, frozen=True, gc=False):
    """Buy the deed landed on at its printed price."""


class DeclineDeed(Command, frozen=True, gc=False):
    """Leave the deed landed on to the bank's auction."""


class PlaceBid(Command, frozen=True, gc=False):
    """Bid `amount` dollars in the running auction."""

    amount: int


class Pass(Command, frozen=True, gc=False):
    """Pass in an auction, give a hold back, or want no building of a contest.

    In an auction `price` may name the high bid that the pass answers (0: none yet); if a raise came first, the pass is
    refused as stale instead of answering a price its sender has not seen.
    """

    price: int | None = None


class BuildHouses(Command, frozen=True, gc=False):
    """Build so many steps on each deed, all or nothing; the step above the last house is the hotel."""

    lots: Lots


class SellHouses(Command, frozen=True, gc=False):
    """Sell so many steps of each deed back to the bank, all or nothing."""

    lots: Lots


class SellGroup(Command, frozen=True, gc=False):
    """Sell a whole color group down to one level at once, also where the bank lacks houses for the steps between."""

    group: str
    level: int


class MortgageDeeds(Command, frozen=True, gc=False):
    """Mortgage each of these deeds, all or nothing."""

    deeds: tuple[SpaceIndex, ...]


class LiftMortgages(Command, frozen=True, gc=False):
    """Pay back the loan and the interest on each of these deeds, all or nothing."""

    deeds: tuple[SpaceIndex, ...]


class KeepMortgage(Command, frozen=True, gc=False):
    """Pay the interest on a mortgaged deed received and keep it mortgaged; no deed named: on all of them."""

    deed: SpaceIndex | None = None


class PayFine(Command, frozen=True, gc=False):
    """Pay the fine and leave jail."""


class UseJailCard(Command, frozen=True, gc=False):
    """Leave jail by a card; `deck` names which where two are held."""

    deck: str | None = None


class PayTax(Command, frozen=True, gc=False):
    """Choose how the income tax is reckoned, before anything is counted."""

    method: Literal["flat", "share"]


class ChooseOption(Command, frozen=True, gc=False):
    """Take the first (1) or second (2) alternative of a card."""

    option: int


class ClaimRent(Command, frozen=True, gc=False):
    """Ask for all rents that are open to the speaker, oldest first."""


class WantBuildings(Command, frozen=True, gc=False):
    """Say how many of the last buildings one wants in a contest."""

    count: int


class PlaceBuilding(Command, frozen=True, gc=False):
    """Put a building that was won or granted in a contest on a legal deed."""

    deed: SpaceIndex


class OfferTrade(Command, frozen=True, gc=False):
    """Offer `give` to another seat for `get`."""

    to: Seat
    give: Things
    get: Things


class CounterOffer(Command, frozen=True, gc=False):
    """Answer an offer by another: it closes the old one and takes a new id; `give` is the speaker's side."""

    offer: int
    give: Things
    get: Things


class AcceptOffer(Command, frozen=True, gc=False):
    """Accept the offer of this id as it stands."""

    offer: int


class RejectOffer(Command, frozen=True, gc=False):
    """Refuse the offer of this id."""

    offer: int


class WithdrawOffer(Command, frozen=True, gc=False):
    """Take one's own offer back."""

    offer: int


class HoldWindow(Command, frozen=True, gc=False):
    """Keep the open window, or else the next one, from closing until the speaker passes."""


class SetStops(Command, frozen=True, gc=False):
    """Name the windows that the speaker always holds when they open."""

    before_roll: bool
    after_roll: bool


class DeclareBankruptcy(Command, frozen=True, gc=False):
    """Give up a debt that can not be paid."""


class Liquidate(Command, frozen=True, gc=False):
    """Raise what is owed in the standard order (buildings evenly, then the cheapest mortgages), or go bankrupt."""


class Resign(Command, frozen=True, gc=False):
    """Leave the game for good: bankrupt to the creditor, or to the bank where nothing is owed."""


class CastVote(Command, frozen=True, gc=False):
    """Vote to end the game now by a count of worth, or to go on."""

    end: bool


class WithdrawInterrupt(Command, frozen=True, gc=False):
    """Take back a queued interrupt of one's own."""

    interrupt: int


class TimeOut(Command, frozen=True, gc=False):
    """The table's: a seat's time is over, its prompt is answered with the default."""

    seat: Seat


class ExpireOffer(Command, frozen=True, gc=False):
    """The table's: the time of an offer is over."""

    offer: int


class CallEnd(Command, frozen=True, gc=False):
    """The table's: the host or the clock ends the game by count (`time`: once the round is finished)."""

    reason: Literal["host", "time", "abandoned"]


SeatCommand: TypeAlias = (
    RollDice | EndTurn | BuyDeed | DeclineDeed | PlaceBid | Pass | BuildHouses | SellHouses | SellGroup | MortgageDeeds |
    LiftMortgages | KeepMortgage | PayFine | UseJailCard | PayTax | ChooseOption | ClaimRent | WantBuildings |
    PlaceBuilding | OfferTrade | CounterOffer | AcceptOffer | RejectOffer | WithdrawOffer | HoldWindow | SetStops |
    DeclareBankruptcy | Liquidate | Resign | CastVote | WithdrawInterrupt
)  # fmt: skip
"""What a seat may send."""

TableCommand: TypeAlias = TimeOut | ExpireOffer | CallEnd
"""What only the table itself may send."""

AssetCommand: TypeAlias = BuildHouses | SellHouses | SellGroup | MortgageDeeds | LiftMortgages | AcceptOffer
"""What waits for the next window when it is sent outside one (design: queued interrupts)."""

SEAT_COMMANDS: Final[tuple[type[Command], ...]] = get_args(SeatCommand)
TABLE_COMMANDS: Final[tuple[type[Command], ...]] = get_args(TableCommand)
ASSET_COMMANDS: Final[frozenset[type[Command]]] = frozenset(get_args(AssetCommand))


def tag_of(command: type[Command]) -> str:
    """The stable snake_case name of a command type."""
    return snake_case(command.__name__)
