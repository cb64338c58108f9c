"""`magnate board`: what is printed of a board, what is told of a fault, and the exit codes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from client.board_command import board
from engine.board import builtin_boards, load_board
from engine.board_file import BOARDS

DATA = Path(__file__).parents[1] / "data"
ISLAND = DATA / "island.toml"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(board, list(map(str, arguments)))


def changed(folder: Path, old: str, new: str) -> Path:
    """A copy of the island with one text replaced."""
    shutil.copy(DATA / "island_bottle.toml", folder)
    file = folder / "island.toml"
    text = ISLAND.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def test_every_edition_of_a_board_is_checked() -> None:
    result = run("check", ISLAND)
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "ok    island, edition default: 14 spaces, 5 deeds in 3 groups, 2 decks (bottle of 3, tide of 2)",
        "ok    island, edition storm: 14 spaces, 5 deeds in 3 groups, 2 decks (bottle of 1, tide of 2)",
    ]


def test_one_edition_may_be_checked_alone(tmp_path: Path) -> None:
    file = changed(tmp_path, "amount = 90", "amount = 0")
    assert run("check", file, "--edition", "default").output.startswith("ok    island, edition default: ")
    result = run("check", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: island.toml: space 4 (income_tax), amount: expected 1 to 1000000, found 0\n"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("price = 61", "price = -3", "island.toml: space 1 (beach), price: expected 1 to 1000000, found -3"),
        ("price = 61", "prize = 61", "island.toml: space 1 (beach), prize: expected one of "),
        ('bottle = "island_bottle.toml"', 'bottle = "gone.toml"', "gone.toml: file, path: expected a readable file"),
        ('id = "island"', 'id = "uk_classic"', "island.toml: board, id: expected an id that no shipped board has"),
        ('title = "Island"', "title = ", "island.toml: file, text: expected TOML, found invalid value"),
    ],
)
def test_a_fault_is_told_by_file_entry_and_field(old: str, new: str, problem: str, tmp_path: Path) -> None:
    result = run("check", changed(tmp_path, old, new))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {problem}")


def test_an_unknown_edition_is_told() -> None:
    for command in ("check", "show"):
        result = run(command, ISLAND, "--edition", "calm")
        assert result.exit_code == 2
        assert result.stderr == "error: island.toml: editions, name: expected one of default, storm, found 'calm'\n"


def test_a_board_is_shown_in_columns() -> None:
    result = run("show", ISLAND, "--edition", "storm")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[:4] == [
        "Island (island, edition storm of default, storm; amounts in ¤)",
        "NO  SHORT    NAME                 GROUP    PRICE  HOUSE  LOAN  RENT",
        "0   GO       GO",
        "1   Beach    Beach                Shore    61     40     30    2 10 30 90 160 250",
    ]
    assert lines[6] == "4   Inc Tax  Income Tax                    90"
    assert lines[10] == "8   Spring   Fresh Spring         Springs  70            35    x5"
    assert len(lines) == 2 + 14


@pytest.mark.parametrize("name", builtin_boards())
def test_a_shipped_board_is_shown_by_its_name(name: str) -> None:
    result = run("show", name)
    assert result.exit_code == 0
    assert all(space.short in result.output and space.name in result.output for space in load_board(name).spaces)


def test_neither_a_name_nor_a_file() -> None:
    result = run("show", "us_clasic")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: us_clasic: file, path: expected a readable file")


def test_the_file_of_a_shipped_board_is_not_a_board_of_ones_own() -> None:
    assert run("check", BOARDS / "us_classic.toml").exit_code == 2
