"""The frames of the stack of pending work: what the game waits for, and what it will do by itself. Must not act.

Theory of operation. `State.stack` holds the pending work of the game. Its bottom frame is the turn: a `Window`, or `Step`
while the atomic act of roll, move and landing goes on. What a landing opens lies above it, the newest on top, and the top
frame is the phase. Some frames wait for an answer and carry the number of their prompts; the others (`Step`, `Settlement`,
`Departure`, `Estate`) are work that the engine takes up by itself as soon as they are on top. What a bankruptcy leaves to do
(transfers, an estate) is put right above the bottom frame, so that it comes after all that was pending before: first in,
first out, and never recursion.

Frames are frozen; an event that changes one puts a new one in its place.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

import msgspec

from engine.commands import Lots, snake_case
from engine.ids import BANK, Seat, SpaceIndex

WindowKind: TypeAlias = Literal["before_roll", "own_turn", "after_roll"]
Building: TypeAlias = Literal["house", "hotel"]


class Frame(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake_case, omit_defaults=True):
    """One piece of pending work."""

    phase: ClassVar[str] = ""
    """The name of the phase while this frame is on top; empty for work that the engine takes up by itself."""


class OpeningRoll(Frame, frozen=True, gc=False):
    """The throws that settle who starts: `groups` is the order so far, `throwers` throw in this round and have `thrown`."""

    phase = "opening_roll"
    prompt: int
    groups: tuple[tuple[Seat, ...], ...]
    throwers: tuple[Seat, ...]
    thrown: tuple[int, ...] = ()


class Window(Frame, frozen=True, gc=False):
    """A phase in which anybody may interrupt; it waits for the turn's seat and for the holders."""

    kind: WindowKind
    prompt: int
    holders: tuple[Seat, ...] = ()


class Step(Frame, frozen=True, gc=False):
    """The atomic act of a turn is under way; when it is on top again, the next window opens."""


class Settlement(Frame, frozen=True, gc=False):
    """Under `own_turn`: what a landing costs, settled once the asset window has been shut; a `free` deed costs nothing."""

    seat: Seat
    space: SpaceIndex
    card: str | None = None
    free: bool = False
    window_done: bool = False


class Departure(Frame, frozen=True, gc=False):
    """A seat leaves jail by its third failed throw, once the fine is paid."""

    seat: Seat


class Purchase(Frame, frozen=True, gc=False):
    """The lander buys or declines."""

    phase = "purchase"
    seat: Seat
    deed: SpaceIndex
    prompt: int


class Auction(Frame, frozen=True, gc=False):
    """An open outcry for a deed or for one building."""

    phase = "auction"
    prompt: int
    bidders: tuple[Seat, ...]
    deed: SpaceIndex = -1
    building: Building | None = None
    high: int = 0
    leader: Seat = BANK
    passed: tuple[Seat, ...] = ()


class Debt(Frame, frozen=True, gc=False):
    """A seat owes and has not paid yet; `deed` or `building` is what it gets for the money."""

    phase = "debt"
    debtor: Seat
    creditors: tuple[tuple[Seat, int], ...]
    reason: str
    prompt: int
    deed: SpaceIndex = -1
    building: Building | None = None

    @property
    def amount(self) -> int:
        """All that is owed, in dollars."""
        return sum(amount for _, amount in self.creditors)


class CardChoice(Frame, frozen=True, gc=False):
    """The drawer chooses between the alternatives of a card."""

    phase = "card_choice"
    seat: Seat
    card: str
    prompt: int


class TaxChoice(Frame, frozen=True, gc=False):
    """The taxed seat chooses before anything is counted."""

    phase = "tax_choice"
    seat: Seat
    space: SpaceIndex
    prompt: int


class MortgageTransfer(Frame, frozen=True, gc=False):
    """The new owner of mortgaged deeds pays the interest on each, or lifts it."""

    phase = "mortgage_transfer"
    seat: Seat
    deeds: tuple[SpaceIndex, ...]
    prompt: int


class Estate(Frame, frozen=True, gc=False):
    """Deeds that the bank auctions one after the other."""

    deeds: tuple[SpaceIndex, ...]


class BuildContest(Frame, frozen=True, gc=False):
    """Rivals for the last buildings.

    `asked` are the rivals that have not answered yet. `wishes` pairs each seat that has answered with what it still wants.
    `placer` is the seat that places a building now, at `price` if it won it (paid already), else at list price (-1).
    """

    phase = "build_contest"
    prompt: int
    building: Building
    asker: Seat
    lots: Lots
    asked: tuple[Seat, ...]
    wishes: tuple[tuple[Seat, int], ...]
    placer: Seat = BANK
    price: int = -1
    auctioned: bool = False


class GameOver(Frame, frozen=True, gc=False):
    """Nothing is pending any more."""

    phase = "game_over"


AnyFrame: TypeAlias = (
    OpeningRoll | Window | Step | Settlement | Departure | Purchase | Auction | Debt | CardChoice | TaxChoice |
    MortgageTransfer | Estate | BuildContest | GameOver
)  # fmt: skip
