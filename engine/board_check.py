"""Judges whether a board can be played at all, and says where not; must not read files or change what it judges.

Checks run in an order in which each may rely on the earlier ones, and stop at the first fault.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.board_data import (
    AdvanceNearest,
    AdvanceTo,
    BoardData,
    Card,
    Collect,
    CollectFromEachPlayer,
    Effect,
    GetOutOfJailFree,
    Group,
    MoveBackTo,
    MoveRelative,
    Pay,
    PayEachPlayer,
    PayOrDraw,
    Repairs,
    Space,
)
from engine.errors import EngineError

# Two dice must not carry a token past GO twice in one move, so a lap is at least twelve spaces.
SIZES: Final = (12, 200)
MAX_AMOUNT: Final = 1_000_000
MAX_CARDS: Final = 200
SHORT_WIDTH: Final = 7
STREET_FIGURES: Final = 6
DEED_TYPES: Final = ("street", "railroad", "utility")

_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


class InvalidBoard(EngineError):
    """A board or deck that cannot be read or played: the `file`, the `entry` in it, its `field` and the `problem`."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        self.file = file
        self.entry = entry
        self.field = field
        self.problem = problem
        super().__init__(f"{file}: {entry}, {field}: {problem}")


class Problem(NamedTuple):
    """One fault: where and what."""

    entry: str
    field: str
    problem: str


def check_board(data: BoardData, file: str, deck_files: Mapping[str, str] | None = None) -> None:
    """Raises `InvalidBoard` for the first fault; cards are reported under the file their deck came from."""
    for problem in _board_problems(data):
        raise InvalidBoard(file, *problem)
    for name, cards in data.decks.items():
        for problem in _deck_problems(name, cards, data):
            raise InvalidBoard((deck_files or {}).get(name, file), *problem)


def entry_of(space: Space) -> str:
    """How a space is named in a message."""
    return f"space {space.index} ({space.id})"


def _board_problems(data: BoardData) -> Iterator[Problem]:
    yield from _id_problems("board", "id", data.id)
    for edition in (data.edition, *data.editions):
        yield from _id_problems("board", "editions", edition)
    yield from _text_problems("board", "title", data.title, 60)
    yield from _text_problems("board", "currency", data.currency, 3)
    low, high = SIZES
    if not low <= len(data.spaces) <= high:
        yield Problem("board", "spaces", f"expected {low} to {high} spaces, found {len(data.spaces)}")
    for position, space in enumerate(data.spaces):
        if space.index != position:
            yield Problem(entry_of(space), "index", f"expected {position}, found {space.index}")
        yield from _space_problems(space, data)
    yield from _duplicates("spaces", "id", [space.id for space in data.spaces])
    # Two deeds that look the same on the board would be bought by mistake; card spaces may repeat.
    yield from _duplicates("spaces", "short", [space.short for space in data.spaces if space.type in DEED_TYPES])
    yield from _corner_problems(data)
    yield from _duplicates("groups", "id", [group.id for group in data.groups])
    for group in data.groups:
        yield from _group_problems(group, data)
    yield from _income_tax_problems(data)


def _space_problems(space: Space, data: BoardData) -> Iterator[Problem]:
    entry = entry_of(space)
    yield from _id_problems(entry, "id", space.id)
    yield from _text_problems(entry, "name", space.name, 40)
    yield from _text_problems(entry, "short", space.short, SHORT_WIDTH)
    if space.type in DEED_TYPES:
        yield from _deed_problems(space, data.groups)
    elif space.type == "tax":
        yield from _amount_problems(entry, "amount", space.amount)
    elif space.type == "card" and space.deck not in data.decks:
        yield Problem(entry, "deck", f"expected one of {_listed(data.decks)}, found {space.deck!r}")


def _deed_problems(space: Space, groups: Sequence[Group]) -> Iterator[Problem]:
    entry = entry_of(space)
    if space.group not in [group.id for group in groups]:
        known = _listed(group.id for group in groups)
        yield Problem(entry, "group", f"expected one of {known}, found {space.group!r}")
    yield from _amount_problems(entry, "price", space.price)
    yield from _amount_problems(entry, "mortgage", space.mortgage, space.price)
    yield from _rent_problems(entry, space.rent)
    if space.type == "street":
        yield from _amount_problems(entry, "house_cost", space.house_cost)
        if len(space.rent) != STREET_FIGURES:
            yield Problem(entry, "rent", f"expected {STREET_FIGURES} figures, bare to hotel, found {len(space.rent)}")


def _rent_problems(entry: str, rent: tuple[int, ...]) -> Iterator[Problem]:
    for figure in rent:
        yield from _amount_problems(entry, "rent", figure)
    for lower, higher in pairwise(rent):
        if higher <= lower:
            yield Problem(entry, "rent", f"expected strictly rising figures, found {higher} after {lower}")


def _corner_problems(data: BoardData) -> Iterator[Problem]:
    for corner in ("go", "jail"):
        count = sum(space.type == corner for space in data.spaces)
        if count != 1:
            yield Problem("spaces", "type", f"expected exactly one {corner} space, found {count}")
    if data.spaces[0].type != "go":
        yield Problem(entry_of(data.spaces[0]), "type", f"expected go as the first space, found {data.spaces[0].type}")
    if not 0 <= data.jail < len(data.spaces) or data.spaces[data.jail].type != "jail":
        yield Problem("board", "jail", f"expected the index of the jail space, found {data.jail}")
    if not any(space.type in DEED_TYPES for space in data.spaces):
        yield Problem("spaces", "type", "expected at least one deed, found none")


def _group_problems(group: Group, data: BoardData) -> Iterator[Problem]:
    entry = f"group {group.id}"
    yield from _id_problems(entry, "id", group.id)
    yield from _text_problems(entry, "name", group.name, 40)
    members = tuple(space.index for space in data.spaces if space.group == group.id)
    if not members or group.spaces != members:
        yield Problem(entry, "spaces", f"expected the spaces of the group, {members}, found {group.spaces}")
    kinds = sorted({data.spaces[member].type for member in members})
    if len(kinds) != 1:
        yield Problem(entry, "kind", f"expected deeds of one kind, found {_listed(kinds)}")
    if group.buildable != (kinds[0] == "street"):
        yield Problem(entry, "buildable", f"expected streets and only streets to be buildable, found {kinds[0]}")
    if kinds[0] != "street":
        yield from _count_ladder_problems(entry, members, data)


def _count_ladder_problems(entry: str, members: tuple[int, ...], data: BoardData) -> Iterator[Problem]:
    for member in members:
        if len(data.spaces[member].rent) != len(members):
            found = len(data.spaces[member].rent)
            yield Problem(entry, "rent", f"expected {len(members)} figures, one per number owned, found {found}")


def _income_tax_problems(data: BoardData) -> Iterator[Problem]:
    share = data.income_tax_share_percent
    if share is None:
        return
    if not 1 <= share <= 100:
        yield Problem("board", "income_tax_share_percent", f"expected 1 to 100, found {share}")
    if not any(space.id == "income_tax" and space.type == "tax" for space in data.spaces):
        yield Problem("board", "income_tax_share_percent", "expected a tax space with the id income_tax, found none")


def _deck_problems(name: str, cards: Sequence[Card], data: BoardData) -> Iterator[Problem]:
    entry = f"deck {name}"
    yield from _id_problems(entry, "name", name)
    if not 1 <= len(cards) <= MAX_CARDS:
        yield Problem(entry, "cards", f"expected 1 to {MAX_CARDS} cards, found {len(cards)}")
    elsewhere = {card.id for other, held in data.decks.items() if other != name for card in held}
    for card in cards:
        yield from _card_problems(f"{entry}, card {card.id}", card, data)
        if card.id in elsewhere:
            yield Problem(f"{entry}, card {card.id}", "id", "expected an id of its own, found it in another deck too")
    yield from _duplicates(entry, "id", [card.id for card in cards])
    yield from _chain_problems(entry, cards, data)


def _card_problems(entry: str, card: Card, data: BoardData) -> Iterator[Problem]:
    yield from _id_problems(entry, "id", card.id)
    yield from _text_problems(entry, "text", card.text, 200)
    match card.effect:
        case AdvanceTo() | MoveBackTo() | MoveRelative() | AdvanceNearest() as move:
            yield from _move_problems(entry, move, data)
        case Collect(amount) | Pay(amount) | PayEachPlayer(amount) | CollectFromEachPlayer(amount):
            yield from _amount_problems(entry, "effect.amount", amount)
        case Repairs(per_house, per_hotel):
            yield from _amount_problems(entry, "effect.per_house", per_house)
            yield from _amount_problems(entry, "effect.per_hotel", per_hotel)
        case PayOrDraw(amount, deck):
            yield from _amount_problems(entry, "effect.amount", amount)
            if deck not in data.decks:
                yield Problem(entry, "effect.deck", f"expected one of {_listed(data.decks)}, found {deck!r}")


def _move_problems(
    entry: str, move: AdvanceTo | MoveBackTo | MoveRelative | AdvanceNearest, data: BoardData
) -> Iterator[Problem]:
    size = len(data.spaces)
    if isinstance(move, AdvanceNearest):
        yield from _nearest_problems(entry, move, data)
        return
    if isinstance(move, MoveRelative):
        if not 0 < abs(move.spaces) < size:
            yield Problem(entry, "effect.spaces", f"expected 1 to {size - 1} either way, found {move.spaces}")
    elif not 0 <= move.space < size:
        yield Problem(entry, "effect.space", f"expected 0 to {size - 1}, found {move.space}")
    backward = isinstance(move, MoveBackTo) or (isinstance(move, MoveRelative) and move.spaces < 0)
    if backward and move.collect_go:
        yield Problem(entry, "effect.collect_go", "expected false, since moving backward never pays, found true")


def _nearest_problems(entry: str, move: AdvanceNearest, data: BoardData) -> Iterator[Problem]:
    if not any(space.type == move.kind for space in data.spaces):
        yield Problem(entry, "effect.kind", f"expected a kind of deed on this board, found {move.kind}")
    yield from _amount_problems(entry, "effect.rent_multiplier", move.rent_multiplier, 100)
    if move.fresh_roll and move.kind != "utility":
        yield Problem(entry, "effect.fresh_roll", f"expected a fresh throw only for utilities, found {move.kind}")
    if move.fresh_roll:
        yield from _amount_problems(entry, "effect.dice_multiplier", move.dice_multiplier, 1000)
    elif move.dice_multiplier:
        found = move.dice_multiplier
        yield Problem(entry, "effect.dice_multiplier", f"expected 0 without a fresh throw, found {found}")


def _chain_problems(entry: str, cards: Sequence[Card], data: BoardData) -> Iterator[Problem]:
    """Cards that lead to cards must come to an end, even when every jail card of the deck is held by somebody."""
    if not any(_ends_a_landing(card.effect, data) for card in cards):
        yield Problem(entry, "cards", "expected a card that does not lead to another card, found none")
    # A landing is one command, however many cards it takes, so a long chain of them must be all but impossible.
    on = sum(_moves_on(card.effect, data) for card in cards)
    drawn = sum(not isinstance(card.effect, GetOutOfJailFree) for card in cards)
    if 2 * on > drawn:
        problem = f"expected no more than half of {drawn} cards to move the token to where another may be drawn, found {on}"
        yield Problem(entry, "cards", problem)


def _moves_on(effect: Effect, data: BoardData) -> bool:
    return isinstance(effect, AdvanceTo | MoveBackTo | MoveRelative) and not _ends_a_landing(effect, data)


def _ends_a_landing(effect: Effect, data: BoardData) -> bool:
    match effect:
        case AdvanceTo(space) | MoveBackTo(space):
            return data.spaces[space].type != "card"
        case MoveRelative() | PayOrDraw() | GetOutOfJailFree():
            return False
        case _:
            return True


def _id_problems(entry: str, field: str, found: str) -> Iterator[Problem]:
    if not _ID.fullmatch(found):
        yield Problem(entry, field, f"expected up to 40 lower case letters, digits and underscores, found {found!r}")


def _text_problems(entry: str, field: str, found: str, width: int) -> Iterator[Problem]:
    if not found.strip() or found != found.strip():
        yield Problem(entry, field, f"expected text without blanks around it, found {found!r}")
    if not found.isprintable():
        yield Problem(entry, field, f"expected printable characters, found {found!r}")
    if _width(found) > width:
        yield Problem(entry, field, f"expected at most {width} characters, found {_width(found)} in {found!r}")


def _width(text: str) -> int:
    """Cells on a terminal: wide characters take two, combining marks none."""
    return sum(0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _amount_problems(entry: str, field: str, found: int, high: int = MAX_AMOUNT) -> Iterator[Problem]:
    if not 1 <= found <= high:
        yield Problem(entry, field, f"expected 1 to {high}, found {found}")


def _duplicates(entry: str, field: str, values: Sequence[str]) -> Iterator[Problem]:
    for value, count in Counter(values).items():
        if count > 1:
            yield Problem(entry, field, f"expected each only once, found {value!r} {count} times")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
