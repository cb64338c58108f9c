"""Bytes that no honest client sends, against a real server on which two people are playing all the while."""

from __future__ import annotations

import random
import resource
import socket
import struct
from math import nan
from pathlib import Path
from typing import Any

import msgpack
import pytest
import trio
import trio.testing

from protocol import messages as m
from protocol.codec import CLIENT_FRAME, FIRST_FRAME
from protocol.connection import Connection, Role
from tests.faults.raw import HELLO, frame, framed
from tests.server.playing import Client, catch_up, play_defaults
from tests.server.processes import Launch, Process

pytestmark = pytest.mark.slow

ROOM = 48 * 1024
"""KiB that a server may grow by, whatever is done to it here."""

RESETS = 200
RUBBISH = random.Random(7).randbytes(64 * 1024)
GREETED = frame(HELLO)


class Played:
    """A server, and a game that is to go on whatever strangers do."""

    def __init__(self, server: Process, clients: list[Client]) -> None:
        self.server = server
        self.clients = clients
        self.memory = server.memory()

    async def play_on(self, decisions: int = 3) -> None:
        """The players notice nothing, and the server has not grown."""
        await play_defaults(self.clients, decisions)
        assert self.server.memory() < self.memory + ROOM
        assert not [line for line in self.server.lines() if "fault" in line or "quarantined" in line]


@pytest.fixture
async def played(launch: Launch, tmp_path: Path) -> Played:
    server = await launch(tmp_path / "data")
    return Played(server, await server.game("Ann", "Bob"))


async def answers(stream: trio.SocketStream) -> list[m.ServerMessage]:
    """All that the server says until it hangs up."""
    connection = Connection(Role.CLIENT)
    connection.send(m.Hello(1, 1, 1, "raw"))
    heard: list[Any] = []
    try:
        async for chunk in stream:
            connection.receive_data(bytes(chunk))
            heard += connection.events_received()
    except trio.BrokenResourceError:
        pass
    return heard


def port_of(stream: trio.SocketStream) -> int:
    port: int = stream.socket.getsockname()[1]
    return port


BEFORE_HELLO = {
    "rubbish": (RUBBISH, "too_big"),
    "a web browser": (b"GET / HTTP/1.1\r\nHost: den\r\n\r\n", "too_big"),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "too_big"),
    "an empty frame": (framed(b""), "malformed"),
    "the hugest length": (b"\xff\xff\xff\xff", "too_big"),
    "one byte too many": (framed(b"", FIRST_FRAME + 1), "too_big"),
    "deep nesting": (framed(b"\x91" * FIRST_FRAME), "malformed"),
    "an array that claims all memory": (framed(b"\xdd\xff\xff\xff\xff"), "malformed"),
    "a chain of large arrays": (framed(b"\xdc\xff\xff" * 1000), "malformed"),
    "a map that claims all memory": (framed(b"\xdf\xff\xff\xff\xff"), "malformed"),
    "an extension type": (framed(msgpack.packb({**HELLO, "client": msgpack.ExtType(1, b"x")})), "invalid"),
    "no map": (frame([1, 2, 3]), "malformed"),
    "a request before hello": (frame({"type": "ping", "id": 1}), "unexpected"),
    "an unknown type": (frame({"type": "debug", "id": 1}), "unknown_type"),
    "half a hello": (GREETED[:-3], "malformed"),
    "wrong types": (frame({**HELLO, "low": nan, "client": b"\xff"}), "invalid"),
    "negative versions": (frame({**HELLO, "low": -1}), "invalid"),
}


async def test_a_first_word_that_will_not_do_ends_its_connection_and_no_other(played: Played) -> None:
    for what, (data, code) in BEFORE_HELLO.items():
        stream = await played.server.open_stream()
        await stream.send_all(data)
        await stream.send_eof()
        heard = await answers(stream)
        told = [message.code for message in heard if isinstance(message, m.Error)]
        assert told == ([code] if what != "half a hello" else []), what  # there it ends, and nobody listens
        await played.play_on()
        warned = [line for line in played.server.lines() if f":{port_of(stream)} " in line and "WARNING" in line]
        assert len(warned) == 1, (what, warned)
        assert "protocol_broken" in warned[0]
        assert "reason=" in warned[0]


AFTER_HELLO = {
    "rubbish": (RUBBISH, "too_big"),
    "an empty frame": (framed(b""), "malformed"),
    "one byte too many": (framed(b"", CLIENT_FRAME + 1), "too_big"),
    "deep nesting": (framed(b"\x91" * CLIENT_FRAME), "malformed"),
    "maps in maps": (framed(b"\x81\xa1a" * 20_000), "malformed"),
    "a chain of large arrays": (framed(b"\xdc\xff\xff" * 20_000), "malformed"),
    "text that is none": (framed(b"\x81\xa4type\xa2\xff\xfe"), "malformed"),
}


async def test_bytes_that_are_no_message_end_the_connection(played: Played) -> None:
    for what, (data, code) in AFTER_HELLO.items():
        stream = await played.server.open_stream()
        await stream.send_all(GREETED + data)
        heard = await answers(stream)
        assert isinstance(heard[0], m.Welcome), what
        assert isinstance(heard[-1], m.Closing), what
        assert heard[-1].code == code, what
        await played.play_on()


CLOCK = {"fresh": 10_000, "bank": 0}
TOKEN = "0" * 32
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"type": "debug"}, "unknown_type"),
    ({"type": 7}, "invalid"),
    ({"type": "hello", "low": 1, "high": 1, "client": "again"}, "unexpected"),
    ({"type": "ping", "more": 1}, "invalid"),
    ({"type": "set_ready", "ready": 1}, "invalid"),
    ({"type": "set_ready", "ready": nan}, "invalid"),
    ({"type": "chat", "text": b"bytes"}, "invalid"),
    ({"type": "chat", "text": "x" * 501}, "invalid"),
    ({"type": "resume", "table": "x", "token": "z" * 32}, "invalid"),
    ({"type": "watch_table", "table": "x", "after": -1}, "invalid"),
    ({"type": "watch_table", "table": "x", "after": 2**64 - 1}, "invalid"),
    ({"type": "act", "command": {"type": "place_bid", "amount": nan}}, "invalid"),
    ({"type": "act", "command": {"type": "place_bid", "amount": 10.5}}, "invalid"),
    ({"type": "act", "command": {"type": "place_bid", "amount": "100"}}, "invalid"),
    ({"type": "act", "command": {"type": "place_bid", "amount": 2**63}}, "not_seated"),
    ({"type": "act", "command": {"type": "place_bid", "amount": -5}}, "not_seated"),
    ({"type": "act", "command": {"type": "no_such_command"}}, "invalid"),
    ({"type": "act", "command": {"type": "game_ended"}}, "invalid"),
    ({"type": "act", "command": [1]}, "invalid"),
    ({"type": "create_table", "name": "a", "player": "b", "token": TOKEN, "seats": 9}, "invalid"),
    ({"type": "create_table", "name": "a", "player": "b", "token": TOKEN, "seats": -1}, "invalid"),
    ({"type": "create_table", "name": "a", "player": "b", "token": TOKEN, "clock": {**CLOCK, "fresh": -1}}, "invalid"),
    ({"type": "create_table", "name": "a", "player": "b", "token": TOKEN, "overrides": {"starting_cash": nan}}, "invalid"),
    ({"type": "create_table", "name": "a", "player": "b", "token": TOKEN, "overrides": {"starting_cash": -5}}, "bad_rules"),
    ({"type": "create_table", "name": "a", "player": "b", "token": TOKEN, "overrides": {"starting_cash": 10**18}}, "bad_rules"),
    ({"type": "create_table", "name": "a", "player": "\x1b[2J", "token": TOKEN}, "bad_name"),
]


async def test_messages_that_will_not_do_are_answered_one_by_one(played: Played) -> None:
    stream = await played.server.open_stream()
    await stream.send_all(GREETED + b"".join(frame({"id": number, **message}) for number, (message, _) in enumerate(WRONG, 2)))
    await stream.send_all(frame({"type": "ping", "id": 1000}))
    await stream.send_eof()
    heard = await answers(stream)
    told = {message.in_reply_to: message.code for message in heard if isinstance(message, m.Error)}
    assert [told.get(number) for number, _ in enumerate(WRONG, 2)] == [code for _, code in WRONG]
    assert any(isinstance(message, m.Pong) for message in heard)
    lines = [line for line in played.server.lines() if f":{port_of(stream)} " in line and "message_refused" in line]
    assert len(lines) == 1, "a flood of nonsense must not become a flood of lines"
    await played.play_on()


async def test_no_amount_of_a_player_s_own_does_harm(played: Played) -> None:
    ann = played.clients[0]
    assert ann.state is not None
    cash = list(ann.state.cash)
    for amount in (-(2**63), -1, 0, 2**53, 2**62):
        offer = {"type": "offer_trade", "to": 1, "give": {"cash": amount}, "get": {"cash": -amount}}
        for number, command in enumerate(({"type": "place_bid", "amount": amount}, offer), ann.next_id):
            await ann.stream.send_all(frame({"type": "act", "id": number, "command": command}))
            ann.next_id = number + 1
            assert isinstance(await ann.reply_to(number), m.Error), amount
    await catch_up(ann)
    assert ann.state.cash == cash
    await played.play_on()


async def flood(stream: trio.SocketStream, data: bytes) -> None:
    """Send the same over and over, and never read, until the server has had enough."""
    try:
        while True:
            await stream.send_all(data)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return


FLOODS = {
    "pings": GREETED + frame({"type": "ping", "id": 2}) * 2000,
    "lists": GREETED + frame({"type": "list_tables", "id": 2}) * 2000,
    "nonsense": GREETED + frame({"type": "nonsense", "id": 2}) * 2000,
    "hellos": GREETED * 500,
    "frames": framed(b"\xc1" * 64) * 500,
    "zeros": b"\0" * 65536,
}


async def test_floods_without_end_have_an_end_and_disturb_nobody(played: Played) -> None:
    async with trio.open_nursery() as nursery:
        for data in FLOODS.values():
            nursery.start_soon(flood, await played.server.open_stream(), data)
        await played.play_on(20)
    assert len(played.server.lines()) < 10 * len(FLOODS)
    await played.play_on()


def reset(stream: trio.SocketStream) -> None:
    """End a connection the rude way: the other side gets an error, not an end."""
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    stream.socket.close()


def open_files(server: Process) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


async def test_connections_reset_at_any_moment_leave_nothing_behind(played: Played) -> None:
    chance = random.Random(11)
    table = played.clients[0].table
    words = GREETED + frame({"type": "watch_table", "id": 2, "table": table}) + frame({"type": "get_state", "id": 3})
    before = open_files(played.server)
    for turn in range(RESETS):
        stream = await played.server.open_stream()
        await stream.send_all(words[: chance.randrange(len(words) + 1)])
        if chance.randrange(2):
            with trio.move_on_after(0.001):
                await stream.receive_some(1)
        reset(stream)
        if turn % 50 == 0:
            await played.play_on(1)
    with trio.fail_after(30):
        while open_files(played.server) > before:
            await catch_up(*played.clients)  # a round trip each time
    await played.play_on()


async def test_a_server_that_may_open_few_files_turns_people_away_and_plays_on(launch: Launch, tmp_path: Path) -> None:
    server = await launch(tmp_path / "data", files=64)
    game = Played(server, await server.game("Ann", "Bob"))
    codes = []
    for _ in range(100):
        stranger = Client(await server.open_stream())
        try:
            await stranger.send(m.Hello, low=1, high=1, client="raw")
            reply = await stranger.read()
        except (EOFError, trio.BrokenResourceError):
            continue
        codes.append(reply.code if isinstance(reply, m.Error) else "welcome")
    assert codes.count("welcome") == 30
    assert codes.count("too_many_connections") >= 16  # the others are turned away without a word
    await game.play_on()


async def test_a_server_out_of_files_does_not_spin_and_recovers(played: Played) -> None:
    pid = played.server.process.pid
    usual = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (open_files(played.server), usual[1]))
    waiting = [Client(await played.server.open_stream()) for _ in range(5)]
    used, trips = played.server.ticks(), 0
    with trio.move_on_after(1.5):  # while the server can not take anybody in, and others play
        while True:
            await catch_up(*played.clients)
            trips += 1
            await trio.testing.wait_all_tasks_blocked(0.01)
    assert trips
    assert played.server.ticks() - used < 100, "of 150 ticks"
    await played.play_on(2)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, usual)
    for client in waiting:
        assert isinstance(await client.hello(), m.Welcome)
    assert sum("accept_failed" in line for line in played.server.lines()) == 1
