"""`magnate-server status`, beside a server and without one."""

from __future__ import annotations

import signal
from pathlib import Path

import msgspec
import pytest
import trio
from click.testing import CliRunner, Result

from protocol import messages as m
from server.cli import main
from server.data_folder import DataFolder
from server.status import Status
from tests.server.journals import with_tables
from tests.server.processes import launcher

pytestmark = pytest.mark.slow


def status(data: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["status", "--data", str(data), *options])


def test_without_a_server_the_tables_are_counted(tmp_path: Path) -> None:
    with_tables(DataFolder(tmp_path), "one", "two")
    found = status(tmp_path)
    assert found.exit_code == 1
    assert found.output == f"no server is running on {tmp_path}\ntables in the database: 2 running\n"
    assert msgspec.json.decode(status(tmp_path, "--json").output, type=Status) == Status(False, {"running": 2})


def test_without_a_folder_there_is_nothing_to_tell(tmp_path: Path) -> None:
    found = status(tmp_path / "none")
    assert found.exit_code == 2
    assert "is not there" in found.output


async def test_a_running_server_is_asked(tmp_path: Path) -> None:
    async with launcher(60) as launch:
        server = await launch(tmp_path, "--health-port", "0", log=tmp_path / "log")
        ann, _ = await server.game("Ann", "Bob")
        await ann.ask(m.GetState)  # by then the table's stage is stored
        found = await trio.to_thread.run_sync(status, tmp_path)
        assert found.exit_code == 0
        assert f"process {server.process.pid}, port {server.port}, since" in found.output
        assert "tables in the database: 1 running\nconnections: 2; tables out of play: 0\n" in found.output
        told = msgspec.json.decode((await trio.to_thread.run_sync(status, tmp_path, "--json")).output, type=Status)
        assert told.condition is not None
        assert told.condition.tables == {"running": 1}
        assert await server.end(signal.SIGTERM) == 0
        assert status(tmp_path).exit_code == 1


async def test_a_server_without_a_port_for_health_tells_less(tmp_path: Path) -> None:
    async with launcher(60) as launch:
        await launch(tmp_path, log=tmp_path / "log")
        found = await trio.to_thread.run_sync(status, tmp_path)
        assert found.exit_code == 0
        assert "the server tells no more without --health-port" in found.output
