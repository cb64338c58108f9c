"""The names that scripts of other people import: none of them goes away or changes its home unnoticed."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import client
import engine
from client import BlockingServer, BlockingTable, Server, Table

PUBLIC = {
    "client": [
        "BadChoice", "BlockingServer", "BlockingTable", "ClientError", "CommandRefused", "InvalidAddress", "InvalidInput",
        "NoConnection", "NotThere", "Refused", "SeatLost", "Server", "Table", "TableOver", "connect", "connect_blocking",
    ],
    "engine": [
        "Board", "ChanceExhausted", "Game", "IllegalCommand", "InvalidBoard", "InvalidPosition", "InvalidRuleset", "Option",
        "Outcome", "Position", "Prompt", "Ruleset", "ScriptedChance", "SeatPosition", "SeededChance", "State", "build_state",
        "candidates", "careful", "default", "final_worth", "load_board", "load_ruleset", "new_game", "phase_of", "prompt_of",
        "read_board", "waiting",
    ],
}  # fmt: skip

TABLE = [
    "act", "add_bot", "answers", "board", "events", "hang_up", "id", "leave", "legal", "live", "lobby", "next_event",
    "next_question", "outcome", "over", "phase", "play", "player", "players", "question", "read", "ready", "remove", "rules",
    "say", "seat", "seq", "start", "started", "state", "time_out", "turn", "wait_for_event", "wait_until", "wait_until_over",
    "waiting", "watching",
]  # fmt: skip

SERVER = ["create", "join", "resume", "tables", "watch"]


@pytest.mark.parametrize("package", PUBLIC)
def test_a_package_gives_out_these_names_and_each_says_what_it_is(package: str) -> None:
    module = importlib.import_module(package)
    assert module.__all__ == PUBLIC[package]
    assert [name for name in PUBLIC[package] if not inspect.getdoc(getattr(module, name))] == []
    assert set(PUBLIC[package]) <= set(dir(module))


@pytest.mark.parametrize("kind", [Table, BlockingTable])
def test_a_table_has_these_names(kind: type[object]) -> None:
    assert [name for name in TABLE if name not in dir(kind)] == []


@pytest.mark.parametrize("kind", [Server, BlockingServer])
def test_a_server_has_these_names(kind: type[object]) -> None:
    assert [name for name in SERVER if name not in dir(kind)] == []


@pytest.mark.parametrize("package", [client, engine])
def test_no_other_name_is_made_up(package: object) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nosuch'"):
        _ = package.nosuch  # type: ignore[attr-defined]  # that is the point


def run(folder: Path, name: str, script: str) -> subprocess.CompletedProcess[str]:
    """A script of this name in a folder of its own, as its author would run it."""
    (folder / name).write_text(script)
    path = str(Path(__file__).parents[1])
    return subprocess.run(
        [sys.executable, name], cwd=folder, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )


def test_importing_the_packages_alone_loads_nothing_else(tmp_path: Path) -> None:
    script = "import client, engine, sys\nprint([name for name in ('trio', 'msgspec', 'click', 'rich') if name in sys.modules])"
    assert run(tmp_path, "script.py", script).stdout == "[]\n"


def test_names_of_the_engine_load_no_client(tmp_path: Path) -> None:
    script = "from engine import new_game\nimport sys\nprint('trio' in sys.modules, 'client' in sys.modules)"
    assert run(tmp_path, "script.py", script).stdout == "False False\n"


@pytest.mark.parametrize("name", ["engine", "protocol"])
def test_a_script_that_hides_a_package_is_told_so(name: str, tmp_path: Path) -> None:
    ended = run(tmp_path, f"{name}.py", "from client import connect")
    assert ended.stderr.splitlines()[-1] == (
        f"ImportError: expected Magnate's package {name}, found {tmp_path}/{name}.py, which hides it: rename that file"
    )
    assert ended.stderr.count("Traceback") == 1


def test_of_a_script_called_client_python_says_where_it_is(tmp_path: Path) -> None:
    ended = run(tmp_path, "client.py", "from client import connect")
    assert ended.stderr.splitlines()[-1].endswith(f"({tmp_path}/client.py)")
