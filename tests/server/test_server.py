"""The whole server on real sockets."""

from __future__ import annotations

import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock

from protocol import lobby_events as e
from protocol import messages as m
from protocol.codec import encode
from server.config import Config
from server.listener import open_listeners, port_of
from server.memory_store import MemoryStore
from server.server import Server
from tests.server.playing import Client, House, Opener, catch_up, play_defaults, with_limits

pytestmark = pytest.mark.slow

SECONDS = 30


class Running:
    """A server that listens on this machine."""

    def __init__(self, server: Server, host: str, port: int) -> None:
        self.server = server
        self.host = host
        self.port = port
        self.streams: list[trio.SocketStream] = []

    async def stream(self) -> trio.SocketStream:
        stream = await trio.open_tcp_stream(self.host, self.port)
        self.streams.append(stream)
        return stream

    async def connect(self) -> Client:
        client = Client(await self.stream())
        assert isinstance(await client.hello(), m.Welcome)
        return client

    async def game(self, *players: str) -> list[Client]:
        clients = [await self.connect() for _ in players]
        await clients[0].create(players[0])
        for client, player in zip(clients[1:], players[1:], strict=True):
            await client.join(clients[0].table, player)
            await client.ask(m.SetReady, ready=True)
        assert isinstance(await clients[0].ask(m.StartGame), m.Result)
        await catch_up(*clients)
        return clients


@pytest.fixture
async def start(nursery: trio.Nursery) -> AsyncIterator[Callable[..., Awaitable[Running]]]:
    opened: list[Running] = []

    async def starter(config: Config | None = None, host: str = "127.0.0.1") -> Running:
        listeners = await open_listeners(host, 0)
        server = Server(MemoryStore(), config)
        await nursery.start(server.run, listeners)
        opened.append(Running(server, host, port_of(listeners)))
        return opened[-1]

    with trio.fail_after(SECONDS):
        yield starter
    for running in opened:
        for stream in running.streams:
            await trio.aclose_forcefully(stream)
    nursery.cancel_scope.cancel()


async def test_a_game_is_played_over_sockets(start: Callable[..., Awaitable[Running]]) -> None:
    running = await start()
    clients = await running.game("Ann", "Bob", "Cid")
    await play_defaults(clients, 40)
    assert clients[0].seq == clients[1].seq == clients[2].seq


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_both_kinds_of_address_are_served(start: Callable[..., Awaitable[Running]], host: str) -> None:
    client = await (await start(host=host)).connect()
    assert isinstance(await client.ask(m.Ping), m.Pong)


async def test_connections_that_break_off_anywhere_leave_nothing_behind(start: Callable[..., Awaitable[Running]]) -> None:
    running = await start()
    clients = await running.game("Ann", "Bob")
    for number in range(200):
        stream = await running.stream()
        if number % 3:
            await stream.send_all(b"\x00\x00\x00\x30\x83" if number % 3 == 1 else b"\x00")
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closes by a reset
        await stream.aclose()
    await play_defaults(clients, 10)
    while len(running.server._sessions) > 2:
        await catch_up(*clients)
    assert len(running.server._gate) == 2


async def test_a_frozen_player_is_dropped_while_the_others_play_on(start: Callable[..., Awaitable[Running]]) -> None:
    running = await start(with_limits(outbox=50_000, chat_rate=10_000, chat_burst=10_000, rate=10_000, burst=10_000))
    ann, bob = await running.game("Ann", "Bob")
    frozen = await running.stream()
    frozen.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await frozen.send_all(b"".join(_frames(m.Hello(1, 1, 1, "frozen"), m.Resume(2, ann.table, ann.token))))
    await ann.read_to_end()
    while e.PlayerDropped(0, "slow") not in bob.of_kind(e.PlayerDropped):
        assert isinstance(await bob.ask(m.Chat, text="x" * 500), m.Result)
    assert isinstance(await bob.ask(m.Chat, text="and on"), m.Result)
    back = await running.connect()
    assert isinstance(await back.ask(m.Resume, table=ann.table, token=ann.token), m.Seated)


def _frames(*messages: m.Request) -> list[bytes]:
    return [encode(message) for message in messages]


@pytest.mark.parametrize("limits", [{"connections": 2}, {"per_address": 2}])
async def test_there_is_an_end_to_connections(
    start: Callable[..., Awaitable[Running]], limits: dict[str, int]
) -> None:
    running = await start(with_limits(**limits))
    first, _ = await running.connect(), await running.connect()
    third = Client(await running.stream())
    refused = await third.read()
    assert isinstance(refused, m.Error)
    assert refused.code == "too_many_connections"
    await third.read_to_end()
    await first.stream.aclose()
    while len(running.server._gate) > 1:
        await trio.lowlevel.checkpoint()
    await running.connect()


async def test_at_the_end_everybody_is_told(start: Callable[..., Awaitable[Running]]) -> None:
    running = await start()
    clients = await running.game("Ann", "Bob")
    running.server.stop()
    for client in clients:
        await client.read_to_end()
        assert client.log[-1] == m.Closing("shutdown", "the server is going down")


async def test_the_goodbye_does_not_wait_for_who_does_not_read(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house()
    await house.connect(lockstep=True)
    await house.connect()
    house.server.stop()
    await house._ended.wait()


async def test_a_server_without_guests_ends_at_once(nursery: trio.Nursery) -> None:
    house = await House(nursery).open()
    house.server.stop()
    with trio.fail_after(SECONDS):
        await house._ended.wait()
