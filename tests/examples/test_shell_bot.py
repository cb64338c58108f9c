"""The bot in plain shell plays whole games, at a table of its own and at somebody else's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from client import connect_blocking
from engine.events import DiceRolled
from tests.client.terminal import HostedServer

pytestmark = pytest.mark.slow

BOT = Path(__file__).with_name("shell_bot.sh")
PATIENCE = 120.0  # seconds until a test gives up on a game


def start(*arguments: str) -> subprocess.Popen[str]:
    """The bot in a shell whose `magnate` is the one under test."""
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    environment = {**os.environ, "PATH": path, "ROUNDS": "3"}
    return subprocess.Popen(
        ["sh", str(BOT), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def test_it_opens_a_table_and_plays_a_whole_game(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path)) as server:
        told, trouble = start(server.address, "new").communicate(timeout=PATIENCE)
    assert trouble == ""
    assert told.startswith('game over: "reason":"max_rounds","winners":[')


def test_it_plays_at_a_table_of_somebody_else(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path)) as server, connect_blocking(server.address, patience=PATIENCE) as there:
        table = there.create("Ann", rules={"max_rounds": 2})
        bot = start(server.address, table.id, "Shelly")
        table.wait_until(lambda table: len(table.players) == 2 and table.lobby.seats[1].ready)
        table.start()
        assert table.players == ("Ann", "Shelly")
        table.play(lambda table, question: question.default)
        told, trouble = bot.communicate(timeout=PATIENCE)
        assert (bot.returncode, trouble) == (0, "")
        assert told.startswith("game over: ")
        assert any(isinstance(event, DiceRolled) and event.seat == 1 for event in table.events())
