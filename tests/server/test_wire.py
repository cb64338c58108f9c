"""Wires over real sockets and over streams."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator

import pytest
import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair

from server.listener import open_listeners, port_of
from server.wire import SocketWire, StreamWire, wire_of

BIG = bytes(range(256)) * 64 * 1024
"""More than the buffers of both ends take together."""


@pytest.fixture
async def ends() -> AsyncIterator[tuple[SocketWire, trio.SocketStream]]:
    """A wire over a real socket, and its other end."""
    (listener,) = await open_listeners("127.0.0.1", 0)
    async with listener:
        theirs = await trio.open_tcp_stream("127.0.0.1", port_of([listener]))
        wire = wire_of(await listener.accept())
    assert isinstance(wire, SocketWire)
    with trio.fail_after(60):
        yield wire, theirs
    await theirs.aclose()
    await wire.aclose()


async def test_bytes_go_both_ways(ends: tuple[SocketWire, trio.SocketStream]) -> None:
    wire, theirs = ends
    assert wire.send_now(b"at once") == 7
    await wire.send_all(b", and with patience")
    assert await theirs.receive_some() == b"at once, and with patience"
    await theirs.send_all(b"back")
    assert await wire.receive() == b"back"


async def test_what_the_buffers_do_not_take_is_sent_with_patience(ends: tuple[SocketWire, trio.SocketStream]) -> None:
    wire, theirs = ends
    taken = wire.send_now(BIG)
    assert 0 < taken < len(BIG)
    got = bytearray()

    async def read() -> None:
        async for data in theirs:
            got.extend(data)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        await wire.send_all(BIG[taken:])
        await wire.send_eof()
    assert bytes(got) == BIG


async def test_a_full_buffer_takes_nothing_and_nobody_waits(ends: tuple[SocketWire, trio.SocketStream]) -> None:
    wire, _ = ends
    while wire.send_now(BIG):
        pass
    assert wire.send_now(b"more") == 0


async def test_the_end_of_the_other_side_is_no_bytes(ends: tuple[SocketWire, trio.SocketStream]) -> None:
    wire, theirs = ends
    await theirs.send_eof()
    assert await wire.receive() == b""
    assert wire.send_now(b"still") == 5
    assert await theirs.receive_some() == b"still"


async def test_a_reset_is_the_end_and_told_to_who_sends_with_patience(ends: tuple[SocketWire, trio.SocketStream]) -> None:
    wire, theirs = ends
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")  # so that closing it sends a reset
    await theirs.aclose()
    assert await wire.receive() == b""
    assert wire.send_now(b"nobody there") == 0
    with pytest.raises(trio.BrokenResourceError):
        await wire.send_all(b"nobody there")
    with pytest.raises(trio.BrokenResourceError):
        await wire.send_eof()


async def test_a_wire_let_go_of_takes_nothing(ends: tuple[SocketWire, trio.SocketStream]) -> None:
    wire, theirs = ends
    await wire.aclose()
    await wire.aclose()
    assert wire.send_now(b"late") == 0
    assert await theirs.receive_some() == b""


async def test_any_other_stream_is_only_sent_to_with_patience(nursery: trio.Nursery) -> None:
    ours, theirs = memory_stream_pair()
    wire = wire_of(ours)
    assert isinstance(wire, StreamWire)
    assert wire.send_now(b"at once") == 0
    await wire.send_all(b"with patience")
    await wire.send_eof()
    assert await theirs.receive_some() == b"with patience"
    assert await theirs.receive_some() == b""
    await theirs.send_all(b"back")
    assert await wire.receive() == b"back"


async def test_a_stream_that_is_gone_is_told_to_who_sends() -> None:
    ours, theirs = memory_stream_pair()
    wire = wire_of(ours)
    await theirs.aclose()
    assert await wire.receive() == b""
    with pytest.raises(trio.BrokenResourceError):
        await wire.send_all(b"nobody there")
    await wire.aclose()
    assert await wire.receive() == b""


async def test_a_stream_whose_end_can_not_be_said_is_just_closed() -> None:
    class OneWay(trio.abc.Stream):
        """A stream like one of TLS."""

        def __init__(self, stream: trio.abc.Stream) -> None:
            self._stream = stream

        async def send_all(self, data: bytes | bytearray | memoryview) -> None:
            await self._stream.send_all(data)

        async def wait_send_all_might_not_block(self) -> None:
            await self._stream.wait_send_all_might_not_block()

        async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
            return await self._stream.receive_some(max_bytes)

        async def aclose(self) -> None:
            await self._stream.aclose()

    ours, theirs = lockstep_stream_pair()
    wire = wire_of(OneWay(ours))
    await wire.send_eof()
    await wire.aclose()
    assert await theirs.receive_some(1) == b""
