"""Somebody at plain streams within the test: types lines, and reads what was printed."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from client.console import Console


class Typist(Console):
    """A console whose lines come from the test; `interactive` as the test says."""

    def __init__(self, *, interactive: bool = False) -> None:
        self._page = io.StringIO()
        super().__init__(self._page)
        self.interactive = interactive
        self._keys, self.keys_read = trio.open_memory_channel[bytes](100)

    async def types(self, *lines: str) -> None:
        """Type lines, and wait until whatever comes of them has come."""
        for line in lines:
            await self._keys.send(line.encode() + b"\n")
        await trio.testing.wait_all_tasks_blocked()

    async def ends(self) -> None:
        """End the input."""
        await self._keys.aclose()

    def read(self) -> str:
        """What was printed since this was asked last."""
        text = self._page.getvalue()
        self._page.seek(0)
        self._page.truncate()
        return text


@asynccontextmanager
async def sitting(*, interactive: bool = False) -> AsyncIterator[Typist]:
    """Somebody who types."""
    typist = Typist(interactive=interactive)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(typist.pump, typist.keys_read)
        yield typist
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def pumped(console: Console) -> AsyncIterator[trio.MemorySendChannel[bytes]]:
    """Where to send the keys of a console."""
    sending, receiving = trio.open_memory_channel[bytes](0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(console.pump, receiving)
        yield sending
        nursery.cancel_scope.cancel()
