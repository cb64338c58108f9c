"""One connection: greeting, limits, hostile bytes, slow readers."""

from __future__ import annotations

import logging

import msgpack
import pytest
import trio
from trio.testing import MockClock

from protocol import lobby_events as e
from protocol import messages as m
from protocol.codec import FIRST_FRAME, encode
from server.memory_store import MemoryStore
from tests.server.playing import Client, House, Opener, catch_up, play_defaults, with_limits, with_times


def code_of(reply: m.ServerMessage) -> str:
    assert isinstance(reply, m.Error), reply
    return reply.code


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


async def last_words(client: Client) -> m.ServerMessage:
    await client.read_to_end()
    return client.log[-1]


async def test_a_welcome_tells_version_name_and_limits(house: House) -> None:
    client = house.stranger()
    reply = await client.hello()
    assert isinstance(reply, m.Welcome)
    assert (reply.version, reply.server) == (1, "magnate")
    assert (reply.limits.frame, reply.limits.rate, reply.limits.burst) == (65536, 250, 500)


@pytest.mark.parametrize(("low", "high", "theirs"), [(2, 3, "2 to 3"), (0, 0, "0"), (5, 4, "5 to 4")])
async def test_another_version_is_refused_in_plain_words(house: House, low: int, high: int, theirs: str) -> None:
    client = house.stranger()
    reply = await client.ask(m.Hello, low=low, high=high, client="other")
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.wanted) == ("version", 1)
    assert reply.message == f"this server speaks version 1, the client {theirs}: use the same release on both sides"
    await client.read_to_end()


async def test_whoever_does_not_say_hello_is_hung_up_on(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(with_times(handshake=10))
    client = house.stranger()
    assert await last_words(client) == m.Closing("timeout", "the client took too long to say hello")
    assert trio.current_time() == pytest.approx(10)


async def test_a_hello_that_comes_a_byte_at_a_time_has_no_more_time(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(with_times(handshake=10))
    client = house.stranger()
    for byte in encode(m.Hello(1, 1, 1, "slow" * 10))[:9]:
        await client.stream.send_all(bytes([byte]))
        await trio.sleep(1)
    await client.read_to_end()
    assert trio.current_time() == pytest.approx(10)


async def test_silence_is_fine_unless_the_server_minds(
    house: House, open_house: Opener, autojump_clock: MockClock
) -> None:
    strict = await open_house(with_times(idle=60))
    patient, watched = await house.connect(), await strict.connect()
    await trio.sleep(59)
    await watched.ask(m.Ping)
    await trio.sleep(59)
    await watched.ask(m.Ping)
    assert code_of_closing(await last_words(watched)) == "idle"
    assert isinstance(await patient.ask(m.Ping), m.Pong)


def code_of_closing(message: m.ServerMessage) -> str:
    assert isinstance(message, m.Closing), message
    return message.code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (framed(encode(m.Ping(1))[4:]), "unexpected"),
        (framed(b"\x91" * 4000), "malformed"),
        (framed(b"\xdd\xff\xff\xff\xff"), "malformed"),
        (framed(b"\xdc\xff\xff" * 1000), "malformed"),
        (framed(b""), "malformed"),
        (framed(b"\xc1"), "malformed"),
        (b"GET / HTTP/1.1\r\n\r\n", "too_big"),
        ((FIRST_FRAME + 1).to_bytes(4, "big"), "too_big"),
        (b"\xff\xff\xff\xff", "too_big"),
    ],
)
async def test_hostile_bytes_before_hello_end_the_connection(
    house: House, data: bytes, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = house.stranger()
    await client.stream.send_all(data)
    assert code_of(await last_words(client)) == code
    assert [record.getMessage().split()[0] for record in caplog.records] == ["protocol_broken"]
    assert "peer=10.0.0.1:0" in caplog.text
    assert isinstance(await (await house.connect()).ask(m.Ping), m.Pong)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (framed(b"\x91" * 60_000), "malformed"),
        (framed(b"\xdf\xff\xff\xff\xff"), "malformed"),
        (framed(b"\x80" + b"\x80"), "malformed"),
        ((64 * 1024 + 1).to_bytes(4, "big"), "too_big"),
    ],
)
async def test_hostile_bytes_after_hello_end_the_connection_and_keep_the_seat(house: House, data: bytes, code: str) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await ann.stream.send_all(data)
    assert code_of_closing(await last_words(ann)) == code
    await bob.until_event(e.PlayerDropped)
    back = await house.resume(ann)
    await back.until_is(m.Prompts)
    assert isinstance(await back.answer_default(), m.Result)


@pytest.mark.parametrize(
    ("raw", "code", "field"),
    [
        ({"type": "ping", "id": "one"}, "invalid", "id"),
        ({"type": "ping"}, "invalid", "id"),
        ({"type": "ping", "id": float("nan")}, "invalid", "id"),
        ({"type": "ping", "id": -1}, "invalid", "id"),
        ({"type": "ping", "id": 9, "more": 1}, "invalid", "more"),
        ({"type": "chat", "id": 9, "text": b"bytes"}, "invalid", "text"),
        ({"type": "act", "id": 9, "command": {"type": "place_bid", "amount": "ten"}}, "invalid", "command.amount"),
        ({"type": "act", "id": 9, "command": {"type": "time_out", "seat": 0}}, "invalid", "command.type"),
        ({"type": "no_such_thing", "id": 9}, "unknown_type", "type"),
        ({"type": "hello", "id": 9, "low": 1, "high": 1, "client": "again"}, "unexpected", "type"),
        ({"type": "update", "id": 9}, "unknown_type", "type"),
    ],
)
async def test_a_message_that_will_not_do_is_answered_and_the_connection_goes_on(
    house: House, raw: dict[str, object], code: str, field: str
) -> None:
    client = await house.connect()
    await client.stream.send_all(framed(msgpack.packb(raw)))
    error = await client.until_is(m.Error)
    assert (error.code, error.field) == (code, field)
    assert isinstance(await client.ask(m.Ping), m.Pong)


async def test_three_frames_in_one_write_and_one_frame_in_single_bytes(house: House) -> None:
    client = await house.connect()
    await client.write(m.Ping(5), m.Ping(6), m.Ping(7))
    assert [await client.reply_to(number) for number in (5, 6, 7)] == [m.Pong(5), m.Pong(6), m.Pong(7)]
    for byte in encode(m.Ping(8)):
        await client.stream.send_all(bytes([byte]))
    assert await client.reply_to(8) == m.Pong(8)


async def test_requests_may_follow_hello_without_waiting(house: House) -> None:
    client = house.stranger()
    await client.stream.send_all(encode(m.Hello(1, 1, 1, "eager")) + encode(m.Ping(2)))
    client._conn.send(m.Hello(1, 1, 1, "eager"))
    client._conn.data_to_send()
    assert isinstance(await client.reply_to(1), m.Welcome)
    assert await client.reply_to(2) == m.Pong(2)


async def test_too_many_messages_are_refused_with_the_time_to_wait(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(with_limits(rate=2, burst=3))
    client = await house.connect()
    assert [type(await client.ask(m.Ping)) for _ in range(3)] == [m.Pong] * 3
    reply = await client.ask(m.Ping, id=50)
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.retry_after) == ("rate_limited", 500)
    await trio.sleep(0.5)
    assert await client.ask(m.Ping, id=50) == m.Pong(50)


async def test_a_request_that_was_too_many_may_be_sent_again(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(with_limits(chat_rate=1, chat_burst=1))
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(m.Chat, text="one")
    assert code_of(await ann.ask(m.Chat, text="two", id=60)) == "rate_limited"
    await trio.sleep(1)
    assert isinstance(await ann.ask(m.Chat, text="two", id=60), m.Result)
    await catch_up(bob)
    assert bob.of_kind(e.ChatSaid) == [e.ChatSaid(0, "one"), e.ChatSaid(0, "two")]


async def test_long_answers_have_a_limit_of_their_own(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(with_limits(heavy_rate=1, heavy_burst=2))
    client = await house.connect()
    for _ in range(2):
        assert isinstance(await client.ask(m.ListTables), m.Tables)
    assert code_of(await client.ask(m.ListTables)) == "rate_limited"
    assert isinstance(await client.ask(m.Ping), m.Pong)


async def test_whoever_floods_on_is_hung_up_on(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(with_limits(rate=1, burst=1))
    client = await house.connect()
    await client.write(*(m.Ping(number) for number in range(10, 400)))
    assert code_of_closing(await last_words(client)) == "rate_limited"


async def test_a_client_that_does_not_read_is_dropped_and_keeps_its_seat(open_house: Opener) -> None:
    house = await open_house(with_limits(outbox=20_000, chat_rate=1000, chat_burst=1000))
    bob, cid = await house.table("Bob", "Cid")
    frozen = await house.connect(lockstep=True)
    await frozen.join(bob.table, "Ann")
    while not cid.of_kind(e.PlayerDropped):
        assert isinstance(await bob.ask(m.Chat, text="x" * 400), m.Result)
        await catch_up(cid)
        assert cid.seq < 200
    assert cid.of_kind(e.PlayerDropped) == [e.PlayerDropped(2, "slow")]
    assert isinstance(await bob.ask(m.Chat, text="and on"), m.Result)
    back = await house.resume(frozen)
    assert back.seat == 2


async def test_a_spectator_that_does_not_read_changes_nothing(open_house: Opener) -> None:
    house = await open_house(with_limits(outbox=20_000))
    clients = await house.game("Ann", "Bob")
    frozen = await house.connect(lockstep=True)
    await frozen.ask(m.WatchTable, table=clients[0].table)
    await play_defaults(clients, 200)
    assert [event for event in clients[0].events.values() if isinstance(event, e.PlayerDropped)] == []
    await frozen.read_to_end()
    assert len(frozen.log) < 100


async def test_what_is_left_unread_is_bounded(house: House) -> None:
    frozen = await house.connect(lockstep=True)
    (session,) = house.server._sessions
    frame = encode(m.Update(1, (e.ChatSaid(0, "x" * 500),)))
    pushed = 0
    while not session.ended:
        session.push(frame)
        pushed += len(frame)
    assert pushed <= house.config.limits.outbox + len(frame)
    await trio.testing.wait_all_tasks_blocked()
    assert house.server._sessions == set()
    await frozen.stream.aclose()


async def test_a_fault_in_one_session_ends_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await house.connect(), await house.connect()
    with monkeypatch.context() as patch:
        patch.setattr(m, "Pong", lambda *_: 1 // 0)
        await ann.send(m.Ping)
        assert code_of_closing(await last_words(ann)) == "internal"
    assert "fault in the session of 10.0.0.1:0" in caplog.text
    assert isinstance(await bob.ask(m.Ping), m.Pong)


async def test_a_client_may_stop_talking_and_still_read(house: House) -> None:
    client = await house.connect()
    await client.send(m.Ping, id=9)
    assert isinstance(client.stream, trio.abc.HalfCloseableStream)
    await client.stream.send_eof()
    assert await client.reply_to(9) == m.Pong(9)
    await client.read_to_end()


async def test_what_was_asked_before_a_client_stops_talking_is_answered(house: House) -> None:
    ann, bob = await house.game("Ann", "Bob")
    asked = ann.prompts[0]
    numbers = [await ann.send(m.Chat, text="bye"), await ann.send(m.Act, command=asked.default, prompt=asked.id)]
    assert isinstance(ann.stream, trio.abc.HalfCloseableStream)
    await ann.stream.send_eof()
    assert [type(await ann.reply_to(number)) for number in numbers] == [m.Result, m.Result]
    await ann.read_to_end()
    await bob.until_event(e.PlayerDropped)


async def test_nobody_waits_long_for_answers_that_do_not_come(open_house: Opener, autojump_clock: MockClock) -> None:
    store = MemoryStore()
    house = await open_house(with_times(linger=5, retry=1000), store)
    ann, _ = await house.game("Ann", "Bob")
    store.fail_next("disk_full", times=1)
    begun = trio.current_time()
    await ann.send(m.Chat, text="bye")
    assert isinstance(ann.stream, trio.abc.HalfCloseableStream)
    await ann.stream.send_eof()
    await ann.read_to_end()
    assert trio.current_time() - begun == pytest.approx(5)


async def test_a_stream_that_ends_in_a_frame_is_logged_and_forgotten(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    client = await house.connect()
    await client.stream.send_all(b"\x00\x00\x01")
    await client.stream.aclose()
    await trio.testing.wait_all_tasks_blocked()
    assert "protocol_broken" in caplog.text
    assert house.server._sessions == set()


async def test_a_name_in_the_log_can_not_move_a_cursor(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    client = house.stranger()
    await client.ask(m.Hello, low=1, high=1, client="\x1b[2J\nfake line")
    assert "client=\"\\x1b[2J\\nfake line\"" in caplog.text
