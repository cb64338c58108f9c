"""Sockets: both kinds of address, one port, and who is turned away."""

from __future__ import annotations

import errno
import socket

import pytest
import trio
from trio.testing import memory_stream_pair

from protocol import messages as m
from server.listener import CannotListen, PortTaken, open_listeners, peer_of, port_of, take_in, tune, turn_away
from tests.server.playing import Client


async def close(listeners: object) -> None:
    for listener in listeners:  # type: ignore[attr-defined]  # any sequence of listeners
        await listener.aclose()


async def test_a_free_port_is_the_same_for_both_kinds_of_address() -> None:
    listeners = await open_listeners(None, 0)
    ports = {listener.socket.getsockname()[1] for listener in listeners}
    families = {listener.socket.family for listener in listeners}
    assert ports == {port_of(listeners)}
    assert socket.AF_INET in families
    assert len(families) == len(listeners)
    await close(listeners)


async def test_a_port_has_one_server() -> None:
    listeners = await open_listeners("127.0.0.1", 0)
    port = port_of(listeners)
    with pytest.raises(PortTaken, match=f"port {port} is taken"):
        await open_listeners("127.0.0.1", port)
    await close(listeners)


async def test_only_an_address_of_this_machine_will_do() -> None:
    with pytest.raises(CannotListen, match="can not listen on 192.0.2.77, port 0"):
        await open_listeners("192.0.2.77", 0)


async def test_a_name_that_means_nothing_will_not_do() -> None:
    with pytest.raises(CannotListen):
        await open_listeners("no-such-host.invalid", 0)


async def test_the_other_side_has_an_address_without_ornament() -> None:
    listeners = await open_listeners("127.0.0.1", 0)
    with trio.fail_after(10):
        ours = await trio.open_tcp_stream("127.0.0.1", port_of(listeners))
        theirs = await listeners[0].accept()
        tune(theirs)
        assert peer_of(theirs) == ("127.0.0.1", ours.socket.getsockname()[1])
        assert theirs.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        await ours.aclose()
        await theirs.aclose()
    await close(listeners)


async def test_who_is_turned_away_is_told_why(nursery: trio.Nursery) -> None:
    ours, theirs = memory_stream_pair()
    nursery.start_soon(turn_away, theirs, "too_many_connections", "come back later", 1.0)
    client = Client(ours)
    assert await client.read() == m.Error("too_many_connections", "come back later")
    await client.read_to_end()


async def test_who_is_gone_can_not_be_told() -> None:
    ours, theirs = memory_stream_pair()
    await ours.aclose()
    await turn_away(theirs, "too_many_connections", "come back later", 1.0)


class Tired(trio.abc.Listener[trio.SocketStream]):
    """A listener of a process that can open no more files, for so many times."""

    def __init__(self, listener: trio.SocketListener, failures: int) -> None:
        self.listener = listener
        self.failures = failures

    async def accept(self) -> trio.SocketStream:
        await trio.lowlevel.checkpoint()
        if self.failures:
            self.failures -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return await self.listener.accept()

    async def aclose(self) -> None:
        await self.listener.aclose()


async def test_a_listener_that_can_take_nobody_tries_again_and_complains_once(
    nursery: trio.Nursery, caplog: pytest.LogCaptureFixture
) -> None:
    (listener,) = await open_listeners("127.0.0.1", 0)
    tired = Tired(listener, 3)
    taken = trio.Event()

    async def handle(stream: trio.SocketStream) -> None:
        await stream.aclose()
        taken.set()

    with trio.fail_after(30):
        nursery.start_soon(take_in, tired, handle, nursery)
        ours = await trio.open_tcp_stream("127.0.0.1", port_of([listener]))
        await taken.wait()
    await ours.aclose()
    assert tired.failures == 0
    assert caplog.text.count("accept_failed") == 1
    nursery.cancel_scope.cancel()
