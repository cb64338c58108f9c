"""Where text is printed and lines are typed: plain streams, or what stands on them. Must not know what the lines mean.

Plain streams are all that some systems have: nothing may be imported here that only Unix knows.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, TextIO

import trio

from client.editor import END_OF_INPUT
from client.lines import LineCutter, open_input
from client.manner import dumb
from protocol.names import safe_text

_COLOR: Final = re.compile("(\x1b\\[[0-9;]*m)")
PLAIN_WIDTH: Final = 80
"""Columns for text where nobody says how many there are."""


def clean(text: str) -> str:
    """Text that can only be seen: colors stay, everything else that moves a terminal is escaped, line by line."""
    return "\n".join(
        "".join(part if _COLOR.fullmatch(part) else safe_text(part) for part in _COLOR.split(line))
        for line in text.split("\n")
    )


class Console:
    """Plain streams: text goes out line by line.

    `interactive` says whether somebody sits there who can be asked again.
    """

    interactive = False

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lines, self._received = trio.open_memory_channel[str](64)
        self._cutter = LineCutter()

    def width(self) -> int:
        """The columns that there are for text."""
        return PLAIN_WIDTH

    def print(self, text: str) -> None:
        """Write text and end the line."""
        self._out.write(clean(text) + "\n")
        self._out.flush()

    def prompt(self, text: str) -> None:
        """Show this before the line being typed, where there is one."""

    def ask(self, question: str) -> None:
        """Say what the next line is to answer."""
        self.print(question)

    def call(self, title: str, *, bell: bool) -> None:
        """Call whoever sits there by the title of the window and a bell, where there are such things."""

    async def line(self) -> str | None:
        """The next line typed; `None` at the end of the input."""
        try:
            return await self._received.receive()
        except trio.EndOfChannel:
            return None

    async def pump(self, keys: trio.MemoryReceiveChannel[bytes]) -> None:
        """Make lines of what comes in, until it ends."""
        async with self._lines:
            async for data in keys:
                for line in self._feed(data):
                    if line == END_OF_INPUT:
                        return
                    await self._lines.send(line)
            for line in self._rest():
                await self._lines.send(line)

    def close(self) -> None:
        """Leave the output tidy."""

    def _feed(self, data: bytes) -> Iterator[str]:
        return self._cutter.feed(data)

    def _rest(self) -> Iterator[str]:
        return self._cutter.rest()


@contextmanager
def _standard_input() -> Iterator[int]:
    """The descriptor of standard input; an empty one where it is closed, since its number may be a socket's by now."""
    if sys.stdin is not None:
        yield sys.stdin.fileno()
        return
    descriptor = os.open(os.devnull, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _made(descriptor: int, plain: bool) -> Iterator[Console]:
    if plain or dumb(descriptor):
        yield Console(sys.stdout)
        return
    from client.terminal import open_terminal  # what it needs is not there on every system

    with open_terminal(descriptor, sys.stdout) as terminal:
        yield terminal


@asynccontextmanager
async def open_console(*, plain: bool = False) -> AsyncIterator[Console]:
    """Standard input and output, as a terminal with line editing where they are one and `plain` does not forbid it."""
    with _standard_input() as descriptor, _made(descriptor, plain) as console:
        async with open_input(descriptor) as keys, trio.open_nursery() as nursery:
            nursery.start_soon(console.pump, keys)
            yield console
            nursery.cancel_scope.cancel()
