"""A server as a process, in this one: what it opens, and what it leaves closed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
import trio

from protocol import messages as m
from server.config import Config
from server.data_folder import DataFolder, FolderInUse
from server.listener import PortTaken, open_listeners, port_of
from server.presence import find
from server.running import Setup, run
from server.tls import server_context
from tests.server.certificates import issue
from tests.server.playing import Client

SECONDS = 60


def setup(folder: Path, port: int = 0, told: list[int] | None = None, **more: object) -> Setup:
    announce = (lambda port: None) if told is None else told.append
    return Setup(Config(), DataFolder(folder), "127.0.0.1", port, announce, **more)  # type: ignore[arg-type]


async def until_told(told: list[int]) -> int:
    while not told:
        await trio.lowlevel.checkpoint()
    return told[0]


async def test_it_runs_until_a_signal_and_leaves_a_note(tmp_path: Path) -> None:
    told: list[int] = []
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run, setup(tmp_path, told=told, health_port=0, relaxed=True))
            port = await until_told(told)
            note = find(DataFolder(tmp_path))
            assert note is not None
            assert (note.pid, note.port, note.tls) == (os.getpid(), port, False)
            assert note.health not in (None, 0, port)
            client = Client(await trio.open_tcp_stream("127.0.0.1", port))
            assert isinstance(await client.hello(), m.Welcome)
            os.kill(os.getpid(), signal.SIGTERM)
            await client.read_to_end()
            await client.stream.aclose()
    assert find(DataFolder(tmp_path)) is None


async def test_with_a_certificate_it_speaks_tls_only(tmp_path: Path) -> None:
    told: list[int] = []
    files = issue(tmp_path / "tls", "127.0.0.1")
    tls = server_context(files.certificate, files.key)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run, setup(tmp_path / "data", told=told, tls=tls))
            client = Client(await trio.open_tcp_stream("127.0.0.1", await until_told(told)))
            await client.send(m.Hello, low=1, high=1, client="old")
            refused = await client.read()
            assert isinstance(refused, m.Error)
            assert refused.code == "tls_required"
            await client.stream.aclose()
            os.kill(os.getpid(), signal.SIGINT)


async def test_a_port_that_is_taken_leaves_the_folder_alone(tmp_path: Path) -> None:
    listeners = await open_listeners("127.0.0.1", 0)
    with pytest.raises(PortTaken):
        await run(setup(tmp_path / "data", port_of(listeners)))
    assert not (tmp_path / "data").exists()
    for listener in listeners:
        await listener.aclose()


async def test_a_folder_that_is_taken_leaves_the_port_free(tmp_path: Path) -> None:
    listeners = await open_listeners("127.0.0.1", 0)
    port = port_of(listeners)
    for listener in listeners:
        await listener.aclose()
    with DataFolder(tmp_path).lock(), pytest.raises(FolderInUse):
        await run(setup(tmp_path, port))
    for listener in await open_listeners("127.0.0.1", port):
        await listener.aclose()
