"""Processes of one's own: a server and bots on this computer. Must not know what they do.

They are started by module name with this interpreter, in a session of their own, so that a Ctrl-C at the terminal
reaches only their parent, which then ends them in order.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

import trio

from client.errors import ClientError
from client.lines import LineCutter

_HOME: Final = str(Path(__file__).resolve().parents[1])


_PORT: Final = re.compile(r"\bport (\d{1,5})\b")


class ChildFailed(ClientError):
    """A process of one's own ended when it should not have."""


class Child:
    """A running process; `name` is what to call it in a message, `said` its output up to now."""

    def __init__(self, name: str, process: trio.Process) -> None:
        self.name = name
        self.said: list[str] = []
        self._process = process
        self._lines = self._read()

    async def line(self) -> str:
        """The next line of its output; raises `ChildFailed` if there is none."""
        async for line in self._lines:
            return line
        code = await self._process.wait()
        raise ChildFailed(f"expected a word from the {self.name}, found its end with exit code {code}")

    async def port(self) -> int:
        """The port that a server says it is open on; raises `ChildFailed` if it ends before."""
        while not (found := _PORT.search(await self.line())):
            pass
        return int(found[1])

    async def stay(self) -> None:
        """Raise `ChildFailed` if it ends, which it should not before the end of its nursery."""
        code = await self.end()
        raise ChildFailed(f"expected the {self.name} to stay, found its end with exit code {code}")

    async def end(self) -> int:
        """Wait for its end, reading what it says so that it never waits for a reader; returns the exit code."""
        async for _ in self._lines:
            pass
        return await self._process.wait()

    async def _read(self) -> AsyncIterator[str]:
        assert self._process.stdout is not None
        cutter = LineCutter()
        async for data in self._process.stdout:
            lines = list(cutter.feed(bytes(data)))
            self.said += lines
            for line in lines:
                yield line


async def start_child(
    nursery: trio.Nursery,
    name: str,
    module: str,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    log: BinaryIO | None = None,
) -> Child:
    """Start `python -m module`; it is ended when the nursery is cancelled. Its log goes to standard error, or to a file."""
    # `-P` and the path: the packages that this program stands in, not folders of the same name where somebody works.
    path = os.pathsep.join(filter(None, (_HOME, os.environ.get("PYTHONPATH"))))
    process = await nursery.start(
        partial(
            trio.run_process,
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=b"",
            stdout=subprocess.PIPE,
            stderr=log,
            check=False,
            env={**os.environ, **(environment or {}), "PYTHONPATH": path},
            start_new_session=True,
        )
    )
    return Child(name, process)
