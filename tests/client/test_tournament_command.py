"""`magnate tournament`: what is printed, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from client.tournament_command import tournament
from tests.client.arena import CRASH, DEFAULT, write_bot


def run(*arguments: object) -> Result:
    return CliRunner().invoke(tournament, list(map(str, arguments)))


def test_every_pair_plays_so_many_games() -> None:
    result = run("--bots", "strong,greedy,random", "--games", 2, "--rounds", 5, "--jobs", 1)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "6 games of 3 bots at tables of 2 under official, seed 0"
    assert lines[2].split()[:4] == ["PLACE", "BOT", "RATING", "GAMES"]
    assert {line.split()[1] for line in lines[3:6]} == {"strong", "greedy", "random"}


def test_the_number_of_processes_changes_nothing() -> None:
    options = ("--bots", "careful,greedy,random", "--seats", 3, "--games", 12, "--rounds", 4, "--json")
    one, two = run(*options, "--jobs", 1), run(*options, "--jobs", 2)
    assert (one.exit_code, two.exit_code) == (0, 0)
    assert one.output == two.output
    data = json.loads(one.output)
    assert (data["games"], data["seats"]) == (12, 3)
    assert sum(place["wins"] for place in data["places"]) == pytest.approx(12)


def test_bots_of_ones_own_take_part_whatever_they_do(tmp_path: Path) -> None:
    good, bad = write_bot(tmp_path, DEFAULT, "good"), write_bot(tmp_path, CRASH, "bad")
    result = run("--bots", f"{good},{bad}", "--games", 2, "--rounds", 2, "--jobs", 1, "--limit", 30, "--json")
    assert result.exit_code == 0
    assert {(fault["bot"], fault["fault"]) for fault in json.loads(result.output)["faults"]} == {(str(bad), "crash")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "strong"), "error: expected at least 2 bots for tables of 2, found 1"),
        (("--bots", "strong,strong"), "error: expected each bot once, found strong, strong"),
        (("--bots", "strong,clever"), "found clever"),
        (("--rule", "no_such_switch=1"), "no_such_switch"),
        (("--preset", "no_such_preset"), "no_such_preset"),
        (("--seats", 9), "9 is not in the range"),
    ],
)
def test_what_can_not_be_played(arguments: tuple[object, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_a_bot_that_can_not_be_loaded(tmp_path: Path) -> None:
    result = run("--bots", f"strong,{write_bot(tmp_path, '1 / 0')}")
    assert result.exit_code == 2
    assert result.output == "error: own.py, line 1: ZeroDivisionError: division by zero\n"
