"""The full screen against its figures: the first screen, the echo of a key, and its CPU at ten events a second.

python -m tests.bench.screen [SECONDS]      prints JSON; medians, each from a real program at a pseudo-terminal
"""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import trio

from client.address import read_address
from client.seats import new_token
from client.session import Session, connected, dial_tcp
from tests.client.terminal import HostedServer

_TRIES = 9
_KEYS = 200
_RATE = 10  # events a second
_CALLERS = 7  # so many share the rate, so that none is told to go slower
_LIBRARIES = "import click, msgpack, msgspec, platformdirs, rich, trio, urwid, confusable_homoglyphs, rich.cells"


class Program:
    """A program at a pseudo-terminal of 80 by 24."""

    def __init__(self, arguments: list[str]) -> None:
        self.started = time.perf_counter()
        self.pid, self._leader = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
            os.execv(sys.executable, [sys.executable, *arguments])

    def until(self, done: Callable[[bytes], bool]) -> float:
        """Read until what was read since says so; the seconds of the clock then."""
        seen = b""
        while not done(seen):
            if not select.select([self._leader], [], [], 30)[0]:
                raise TimeoutError(seen.decode(errors="replace"))
            try:
                data = os.read(self._leader, 65536)
            except OSError:  # the program has ended
                break
            seen += data
        return time.perf_counter()

    def drain(self, seconds: float) -> None:
        """Read whatever comes for so long."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            if select.select([self._leader], [], [], left)[0]:
                os.read(self._leader, 65536)

    def press(self, key: bytes) -> None:
        os.write(self._leader, key)

    def cpu(self) -> float:
        """Seconds of CPU so far."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        os.kill(self.pid, 9)
        os.close(self._leader)
        os.waitpid(self.pid, 0)


@contextmanager
def program(*arguments: str) -> Iterator[Program]:
    """A running program."""
    running = Program(list(arguments))
    try:
        yield running
    finally:
        running.end()


def first_screen(address: str) -> float:
    with program("-m", "client", "play", address, "--table", "Friday", "--name", "Ann") as shown:
        return shown.until(lambda seen: b"F1 help" in seen) - shown.started


def libraries() -> float:
    with program("-c", f"{_LIBRARIES}; print('done')") as imported:
        return imported.until(lambda seen: b"done" in seen) - imported.started


def echo(address: str) -> float:
    """Milliseconds from a key to its letter."""
    with program("-m", "client", "play", address, "--table", "Friday", "--name", "Ann") as shown:
        shown.until(lambda seen: b"F1 help" in seen)
        shown.drain(1.5)
        times = []
        for number in range(_KEYS):
            key = b"abcdefghij"[number % 10 : number % 10 + 1]
            before = time.perf_counter()
            shown.press(key)
            times.append(shown.until(lambda seen, key=key: key in seen) - before)  # type: ignore[misc]
            if number % 30 == 29:
                shown.press(b"\x15")
                shown.drain(0.1)
        return statistics.median(times) * 1000


async def _caller(address: str, table: str, name: str, ready: trio.Event, said: list[str]) -> None:
    """Talk without an end, at one caller's share of the rate."""
    async with connected(Session(dial_tcp(read_address(address)))) as session:
        await session.join(table, name, new_token())
        await ready.wait()
        start = trio.current_time()
        for number in itertools.count(1):
            await session.say(f"number {number}")
            said.append(name)
            await trio.sleep_until(start + number * _CALLERS / _RATE)


def cpu(address: str, table: str, seconds: int) -> tuple[float, float]:
    """The share of a CPU at so many events a second, and the events a second that there really were."""

    async def main() -> tuple[float, float]:
        ready = trio.Event()
        async with trio.open_nursery() as nursery:
            said: list[str] = []
            for number in range(_CALLERS):
                nursery.start_soon(_caller, address, table, f"Caller {number}", ready, said)
            await trio.sleep(2)
            with program("-m", "client", "play", address, "--table", table, "--name", "Ann") as shown:
                await trio.to_thread.run_sync(shown.until, lambda seen: b"F1 help" in seen)
                await trio.to_thread.run_sync(shown.drain, 2)
                before, at = shown.cpu(), time.perf_counter()
                ready.set()
                await trio.to_thread.run_sync(shown.drain, seconds)
                used, took = shown.cpu() - before, time.perf_counter() - at
            nursery.cancel_scope.cancel()
        return used / took, len(said) / took

    return trio.run(main)


def main(seconds: int = 10) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, HostedServer(f"{folder}/server") as server:
        os.environ["XDG_DATA_HOME"] = f"{folder}/home"
        with program("-m", "client", "play", server.address, "--create", "--name", "Ann", "--title", "Friday") as opened:
            opened.until(lambda seen: b"F1 help" in seen)
        pairs = [(first_screen(server.address), libraries()) for _ in range(_TRIES)]
        screen, imports = (statistics.median(times) for times in zip(*pairs, strict=True))
        table = trio.run(_table, server.address)
        share, rate = cpu(server.address, table, seconds)
        figures = {
            "first_screen_ms": round(screen * 1000),
            "libraries_ms": round(imports * 1000),
            "first_screen_against_libraries": round(screen / imports, 2),
            "key_echo_ms": round(echo(server.address), 2),
            "events_a_second": round(rate, 1),
            "cpu_percent": round(share * 100, 2),
        }
    print(json.dumps(figures))


async def _table(address: str) -> str:
    async with connected(Session(dial_tcp(read_address(address)))) as session:
        return (await session.tables())[0].table


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
