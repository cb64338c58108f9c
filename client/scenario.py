"""Scenario files: TOML read into a typed `Scenario`, everything in it judged before the first step. Must not play it.

Files of this format come from outside the repository too, so every fault is told as file, key and reason. Keys count
from 1, as people do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from client.expectations import Expectation, parse_expectation
from client.language import Context, InvalidInput, parse
from client.naming import find_seat, suggest
from engine import commands as c
from engine.board import Board
from engine.data_file import UnreadableData, convert, read_toml
from engine.errors import REASONS, InvalidPosition
from engine.ids import Seat, SpaceIndex
from engine.position import Position, SeatPosition, StartPhase, build_state
from engine.ruleset import InvalidRuleset, Ruleset, board_of, load_ruleset, validate
from engine.state import State

TIMEOUT = "timeout"
RESERVED_NAMES = ("bank", TIMEOUT)

Dice: TypeAlias = tuple[int, int]


class UnreadableScenario(Exception):
    """A scenario that cannot be read or is impossible: the `file`, the `key` in it, and the `reason`."""

    def __init__(self, file: Path, key: str, reason: str) -> None:
        self.file = file
        self.key = key
        self.reason = reason
        super().__init__(f"{file}: {key}: {reason}")


@dataclass(frozen=True)
class Act:
    """One `do` line: a command of a seat, or, without one, the time-out of that seat."""

    text: str
    seat: Seat
    command: c.SeatCommand | None


@dataclass(frozen=True)
class ScenarioStep:
    """What is done in order, what must hold afterwards, and whether each act is to be refused (`True`, or a reason)."""

    acts: tuple[Act, ...]
    expect: tuple[Expectation, ...]
    refused: bool | str


@dataclass(frozen=True)
class Scenario:
    """A position, the results of chance, and the steps; all of it possible and readable."""

    file: Path
    id: str
    title: str
    source: str
    rules: Ruleset
    board: Board
    names: tuple[str, ...]
    position: Position
    dice: tuple[Dice, ...]
    cards: dict[str, tuple[str, ...]]
    steps: tuple[ScenarioStep, ...]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file as it is written."""


class _Seat(_Entry, frozen=True):
    name: str = ""
    cash: int | None = None
    space: str | int | None = None
    jail: int | None = None
    deeds: tuple[str, ...] = ()
    levels: dict[str, int] = {}
    cards: tuple[str, ...] = ()
    out: bool = False


class _Bank(_Entry, frozen=True):
    houses: int | None = None
    hotels: int | None = None


class _Start(_Entry, frozen=True):
    phase: StartPhase = "before_roll"
    doubles: int = 0


_Die = Annotated[int, Meta(ge=1, le=6)]


class _Chance(_Entry, frozen=True):
    dice: tuple[tuple[_Die, _Die], ...] = ()
    chance: tuple[str, ...] = ()
    community_chest: tuple[str, ...] = ()


class _Step(_Entry, frozen=True):
    do: str | tuple[str, ...] = ()
    expect: tuple[str, ...] = ()
    refused: bool | str = False


class _File(_Entry, frozen=True):
    """The whole file; the inner tables are converted one by one, so that a fault names the seat or step."""

    id: str
    seat: list[dict[str, Any]]
    title: str = ""
    source: str = ""
    preset: str = "official"
    rules: dict[str, Any] = {}
    bank: dict[str, Any] = {}
    start: dict[str, Any] = {}
    chance: dict[str, Any] = {}
    step: list[dict[str, Any]] = []


_T = TypeVar("_T")


class _Fault(Exception):
    """A key and what is wrong there; the file is added where it is known."""

    def __init__(self, key: str, reason: str) -> None:
        self.key = key
        self.reason = reason


def load_scenario(path: Path) -> Scenario:
    """The scenario of a file; raises `UnreadableScenario`."""
    try:
        return _read(path)
    except _Fault as fault:
        raise UnreadableScenario(path, fault.key, fault.reason) from None


def _read(path: Path) -> Scenario:
    try:
        raw = read_toml(path)
    except UnreadableData as error:
        raise _Fault(error.field, error.problem) from None
    file = _convert(raw, _File)
    seats = [_convert(entry, _Seat, f"seat {number}") for number, entry in enumerate(file.seat, 1)]
    rules, board = _ruleset(file, len(seats))
    names = _names(seats)
    position = _position(file, seats, names, board)
    try:
        state = build_state(position, board, rules)
    except InvalidPosition as error:
        key, _, reason = str(error).partition(": ")
        raise _Fault(key, reason) from None
    chance = _convert(file.chance, _Chance, "chance")
    cards = {"chance": chance.chance, "community_chest": chance.community_chest}
    _check_cards(cards, state)
    steps = tuple(_step(number, entry, board, names) for number, entry in enumerate(file.step, 1))
    return Scenario(path, file.id, file.title, file.source, rules, board, names, position, chance.dice, cards, steps)


def _convert(raw: object, shape: type[_T], where: str = "") -> _T:
    try:
        value: _T = convert(raw, shape)
    except UnreadableData as error:
        field = re.sub(r"\[(\d+)\]", lambda place: f" {int(place[1]) + 1}", error.field)
        raise _Fault(f"{where}, {field}" if where else field, error.problem) from None
    return value


def _ruleset(file: _File, seats: int) -> tuple[Ruleset, Board]:
    try:
        rules = load_ruleset(file.preset, file.rules)
        board = board_of(rules)
        validate(rules, board, max(2, seats))
    except InvalidRuleset as error:
        key = error.switch if error.switch in ("preset", "seats") else f"rules, {error.switch}"
        raise _Fault(key, str(error).removeprefix(f"{error.switch}: ")) from None
    return rules, board


def _names(seats: list[_Seat]) -> tuple[str, ...]:
    """Names are one word, each of one seat only; a seat without one is called by its letter."""
    names: list[str] = []
    for number, seat in enumerate(seats):
        name = seat.name or chr(ord("A") + number)
        key = f"seat {number + 1}, name"
        if name.split() != [name] or ":" in name:
            raise _Fault(key, f"expected one word without a colon, found {name!r}")
        if name in names:
            raise _Fault(key, f"expected a name that no other seat has, found {name}")
        if name in RESERVED_NAMES:
            raise _Fault(key, f"expected a name other than {' or '.join(RESERVED_NAMES)}, found {name}")
        names.append(name)
    return tuple(names)


def _position(file: _File, seats: list[_Seat], names: tuple[str, ...], board: Board) -> Position:
    bank = _convert(file.bank, _Bank, "bank")
    start = _convert(file.start, _Start, "start")
    entries = tuple(
        _seat_position(f"seat {number}", seat, name, board)
        for number, (seat, name) in enumerate(zip(seats, names, strict=True), 1)
    )
    return Position(entries, bank.houses, bank.hotels, start.phase, start.doubles)


def _seat_position(where: str, seat: _Seat, name: str, board: Board) -> SeatPosition:
    return SeatPosition(
        name=name,
        cash=seat.cash,
        space=_space(f"{where}, space", seat.space, board),
        jail=seat.jail,
        deeds=tuple(_index(f"{where}, deeds", deed.removesuffix("*"), board) for deed in seat.deeds),
        mortgaged=tuple(
            _index(f"{where}, deeds", deed.removesuffix("*"), board) for deed in seat.deeds if deed.endswith("*")
        ),
        levels=tuple((_index(f"{where}, levels", deed, board), level) for deed, level in seat.levels.items()),
        cards=seat.cards,
        out=seat.out,
    )


def _space(key: str, space: str | int | None, board: Board) -> SpaceIndex | None:
    return _index(key, space, board) if isinstance(space, str) else space


def _index(key: str, name: str, board: Board) -> SpaceIndex:
    if name not in board.index_of:
        raise _Fault(key, f"expected the id of a space, found {name}{_hint(name, board.index_of)}")
    return board.index_of[name]


def _check_cards(cards: Mapping[str, tuple[str, ...]], state: State) -> None:
    """Listed cards must be in their deck; a deck in order shows a card once, and not while somebody holds it."""
    board, ordered = state.board, state.rules.card_draw == "deck"
    held = [card for hand in state.cards for card in hand]
    for deck, listed in cards.items():
        key, known = f"chance, {deck}", board.decks.get(deck, ())
        for place, card in enumerate(listed):
            if card not in known:
                raise _Fault(key, f"expected the id of a card of this deck, found {card}{_hint(card, known)}")
            if ordered and card in listed[:place]:
                raise _Fault(key, f"expected each card once, found {card} again")
            if ordered and card in held:
                raise _Fault(key, f"expected a card that nobody holds, found {card}")


def _hint(name: str, known: Iterable[str]) -> str:
    close = suggest(name, known)
    return f" (perhaps {close[0]})" if close else ""


def _step(number: int, raw: dict[str, Any], board: Board, names: tuple[str, ...]) -> ScenarioStep:
    where = f"step {number}"
    entry = _convert(raw, _Step, where)
    do = (entry.do,) if isinstance(entry.do, str) else entry.do
    acts = _lines(f"{where}, do", do, lambda line: _act(line, board, names))
    expect = _lines(f"{where}, expect", entry.expect, lambda line: parse_expectation(line, board, names))
    if isinstance(entry.refused, str) and entry.refused not in REASONS:
        found = f"{entry.refused}{_hint(entry.refused, REASONS)}"
        raise _Fault(f"{where}, refused", f"expected true or a reason code, found {found}")
    return ScenarioStep(acts, expect, entry.refused)


def _lines(key: str, lines: tuple[str, ...], read: Callable[[str], _T]) -> tuple[_T, ...]:
    values = []
    for line in lines:
        try:
            values.append(read(line))
        except InvalidInput as error:
            raise _Fault(key, f"{line!r}: {error}") from None
    return tuple(values)


def _act(line: str, board: Board, names: tuple[str, ...]) -> Act:
    who, *rest = line.split(None, 1) or [""]
    what = rest[0].strip() if rest else ""
    if who == TIMEOUT:
        return Act(line, find_seat(what, names), None)
    seat = find_seat(who, names)
    return Act(line, seat, parse(what, Context(board, names, seat, strict=True)))
