"""Reads boards and decks from TOML files, the shipped ones and a user's own; must not derive anything for play.

A board file names groups, spaces in board order, decks and editions:

* a street's `house_cost` and the `rent` of railroads and utilities stand at the group, since its deeds share them;
* `mortgage` is half the price unless a space says otherwise;
* a deck is the name of a shipped one, a file name ending in `.toml` beside the board file, or the cards themselves;
* card effects name their target space by id or by index;
* an edition replaces decks and single fields of spaces.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from engine.board_check import InvalidBoard, check_board, entry_of
from engine.board_data import BoardData, Card, DeedKind, Effect, Group, Space, SpaceType
from engine.data_file import UnreadableData, convert, read_toml

DATA: Final = Path(__file__).parent / "data"
BOARDS: Final = DATA / "boards"
DECKS: Final = DATA / "decks"

_FIELDS: Final[dict[str, frozenset[str]]] = {
    "street": frozenset({"group", "price", "mortgage", "rent"}),
    "railroad": frozenset({"group", "price", "mortgage"}),
    "utility": frozenset({"group", "price", "mortgage"}),
    "card": frozenset({"deck"}),
    "tax": frozenset({"amount"}),
}


class _RawEdition(msgspec.Struct, forbid_unknown_fields=True):
    spaces: dict[str, dict[str, Any]] = {}
    decks: dict[str, str | list[dict[str, Any]]] = {}


class _RawGroup(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    kind: DeedKind
    house_cost: int | None = None
    rent: tuple[int, ...] | None = None


class _RawSpace(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    short: str
    type: SpaceType
    group: str | None = None
    price: int | None = None
    mortgage: int | None = None
    rent: tuple[int, ...] | None = None
    deck: str | None = None
    amount: int | None = None


class _RawCard(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    text: str
    effect: dict[str, Any]


class _RawDeck(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    cards: list[dict[str, Any]]


class _RawBoard(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: str
    currency: str
    groups: list[dict[str, Any]]
    spaces: list[dict[str, Any]]
    decks: dict[str, str | list[dict[str, Any]]] = {}
    editions: dict[str, _RawEdition] = {}
    income_tax_share_percent: int | None = None


def read_board_data(path: Path, edition: str = "default") -> BoardData:
    """The judged contents of a board file in one edition; raises `InvalidBoard` naming file, entry and field."""
    file = path.name
    raw: _RawBoard = _convert(_toml(path), _RawBoard, file, "board")
    editions = ("default", *(name for name in raw.editions if name != "default"))
    if edition not in editions:
        raise InvalidBoard(file, "editions", "name", f"expected one of {', '.join(editions)}, found {edition!r}")
    changes = raw.editions.get(edition, _RawEdition())
    raw_groups = [_group(entry, position, file) for position, entry in enumerate(raw.groups)]
    spaces = _spaces(_edited(raw.spaces, changes, edition, file), raw_groups, file)
    index_of = {space.id: space.index for space in spaces}
    sources = {name: _cards_of(source, name, path) for name, source in (raw.decks | changes.decks).items()}
    data = BoardData(
        id=raw.id,
        title=raw.title,
        edition=edition,
        currency=raw.currency,
        spaces=spaces,
        groups=tuple(_members(group, spaces) for group in raw_groups),
        decks={
            name: tuple(_card(card, f"deck {name}, card {position}", index_of, deck_file) for position, card in cards)
            for name, (deck_file, cards) in sources.items()
        },
        jail=next((space.index for space in spaces if space.type == "jail"), -1),
        income_tax_share_percent=raw.income_tax_share_percent,
        editions=editions,
    )
    check_board(data, file, {name: deck_file for name, (deck_file, _) in sources.items()})
    return data


def _toml(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except UnreadableData as error:
        raise InvalidBoard(path.name, "file", error.field, error.problem) from None


def _convert(raw: object, shape: type[Any], file: str, entry: str) -> Any:
    try:
        return convert(raw, shape)
    except UnreadableData as error:
        raise InvalidBoard(file, entry, error.field, error.problem) from None


def _edited(spaces: list[dict[str, Any]], changes: _RawEdition, edition: str, file: str) -> list[dict[str, Any]]:
    known = [space.get("id") for space in spaces]
    for space_id in changes.spaces:
        if space_id not in known:
            problem = f"expected the id of a space, found {space_id!r}"
            raise InvalidBoard(file, f"edition {edition}", "spaces", problem)
    return [space | changes.spaces.get(str(space.get("id")), {}) for space in spaces]


def _group(entry: dict[str, Any], position: int, file: str) -> _RawGroup:
    group: _RawGroup = _convert(entry, _RawGroup, file, f"group {position} ({entry.get('id', 'no id')})")
    needed, other = ("house_cost", "rent") if group.kind == "street" else ("rent", "house_cost")
    if getattr(group, needed) is None:
        raise InvalidBoard(file, f"group {group.id}", needed, f"expected a value for a {group.kind} group, found none")
    if getattr(group, other) is not None:
        found = getattr(group, other)
        raise InvalidBoard(file, f"group {group.id}", other, f"expected none for a {group.kind} group, found {found}")
    return group


def _spaces(entries: list[dict[str, Any]], raw_groups: list[_RawGroup], file: str) -> tuple[Space, ...]:
    groups = {group.id: group for group in raw_groups}
    return tuple(_space(entry, position, groups, file) for position, entry in enumerate(entries))


def _space(entry: dict[str, Any], position: int, groups: dict[str, _RawGroup], file: str) -> Space:
    raw: _RawSpace = _convert(entry, _RawSpace, file, f"space {position} ({entry.get('id', 'no id')})")
    _check_fields(raw, f"space {position} ({raw.id})", file)
    space = Space(
        index=position,
        id=raw.id,
        name=raw.name,
        short=raw.short,
        type=raw.type,
        group=raw.group,
        price=raw.price or 0,
        rent=raw.rent or (),
        mortgage=raw.mortgage if raw.mortgage is not None else (raw.price or 0) // 2,
        deck=raw.deck,
        amount=raw.amount or 0,
    )
    return space if raw.group is None else _with_group(space, groups, file)


def _check_fields(raw: _RawSpace, entry: str, file: str) -> None:
    fitting = _FIELDS.get(raw.type, frozenset())
    for field in ("group", "price", "mortgage", "rent", "deck", "amount"):
        found = getattr(raw, field)
        if found is not None and field not in fitting:
            raise InvalidBoard(file, entry, field, f"expected none on a {raw.type} space, found {found!r}")
        if found is None and field in fitting and field != "mortgage":
            raise InvalidBoard(file, entry, field, f"expected a value on a {raw.type} space, found none")


def _with_group(space: Space, groups: dict[str, _RawGroup], file: str) -> Space:
    group = groups.get(space.group or "")
    if group is None:
        known = ", ".join(groups) or "none"
        raise InvalidBoard(file, entry_of(space), "group", f"expected one of {known}, found {space.group!r}")
    if group.kind != space.type:
        problem = f"expected a {space.type} group, found {group.id}, a {group.kind} group"
        raise InvalidBoard(file, entry_of(space), "group", problem)
    if group.kind == "street":
        return msgspec.structs.replace(space, house_cost=group.house_cost)
    return msgspec.structs.replace(space, rent=group.rent)


def _members(group: _RawGroup, spaces: tuple[Space, ...]) -> Group:
    members = tuple(space.index for space in spaces if space.group == group.id)
    return Group(group.id, group.name, members, buildable=group.kind == "street")


def _cards_of(source: str | list[dict[str, Any]], name: str, path: Path) -> tuple[str, list[tuple[int, dict[str, Any]]]]:
    """The file that a deck comes from and its raw cards with their positions."""
    if isinstance(source, list):
        return path.name, list(enumerate(source))
    if source.endswith(".toml"):
        deck_path = path.parent / source
    else:
        deck_path = DECKS / f"{source}.toml"
        shipped = sorted(deck.stem for deck in DECKS.glob("*.toml"))
        if source not in shipped:
            problem = f"expected a file name ending in .toml or one of {', '.join(shipped)}, found {source!r}"
            raise InvalidBoard(path.name, "decks", name, problem)
    deck: _RawDeck = _convert(_toml(deck_path), _RawDeck, deck_path.name, "deck")
    return deck_path.name, list(enumerate(deck.cards))


def _card(raw: dict[str, Any], entry: str, index_of: dict[str, int], file: str) -> Card:
    card: _RawCard = _convert(raw, _RawCard, file, entry)
    entry = f"{entry} ({card.id})"
    target = card.effect.get("space")
    if isinstance(target, str) and target not in index_of:
        raise InvalidBoard(file, entry, "effect.space", f"expected the id or index of a space, found {target!r}")
    effect = card.effect | ({"space": index_of[target]} if isinstance(target, str) else {})
    typed = _convert({"effect": effect}, _Effect, file, entry).effect
    known = {"type", *typed.__struct_fields__}
    for field in effect:
        if field not in known:
            problem = f"expected one of {', '.join(sorted(known))}, found an unknown key"
            raise InvalidBoard(file, entry, f"effect.{field}", problem)
    return Card(card.id, card.text, typed)


class _Effect(msgspec.Struct):
    """Carries an effect through the conversion, so that faults are told at `effect.…`."""

    effect: Effect
