"""`magnate simulate`: what is printed and written, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from client.simulate_command import simulate
from engine.apply import fold
from engine.events import AnyEvent
from engine.ruleset import Ruleset, board_of
from engine.state import Outcome, new_state
from tests.client.arena import CRASH, ILLEGAL, SLOW, write_bot
from tests.client.terminal import Sitter


def run(*arguments: object) -> Result:
    return CliRunner().invoke(simulate, list(map(str, arguments)))


def test_a_report() -> None:
    result = run("--seats", "strong,greedy", "--games", 3, "--rounds", 6, "--jobs", 1)
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == "3 games of strong, greedy under official, seed 0"
    assert "95 OF 100 CASES" in result.output


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    options = ("--seats", "strong,random", "--games", 11, "--rounds", 6, "--json")
    one = run(*options, "--jobs", 1, "--out", tmp_path / "one")
    two = run(*options, "--jobs", 2, "--out", tmp_path / "two")
    assert (one.exit_code, two.exit_code) == (0, 0)
    assert one.output == two.output
    assert json.loads(one.output)["games"] == 11
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_what_is_written_folds_back(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    result = run("--seats", "strong,greedy,random", "--games", 3, "--rounds", 8, "--jobs", 1, "--out", out, "--json")
    assert result.exit_code == 0
    wins = [0.0] * 3
    lines = [json.loads(line) for line in out.read_bytes().splitlines()]
    for game in range(3):
        head, *middle, last = [line for line in lines if line["game"] == game]
        rules = msgspec.convert(head["rules"], Ruleset)
        state = new_state(board_of(rules), rules, len(head["bots"]))
        for line in [head, *middle]:
            fold(state, msgspec.convert(line["events"], tuple[AnyEvent, ...]))
        assert state.outcome == msgspec.convert(last["outcome"], Outcome)
        assert state.outcome is not None
        for winner in state.outcome.winners:
            wins[winner] += 1 / len(state.outcome.winners)
    assert [seat["wins"] for seat in json.loads(result.output)["seats"]] == pytest.approx(wins)


@pytest.mark.parametrize(("code", "limit", "fault"), [(CRASH, 30, "crash"), (ILLEGAL, 30, "illegal"), (SLOW, 0.1, "time_out")])
def test_a_bot_that_fails_is_named_and_the_games_go_on(code: str, limit: float, fault: str, tmp_path: Path) -> None:
    own = write_bot(tmp_path, code)
    options = ("--seats", f"{own},careful", "--games", 2, "--rounds", 3, "--jobs", 1, "--limit", limit)
    result = run(*options, "--json")
    assert result.exit_code == 0
    data = json.loads(result.output)
    assert data["games"] == 2
    assert {(found["seat"], found["bot"], found["fault"]) for found in data["faults"]} == {(0, str(own), fault)}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "strong"), "error: "),
        (("--seats", "strong,clever"), "found clever"),
        (("--seats", "strong,nowhere.py"), "error: expected a bot's file, found nothing at nowhere.py"),
        (("--rule", "no_such_switch=1"), "no_such_switch"),
        (("--preset", "no_such_preset"), "no_such_preset"),
        (("--out", "/no/such/folder/games"), "error: expected a file that can be written, found /no/such/folder/games"),
        (("--games", 0), "0 is not in the range"),
    ],
)
def test_what_can_not_be_played(arguments: tuple[object, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_a_bot_that_can_not_be_loaded(tmp_path: Path) -> None:
    result = run("--seats", f"strong,{write_bot(tmp_path, 'decide = 3')}")
    assert result.exit_code == 2
    assert result.output.endswith("expected a function or a class with decide called decide, found int\n")


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", [("simulate", "--seats", "strong,strong"), ("tournament", "--bots", "strong,greedy")])
def test_ctrl_c_ends_it_at_once_and_leaves_nothing_behind(command: tuple[str, ...], jobs: str) -> None:
    with Sitter([*command, "--games", "100000", "--jobs", jobs], {}) as player:
        player.sees("games  [")  # the bar, since there is a terminal
        player.interrupts()
        assert player.ends() == 130
        assert player.left
        assert "Traceback" not in player.seen
        assert "rror" not in player.seen


@pytest.mark.slow
def test_ctrl_c_while_a_bot_thinks(tmp_path: Path) -> None:
    own = write_bot(tmp_path, "import sys\ndef decide(view, prompt):\n    print('hm')\n    while True: pass\n")
    for jobs in ("1", "2"):
        with Sitter(["simulate", "--seats", f"{own},careful", "--limit", "1000", "--jobs", jobs], {}) as player:
            player.sees("hm")
            player.interrupts()
            assert player.ends() == 130
            assert player.left
            assert "Traceback" not in player.seen


@pytest.mark.slow
def test_without_a_terminal_there_is_no_bar() -> None:
    options = ["--seats", "greedy,random", "--games", "12", "--rounds", "3", "--json"]
    command = [sys.executable, "-m", "client", "simulate", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["games"] == 12
