"""Boards ready for play: the tables that the rules index, and the way to load a board by name or from a file.

A `Board` never changes after it was built, so states and their copies share it. Must not hold anything of a game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.board_check import DEED_TYPES, InvalidBoard, check_board
from engine.board_data import (
    AdvanceNearest,
    AdvanceTo,
    BoardData,
    Card,
    Collect,
    CollectFromEachPlayer,
    DeedKind,
    Effect,
    GetOutOfJailFree,
    GoToJail,
    Group,
    MoveBackTo,
    MoveRelative,
    Pay,
    PayEachPlayer,
    PayOrDraw,
    Repairs,
    Space,
    SpaceType,
)
from engine.board_file import BOARDS, read_board_data

__all__ = [
    "AdvanceNearest",
    "AdvanceTo",
    "Board",
    "BoardData",
    "Card",
    "Collect",
    "CollectFromEachPlayer",
    "DeedKind",
    "Effect",
    "GetOutOfJailFree",
    "GoToJail",
    "Group",
    "InvalidBoard",
    "MoveBackTo",
    "MoveRelative",
    "Pay",
    "PayEachPlayer",
    "PayOrDraw",
    "Repairs",
    "Space",
    "SpaceType",
    "builtin_boards",
    "load_board",
    "own_board",
    "read_board",
]


class Board:
    """A board's data with everything the rules look up, as flat tuples indexed by space; immutable by convention.

    `group_of` holds the index of a space's group or -1, `members` the spaces of each group, `deeds` all spaces that are
    deeds in board order, `card` and `deck_of` the card and its deck's name by card id.
    """

    __slots__ = (
        "__weakref__",
        "_nearest",
        "card",
        "currency",
        "data",
        "deck_of",
        "decks",
        "deed_set",
        "deeds",
        "go",
        "group_of",
        "groups",
        "house_cost",
        "index_of",
        "jail",
        "members",
        "mortgage",
        "price",
        "rent",
        "size",
        "spaces",
        "type",
    )

    def __init__(self, data: BoardData) -> None:
        spaces = data.spaces
        self.data = data
        self.currency = data.currency
        self.size = len(spaces)
        self.spaces = spaces
        self.type: tuple[SpaceType, ...] = tuple(space.type for space in spaces)
        self.price = tuple(space.price for space in spaces)
        self.house_cost = tuple(space.house_cost for space in spaces)
        self.rent = tuple(space.rent for space in spaces)
        self.mortgage = tuple(space.mortgage for space in spaces)
        self.index_of = {space.id: space.index for space in spaces}
        self.deeds = tuple(space.index for space in spaces if space.type in DEED_TYPES)
        self.deed_set = frozenset(self.deeds)
        self.go = self.type.index("go")
        self.jail = data.jail
        self.groups = data.groups
        self.members = tuple(group.spaces for group in data.groups)
        self.group_of = _group_of(self.members, self.size)
        self.card = {card.id: card for cards in data.decks.values() for card in cards}
        self.deck_of = {card.id: name for name, cards in data.decks.items() for card in cards}
        self.decks = {name: tuple(card.id for card in cards) for name, cards in data.decks.items()}
        self._nearest: dict[str, tuple[int, ...]] = {
            kind: _nearest_table(self.type, kind) for kind in DEED_TYPES if kind in self.type
        }

    def nearest(self, kind: str, after: int) -> int:
        """The first deed of that kind clockwise after a space, all the way round to that space itself.

        Raises `KeyError` if the board has none; a valid board has every kind that its cards name.
        """
        return self._nearest[kind][after]

    def __repr__(self) -> str:
        return f"Board({self.data.id!r}, edition={self.data.edition!r})"


def _group_of(members: tuple[tuple[int, ...], ...], size: int) -> tuple[int, ...]:
    group_of = [-1] * size
    for group, spaces in enumerate(members):
        for space in spaces:
            group_of[space] = group
    return tuple(group_of)


def _nearest_table(types: tuple[SpaceType, ...], kind: str) -> tuple[int, ...]:
    size = len(types)
    return tuple(
        next(space % size for space in range(start + 1, start + size + 1) if types[space % size] == kind)
        for start in range(size)
    )


def builtin_boards() -> tuple[str, ...]:
    """The names that `load_board` knows, in alphabetical order."""
    return tuple(sorted(path.stem for path in BOARDS.glob("*.toml")))


@cache
def load_board(name: str = "us_classic", edition: str = "default") -> Board:
    """A board that comes with the game, built once per edition; raises `InvalidBoard` if there is none of that name."""
    known = builtin_boards()
    if name not in known:
        raise InvalidBoard(f"{name}.toml", "board", "name", f"expected one of {', '.join(known)}, found {name!r}")
    return read_board(BOARDS / f"{name}.toml", edition)


def read_board(path: str | Path, edition: str = "default") -> Board:
    """A board out of a TOML file of one's own; raises `InvalidBoard` naming file, entry and field."""
    return Board(read_board_data(Path(path), edition))


def own_board(data: BoardData, source: str) -> Board:
    """A board that does not come with the game, out of data of whatever origin, told as from `source`.

    Raises `InvalidBoard` if it cannot be played, or if its id is that of a shipped board, which it would pass for.
    """
    check_board(data, source)
    if data.id in builtin_boards():
        raise InvalidBoard(source, "board", "id", f"expected an id that no shipped board has, found {data.id}")
    return Board(data)
