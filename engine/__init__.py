"""The pure game: boards, decks, rulesets, state, commands, events, phases and rules.

It must do no I/O but for loading its own data files, read no clock, use no global random generator and know no wire.

For scripts: what it takes to play a game in this process. Each name is loaded when it is first asked for. Commands and events
are in `engine.commands` and `engine.events`, and `legal` is in the module of its name.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.board import Board as Board
    from engine.board import InvalidBoard as InvalidBoard
    from engine.board import load_board as load_board
    from engine.board import read_board as read_board
    from engine.chance import ScriptedChance as ScriptedChance
    from engine.chance import SeededChance as SeededChance
    from engine.errors import ChanceExhausted as ChanceExhausted
    from engine.errors import IllegalCommand as IllegalCommand
    from engine.errors import InvalidPosition as InvalidPosition
    from engine.game import Game as Game
    from engine.game import new_game as new_game
    from engine.legal import default as default
    from engine.legal import phase_of as phase_of
    from engine.legal import prompt_of as prompt_of
    from engine.legal import waiting as waiting
    from engine.options import Option as Option
    from engine.options import Prompt as Prompt
    from engine.options import candidates as candidates
    from engine.policy import careful as careful
    from engine.position import Position as Position
    from engine.position import SeatPosition as SeatPosition
    from engine.position import build_state as build_state
    from engine.ruleset import InvalidRuleset as InvalidRuleset
    from engine.ruleset import Ruleset as Ruleset
    from engine.ruleset import load_ruleset as load_ruleset
    from engine.state import Outcome as Outcome
    from engine.state import State as State
    from engine.worth import final_worth as final_worth

_HOMES: Final = {
    "Board": "board",
    "ChanceExhausted": "errors",
    "Game": "game",
    "IllegalCommand": "errors",
    "InvalidBoard": "board",
    "InvalidPosition": "errors",
    "InvalidRuleset": "ruleset",
    "Option": "options",
    "Outcome": "state",
    "Position": "position",
    "Prompt": "options",
    "Ruleset": "ruleset",
    "ScriptedChance": "chance",
    "SeatPosition": "position",
    "SeededChance": "chance",
    "State": "state",
    "build_state": "position",
    "candidates": "options",
    "careful": "policy",
    "default": "legal",
    "final_worth": "worth",
    "load_board": "board",
    "load_ruleset": "ruleset",
    "new_game": "game",
    "phase_of": "legal",
    "prompt_of": "legal",
    "read_board": "board",
    "waiting": "legal",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
