"""What a board is made of: spaces, color groups, cards and their effects, as values that travel over the wire.

Must not look anything up, read a file or judge a board: `board.py`, `board_file.py` and `board_check.py` do.
"""

from __future__ import annotations

from typing import Literal

import msgspec

SpaceType = Literal["go", "street", "railroad", "utility", "card", "tax", "jail", "free_parking", "go_to_jail"]
DeedKind = Literal["street", "railroad", "utility"]


class Space(msgspec.Struct, frozen=True):
    """One space, counted clockwise from GO; amounts in whole units of the board's currency.

    `rent` is the ladder of a street (bare, one to four houses, hotel), the rents of a railroad by number owned, or the
    dice multipliers of a utility by number owned. `amount` is the tax, `deck` the name of the deck drawn from.
    """

    index: int
    id: str
    name: str
    short: str
    type: SpaceType
    group: str | None = None
    price: int = 0
    house_cost: int = 0
    rent: tuple[int, ...] = ()
    mortgage: int = 0
    deck: str | None = None
    amount: int = 0


class Group(msgspec.Struct, frozen=True):
    """Deeds that belong together: a color group, the railroads, the utilities."""

    id: str
    name: str
    spaces: tuple[int, ...]
    buildable: bool


class _Effect(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of the card effects, told apart by their `type` tag."""


class AdvanceTo(_Effect, frozen=True, tag="advance_to"):
    """Move forward, never backward, to a space and resolve it; the salary is paid if GO is passed or reached."""

    space: int
    collect_go: bool = True


class AdvanceNearest(_Effect, frozen=True, tag="advance_nearest"):
    """Move forward to the next railroad or utility; an owner gets a multiple of the rent or of a fresh throw."""

    kind: Literal["railroad", "utility"]
    collect_go: bool = True
    rent_multiplier: int = 1
    fresh_roll: bool = False
    dice_multiplier: int = 0


class MoveRelative(_Effect, frozen=True, tag="move_relative"):
    """Move by so many spaces, backward if negative, and resolve the new space; backward never pays the salary."""

    spaces: int
    collect_go: bool = False


class MoveBackTo(_Effect, frozen=True, tag="move_back_to"):
    """Move backward to a space and resolve it; never pays the salary."""

    space: int
    collect_go: bool = False


class Collect(_Effect, frozen=True, tag="collect"):
    """The bank pays the drawer."""

    amount: int


class Pay(_Effect, frozen=True, tag="pay"):
    """The drawer owes the bank."""

    amount: int


class PayEachPlayer(_Effect, frozen=True, tag="pay_each_player"):
    """The drawer owes every other seat still in the game this much, from the left."""

    amount: int


class CollectFromEachPlayer(_Effect, frozen=True, tag="collect_from_each_player"):
    """Every other seat still in the game owes the drawer this much, from the left."""

    amount: int


class Repairs(_Effect, frozen=True, tag="repairs"):
    """The drawer owes the bank for the buildings that stand now; a hotel counts as one hotel and no houses."""

    per_house: int
    per_hotel: int


class GetOutOfJailFree(_Effect, frozen=True, tag="get_out_of_jail_free"):
    """The card leaves its deck and is held until used or traded."""


class GoToJail(_Effect, frozen=True, tag="go_to_jail"):
    """Straight into jail, no salary, the turn is over."""


class PayOrDraw(_Effect, frozen=True, tag="pay_or_draw"):
    """The drawer chooses: owe the bank, or draw a card of the named deck from where the token stands."""

    amount: int
    deck: str


Effect = (
    AdvanceTo
    | AdvanceNearest
    | MoveRelative
    | MoveBackTo
    | Collect
    | Pay
    | PayEachPlayer
    | CollectFromEachPlayer
    | Repairs
    | GetOutOfJailFree
    | GoToJail
    | PayOrDraw
)


class Card(msgspec.Struct, frozen=True):
    """One card; the effect decides, the text is only shown."""

    id: str
    text: str
    effect: Effect


class BoardData(msgspec.Struct, frozen=True):
    """A whole board in one edition, the form that is stored and sent over the wire.

    `editions` names all editions of the board. Without an `income_tax_share_percent` the income tax is flat.
    """

    id: str
    title: str
    edition: str
    currency: str
    spaces: tuple[Space, ...]
    groups: tuple[Group, ...]
    decks: dict[str, tuple[Card, ...]]
    jail: int
    income_tax_share_percent: int | None
    editions: tuple[str, ...] = ("default",)
