"""Sockets: binds to all interfaces, IPv4 and IPv6, and hands out each connection. Must not know messages' meaning."""

from __future__ import annotations

import errno
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from math import inf
from typing import Final

import trio

from protocol import messages as m
from protocol.connection import Connection, Role
from protocol.errors import ERROR_CODES
from server.logs import log

_log: Final = logging.getLogger(__name__)

_KEEPALIVE: Final = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
"""Seconds and tries after which the system finds out that a silent peer is gone."""

_TRIES: Final = 20

_CHUNK: Final = 4096  # bytes read at once

_BREATH: Final = 0.1
"""Seconds until the next try where no connection can be taken, most often since no file can be opened."""

_SILENCE: Final = 60.0
"""Seconds for which that is not told again."""


class PortTaken(Exception):
    """Somebody else listens on this port."""

    def __init__(self, port: int) -> None:
        self.port = port
        super().__init__(f"port {port} is taken: another server runs there; end that one, or choose another with --port")


class CannotListen(Exception):
    """The address is not one of this machine's, or may not be used."""


async def open_listeners(host: str | None, port: int) -> Sequence[trio.SocketListener]:
    """Listeners on one port, of all interfaces if no host is given; port 0 picks a free one, the same for IPv4 and IPv6.

    Raises `PortTaken` or `CannotListen`.
    """
    if port:
        return await _open(host, port)
    for _ in range(_TRIES):
        free = await _open(host, 0)
        if len(free) == 1:
            return free
        number = port_of(free)
        for listener in free:
            await listener.aclose()
        try:
            return await _open(host, number)
        except PortTaken:
            continue  # somebody was faster, on one of the two
    raise CannotListen("no port was free for both IPv4 and IPv6")


async def _open(host: str | None, port: int) -> Sequence[trio.SocketListener]:
    try:
        return await trio.open_tcp_listeners(port, host=host)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(port) from None
        where = host if host is not None else "any address"
        raise CannotListen(f"can not listen on {where}, port {port}: {error.strerror or error}") from None


def port_of(listeners: Sequence[trio.SocketListener]) -> int:
    """The port of the first listener."""
    port: int = listeners[0].socket.getsockname()[1]
    return port


def peer_of(stream: trio.SocketStream) -> tuple[str, int]:
    """Address and port of the other side; raises `OSError` if it is gone already."""
    name = stream.socket.getpeername()
    address = str(name[0]).removeprefix("::ffff:").partition("%")[0]
    return address, int(name[1])


def tune(stream: trio.SocketStream) -> None:
    """Let the system notice when the peer has vanished without a word."""
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):
            stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def take_in(
    listener: trio.abc.Listener[trio.SocketStream],
    handle: Callable[[trio.SocketStream], Awaitable[None]],
    sessions: trio.Nursery,
) -> None:
    """Handle each connection in a task of its own, for ever; where none can be taken, try again without haste."""
    told = -inf
    async with listener:
        while True:
            try:
                stream = await listener.accept()
            except OSError as error:
                now = trio.current_time()
                if now - told >= _SILENCE:
                    told = now
                    log(_log, logging.ERROR, "accept_failed", reason=os.strerror(error.errno or 0))
                await trio.sleep(_BREATH)
            else:
                sessions.start_soon(handle, stream)


async def turn_away(stream: trio.abc.Stream, code: str, message: str, seconds: float) -> None:
    """Say why a connection can not be had, without waiting long for it to be read, and close it."""
    connection = Connection(Role.SERVER)
    connection.send(m.Error(code, message or ERROR_CODES[code]))
    with trio.move_on_after(seconds), suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        await stream.send_all(connection.data_to_send())
        if isinstance(stream, trio.abc.HalfCloseableStream):
            await stream.send_eof()
        while await stream.receive_some(_CHUNK):
            pass  # a socket closed on a hello that nobody has read would lose these last words
    await trio.aclose_forcefully(stream)
