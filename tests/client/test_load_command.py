"""`magnate load` as it is typed, against a real server process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.terminal import HostedServer

pytestmark = pytest.mark.slow


def load(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "client", "load", *arguments, "--warm-up", "0", "--seconds", "0.2"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_figures_as_a_table_and_as_json(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path)) as server:
        told = load(server.address, "--tables", "2", "--seats", "2")
        assert (told.returncode, told.stderr) == (0, "")
        assert told.stdout.startswith("2 tables of 2, 0.")
        assert "errors: none" in told.stdout
        told = load(server.address, "--tables", "1", "--think", "1", "--json")
        assert (told.returncode, told.stderr) == (0, "")
        figures = json.loads(told.stdout)
        assert (figures["tables"], figures["seats"], figures["errors"]) == (1, 4, {})
        assert figures["decisions"] == figures["own"]["count"] > 0
        assert figures["others"]["p99"] >= figures["others"]["p50"] > 0
        refused = load(server.address, "--preset", "nosuch")
        assert refused.returncode == 4
        assert "bad_rules" in refused.stderr


def test_nobody_there_is_exit_code_3() -> None:
    ended = load("127.0.0.1:1")
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith("error: ")
