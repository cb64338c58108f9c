"""Both ends of a conversation in memory: order, chunks, misuse and ends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from protocol.codec import FIRST_FRAME, PREFIX, encode
from protocol.connection import NEXT, Connection, ConnectionState, InvalidMessage, Role
from protocol.conversations import CONVERSATIONS, Conversation
from protocol.errors import LocalProtocolError
from tests.protocol.pair import CLOSING, HELLO, WELCOME, Pair, S, feed
from tests.protocol.strategies import chunkings, messages, requests, server_messages

ROLES = pytest.mark.parametrize("role", list(Role), ids=lambda role: role.value)


@pytest.mark.parametrize("conversation", [make() for make in CONVERSATIONS.values()], ids=CONVERSATIONS)
@pytest.mark.parametrize("cut", [1, 3, 7, 4096])
def test_a_conversation_arrives_as_it_was_said(conversation: Conversation, cut: int) -> None:
    pair = Pair().in_state(S.GREETING if isinstance(conversation[0], m.Hello) else S.OPEN)
    for message in conversation:
        assert pair.say(message, cut) == [message]
    assert pair.client.state is pair.server.state is S.OPEN


@ROLES
@given(data=st.data())
def test_every_chunking_of_many_messages(role: Role, data: st.DataObject) -> None:
    pair = Pair().in_state(S.OPEN)
    sender, receiver = (pair.client, pair.server) if role is Role.CLIENT else (pair.server, pair.client)
    sayable = messages().filter(lambda message: NEXT[role, S.OPEN].get(type(message)) is S.OPEN)
    said = data.draw(st.lists(sayable, max_size=4))
    for message in said:
        sender.send(message)
    assert feed(receiver, data.draw(chunkings(sender.data_to_send()))) == said


def test_a_client_may_write_on_behind_its_hello() -> None:
    server = Connection(Role.SERVER)
    server.receive_data(encode(HELLO) + encode(m.ListTables(2)) + encode(m.Ping(3))[:-1])
    assert list(server.events_received()) == [HELLO]
    assert list(server.events_received()) == []
    server.send(WELCOME)
    assert list(server.events_received()) == [m.ListTables(2)]
    server.receive_data(encode(m.Ping(3))[-1:])
    assert list(server.events_received()) == [m.Ping(3)]


def test_an_answer_sent_while_events_are_taken_lets_the_next_ones_come() -> None:
    server = Connection(Role.SERVER)
    server.receive_data(encode(HELLO) + encode(m.Ping(2)))
    seen = []
    for event in server.events_received():
        seen.append(event)
        if event == HELLO:
            server.send(WELCOME)
    assert seen == [HELLO, m.Ping(2)]


def test_no_more_than_a_first_frame_waits_for_the_welcome() -> None:
    server = Connection(Role.SERVER)
    server.receive_data(encode(HELLO))
    assert list(server.events_received()) == [HELLO]
    server.receive_data(b"\x00" * FIRST_FRAME)
    assert not server.close_expected()
    server.receive_data(b"\x00")
    assert server.close_expected()
    assert str(server.failure) == "frame of 4097 bytes, expected no more than 4096"


@ROLES
@pytest.mark.parametrize("state", list(S), ids=lambda state: state.value)
@given(data=st.data())
def test_each_side_says_in_each_state_what_the_table_allows(role: Role, state: ConnectionState, data: st.DataObject) -> None:
    pair = Pair().in_state(state)
    connection = pair.client if role is Role.CLIENT else pair.server
    message = data.draw(messages())
    after = NEXT.get((role, state), {}).get(type(message))
    if after is None:
        with pytest.raises(LocalProtocolError, match=f"expected no .* from the {role.value} while {state.value}"):
            connection.send(message)
        assert connection.data_to_send() == b""
        assert connection.state is state
    else:
        connection.send(message)
        assert connection.data_to_send() == encode(message)
        assert connection.state is after


@ROLES
@pytest.mark.parametrize("state", [S.GREETING, S.WELCOMING, S.OPEN], ids=lambda state: state.value)
@given(data=st.data())
def test_each_side_takes_in_each_state_what_the_table_allows(role: Role, state: ConnectionState, data: st.DataObject) -> None:
    pair = Pair().in_state(state)
    receiver = pair.server if role is Role.CLIENT else pair.client
    kinds: st.SearchStrategy[Any] = requests() if role is Role.CLIENT else server_messages()
    message = data.draw(kinds)
    after = NEXT[role, state].get(type(message))
    events = feed(receiver, [encode(message)])
    if after is not None:
        assert events == [message]
        assert receiver.state is after
    elif state is S.OPEN:
        assert [type(event) for event in events] == [InvalidMessage]
        assert receiver.state is S.OPEN
    elif role is Role.CLIENT and state is S.WELCOMING:
        assert events == []  # the server listens again once it has sent its welcome
        assert receiver.state is S.WELCOMING
    else:
        assert events == []
        assert receiver.failure is not None
        assert receiver.failure.code == "unexpected"
        assert receiver.state is S.CLOSING


def test_a_second_hello_is_answered_and_the_connection_goes_on() -> None:
    pair = Pair().in_state(S.OPEN)
    (event,) = pair.raw(encode(HELLO)[PREFIX:])
    assert isinstance(event, InvalidMessage)
    problem = "expected no hello from the client while open"
    assert event.reply() == m.Error("unexpected", problem, in_reply_to=1, field="type")
    assert pair.say(m.Ping(2)) == [m.Ping(2)]


def test_a_conversation_never_goes_back() -> None:
    order = list(S)
    for (_, state), row in NEXT.items():
        assert all(order.index(state) <= order.index(after) for after in row.values())


def test_closing_is_the_last_word() -> None:
    pair = Pair().in_state(S.OPEN)
    pair.server.send(CLOSING)
    assert pair.server.close_expected()
    data = pair.server.data_to_send()
    assert data == encode(CLOSING)
    assert feed(pair.client, [data + encode(m.Pong(1))]) == [CLOSING]
    assert pair.client.close_expected()
    assert pair.client.failure is None


@ROLES
def test_the_end_of_the_stream_between_frames_is_no_failure(role: Role) -> None:
    pair = Pair().in_state(S.OPEN)
    connection = pair.client if role is Role.CLIENT else pair.server
    connection.receive_eof()
    assert connection.state is S.CLOSED
    assert connection.failure is None
    assert connection.close_expected()
    with pytest.raises(LocalProtocolError, match="data after the end"):
        connection.receive_data(b"x")


@pytest.mark.parametrize("state", [S.GREETING, S.WELCOMING, S.OPEN], ids=lambda state: state.value)
@pytest.mark.parametrize(("data", "missing"), [(b"\x00", 3), (b"\x00\x00\x00\x08ab", 6)])
def test_the_end_of_the_stream_inside_a_frame_is_one(state: ConnectionState, data: bytes, missing: int) -> None:
    server = Pair().in_state(state).server
    server.receive_data(data)
    server.receive_eof()
    assert server.state is S.CLOSED
    assert str(server.failure) == f"stream ended inside a frame, expected {missing} bytes more"
    assert server.data_to_send() == b""


def test_whole_frames_before_the_end_are_still_handed_out() -> None:
    server = Pair().in_state(S.OPEN).server
    server.receive_data(encode(m.LeaveTable(2)) + encode(m.Ping(3)) + b"\x00")
    server.receive_eof()
    assert list(server.events_received()) == [m.LeaveTable(2), m.Ping(3)]
    assert server.state is S.CLOSED
    assert str(server.failure) == "stream ended inside a frame, expected 3 bytes more"


def test_a_client_that_says_all_and_ends_its_stream_is_answered() -> None:
    server = Connection(Role.SERVER)
    server.receive_data(encode(HELLO) + encode(m.ListTables(2)))
    server.receive_eof()
    seen = []
    for event in server.events_received():
        seen.append(event)
        server.send(WELCOME if event == HELLO else m.Tables(2, ()))
    assert seen == [HELLO, m.ListTables(2)]
    assert server.data_to_send() == encode(WELCOME) + encode(m.Tables(2, ()))
    assert server.state is S.CLOSED


def test_the_end_of_the_stream_while_a_huge_frame_waits_for_the_welcome() -> None:
    server = Connection(Role.SERVER)
    server.receive_data(encode(HELLO) + b"\xff\xff\xff\xff")
    assert list(server.events_received()) == [HELLO]
    server.receive_eof()
    assert server.state is S.CLOSED
    assert server.failure is not None


def test_a_frame_encoded_once_goes_to_many() -> None:
    pairs = [Pair().in_state(S.OPEN) for _ in range(3)]
    update = m.Update(5, phase="purchase", turn=1)
    shared = encode(update)
    for pair in pairs:
        pair.server.send(m.Pong(1))
        pair.server.send_frame(shared)
        assert feed(pair.client, [pair.server.data_to_send()]) == [m.Pong(1), update]


@pytest.mark.parametrize("state", [S.GREETING, S.WELCOMING, S.CLOSING, S.CLOSED], ids=lambda state: state.value)
def test_a_frame_goes_to_open_connections_only(state: ConnectionState) -> None:
    server = Pair().in_state(state).server
    with pytest.raises(LocalProtocolError, match=f"while {state.value}"):
        server.send_frame(encode(m.Pong(1)))
    assert server.data_to_send() == b""
