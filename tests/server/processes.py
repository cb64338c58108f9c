"""Servers in processes of their own, for tests over real sockets, and what the system knows of such a process.

Rules: loopback and port 0 only, `fail_after` around everything, a process is ended by its id and by nothing else.
"""

from __future__ import annotations

import re
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import trio

from protocol import messages as m
from tests.server.playing import Client, catch_up

COMMAND = [sys.executable, "-c", "from server.cli import main; main()", "run", "--host", "127.0.0.1", "--no-announce"]

Launch = Callable[..., Awaitable["Process"]]


class Process:
    """A server in a process of its own; `said` is what it printed, and `log` the file with what it logs."""

    def __init__(self, process: trio.Process, port: int, said: str, log: Path) -> None:
        self.process = process
        self.port = port
        self.said = said
        self.log = log
        self.streams: list[trio.SocketStream] = []

    async def open_stream(self) -> trio.SocketStream:
        """A new TCP connection."""
        self.streams.append(await trio.open_tcp_stream("127.0.0.1", self.port))
        return self.streams[-1]

    async def connect(self) -> Client:
        """A new connection that has been welcomed."""
        client = Client(await self.open_stream())
        assert isinstance(await client.hello(), m.Welcome)
        return client

    async def resume(self, gone: Client, **fields: int) -> Client:
        """The same person over a new connection."""
        client = await self.connect()
        client.take_over(gone, fields.get("after"))
        assert isinstance(await client.ask(m.Resume, table=gone.table, token=gone.token, **fields), m.Seated)
        return client

    async def game(self, *players: str, **fields: object) -> list[Client]:
        """A table whose game has begun; everybody has been told."""
        clients = [await self.connect() for _ in players]
        await clients[0].create(players[0], **fields)
        for client, player in zip(clients[1:], players[1:], strict=True):
            await client.join(clients[0].table, player, code=fields.get("code"))
            await client.ask(m.SetReady, ready=True)
        assert isinstance(await clients[0].ask(m.StartGame), m.Result)
        await catch_up(*clients)
        return clients

    async def end(self, number: int) -> int:
        """Send a signal, and wait for the end."""
        self.process.send_signal(number)
        return await self.process.wait()

    async def close(self) -> None:
        """Leave nothing of it behind."""
        for stream in self.streams:
            await trio.aclose_forcefully(stream)
        if self.process.poll() is None:
            await self.end(signal.SIGKILL)
        if self.process.stdout is not None:
            await self.process.stdout.aclose()

    def lines(self) -> list[str]:
        """What it has logged up to now."""
        return self.log.read_text().splitlines()

    def memory(self) -> int:
        """The most memory that it ever had, in KiB."""
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found is not None
        return int(found[1])

    def ticks(self) -> int:
        """The processor time that it has used, as a count of the system's clock ticks."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])


def log_of(data: Path) -> Path:
    """Where the log of a server on this data folder goes: beside the folder, one file for all its runs."""
    return data.with_name(data.name + ".log")


async def spawn(data: Path, *options: str, port: int = 0, files: int | None = None, log: Path | None = None) -> trio.Process:
    """Start a server and wait for nothing; `files` is how many it may have open."""
    command = [*COMMAND, "--data", str(data), "--port", str(port), *options]
    confine = None if files is None else partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, files))
    with (log or log_of(data)).open("ab") as file:
        return await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, stderr=file, preexec_fn=confine)


async def announced(process: trio.Process, log: Path) -> Process:
    """The server once it has told its port."""
    said = await said_by(process)
    found = re.search(r"open on port (\d+)", said)
    assert found is not None, f"{said} {log}"
    return Process(process, int(found[1]), said, log)


@asynccontextmanager
async def launcher(seconds: float) -> AsyncIterator[Launch]:
    """Starts servers, and ends those that are left after the test; all of it within so many seconds."""
    started: list[Process] = []

    async def launch(data: Path, *options: str, port: int = 0, files: int | None = None, log: Path | None = None) -> Process:
        process = await spawn(data, *options, port=port, files=files, log=log)
        started.append(await announced(process, log or log_of(data)))
        return started[-1]

    try:
        with trio.fail_after(seconds):
            yield launch
    finally:
        with trio.CancelScope(shield=True):
            for server in started:
                await server.close()


async def said_by(process: trio.Process) -> str:
    """What a process prints, up to the lines that friends type."""
    assert process.stdout is not None
    said = b""
    while said.count(b"\n") < 2:
        data = await process.stdout.receive_some()
        if not data:
            break
        said += bytes(data)
    return said.decode()
