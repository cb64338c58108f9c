"""Names, amounts and things in words, for everything that is told to people. Must let no control character through.

Names come from other people and boards from their authors: whatever is shown passes `safe_text` here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from client.view import View
from engine.commands import Things
from engine.ids import BANK, HOTEL, Seat, SpaceIndex
from protocol.names import safe_text

SEAT_LETTERS: Final = "ABCDEFGH"
"""What stands for a seat on the board, as owner and as token."""

PAID_FOR: Final = {
    "salary": "as salary",
    "purchase": "for a deed",
    "auction": "for the winning bid",
    "rent": "of rent",
    "tax": "of tax",
    "card": "by a card",
    "jail_fine": "to leave jail",
    "building": "for building",
    "building_sale": "for buildings handed back",
    "mortgage": "on a mortgage",
    "lift": "to lift a mortgage",
    "transfer_fee": "of interest on a mortgage received",
    "trade": "in a trade",
    "bankruptcy": "out of the bankruptcy",
    "free_parking": "from Free Parking",
    "deal": "for a deed dealt",
}
"""What each reason for a payment is called."""

_NO_GROUP: Final = " "
_DIGITS: Final = "1234567890abcdefghijklmnopqrstuvwxyz"


def seat_letter(seat: Seat) -> str:
    """The letter of a seat; `-` for the bank."""
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else "-"


def group_digit(view: View, space: SpaceIndex) -> str:
    """What stands for the group of a deed: 1 for the first group of the board, a space for what is no deed."""
    group = view.board.group_of[space]
    return _DIGITS[group % len(_DIGITS)] if group >= 0 else _NO_GROUP


def money(view: View, amount: int) -> str:
    """An amount with the board's sign before it, or its word after it: `$120`, `-$5`, `120 Taler`."""
    currency = safe_text(view.board.currency)
    if len(currency) > 1 and currency.isalpha():
        return f"{amount} {currency}"
    return f"-{currency}{-amount}" if amount < 0 else f"{currency}{amount}"


def who(view: View, seat: Seat) -> str:
    """A seat by its player's name; the bank as `the bank`."""
    return "the bank" if seat == BANK else safe_text(view.name(seat))


def everybody(view: View, seats: Iterable[Seat]) -> str:
    """Several seats by name."""
    return listed([who(view, seat) for seat in seats])


def held_by(view: View, holders: Sequence[Seat]) -> str:
    """`, held by Ann and Bob`; nothing where nobody holds."""
    return f", held by {everybody(view, holders)}" if holders else ""


def listed(parts: Sequence[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `nobody` for none."""
    if len(parts) < 2:
        return parts[0] if parts else "nobody"
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


def place(view: View, space: SpaceIndex) -> str:
    """A space by its name."""
    return safe_text(view.board.spaces[space].name)


def places(view: View, spaces: Iterable[SpaceIndex]) -> str:
    """Several spaces by name."""
    return listed([place(view, space) for space in spaces])


def deck_title(deck: str) -> str:
    """`community_chest` -> `Community Chest`."""
    return safe_text(deck.replace("_", " ").title())


def buildings(level: int) -> str:
    """What a level stands for: `bare`, `1 house`, `4 houses`, `a hotel`."""
    if level == HOTEL:
        return "a hotel"
    return "bare" if level == 0 else f"{level} house" + "s" * (level > 1)


def count_of(number: int, thing: str) -> str:
    """`1 house`, `3 houses`."""
    return f"{number} {thing}" + "s" * (number != 1)


def things_in_words(view: View, things: Things) -> str:
    """One side of a trade: `$120, Boardwalk (mortgaged) and the jail card of Chance`."""
    mortgaged = view.state.mortgaged if view.state is not None else ()
    parts = [money(view, things.cash)] if things.cash else []
    for deed in things.deeds:
        lies = " (mortgaged)" if mortgaged and mortgaged[deed] else ""
        parts.append(place(view, deed) + lies)
    parts += [f"the jail card of {deck_title(deck)}" for deck in things.cards]
    return listed(parts) if parts else "nothing"
