"""One connection of a load: says requests, hears only what a light bot needs. Must not fold a game or come back by itself.

It costs so little that one process can keep thousands of them busy: plain non-blocking sockets on trio's event loop, and of
each message only the fields of `Heard` are decoded.
"""

from __future__ import annotations

import socket
import ssl
from collections import deque
from functools import partial
from typing import Final

import click
import msgspec
import trio

from client.address import Address, Tls
from client.errors import NoConnection, Refused
from client.tls import open_socket
from engine.commands import SeatCommand
from protocol import messages as m
from protocol.codec import SERVER_FRAME, FrameReader, encode
from protocol.errors import RemoteProtocolError
from protocol.tables import Count, Value

_CHUNK: Final = 64 * 1024  # bytes asked of the socket at once: more than a record of TLS, of which none may be left over
_LATER: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)  # the socket can not go on just now
_NAME: Final = "magnate-load"


class Asked(Value, frozen=True, gc=False):
    """A question: its number, and what silence would answer."""

    id: int
    default: SeatCommand


class Heard(Value, frozen=True, gc=False):
    """Any message of a server: the fields out of all kinds that a light bot looks at."""

    type: str
    in_reply_to: Count | None = None
    seq: int = 0
    first: int = 0
    events: tuple[msgspec.Raw, ...] = ()
    phase: str = ""
    prompts: tuple[Asked, ...] = ()
    table: str = ""
    code: str = ""
    message: str = ""
    retry_after: int | None = None


_DECODER: Final = msgspec.msgpack.Decoder(Heard)


class Caller:
    """A connection that has been welcomed; `sent` and `received` are the bytes so far."""

    def __init__(self, plug: socket.socket) -> None:
        self.sent = 0
        self.received = 0
        self._socket = plug
        self._reader = FrameReader(SERVER_FRAME)
        self._heard: deque[Heard] = deque()
        self._unsent = bytearray()
        self._next_id = 1

    def take_id(self) -> int:
        """An id for the next request."""
        self._next_id += 1
        return self._next_id - 1

    def say(self, request: m.Request) -> None:
        """Send a request; what the socket does not take at once goes out with `flush`, which `hear` calls."""
        frame = encode(request)
        self.sent += len(frame)
        self._unsent += frame
        self._push()

    async def flush(self) -> None:
        """Send what the socket did not take at once."""
        while self._unsent:
            await trio.lowlevel.wait_writable(self._socket)
            self._push()

    async def hear(self) -> Heard:
        """The next message; raises `NoConnection` at the end of the connection."""
        while not self._heard:
            await self.flush()
            await trio.lowlevel.wait_readable(self._socket)
            self._read()
        return self._heard.popleft()

    async def ask(self, request: m.Request) -> Heard:
        """The reply to a request, all before it passed over; raises `Refused`."""
        self.say(request)
        while (heard := await self.hear()).in_reply_to != request.id:
            _no_closing(heard)
        if heard.type == "error":
            raise Refused(m.Error(heard.code, heard.message))
        return heard

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _push(self) -> None:
        try:
            del self._unsent[: self._socket.send(self._unsent)]
        except _LATER:
            return
        except OSError as error:
            raise NoConnection(f"the connection broke: {error}") from None

    def _read(self) -> None:
        try:
            data = self._socket.recv(_CHUNK)
        except _LATER:
            return
        except OSError as error:
            raise NoConnection(f"the connection broke: {error}") from None
        if not data:
            raise NoConnection("the server hung up")
        self.received += len(data)
        self._reader.feed(data)
        try:
            while (payload := self._reader.next_frame()) is not None:
                self._heard.append(_DECODER.decode(payload))
        except (RemoteProtocolError, msgspec.DecodeError) as error:
            raise NoConnection(f"expected a Magnate server, found something else: {error}") from None


def _no_closing(heard: Heard) -> None:
    if heard.type == "closing" or (heard.type == "error" and heard.in_reply_to is None):
        raise NoConnection(f"the server hung up: {heard.message} ({heard.code})")


async def call(host: str, port: int, tls: Tls | None = None) -> Caller:
    """Connect and say hello; raises `NoConnection`, `Untrusted`, or `Refused` if the server will not have this client."""
    try:
        caller = Caller(await open_socket(Address(host, port, tls), tell=partial(click.echo, err=True)))
    except OSError as error:
        raise NoConnection(str(error)) from None
    try:
        await caller.ask(m.Hello(caller.take_id(), m.VERSION, m.VERSION, _NAME))
    except BaseException:
        caller.close()
        raise
    return caller

