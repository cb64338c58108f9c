"""How somebody wants to play, and what the terminal at hand allows. Must import nothing that only some systems have."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LEAST: Final = (80, 24)
"""Columns and rows without which there is no full screen."""


@dataclass(frozen=True)
class Manner:
    """In lines only (`plain`), with colors, and with a bell when the table waits for its player.

    `save`: the file for what has happened at the table, to be written at the end.
    """

    plain: bool = False
    color: bool = True
    bell: bool = True
    save: Path | None = None


def dumb(descriptor: int) -> bool:
    """Whether the descriptor for input and standard output are no terminal that can move its cursor."""
    return not (os.isatty(descriptor) and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb" and _is_unix())


def screen_hindrance(manner: Manner) -> str | None:
    """Why the full screen cannot be used, to be told, empty where it need not be told; `None` if it can."""
    if manner.plain or not sys.stdout.isatty():
        return ""
    if sys.stdin is None or dumb(sys.stdin.fileno()):
        return "line mode: the full screen needs a terminal for input and output that can move its cursor"
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    if columns < LEAST[0] or rows < LEAST[1]:
        return f"line mode: the full screen needs {LEAST[0]} by {LEAST[1]}, this terminal is {columns} by {rows}"
    return None


def _is_unix() -> bool:
    return os.name == "posix"
