"""What the disk does to a running server, end to end: no room, a torn end, a table broken inside, a damaged file."""

from __future__ import annotations

import http.client
import signal
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import trio
from click.testing import CliRunner, Result

from engine.options import Prompt
from protocol import messages as m
from server.cli import EXIT_NO_DATA, main
from server.data_folder import DataFolder
from server.presence import Presence
from server.sqlite_schema import open_for_reading
from tests.server.journals import fill, small_disk, tamper
from tests.server.playing import Client, catch_up, play_defaults
from tests.server.processes import COMMAND, Launch, Process

pytestmark = pytest.mark.slow


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def health_of(data: Path) -> int:
    port = msgspec.json.decode((data / "server.json").read_bytes(), type=Presence).health
    assert port is not None
    return port


def healthz(port: int) -> tuple[int, dict[str, object]]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status, msgspec.json.decode(answer.read())


def asked_of(clients: list[Client]) -> tuple[Client, Prompt]:
    asked = next(client for client in clients if client.prompts)
    return asked, asked.prompts[0]


async def fill_up(clients: list[Client]) -> tuple[Client, int]:
    """Play on a full disk until the table stands still; who waits for which reply."""
    while True:
        await catch_up(*clients)
        asked, prompt = asked_of(clients)
        number = await asked.send(m.Act, command=prompt.default, prompt=prompt.id)
        told = await asked.until(lambda message: isinstance(message, m.Result) or getattr(message, "paused", False))
        if isinstance(told, m.Update):
            return asked, number


async def test_a_full_disk_pauses_the_table_and_room_lets_it_go_on(launch: Launch, tmp_path: Path) -> None:
    with small_disk(tmp_path, "3m") as disk:
        data = disk / "data"
        server = await launch(data, "--health-port", "0", log=tmp_path / "server.log")
        clients = await server.game("Ann", "Bob")
        await play_defaults(clients, 3)
        port = health_of(data)
        status, told = await trio.to_thread.run_sync(healthz, port)
        assert (status, told["status"], told["tables"]) == (200, "ok", {"running": 1})
        filler = fill(disk)
        asked, number = await fill_up(clients)
        refused = await asked.ask(m.Chat, text="what is going on?")
        assert isinstance(refused, m.Error)
        assert refused.code == "paused"
        assert refused.retry_after is not None
        status, told = await trio.to_thread.run_sync(healthz, port)
        assert (status, told["status"], told["reason"], told["held_up"]) == (503, "paused", "disk_full", 1)
        found = await trio.to_thread.run_sync(call, "status", "--data", str(data))
        assert found.exit_code == 1
        assert "PAUSED: 1 tables stand still, nothing can be stored (disk_full)" in found.output
        filler.unlink()
        assert isinstance(await asked.reply_to(number), m.Result)
        await play_defaults(clients, 5)
        assert (await trio.to_thread.run_sync(healthz, port))[0] == 200
        log = server.lines()
        assert any("table_paused" in line and "disk_full" in line for line in log)
        assert any("table_goes_on" in line for line in log)
        await server.end(signal.SIGKILL)
        again = await launch(data, log=tmp_path / "server.log")
        for client in clients:
            await (await again.resume(client, after=client.seq)).ask(m.GetState)
        await again.close()
        await server.close()


async def test_a_data_folder_that_is_moved_away_stops_the_game_until_it_is_back(launch: Launch, tmp_path: Path) -> None:
    data, away = tmp_path / "data", tmp_path / "away"
    server = await launch(data)
    clients = await server.game("Ann", "Bob")
    await play_defaults(clients, 3)
    data.rename(away)
    asked, prompt = asked_of(clients)
    number = await asked.send(m.Act, command=prompt.default, prompt=prompt.id)
    await asked.until(lambda message: isinstance(message, m.Update) and message.paused)
    refused = await (await server.connect()).create("Cid")
    assert isinstance(refused, m.Error)
    assert refused.code == "paused"
    away.rename(data)
    assert isinstance(await asked.reply_to(number), m.Result)
    await play_defaults(clients, 3)
    assert any("table_paused" in line and "missing" in line for line in server.lines())
    await server.end(signal.SIGKILL)
    again = await launch(data)
    for client in clients:
        await (await again.resume(client, after=client.seq)).ask(m.GetState)


async def killed(launch: Launch, data: Path, games: int = 1) -> list[list[Client]]:
    """What people know who played on a server that was killed."""
    server = await launch(data)
    tables = [await server.game("Ann", "Bob") for _ in range(games)]
    for clients in tables:
        await play_defaults(clients, 12)
    await server.end(signal.SIGKILL)
    return tables


async def test_a_torn_end_is_dropped_and_told_and_the_game_goes_on(launch: Launch, tmp_path: Path) -> None:
    """A power cut may leave half a write at the end of the log; this one leaves all but the last bytes (D64)."""
    data = tmp_path / "data"
    (clients,) = await killed(launch, data)
    log = data / "magnate.sqlite3-wal"
    whole = log.stat().st_size
    with log.open("r+b") as file:
        file.truncate(whole - 100)
    server = await launch(data)
    assert any("torn_log_dropped" in line for line in server.lines())
    again = [await server.resume(client) for client in clients]
    for client in again:
        await client.until_is(m.TableState)
    await play_defaults(again, 5)
    assert await server.end(signal.SIGTERM) == 0
    assert call("check", "--data", str(data)).exit_code == 0


async def test_a_table_broken_inside_is_taken_out_and_the_others_are_served(launch: Launch, tmp_path: Path) -> None:
    data = tmp_path / "data"
    broken, sound = await killed(launch, data, games=2)
    name = broken[0].table
    changed = "UPDATE log SET body = x'81a474797065a3666f6f' WHERE seq = 9 AND hash IS NOT NULL AND id ="
    assert tamper(DataFolder(data), f"{changed} (SELECT id FROM tables WHERE name = ?)", name) == 1
    checked = call("check", "--data", str(data))
    assert checked.exit_code == 1
    assert f"table {name}: event 9" in checked.output
    server = await launch(data, "--health-port", "0")
    stranger = await server.connect()
    refused = await stranger.ask(m.Resume, table=name, token=broken[0].token)
    assert isinstance(refused, m.Error)
    assert refused.code == "quarantined"
    again = [await server.resume(client) for client in sound]
    for client in again:
        await client.until_is(m.TableState)
    await play_defaults(again, 5)
    assert isinstance(await (await server.connect()).create("Eve"), m.Seated)
    status, told = await trio.to_thread.run_sync(healthz, health_of(data))
    assert (status, told["broken"]) == (200, 1)
    assert any("table_quarantined" in line and name in line for line in server.lines())


async def test_a_damaged_database_names_the_way_out_and_a_backup_is_one(launch: Launch, tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = await launch(data)
    clients = await server.game("Ann", "Bob")
    await play_defaults(clients, 5)
    copy = tmp_path / "backup.sqlite3"
    assert (await trio.to_thread.run_sync(call, "backup", str(copy), "--data", str(data))).exit_code == 0
    await server.end(signal.SIGTERM)
    with closing(open_for_reading(data / "magnate.sqlite3")) as connection:
        (page,) = connection.execute("PRAGMA page_size").fetchone()
    with (data / "magnate.sqlite3").open("r+b") as file:
        file.seek(page)
        file.write(b"\xff" * 2 * page)
    refused = await trio.run_process([*COMMAND, "--data", str(data), "--port", "0"], capture_stderr=True, check=False)
    assert refused.returncode == EXIT_NO_DATA
    assert "is damaged" in refused.stderr.decode()
    assert "put a copy made by `magnate-server backup` in its place" in refused.stderr.decode()
    (tmp_path / "new").mkdir()
    copy.rename(tmp_path / "new" / "magnate.sqlite3")
    again = [await _resume(await launch(tmp_path / "new"), clients[0])]
    assert again[0].lobby.stage == "running"


async def _resume(server: Process, gone: Client) -> Client:
    back = await server.resume(gone)
    await back.until_is(m.TableState)
    return back
