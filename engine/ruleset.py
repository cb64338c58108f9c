"""Loads, combines and judges rulesets: presets, a user's own file, single switches; must not say what a switch does.

Later layers win: the presets that a preset extends, the preset, the file, the overrides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.board import Board, builtin_boards, load_board
from engine.board_file import DATA
from engine.data_file import UnreadableData, read_toml
from engine.ruleset_words import changes, differences, explain
from engine.switches import SWITCHES, InvalidRuleset, Ruleset, SwitchValue, coerce, expectation, parse_value, render

__all__ = [
    "SWITCHES",
    "InvalidRuleset",
    "Ruleset",
    "SwitchValue",
    "board_of",
    "changes",
    "differences",
    "expectation",
    "explain",
    "load_ruleset",
    "parse_switch",
    "presets",
    "render",
    "validate",
]

RULESETS: Final = DATA / "rulesets"

_Layers = list[dict[str, object]]


def presets() -> dict[str, str]:
    """The names of the presets, each with what it is about, `official` first."""
    names = sorted((path.stem for path in RULESETS.glob("*.toml")), key=lambda name: (name != "official", name))
    return {name: str(_read(RULESETS / f"{name}.toml").get("about", "")) for name in names}


def load_ruleset(
    preset: str = "official",
    overrides: Mapping[str, object] | None = None,
    file: str | Path | None = None,
) -> Ruleset:
    """The ruleset of a preset, or of a user's file on top of what it extends or else that preset, with single switches.

    Raises `InvalidRuleset` for an unknown name, a value that does not fit, or switches that contradict each other. What
    depends on the board is judged by `validate`.
    """
    layers = _preset_layers(preset) if file is None else _file_layers(Path(file), preset, ())
    layers.append({switch: coerce(switch, value) for switch, value in (overrides or {}).items()})
    values: dict[str, object] = {}
    set_by: dict[str, int] = {}
    for level, layer in enumerate(layers):
        values |= layer
        set_by |= dict.fromkeys(layer, level)
    # Auctions switched off take the bank's auction with them, unless somebody asked for that one no earlier.
    if values.get("auctions") is False and set_by.get("bank_bankruptcy", -1) < set_by["auctions"]:
        values["bank_bankruptcy"] = "return"
    name = preset if file is None else Path(file).stem
    ruleset = msgspec.convert({"preset": name, **values}, Ruleset)
    _raise_first(_contradictions(ruleset))
    return ruleset


def parse_switch(text: str) -> tuple[str, SwitchValue]:
    """A switch and its value out of `name=value`; raises `InvalidRuleset` if either is none."""
    switch, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise InvalidRuleset(text, "name=value", "no =")
    return switch, parse_value(switch, value)


def board_of(ruleset: Ruleset) -> Board:
    """The shipped board and edition that a ruleset names; raises `InvalidRuleset` if there is none."""
    if ruleset.board not in builtin_boards():
        raise InvalidRuleset("board", f"one of {', '.join(builtin_boards())}", ruleset.board)
    _raise_first(_edition_problems(ruleset, load_board(ruleset.board)))
    return load_board(ruleset.board, ruleset.edition)


def validate(ruleset: Ruleset, board: Board, seats: int | None = None) -> None:
    """Raises `InvalidRuleset` if the ruleset contradicts itself, the board, or the number of seats.

    Without a number of seats the table may still fill up, and `max_players` counts.
    """
    _raise_first(_contradictions(ruleset))
    _raise_first(_board_problems(ruleset, board))
    if seats is not None and not 2 <= seats <= ruleset.max_players:
        raise InvalidRuleset("seats", f"2 to {ruleset.max_players}, the max_players", seats)
    _raise_first(_deal_problems(ruleset, board, seats))


def _preset_layers(name: str) -> _Layers:
    known = [path.stem for path in RULESETS.glob("*.toml")]
    if name not in known:
        raise InvalidRuleset("preset", f"one of {', '.join(sorted(known))}", name)
    return _file_layers(RULESETS / f"{name}.toml", None, ())


def _file_layers(path: Path, default: str | None, seen: tuple[Path, ...]) -> _Layers:
    """The layers of a file, what it extends first; another file is named by an ending `.toml`, a preset without."""
    if path.resolve() in seen:
        raise InvalidRuleset("extends", "a ruleset that does not lead back", path.name, file=seen[-1].name)
    table = _read(path)
    base = table.pop("extends", default)
    table.pop("about", None)
    layers: _Layers = []
    if isinstance(base, str) and base.endswith(".toml"):
        layers = _file_layers(path.parent / base, default, (*seen, path.resolve()))
    elif isinstance(base, str):
        layers = _preset_layers(base)
    elif base is not None:
        raise InvalidRuleset("extends", "a preset or a file name ending in .toml", base, file=path.name)
    layers.append(_coerced(table, path.name))
    return layers


def _coerced(table: Mapping[str, object], file: str) -> dict[str, object]:
    try:
        return {switch: coerce(switch, value) for switch, value in table.items()}
    except InvalidRuleset as error:
        raise InvalidRuleset(error.switch, error.expected, error.found, file=file) from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except UnreadableData as error:
        expected, _, found = error.problem.removeprefix("expected ").partition(", found ")
        raise InvalidRuleset(error.field, expected, found, file=path.name) from None


def _raise_first(problems: Iterator[InvalidRuleset]) -> None:
    for problem in problems:
        raise problem


def _contradictions(ruleset: Ruleset) -> Iterator[InvalidRuleset]:
    if not ruleset.auctions and ruleset.bank_bankruptcy == "auction":
        yield InvalidRuleset("bank_bankruptcy", "return with auctions off", ruleset.bank_bankruptcy)
    if ruleset.early_end in ("time", "rounds", "bankruptcies") and ruleset.early_end_value < 1:
        yield InvalidRuleset("early_end_value", f"1 or more with early_end {ruleset.early_end}", ruleset.early_end_value)


def _board_problems(ruleset: Ruleset, board: Board) -> Iterator[InvalidRuleset]:
    name = board.data.id
    if ruleset.board != name:
        yield InvalidRuleset("board", f"{name}, the board of this table", ruleset.board)
    yield from _edition_problems(ruleset, board)
    if ruleset.edition != board.data.edition:
        yield InvalidRuleset("edition", f"{board.data.edition}, the edition of the loaded board", ruleset.edition)
    if ruleset.income_tax == "choice" and board.data.income_tax_share_percent is None:
        expected = f"flat with board {name}, which has no income_tax_share_percent"
        yield InvalidRuleset("income_tax", expected, ruleset.income_tax)
    if ruleset.free_parking != "nothing" and "free_parking" not in board.type:
        expected = f"nothing with board {name}, which has no Free Parking"
        yield InvalidRuleset("free_parking", expected, ruleset.free_parking)


def _edition_problems(ruleset: Ruleset, board: Board) -> Iterator[InvalidRuleset]:
    if ruleset.edition not in board.data.editions:
        expected = f"one of {', '.join(board.data.editions)} with board {board.data.id}"
        yield InvalidRuleset("edition", expected, ruleset.edition)


def _deal_problems(ruleset: Ruleset, board: Board, seats: int | None) -> Iterator[InvalidRuleset]:
    dealt = ruleset.deal_deeds
    if seats is None:
        count, reason = ruleset.max_players, f"max_players {ruleset.max_players}"
    else:
        count, reason = seats, f"{seats} seats"
    if dealt * count > len(board.deeds):
        expected = f"at most {len(board.deeds) // count} with {reason} and the {len(board.deeds)} deeds of the board"
        yield InvalidRuleset("deal_deeds", expected, dealt)
    # The deal is random, so every seat must be able to pay even for the dearest deeds.
    dearest = sum(sorted((board.price[deed] for deed in board.deeds), reverse=True)[:dealt])
    if ruleset.deal_price and dearest > ruleset.starting_cash:
        expected = f"{dearest} or more with deal_deeds {dealt} and deal_price on"
        yield InvalidRuleset("starting_cash", expected, ruleset.starting_cash)
