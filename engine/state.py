"""The position of a game as flat lists of small records; must not know how it came about or what may follow.

Only `engine.apply` writes to it. The fields are declared once, in `Snapshot`, the form that travels and is stored; `State`
adds the board and the ruleset, which never change and are shared between copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.commands import AssetCommand, Things
from engine.frames import AnyFrame, OpeningRoll
from engine.ids import BANK, HOTEL, Seat, SpaceIndex

if TYPE_CHECKING:
    from engine.board import Board
    from engine.holdings import Holdings
    from engine.ruleset import Ruleset

FREE = -1
"""`jail` of a seat that is not in jail; else the number of failed throws of this stay."""


class Offer(msgspec.Struct, frozen=True, gc=False):
    """An open trade offer; `mortgaged` are its deeds that lay face down when it was made."""

    id: int
    seat: Seat
    to: Seat
    give: Things
    get: Things
    mortgaged: tuple[SpaceIndex, ...] = ()


class Interrupt(msgspec.Struct, frozen=True, gc=False):
    """A command that waits for the next window."""

    id: int
    seat: Seat
    command: AssetCommand


class Claim(msgspec.Struct, frozen=True, gc=False):
    """A rent that the owner may still ask for; `throws` counts the turns that others have begun since."""

    creditor: Seat
    debtor: Seat
    amount: int
    deed: SpaceIndex
    throws: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """The final standing."""

    reason: str
    winners: tuple[Seat, ...]
    worth: tuple[int, ...]


class Snapshot(msgspec.Struct):
    """Every field of a position. Lists are indexed by seat or by space; cash and stock are dollars and pieces."""

    cash: list[int]
    at: list[SpaceIndex]
    jail: list[int]
    out: list[bool]
    lapped: list[bool]
    cards: list[list[str]]
    owner: list[Seat]
    level: list[int]
    mortgaged: list[bool]
    houses: int
    hotels: int
    undrawn: dict[str, list[str]]
    returned: dict[str, list[str]]
    order: list[Seat]
    stack: list[AnyFrame]
    stop_before: list[bool]
    stop_after: list[bool]
    holds_used: list[int]
    offers_made: list[int]
    votes: list[bool]
    turn: Seat = 0
    round: int = 0
    doubles: int = 0
    dice: tuple[int, int] = (0, 0)
    pot: int = 0
    pending_holds: list[Seat] = []
    queue: list[Interrupt] = []
    offers: dict[int, Offer] = {}
    claims: list[Claim] = []
    ending: str = ""
    last_round: str = ""
    next_prompt: int = 1
    next_offer: int = 1
    next_interrupt: int = 1
    outcome: Outcome | None = None


class State(Snapshot):
    """A position on its board under its ruleset; `memo` keeps what `engine.holdings` has reckoned from it."""

    board: Board = None  # type: ignore[assignment]  # always given: a struct cannot put required fields last
    rules: Ruleset = None  # type: ignore[assignment]  # the same
    seats: int = 0
    memo: dict[Seat, Holdings] = {}

    def snapshot(self) -> Snapshot:
        """The part that travels; shares its lists with this state until it is encoded."""
        return Snapshot(*[getattr(self, name) for name in Snapshot.__struct_fields__])

    def copy(self) -> State:
        """A state that can be played on without touching this one; board and ruleset are shared."""
        return State(
            self.cash[:], self.at[:], self.jail[:], self.out[:], self.lapped[:], [held[:] for held in self.cards],
            self.owner[:], self.level[:], self.mortgaged[:], self.houses, self.hotels,
            {deck: cards[:] for deck, cards in self.undrawn.items()}, {deck: cards[:] for deck, cards in self.returned.items()},
            self.order[:], self.stack[:], self.stop_before[:], self.stop_after[:], self.holds_used[:], self.offers_made[:],
            self.votes[:], self.turn, self.round, self.doubles, self.dice, self.pot, self.pending_holds[:], self.queue[:],
            self.offers.copy(), self.claims[:], self.ending, self.last_round, self.next_prompt, self.next_offer,
            self.next_interrupt, self.outcome, self.board, self.rules, self.seats, self.memo.copy(),
        )  # fmt: skip

    def live(self) -> list[Seat]:
        """The seats that still play, in seat order."""
        return [seat for seat in range(self.seats) if not self.out[seat]]

    def live_after(self, seat: Seat) -> list[Seat]:
        """The other seats that still play, from the left of `seat` round the table."""
        count = self.seats
        return [other % count for other in range(seat + 1, seat + count) if not self.out[other % count]]

    def owns_group(self, seat: Seat, group: int) -> bool:
        """Whether a seat owns every deed of a group."""
        owner = self.owner
        return all(owner[space] == seat for space in self.board.members[group])

    def deeds_of(self, seat: Seat) -> list[SpaceIndex]:
        """The deeds of a seat in board order."""
        owner = self.owner
        return [space for space in self.board.deeds if owner[space] == seat]


def restore(snapshot: Snapshot, board: Board, rules: Ruleset) -> State:
    """The state that a snapshot describes; takes the snapshot's lists over."""
    fields = [getattr(snapshot, name) for name in Snapshot.__struct_fields__]
    state = State(*fields)
    state.board, state.rules, state.seats = board, rules, len(snapshot.cash)
    return state


def new_state(board: Board, rules: Ruleset, seats: int) -> State:
    """The position before the opening throws: everybody on GO with the starting cash, every deed with the bank."""
    size = board.size
    return State(
        cash=[rules.starting_cash] * seats, at=[board.go] * seats, jail=[FREE] * seats, out=[False] * seats,
        lapped=[False] * seats, cards=[[] for _ in range(seats)], owner=[BANK] * size, level=[0] * size,
        mortgaged=[False] * size, houses=rules.houses, hotels=rules.hotels,
        undrawn={deck: list(cards) for deck, cards in board.decks.items()}, returned={deck: [] for deck in board.decks},
        order=list(range(seats)), stack=[OpeningRoll(1, (tuple(range(seats)),), tuple(range(seats)))],
        stop_before=[False] * seats, stop_after=[False] * seats, holds_used=[0] * seats,
        offers_made=[0] * (seats * seats), votes=[False] * seats, next_prompt=1 + seats, board=board, rules=rules, seats=seats,
    )  # fmt: skip


def house_count(levels: list[int]) -> int:
    """Houses, without hotels, that these levels stand for."""
    return sum(level for level in levels if level < HOTEL)
