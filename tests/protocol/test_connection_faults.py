"""What a connection makes of messages that will not do and of bytes that are none."""

from __future__ import annotations

import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import RollDice
from protocol import messages as m
from protocol.codec import CLIENT_FRAME, FIRST_FRAME, PREFIX, SERVER_FRAME, encode
from protocol.connection import Connection, ConnectionState, InvalidMessage, Role
from protocol.errors import LocalProtocolError, RemoteProtocolError
from tests.protocol.pair import Pair, S, feed, frame, words

ROLES = pytest.mark.parametrize("role", list(Role), ids=lambda role: role.value)


@pytest.mark.parametrize(
    ("raw", "code", "request_id", "field"),
    [
        ({"type": "fly", "id": 4}, "unknown_type", 4, "type"),
        ({"type": "fly"}, "unknown_type", None, "type"),
        ({"type": "fly", "id": "x"}, "unknown_type", None, "type"),
        ({"id": 4}, "invalid", 4, "type"),
        ({"type": "ping"}, "invalid", None, "id"),
        ({"type": "set_ready", "id": 4, "ready": "yes"}, "invalid", 4, "ready"),
        ({"type": "chat", "id": 4, "text": b"hi"}, "invalid", 4, "text"),
        ({"type": "act", "id": 4, "command": {"type": "place_bid", "amount": float("nan")}}, "invalid", 4, "command.amount"),
        ({"type": "pong", "in_reply_to": 4}, "unknown_type", None, "type"),
    ],
)
def test_an_invalid_message_is_handed_up_and_the_connection_goes_on(
    raw: dict[str, object], code: str, request_id: int | None, field: str
) -> None:
    pair = Pair().in_state(S.OPEN)
    (event,) = pair.raw(msgpack.packb(raw))
    assert isinstance(event, InvalidMessage)
    reply = event.reply()
    assert (reply.code, reply.in_reply_to, reply.field) == (code, request_id, field)
    assert pair.server.failure is None
    assert pair.say(reply) == [reply]
    assert pair.say(m.Act(5, RollDice())) == [m.Act(5, RollDice())]


def test_a_client_passes_over_a_message_of_an_unknown_type() -> None:
    client = Pair().in_state(S.OPEN).client
    events = feed(client, [frame(msgpack.packb({"type": "fanfare", "notes": [1]})), encode(m.Pong(1))])
    assert isinstance(events[0], InvalidMessage)
    assert events[0].error.code == "unknown_type"
    assert events[1:] == [m.Pong(1)]


FATAL = {
    "too long": (b"\x00\x01\x00\x01", "too_big"),
    "far too long": (b"\xff\xff\xff\xff", "too_big"),
    "http": (b"GET / HTTP/1.1\r\n\r\n", "too_big"),
    "empty": (b"\x00\x00\x00\x00", "malformed"),
    "no map": (frame(b"\x90"), "malformed"),
    "no MessagePack": (frame(b"\xc1"), "malformed"),
    "trailing bytes": (frame(b"\x80\x80"), "malformed"),
    "deep": (frame(b"\x91" * 60_000), "malformed"),
    "wide": (frame(b"\xdd\xff\xff\xff\xff"), "malformed"),
}


@pytest.mark.parametrize(("data", "code"), FATAL.values(), ids=FATAL)
@pytest.mark.parametrize("cut", [1, 1 << 20])
def test_a_bad_frame_ends_an_open_connection_with_an_error_and_a_closing(data: bytes, code: str, cut: int) -> None:
    server = Pair().in_state(S.OPEN).server
    assert feed(server, (data[at : at + cut] for at in range(0, len(data), cut))) == []
    assert server.failure is not None
    assert server.failure.code == code
    assert server.close_expected()
    error, closing = words(server.data_to_send())
    assert error == m.Error(code, str(server.failure))
    assert closing == m.Closing(code, str(server.failure))
    assert feed(server, [encode(m.Ping(1))]) == []
    assert server.data_to_send() == b""


@pytest.mark.parametrize(("data", "code"), FATAL.values(), ids=FATAL)
def test_a_bad_frame_ends_a_clients_connection_too(data: bytes, code: str) -> None:
    client = Pair().in_state(S.OPEN).client
    large = data if code == "malformed" else (SERVER_FRAME + 1).to_bytes(PREFIX, "big")
    assert feed(client, [large]) == []
    assert client.failure is not None
    assert client.failure.code == code
    assert client.close_expected()
    assert client.data_to_send() == b""


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        (
            msgpack.packb({"type": "ping", "id": 5}),
            m.Error("unexpected", "expected no ping from the client while greeting", 5, field="type"),
        ),
        (
            msgpack.packb({"type": "fly", "id": 5}),
            m.Error("unknown_type", "expected a known type, found 'fly'", 5, field="type"),
        ),
        (
            msgpack.packb({"type": "hello", "id": 5, "low": 1, "high": 1}),
            m.Error("invalid", "client: expected a value, found none", 5, field="client"),
        ),
        (b"\xc0", m.Error("malformed", "expected one MessagePack map, found NoneType")),
    ],
)
def test_before_the_welcome_every_fault_is_the_end(payload: bytes, error: m.Error) -> None:
    pair = Pair()
    assert pair.raw(payload) == []
    assert pair.server.close_expected()
    assert feed(pair.client, [pair.server.data_to_send()]) == [error]
    assert pair.client.state is S.CLOSING


@pytest.mark.parametrize(
    ("state", "limit"), [(S.GREETING, FIRST_FRAME), (S.OPEN, CLIENT_FRAME)], ids=["before welcome", "after welcome"]
)
def test_the_limit_of_a_client_grows_with_its_welcome(state: ConnectionState, limit: int) -> None:
    within = Pair().in_state(state).server
    within.receive_data(limit.to_bytes(PREFIX, "big") + b"\x80")
    assert within.failure is None
    beyond = Pair().in_state(state).server
    beyond.receive_data((limit + 1).to_bytes(PREFIX, "big") + b"\x80")
    assert str(beyond.failure) == f"frame of {limit + 1} bytes, expected no more than {limit}"


def test_a_client_does_not_send_what_the_server_would_refuse() -> None:
    greeting = Connection(Role.CLIENT)
    with pytest.raises(LocalProtocolError, match="expected no more than 4096"):
        greeting.send(m.Hello(1, 1, 1, "x" * 5000))
    assert greeting.state is S.GREETING
    client = Pair().in_state(S.OPEN).client
    with pytest.raises(LocalProtocolError, match="expected no more than 65536"):
        client.send(m.Chat(2, "x" * 70_000))
    assert client.data_to_send() == b""


@ROLES
@pytest.mark.parametrize("state", [S.GREETING, S.WELCOMING, S.OPEN], ids=lambda state: state.value)
@given(chunks=st.lists(st.binary(max_size=60) | st.binary(max_size=40).map(frame), max_size=8))
def test_no_bytes_make_an_exception(role: Role, state: ConnectionState, chunks: list[bytes]) -> None:
    pair = Pair().in_state(state)
    connection = pair.client if role is Role.CLIENT else pair.server
    for event in feed(connection, chunks):
        assert isinstance(event, (m.Request, m.ServerMessage, InvalidMessage))
    assert connection.failure is None or isinstance(connection.failure, RemoteProtocolError)
    assert connection.failure is None or connection.state is S.CLOSING
    connection.receive_eof()
    assert connection.state is S.CLOSED


def test_a_chunk_full_of_tiny_bad_frames_takes_little_memory() -> None:
    server = Pair().in_state(S.OPEN).server
    data = frame(b"\x80") * 13_000
    tracemalloc.start()
    try:
        server.receive_data(data)
        count = sum(isinstance(event, InvalidMessage) for event in server.events_received())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 13_000
    assert peak < 256 * 1024
