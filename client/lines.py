"""Reading standard input without being able to hang: a thread that waits in `poll` and hands bytes to trio.

`trio.wrap_file(sys.stdin)` cannot be cancelled, an `FdStream` would make a shared terminal non-blocking, and epoll refuses
files and `/dev/null`; a thread in `poll` with a pipe to wake it has none of these faults. Where a system has no `poll` the
thread waits in the read itself, and is left behind when nobody wants its bytes any more: it holds up nothing. Must not
interpret what is read beyond cutting it into lines.
"""

from __future__ import annotations

import codecs
import io
import os
import select
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final

import trio

_CHUNK: Final = 4096
_LONGEST: Final = 16 * 1024
"""Characters of a line that somebody types; what is longer is cut, because nobody means it."""


@asynccontextmanager
async def open_input(descriptor: int) -> AsyncIterator[trio.MemoryReceiveChannel[bytes]]:
    """The bytes that come from a descriptor, as they come; the channel ends with the input."""
    sending, receiving = trio.open_memory_channel[bytes](16)
    kind = _WakeableReader if hasattr(select, "poll") else _Reader
    reader = kind(descriptor, sending, trio.lowlevel.current_trio_token())
    thread = threading.Thread(target=reader.run, name="input", daemon=True)
    thread.start()
    try:
        async with receiving:
            yield receiving
    finally:
        await reader.stop()


class _Reader:
    """What the thread does."""

    def __init__(self, descriptor: int, sending: trio.MemorySendChannel[bytes], token: trio.lowlevel.TrioToken) -> None:
        self._ended = trio.Event()
        self._descriptor = descriptor
        self._sending = sending
        self._token = token

    def run(self) -> None:
        """Hand on what comes until it ends, or nobody wants it."""
        try:
            # Read through a file of the lowest kind, since the console of some systems speaks UTF-8 only by it.
            with open(self._descriptor, "rb", buffering=0, closefd=False) as file:
                while self._ready() and self._pass_on(file):
                    pass
            trio.from_thread.run_sync(self._end, trio_token=self._token)
        except trio.RunFinishedError:
            return  # the whole program is ending, and nobody is left to tell

    async def stop(self) -> None:
        """Want no more of it."""
        await trio.lowlevel.checkpoint()

    def _ready(self) -> bool:
        """Whether to read, as soon as there is something."""
        return True

    def _pass_on(self, file: io.FileIO) -> bool:
        try:
            data = file.read(_CHUNK)
        except OSError:  # a terminal that was hung up
            return False
        if not data:
            return False
        try:
            trio.from_thread.run(self._sending.send, data, trio_token=self._token)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return False
        return True

    def _end(self) -> None:
        self._sending.close()
        self._ended.set()


class _WakeableReader(_Reader):
    """A reader that can be made to stop, by a pipe."""

    def __init__(self, descriptor: int, sending: trio.MemorySendChannel[bytes], token: trio.lowlevel.TrioToken) -> None:
        super().__init__(descriptor, sending, token)
        self._woken, self._waker = os.pipe()
        self._poller = select.poll()
        self._poller.register(self._woken, select.POLLIN)
        self._poller.register(descriptor, select.POLLIN)

    async def stop(self) -> None:
        """Wake the thread out of `poll` and wait for its end, which comes at once."""
        os.write(self._waker, b"x")
        with trio.CancelScope(shield=True):
            await self._ended.wait()
        os.close(self._waker)
        os.close(self._woken)

    def _ready(self) -> bool:
        return self._woken not in {descriptor for descriptor, _ in self._poller.poll()}


class LineCutter:
    """Cuts bytes into lines of text of `longest` characters; what is no UTF-8 shows as a replacement character."""

    def __init__(self, longest: int = _LONGEST) -> None:
        self._longest = longest
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = ""

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that are whole now, without their ends."""
        *lines, self._begun = (self._begun + self._decoder.decode(data)).split("\n")
        self._begun = self._begun[: self._longest]
        for line in lines:
            yield line.rstrip("\r")[: self._longest]

    def rest(self) -> Iterator[str]:
        """The last line, where the input ended without the end of a line."""
        left = self._begun + self._decoder.decode(b"", final=True)
        self._begun = ""
        if left:
            yield left[: self._longest]
