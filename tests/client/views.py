"""Views for the tests of the rendering, and the stored texts that they are compared with. Must not know what is right.

A snapshot is a text file in `snapshots/`. To write those that have changed, for a person to read before they are committed:

    MAGNATE_SNAPSHOTS=write pytest tests/client
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from rich.cells import cell_len

from client.view import View
from engine.game import Game
from engine.legal import phase_of, prompt_of, waiting
from engine.options import Prompt
from engine.state import State
from protocol.tables import Waiting
from tests.engine.positions import DARK_BLUE, ORANGE, S, at_level, game

SNAPSHOTS: Final = Path(__file__).parent / "snapshots"
NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal")
HOSTILE: Final = "\x1b[2J\u202eEvil\nName\x07"
"""What a careless server might let through as a name."""


def check_snapshot(name: str, lines: Iterable[str]) -> None:
    """Compare lines with the stored text of that name."""
    text = "\n".join(lines) + "\n"
    file = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("MAGNATE_SNAPSHOTS") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def view_of(table: Game | State, seat: int | None = 0, names: Sequence[str] = NAMES) -> View:
    """The table as one seat sees it."""
    state = table if isinstance(table, State) else table.state
    asked = [] if state.outcome is not None else [Waiting(other) for other in waiting(state)]
    return View(
        state.board,
        state.rules,
        state,
        tuple(names[: state.seats]),
        seat,
        phase=phase_of(state),
        turn=state.turn,
        waiting=asked,
        title="a table",
    )


def question(table: Game, seat: int) -> Prompt:
    """The open question of a seat."""
    prompt = prompt_of(table.state, seat)
    assert prompt is not None
    return prompt


def busy_game() -> Game:
    """A game of four in its middle: a hotel, houses, mortgages, somebody in jail, a jail card, somebody out."""
    return game(
        S(cash=1234, space=24, deeds=(*ORANGE, 5), levels=at_level(ORANGE, 5)),
        S(cash=80, jail=1, deeds=(*DARK_BLUE, 1, 12), levels=((37, 3), (39, 4)), mortgaged=(12, 1), cards=("chance",)),
        S(cash=612, space=10, deeds=(6, 8, 15, 25)),
        S(cash=0, out=True),
    )


def assert_plain(lines: Iterable[str], width: int | None = None) -> None:
    """Nothing but printable characters, and no line wider than that."""
    for line in lines:
        assert line.isprintable(), repr(line)
        assert width is None or cell_len(line) <= width, f"{cell_len(line)} columns: {line}"
