"""`magnate rules`: what is printed, and the exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from client.rules_command import rules
from engine.ruleset import SWITCHES, explain, load_ruleset, presets

ISLAND = Path(__file__).parents[1] / "data" / "island.toml"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rules, list(map(str, arguments)))


def test_the_official_rules_differ_in_nothing() -> None:
    result = run()
    assert result.exit_code == 0
    head, empty, as_official, *lines = result.output.splitlines()
    assert (head, empty, as_official) == ("official: what most texts and printed rule sheets share", "", "as official:")
    assert lines == [f"  {line}" for line in explain(load_ruleset())]


@pytest.mark.parametrize("preset", [name for name in presets() if name != "official"])
def test_what_differs_comes_first(preset: str) -> None:
    result = run(preset, "--rule", "houses=20")
    assert result.exit_code == 0
    first, second = result.output.split("\nas official:\n")
    assert first.startswith(f"{preset}: ")
    assert "\notherwise than official:\n" in first
    assert "  houses = 20: where they are limited, the bank has 20 houses\n" in first
    assert "houses = " not in second
    assert len(first.splitlines()) - 3 + len(second.splitlines()) == len(SWITCHES)


def test_a_file_of_ones_own_on_a_board_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "windows"\nedition = "storm"\n', encoding="utf-8")
    result = run("--file", file, "--board-file", ISLAND)
    assert result.exit_code == 0
    assert result.output.startswith("house\n\notherwise than official:\n  board = island: ")
    assert "  jail_doubles_roll_again = on: " in result.output.partition("as official:")[0]


def test_the_presets_are_listed() -> None:
    result = run("--list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(presets())
    assert all(about in result.output for about in presets().values())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nonsense"], "preset: expected one of "),
        (["--rule", "houses"], "houses: expected name=value, found no ="),
        (["--rule", "house=3"], "house: expected the name of a switch (perhaps houses), found 3"),
        (["--rule", "board=island"], "board: expected one of uk_classic, us_classic, found island"),
        (["--file", "gone.toml"], "gone.toml: path: expected a readable file"),
        (["--board-file", "gone.toml"], "gone.toml: file, path: expected a readable file"),
    ],
)
def test_what_can_not_be_played_is_told(arguments: list[str], problem: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {problem}")
    assert result.stdout == ""
