"""The bytes of one connection: received, sent as far as they are taken at once, or with patience. Must not know their meaning.

A bare socket takes what its buffer in the kernel has room for, without anybody having to wait, and is read and written with
one system call each. Any other stream, such as one of TLS, is only sent to with patience.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final, Protocol

import trio

_CHUNK: Final = 16 * 1024  # bytes read at once


class Wire(Protocol):
    """One end of a connection; one task reads it, and one sends."""

    async def receive(self) -> bytes:
        """The next bytes; none at the end of the stream, however it ends."""

    def send_now(self, data: bytes) -> int:
        """Send as much as is taken at once, and say how much; none of it if the wire is broken, as `send_all` will tell."""

    async def send_all(self, data: bytes) -> None:
        """Send all of it; raises `trio.BrokenResourceError`."""

    async def send_eof(self) -> None:
        """Say that nothing more will come, where that can be said; raises `trio.BrokenResourceError`."""

    async def aclose(self) -> None:
        """Let go of it, without waiting."""


def wire_of(stream: trio.abc.Stream) -> Wire:
    """The wire of a stream, which is not to be used any more."""
    return SocketWire(stream) if isinstance(stream, trio.SocketStream) else StreamWire(stream)


class SocketWire:
    """A bare TCP socket, taken out of its stream."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._socket = socket.socket(fileno=stream.socket.detach())
        self._socket.setblocking(False)

    async def receive(self) -> bytes:
        """See `Wire`."""
        try:
            await trio.lowlevel.wait_readable(self._socket)
            return self._socket.recv(_CHUNK)
        except BlockingIOError:  # the system may call a socket readable that is not
            return await self.receive()
        except OSError:
            return b""

    def send_now(self, data: bytes) -> int:
        """See `Wire`."""
        try:
            return self._socket.send(data)
        except OSError:
            return 0

    async def send_all(self, data: bytes) -> None:
        """See `Wire`."""
        rest = memoryview(data)
        try:
            while rest:
                await trio.lowlevel.wait_writable(self._socket)
                with suppress(BlockingIOError):  # the system may call a socket writable that is not
                    rest = rest[self._socket.send(rest) :]
        except OSError as error:
            raise trio.BrokenResourceError(str(error)) from error

    async def send_eof(self) -> None:
        """See `Wire`."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError as error:
            raise trio.BrokenResourceError(str(error)) from error

    async def aclose(self) -> None:
        """See `Wire`."""
        if self._socket.fileno() >= 0:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()


class StreamWire:
    """Any stream of trio's."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream

    async def receive(self) -> bytes:
        """See `Wire`."""
        try:
            return bytes(await self._stream.receive_some(_CHUNK))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return b""

    def send_now(self, data: bytes) -> int:
        """See `Wire`."""
        return 0

    async def send_all(self, data: bytes) -> None:
        """See `Wire`."""
        await self._stream.send_all(data)

    async def send_eof(self) -> None:
        """See `Wire`."""
        if isinstance(self._stream, trio.abc.HalfCloseableStream):
            await self._stream.send_eof()

    async def aclose(self) -> None:
        """See `Wire`."""
        await trio.aclose_forcefully(self._stream)
