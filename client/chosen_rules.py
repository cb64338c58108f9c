"""The rules and the board of a table, out of a preset, files of one's own and single switches. Must not talk to a server.

What travels is data: a ruleset file as its switches and its name, a board file as the whole board in one edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import msgspec

from client.errors import BadChoice
from engine.board import Board, BoardData, InvalidBoard, own_board
from engine.board_file import read_board_data
from engine.ruleset import InvalidRuleset, Ruleset, SwitchValue, board_of, changes, load_ruleset, presets, validate

Switches: TypeAlias = Mapping[str, SwitchValue]
"""Values of single switches by name."""


@dataclass(frozen=True)
class ChosenRules:
    """What a request for a new table says about rules and board; `name` is that of a ruleset file."""

    preset: str = "official"
    overrides: Switches = field(default_factory=dict)
    name: str | None = None
    board: BoardData | None = None


def choose_rules(
    preset: str = "official",
    switches: Switches | None = None,
    rules_file: str | Path | None = None,
    board_file: str | Path | None = None,
) -> ChosenRules:
    """What to ask a server for; raises `BadChoice` for files that can not be read or played.

    Without files it is for the server to judge the preset and the switches.
    """
    if rules_file is None and board_file is None:
        return ChosenRules(preset, switches or {})
    ruleset, board = resolve_rules(preset, switches, rules_file, board_file)
    data = None if board_file is None else board.data
    if rules_file is None:
        return ChosenRules(preset, switches or {}, board=data)
    if ruleset.preset in presets():
        raise BadChoice(f"{rules_file}: expected a file whose name is unlike that of a preset, found {ruleset.preset}")
    return ChosenRules("official", changes(ruleset), ruleset.preset, data)


def resolve_rules(
    preset: str = "official",
    switches: Switches | None = None,
    rules_file: str | Path | None = None,
    board_file: str | Path | None = None,
) -> tuple[Ruleset, Board]:
    """The ruleset with the board that it is played on; raises `BadChoice` if they can not be played."""
    try:
        ruleset = load_ruleset(preset, switches, rules_file)
        if board_file is None:
            board = board_of(ruleset)
        else:
            board = own_board(read_board_data(Path(board_file), ruleset.edition), Path(board_file).name)
            ruleset = msgspec.structs.replace(ruleset, board=board.data.id)
        validate(ruleset, board)
    except (InvalidRuleset, InvalidBoard) as error:
        raise BadChoice(str(error)) from None
    return ruleset, board
