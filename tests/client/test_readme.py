"""What the README of the client shows of scripts is what works today."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client import connect_blocking
from client.script import _USAGES as STATEMENTS
from tests.client.terminal import HostedServer

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
README = (ROOT / "client" / "README.md").read_text()
PATIENCE = 60.0


def block(language: str, number: int = 0) -> str:
    """A code block of the README, by its language and number."""
    found: list[str] = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return found[number]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with HostedServer(str(tmp_path / "server"), "0", "--allow-scenarios") as hosted:
        yield hosted.address


def start(*command: str, folder: Path) -> subprocess.Popen[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # where the `magnate` under test is
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder
    )


def test_the_bot_on_trio_plays_a_whole_game(server: str, tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(block("python"))
    with connect_blocking(server, patience=PATIENCE) as there:
        table = there.create("Ann", rules={"max_rounds": 2})
        bot = start(sys.executable, "my_bot.py", server, table.id, folder=tmp_path)
        table.wait_until(lambda table: len(table.players) == 2 and table.lobby.seats[1].ready)
        table.start()
        table.play(lambda table, question: question.default)
        told, trouble = bot.communicate(timeout=PATIENCE)
    assert (bot.returncode, trouble) == (0, "")
    assert told.splitlines()[-1].startswith("winners: ['")


def test_the_bot_takes_twenty_lines() -> None:
    assert len([line for line in block("python").splitlines() if line.strip()]) <= 20


def test_the_blocking_script_plays_a_whole_game(server: str, tmp_path: Path) -> None:
    (tmp_path / "play.py").write_text(block("python", 1))
    told, trouble = start(sys.executable, "play.py", server, folder=tmp_path).communicate(timeout=PATIENCE)
    assert (told, trouble) == ("max_rounds\n", "")


def test_the_text_script_comes_out_as_it_says(server: str, tmp_path: Path) -> None:
    (tmp_path / "friday.magnate").write_text(block("magnate"))
    command = (sys.executable, "-m", "client", "script", "friday.magnate", "--server", server)
    told, trouble = start(*command, folder=tmp_path).communicate(timeout=PATIENCE)
    assert (told, trouble) == ("ok    friday.magnate\n", "")


def test_every_statement_of_text_scripts_is_described() -> None:
    table = README.partition("## Text scripts")[2].partition("## Any other language")[0]
    described = {code.split()[0] for row in re.findall(r"^\| `.*?\|", table, re.MULTILINE) for code in row.split("`")[1::2]}
    assert sorted(set(STATEMENTS) - described) == []


def test_the_pipe_says_what_is_shown(server: str, tmp_path: Path) -> None:
    command, *lines = block("console", 1).splitlines()
    typed = command.partition("'")[2].partition("'")[0]
    pipe = subprocess.run(
        [sys.executable, "-m", "client", "pipe", server], input=typed, capture_output=True, text=True, timeout=60, check=False
    )
    assert [json.loads(line) for line in pipe.stdout.splitlines()] == [json.loads(line) for line in lines]


def test_the_bot_on_the_pipe_plays_a_whole_game(server: str, tmp_path: Path) -> None:
    (tmp_path / "pipe_bot.py").write_text(block("python", 2))
    told, trouble = start(sys.executable, "pipe_bot.py", server, folder=tmp_path).communicate(timeout=PATIENCE)
    assert trouble == ""
    assert re.fullmatch(r"winners: \[\d\]\n", told)


def test_the_bots_play_without_a_fault_in_process_and_at_a_server(server: str, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(block("python", 3) + block("python", 4))
    bots = ("mybot.py:decide", "mybot.py:Trader", "careful", "greedy")
    simulate = ("simulate", "--seats", ",".join(bots), "--games", "6", "--rounds", "30", "--json")
    told, trouble = start("magnate", *simulate, folder=tmp_path).communicate(timeout=PATIENCE)
    assert trouble == ""
    assert json.loads(told)["faults"] == []
    options = ("--level", bots[1], "--create", "--bots", "strong,greedy", "--start", "3", "--rule", "max_rounds=5")
    told, trouble = start("magnate", "bot", server, *options, folder=tmp_path).communicate(timeout=PATIENCE)
    assert trouble == ""
    assert "final standing" in told


def test_the_game_that_is_verified_is_printed_as_it_says() -> None:
    (command, _, printed) = block("console").partition("\n")
    done = subprocess.run(
        [sys.executable, "-m", "client", *command.split()[2:]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == printed
