"""The demo, whole: a server process, bot processes, real sockets, and an end of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from client.demo import Setup
from tests.client.terminal import Sitter


def demo(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "client", "demo", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path)},
    )


def test_the_last_round_is_a_switch_that_may_be_overruled() -> None:
    assert Setup(rounds=7).overrides() == {"max_rounds": 7}
    assert Setup(rules={"auctions": False, "max_rounds": 2}).overrides() == {"max_rounds": 2, "auctions": False}


@pytest.mark.slow
def test_without_a_terminal_the_bots_play_to_the_end(tmp_path: Path) -> None:
    ended = demo(tmp_path, "--bots", "2", "--rounds", "3", "--rule", "starting_cash=1000")
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    last = lines.index("final standing: the last round is over")
    assert lines[last + 1].split() == ["PLAYER", "WORTH", "CASH", "DEEDS"]
    assert sorted(line.split()[1] for line in lines[last + 2 :]) == ["Ada", "Babbage"]
    assert any("throws" in line for line in lines)
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.slow
def test_too_few_bots_are_told_of(tmp_path: Path) -> None:
    ended = demo(tmp_path, "--bots", "1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "error: expected at least 2 bots where nobody sits in, found 1\n"


@pytest.mark.slow
def test_rules_that_the_server_refuses_end_it(tmp_path: Path) -> None:
    ended = demo(tmp_path, "--bots", "2", "--preset", "nosuch")
    assert ended.returncode != 0
    assert "nosuch" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_at_a_terminal_one_sits_in_and_goes_when_one_likes(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path), "LOGNAME": "ann"}
    with Sitter(["demo", "--plain", "--bots", "1", "--rounds", "2"], environment) as ann:
        ann.sees("you are ann in seat 1")
        ann.sees("Ada sits down in seat 2")
        ann.sees("your answer (Enter: roll")
        ann.types("\r")
        ann.sees("Ada throws")
        ann.types("quit\r")
        assert ann.ends() == 0
        assert "Traceback" not in ann.seen
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_an_interrupt_ends_all_of_it(tmp_path: Path) -> None:
    with Sitter(["demo", "--plain", "--bots", "1"], {"TMPDIR": str(tmp_path), "LOGNAME": "ann"}) as ann:
        ann.sees("your answer (Enter: roll")
        ann.interrupts()
        assert ann.ends() == 130
        assert "Traceback" not in ann.seen
    assert list(tmp_path.iterdir()) == []
