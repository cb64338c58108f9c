"""Every event of the game, declared once; the wire and the journal carry the same types. Must not change a state.

An event is what has happened, in the past tense, with every result of chance in it: folding events with `engine.apply`
gives the state again without drawing a die. Money moves only by `MoneyPaid`.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from engine.commands import AssetCommand, Lots, Things, snake_case
from engine.frames import Building, WindowKind
from engine.ids import BANK, Seat, SpaceIndex

Reason: TypeAlias = Literal[
    "salary", "purchase", "auction", "rent", "tax", "card", "jail_fine", "building", "building_sale", "mortgage", "lift",
    "transfer_fee", "trade", "bankruptcy", "free_parking", "deal",
]  # fmt: skip
"""Why money moved."""

OfferEnd: TypeAlias = Literal["accepted", "rejected", "withdrawn", "countered", "void", "expired"]
"""Why an offer is no longer open; `void`: something in it moved, or a party is out."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake_case, omit_defaults=True):
    """Something that has happened at a table."""


class GameStarted(Event, frozen=True, gc=False):
    """The seats sit, the decks are whole, the opening throws begin."""


class DeedDealt(Event, frozen=True, gc=False):
    """Chance gave this deed to this seat before the game."""

    seat: Seat
    deed: SpaceIndex


class OpeningThrown(Event, frozen=True, gc=False):
    """One throw for the order of play; tied seats throw again."""

    seat: Seat
    dice: tuple[int, int]


class TurnStarted(Event, frozen=True, gc=False):
    """The dice are with this seat and the window before the roll is open; `order` comes with the first turn only."""

    seat: Seat
    round: int
    holders: tuple[Seat, ...] = ()
    order: tuple[Seat, ...] = ()


class WindowOpened(Event, frozen=True, gc=False):
    """A window after the roll, or the asset window of `own_turn`, is open."""

    kind: WindowKind
    holders: tuple[Seat, ...] = ()


class WindowClosed(Event, frozen=True, gc=False):
    """The asset window of `own_turn` is shut; the landing is settled next."""


class DiceRolled(Event, frozen=True, gc=False):
    """The turn's seat threw; `doubles` counts the doubles running in this turn that allow another throw, 0 for none."""

    seat: Seat
    dice: tuple[int, int]
    doubles: int = 0


class RentRolled(Event, frozen=True, gc=False):
    """A throw that only fixes a rent."""

    seat: Seat
    dice: tuple[int, int]


class TokenMoved(Event, frozen=True, gc=False):
    """A token went from one space to another; `passed_go`: it crossed or reached GO going forward."""

    seat: Seat
    origin: SpaceIndex
    to: SpaceIndex
    passed_go: bool = False


class SeatJailed(Event, frozen=True, gc=False):
    """A seat went straight to jail; its throws of this turn are over."""

    seat: Seat
    cause: Literal["space", "card", "doubles"]


class JailThrowFailed(Event, frozen=True, gc=False):
    """No doubles; `failed` throws so far in this stay."""

    seat: Seat
    failed: int


class JailLeft(Event, frozen=True, gc=False):
    """A seat is out of jail; it stands on the jail space until it moves."""

    seat: Seat
    means: Literal["doubles", "fine", "card"]


class MoneyPaid(Event, frozen=True, gc=False):
    """`amount` dollars went from one seat or the bank (-1) to another."""

    payer: Seat
    payee: Seat
    amount: int
    reason: Reason


class PurchaseOffered(Event, frozen=True, gc=False):
    """The lander may buy this deed."""

    seat: Seat
    deed: SpaceIndex


class PurchaseDeclined(Event, frozen=True, gc=False):
    """The lander left the deed to the bank."""

    seat: Seat
    deed: SpaceIndex


class DeedBought(Event, frozen=True, gc=False):
    """The bank's deed is this seat's."""

    seat: Seat
    deed: SpaceIndex


class AuctionOpened(Event, frozen=True, gc=False):
    """An auction of a deed, or of one building, among these bidders."""

    bidders: tuple[Seat, ...]
    deed: SpaceIndex = -1
    building: Building | None = None


class BidPlaced(Event, frozen=True, gc=False):
    """The high bid is now `amount`; all passes are undone."""

    seat: Seat
    amount: int


class BidPassed(Event, frozen=True, gc=False):
    """A bidder does not go higher than the price that stands."""

    seat: Seat


class AuctionRestarted(Event, frozen=True, gc=False):
    """The high bid is void; bidding starts again at the opening bid."""

    bidders: tuple[Seat, ...]


class AuctionClosed(Event, frozen=True, gc=False):
    """The hammer fell: the winner (-1: nobody) pays `amount`."""

    winner: Seat
    amount: int = 0


class DebtOpened(Event, frozen=True, gc=False):
    """A seat owes more than its cash; `creditors` pairs creditor and amount, `deed` or `building` is what it pays for."""

    debtor: Seat
    creditors: tuple[tuple[Seat, int], ...]
    reason: Reason
    deed: SpaceIndex = -1
    building: Building | None = None


class DebtSettled(Event, frozen=True, gc=False):
    """The debt on top is paid or lifted."""

    debtor: Seat


class BuildingsBuilt(Event, frozen=True, gc=False):
    """These deeds rose to these levels (pairs); the buildings came from the bank."""

    seat: Seat
    levels: Lots


class BuildingsSold(Event, frozen=True, gc=False):
    """These deeds fell to these levels (pairs); the buildings went back to the bank."""

    seat: Seat
    levels: Lots


class DeedMortgaged(Event, frozen=True, gc=False):
    """A deed lies face down."""

    seat: Seat
    deed: SpaceIndex


class MortgageLifted(Event, frozen=True, gc=False):
    """A deed lies face up again."""

    seat: Seat
    deed: SpaceIndex


class MortgageKept(Event, frozen=True, gc=False):
    """The new owner paid the interest and keeps the deed face down."""

    seat: Seat
    deed: SpaceIndex


class TransfersDue(Event, frozen=True, gc=False):
    """A seat has to answer for the mortgaged deeds it received; `deferred`: after all that is pending."""

    seat: Seat
    deeds: tuple[SpaceIndex, ...]
    deferred: bool = False


class DeedTransferred(Event, frozen=True, gc=False):
    """A deed went from seat to seat as it lay."""

    deed: SpaceIndex
    giver: Seat
    receiver: Seat


class DeedReturned(Event, frozen=True, gc=False):
    """A deed went back to the bank, free of mortgage."""

    deed: SpaceIndex
    seat: Seat


class CardDrawn(Event, frozen=True, gc=False):
    """The top card was drawn and put under its deck, or kept if it leaves jail."""

    seat: Seat
    card: str


class CardTransferred(Event, frozen=True, gc=False):
    """A jail card went from seat to seat."""

    card: str
    giver: Seat
    receiver: Seat


class CardReturned(Event, frozen=True, gc=False):
    """A jail card was used or given up and went under its own deck."""

    card: str
    seat: Seat


class CardChoiceOffered(Event, frozen=True, gc=False):
    """The drawer chooses between the alternatives of this card."""

    seat: Seat
    card: str


class CardChosen(Event, frozen=True, gc=False):
    """The drawer took this alternative."""

    seat: Seat
    option: int


class TaxChoiceOffered(Event, frozen=True, gc=False):
    """The seat chooses how its income tax is reckoned."""

    seat: Seat
    space: SpaceIndex


class TaxChosen(Event, frozen=True, gc=False):
    """The seat chose, for good."""

    seat: Seat
    method: Literal["flat", "share"]


class SettlementDeferred(Event, frozen=True, gc=False):
    """Under `own_turn`: the landing is settled once the asset window has been shut; `free`: on a deed of the bank."""

    seat: Seat
    space: SpaceIndex
    card: str | None = None
    free: bool = False


class DepartureDue(Event, frozen=True, gc=False):
    """The seat leaves jail by the throw just made, once the fine is paid."""

    seat: Seat


class WorkTaken(Event, frozen=True, gc=False):
    """The engine took up the work on top of the stack."""


class EstateOpened(Event, frozen=True, gc=False):
    """The bank auctions these deeds one by one, after all that is pending."""

    deeds: tuple[SpaceIndex, ...]


class SeatBankrupt(Event, frozen=True, gc=False):
    """A seat is out; what was owed to it is owed to `creditor`, which may be the bank (-1)."""

    seat: Seat
    creditor: Seat = BANK
    resigned: bool = False


class ContestOpened(Event, frozen=True, gc=False):
    """A build would leave the bank too little for the rivals; each is asked how many it wants."""

    building: Building
    asker: Seat
    lots: Lots
    count: int
    rivals: tuple[Seat, ...]


class BuildingsWanted(Event, frozen=True, gc=False):
    """A rival said how many buildings it wants."""

    seat: Seat
    count: int


class PlacementDue(Event, frozen=True, gc=False):
    """A seat places one building: won at `price` (paid), or at list price (-1)."""

    seat: Seat
    price: int = -1


class BuildingPlaced(Event, frozen=True, gc=False):
    """One building of a contest stands; its wish is served."""

    seat: Seat
    deed: SpaceIndex


class WishDropped(Event, frozen=True, gc=False):
    """A seat wants no more buildings in this contest."""

    seat: Seat


class ContestClosed(Event, frozen=True, gc=False):
    """Every wish is served or given up."""


class ClaimOpened(Event, frozen=True, gc=False):
    """The owner may ask for this rent until its right ends."""

    creditor: Seat
    debtor: Seat
    amount: int
    deed: SpaceIndex


class RentClaimed(Event, frozen=True, gc=False):
    """The owner asked for a rent in time."""

    seat: Seat
    debtor: Seat
    deed: SpaceIndex


class ClaimExpired(Event, frozen=True, gc=False):
    """The owner did not ask for a rent in time."""

    seat: Seat
    debtor: Seat
    deed: SpaceIndex


class WindowHeld(Event, frozen=True, gc=False):
    """A seat holds the open window; `pending`: the next one that opens."""

    seat: Seat
    pending: bool = False


class HoldReturned(Event, frozen=True, gc=False):
    """A seat gave its hold back."""

    seat: Seat


class StopsSet(Event, frozen=True, gc=False):
    """A seat named the windows that it always holds."""

    seat: Seat
    before_roll: bool
    after_roll: bool


class InterruptQueued(Event, frozen=True, gc=False):
    """A command waits for the next window."""

    interrupt: int
    seat: Seat
    command: AssetCommand


class InterruptTaken(Event, frozen=True, gc=False):
    """The oldest queued command is carried out now."""

    interrupt: int
    seat: Seat


class InterruptDropped(Event, frozen=True, gc=False):
    """A queued command was no longer legal when its turn came."""

    interrupt: int
    seat: Seat
    reason: str


class InterruptWithdrawn(Event, frozen=True, gc=False):
    """A seat took a queued command back."""

    interrupt: int
    seat: Seat


class OfferMade(Event, frozen=True, gc=False):
    """An offer is open: `seat` would give `give` to `to` for `get`."""

    offer: int
    seat: Seat
    to: Seat
    give: Things
    get: Things


class OfferClosed(Event, frozen=True, gc=False):
    """An offer is no longer open."""

    offer: int
    end: OfferEnd


class VoteCast(Event, frozen=True, gc=False):
    """A seat voted on ending the game now."""

    seat: Seat
    end: bool


class EndCalled(Event, frozen=True, gc=False):
    """The game ends by count: as soon as nothing is pending, or (`after_round`) when the round is finished."""

    reason: str
    after_round: bool = False


class TimeRanOut(Event, frozen=True, gc=False):
    """A seat did not answer in time; its default follows."""

    seat: Seat


class GameEnded(Event, frozen=True, gc=False):
    """The standing is final: the winners, and the worth of each seat by the final count."""

    reason: str
    winners: tuple[Seat, ...]
    worth: tuple[int, ...]


AnyEvent: TypeAlias = (
    GameStarted | DeedDealt | OpeningThrown | TurnStarted | WindowOpened | WindowClosed | DiceRolled | RentRolled |
    TokenMoved | SeatJailed | JailThrowFailed | JailLeft | MoneyPaid | PurchaseOffered | PurchaseDeclined | DeedBought |
    AuctionOpened | BidPlaced | BidPassed | AuctionRestarted | AuctionClosed | DebtOpened | DebtSettled | BuildingsBuilt |
    BuildingsSold | DeedMortgaged | MortgageLifted | MortgageKept | TransfersDue | DeedTransferred | DeedReturned |
    CardDrawn | CardTransferred | CardReturned | CardChoiceOffered | CardChosen | TaxChoiceOffered | TaxChosen |
    SettlementDeferred | DepartureDue | WorkTaken | EstateOpened | SeatBankrupt | ContestOpened | BuildingsWanted |
    PlacementDue | BuildingPlaced | WishDropped | ContestClosed | ClaimOpened | RentClaimed | ClaimExpired | WindowHeld |
    HoldReturned | StopsSet | InterruptQueued | InterruptTaken | InterruptDropped | InterruptWithdrawn | OfferMade |
    OfferClosed | VoteCast | EndCalled | TimeRanOut | GameEnded
)  # fmt: skip

EVENTS: Final[tuple[type[Event], ...]] = get_args(AnyEvent)
