"""`magnate pipe` as a program starts it, against a real server process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.terminal import HostedServer

pytestmark = pytest.mark.slow


def pipe(address: str, *requests: dict[str, object]) -> subprocess.CompletedProcess[str]:
    typed = "\n".join(json.dumps(request) for request in requests)
    return subprocess.run(
        [sys.executable, "-m", "client", "pipe", address], input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def test_requests_go_in_and_replies_and_updates_come_out(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path)) as server:
        ended = pipe(
            server.address,
            {"type": "create_table", "id": 1, "name": "Den", "player": "Ann", "bots": ["careful"]},
            {"type": "chat", "id": 2, "text": "x" * 400},
            {"type": "start_game", "id": 3},
        )
    assert (ended.returncode, ended.stderr) == (0, "")
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [line["in_reply_to"] for line in told if "in_reply_to" in line] == [1, 2, 3]
    assert {"welcome", "seated", "table_state", "update", "prompts", "result"} == {line["type"] for line in told}


def test_a_line_may_be_as_long_as_a_board(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path)) as server:
        ended = pipe(server.address, {"type": "ping", "id": 1, "nonsense": "x" * 50_000})
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout.splitlines()[-1])["field"] == "nonsense"


def test_nobody_there_is_exit_code_3() -> None:
    ended = pipe("127.0.0.1:1")
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith("error: ")
