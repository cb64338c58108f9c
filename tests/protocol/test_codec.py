"""Frames and messages: what is written, what is read, and what is refused without harm."""

from __future__ import annotations

import tracemalloc
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import load_board
from engine.chance import SeededChance
from engine.commands import OfferTrade, Things
from engine.game import new_game
from engine.legal import default, waiting
from engine.ruleset import load_ruleset
from protocol import messages as m
from protocol.codec import (
    CLIENT_FRAME,
    FIRST_FRAME,
    FROM_CLIENT,
    FROM_SERVER,
    MAX_DEPTH,
    PREFIX,
    SERVER_FRAME,
    FrameReader,
    Incoming,
    decode,
    encode,
)
from protocol.errors import (
    FrameTooBig,
    InvalidField,
    LocalProtocolError,
    MalformedFrame,
    MessageError,
    RemoteProtocolError,
    UnknownType,
)
from protocol.tables import Clock, Lobby, SeatInfo, Settings
from tests.protocol.strategies import chunkings, requests, server_messages

EITHER = pytest.mark.parametrize("incoming", [FROM_CLIENT, FROM_SERVER], ids=["from_client", "from_server"])
ACT = {"type": "act", "id": 9, "command": {"type": "place_bid", "amount": 60}, "prompt": 7}


def message_of(frame: bytes, incoming: Incoming) -> m.Message:
    assert int.from_bytes(frame[:PREFIX], "big") == len(frame) - PREFIX
    return decode(frame[PREFIX:], incoming)


def frames_of(reader: FrameReader) -> list[bytes]:
    return list(iter(reader.next_frame, None))


@given(requests())
def test_every_request_comes_back_as_it_was(request: m.Request) -> None:
    assert message_of(encode(request), FROM_CLIENT) == request


@given(server_messages())
def test_everything_a_server_says_comes_back_as_it_was(message: m.ServerMessage) -> None:
    assert message_of(encode(message), FROM_SERVER) == message


@given(requests() | server_messages())
def test_the_bytes_are_those_of_msgpack(message: m.Message) -> None:
    assert encode(message)[PREFIX:] == msgpack.packb(msgspec.to_builtins(message, str_keys=True))


def test_a_bid_byte_for_byte() -> None:
    payload = bytes.fromhex(
        "84"  # a map of four entries, in the order of the declaration
        "a474797065 a3616374"  # type: act
        "a26964 09"  # id: 9
        "a7636f6d6d616e64 82"  # command: a map of two
        "a474797065 a9706c6163655f626964"  # type: place_bid
        "a6616d6f756e74 3c"  # amount: 60
        "a670726f6d7074 07"  # prompt: 7
    )
    assert encode(msgspec.convert(ACT, m.Act)) == bytes.fromhex("00000036") + payload
    assert msgspec.to_builtins(decode(payload, FROM_CLIENT)) == ACT


def test_a_running_table_with_an_open_offer_travels() -> None:
    board, rules = load_board(), load_ruleset()
    game = new_game(board, rules, 2, SeededChance(3))
    game.start()
    for _ in range(30):
        seat = waiting(game.state)[0]
        game.handle(seat, default(game.state, seat))
    game.handle(0, OfferTrade(1, Things(cash=10), Things(cash=20)) if rules.one_sided_trades else offer_of(game))
    lobby = Lobby("running", 0, (SeatInfo(0, "Ann"), SeatInfo(1, "Bob")))
    state = m.TableState("t1", 9, Settings("Friday", 2, Clock()), board.data, rules, lobby, game.state.snapshot())
    assert game.state.offers
    assert message_of(encode(state), FROM_SERVER) == state
    raw = msgpack.unpackb(encode(state)[PREFIX:], strict_map_key=True)
    assert list(raw["snapshot"]["offers"]) == [str(number) for number in game.state.offers]


def offer_of(game: Any) -> OfferTrade:
    game.state.owner[1] = 1  # a deed that Ann may ask for
    return OfferTrade(1, Things(cash=10), Things(deeds=(1,)))


def test_fields_that_only_a_newer_server_knows_are_passed_over() -> None:
    payload = msgpack.packb({"type": "result", "in_reply_to": 1, "seq": 5, "mood": {"glad": [1.5, None]}})
    assert decode(payload, FROM_SERVER) == m.Result(1, 5)


def test_a_hello_of_the_future_can_be_read() -> None:
    payload = msgpack.packb({"type": "hello", "id": 1, "low": 4, "high": 9, "client": "new", "extra": True})
    assert decode(payload, FROM_CLIENT) == m.Hello(1, 4, 9, "new")


def test_numbers_in_longer_forms_and_keys_in_another_order_are_as_good() -> None:
    payload = b"\x82\xa2id\xcf" + (3).to_bytes(8, "big") + b"\xa4type\xd9\x04ping"
    assert decode(payload, FROM_CLIENT) == m.Ping(3)


@pytest.mark.parametrize(
    ("change", "field", "problem"),
    [
        ({"id": "9"}, "id", "expected int, found str"),
        ({"id": -1}, "id", "expected int >= 0"),
        ({"id": 2**53}, "id", "expected int <= 9007199254740991"),
        ({"id": True}, "id", "expected int, found bool"),
        ({"id": 9.0}, "id", "expected int, found float"),
        ({"type": 3}, "type", "expected a text, found int"),
        ({"type": None}, "type", "expected a text, found none"),
        ({"type": ["act"]}, "type", "expected a text, found list"),
        ({"promt": 7}, "promt", "expected a known field, found an unknown one"),
        ({"command": None}, "command", "expected object, found null"),
        ({"command": {"type": "fly"}}, "command.type", "expected a known value, found 'fly'"),
        ({"command": {"type": "time_out", "seat": 1}}, "command.type", "expected a known value, found 'time_out'"),
        ({"command": {"type": "place_bid"}}, "command.amount", "expected a value, found none"),
        ({"command": {"type": "place_bid", "amount": float("nan")}}, "command.amount", "expected int, found float"),
        ({"command": {"type": "place_bid", "amount": float("inf")}}, "command.amount", "expected int, found float"),
        ({"command": {"type": "place_bid", "amount": b"60"}}, "command.amount", "expected int, found bytes"),
        ({"command": {"type": "place_bid", "amount": 60, "x": 1}}, "command.x", "expected a known field"),
        ({"command": {"type": "build_houses", "lots": [[1, 2], [3]]}}, "command.lots[1]", "expected array of length 2"),
        ({"command": {"type": "pay_tax", "method": "gift"}}, "command.method", "expected a known value, found 'gift'"),
        ({"command": {"type": "sell_group", "group": b"brown", "level": 0}}, "command.group", "expected str, found bytes"),
        (
            {"command": {"type": "place_bid", "amount": msgpack.ExtType(5, b"\x00" * 9)}},
            "command.amount",
            "expected int, found an extension type",
        ),
        ({"command": {"type": "place_bid", "amount": msgpack.Timestamp(5)}}, "command.amount", "expected int"),
    ],
)
def test_a_wrong_field_is_named_and_the_id_kept(change: dict[str, Any], field: str, problem: str) -> None:
    raw = {**ACT, **change}
    with pytest.raises(InvalidField) as raised:
        decode(msgpack.packb(raw), FROM_CLIENT)
    assert raised.value.field == field
    assert raised.value.problem.startswith(problem)
    assert raised.value.request == (9 if raw["id"] == 9 and type(raw["id"]) is int else None)


def test_an_extension_type_is_refused_even_where_fields_are_passed_over() -> None:
    payload = msgpack.packb({"type": "result", "in_reply_to": 1, "seq": 5, "new": msgpack.ExtType(5, b"x")})
    with pytest.raises(InvalidField, match="expected no extension types"):
        decode(payload, FROM_SERVER)


def test_a_key_that_is_no_text_is_named() -> None:
    with pytest.raises(InvalidField, match="message: expected texts as keys, found bytes"):
        decode(msgpack.packb({"type": "ping", b"id": 1}), FROM_CLIENT)
    raw = {"type": "create_table", "id": 1, "name": "n", "player": "p", "token": "0" * 32, "overrides": {b"houses": 1}}
    with pytest.raises(InvalidField, match="overrides: expected texts as keys, found bytes"):
        decode(msgpack.packb(raw), FROM_CLIENT)


def test_what_a_client_sent_comes_back_escaped_and_short() -> None:
    with pytest.raises(UnknownType) as raised:
        decode(msgpack.packb({"type": "\x1b[2J" + "x" * 500, "id": 3}), FROM_CLIENT)
    assert str(raised.value) == f"expected a known type, found '\\x1b[2J{'x' * 76}...'"
    assert raised.value.request == 3


def test_a_secret_is_not_repeated() -> None:
    raw = {"type": "resume", "id": 1, "table": "t1", "token": "0123456789abcdef0123456789abcdeX"}
    with pytest.raises(InvalidField) as raised:
        decode(msgpack.packb(raw), FROM_CLIENT)
    assert "0123456789" not in str(raised.value)


@EITHER
def test_the_other_sides_messages_are_unknown(incoming: Incoming) -> None:
    wrong = m.Pong(1) if incoming is FROM_CLIENT else m.Ping(1)
    with pytest.raises(UnknownType, match="expected a known type, found 'p[io]ng'"):
        decode(encode(wrong)[PREFIX:], incoming)

HOSTILE = {
    "no bytes": b"",
    "60 KB of 0x91": b"\x91" * 60_000,
    "array32 of 2^32 - 1": b"\xdd\xff\xff\xff\xff",
    "map32 of 2^32 - 1": b"\xdf\xff\xff\xff\xff",
    "text of 2^32 - 1": b"\xdb\xff\xff\xff\xff",
    "binary of 2^32 - 1": b"\xc6\xff\xff\xff\xff",
    "extension of 2^32 - 1": b"\xc9\xff\xff\xff\xff\x05",
    "chain of array16 0xffff": b"\xdc\xff\xff" * 20_000,
    "chain of array16 within bounds": b"\xdc\x03\xff" * 20_000,
    "chain of map16 within bounds": b"\xde\x00\x7f\xa0" * 15_000,
    "wide and shallow headers": b"\x9f" + b"\xdc\x03\xff" * 15,
    "array in a field": msgpack.packb({"type": "ping", "id": 1})[:-1] + b"\xdd\xff\xff\xff\xff",
    "deep nesting": b"\x81\xa1a" * (MAX_DEPTH + 1) + b"\x00",
    "a reserved byte": b"\xc1",
    "an integer": b"\x05",
    "an array": b"\x90",
    "nil": b"\xc0",
    "two maps": b"\x80\x80",
    "half a map": b"\x82\xa4type\xa4ping",
    "no UTF-8": b"\x81\xa4type\xa2\xff\xfe",
    "a surrogate": b"\x81\xa4type\xa3\xed\xa0\x80",
    "a key that is a number": b"\x81\x01\x02",
    "a key that is an array": b"\x81\x90\x02",
    "a long text": msgpack.packb({"type": "x" * 70_000}),
    "long binary": msgpack.packb({"type": b"x" * 70_000}),
    "a long extension": msgpack.packb({"type": msgpack.ExtType(5, b"x" * 70_000)}),
    "a wide array": msgpack.packb({"type": "ping", "id": [0] * 70_000}),
    "a wide map": msgpack.packb({"type": "ping", "id": {str(number): 0 for number in range(5000)}}),
}


@EITHER
@pytest.mark.parametrize("payload", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_are_malformed(payload: bytes, incoming: Incoming) -> None:
    with pytest.raises(MalformedFrame, match="expected"):
        decode(payload, incoming)


@pytest.mark.parametrize("payload", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_take_no_memory(payload: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(MalformedFrame):
            decode(payload, FROM_CLIENT)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 512 * 1024


@EITHER
@given(payload=st.binary(max_size=300))
def test_random_bytes_are_refused_or_read(payload: bytes, incoming: Incoming) -> None:
    try:
        message = decode(payload, incoming)
    except (MalformedFrame, MessageError):
        return
    assert isinstance(message, (m.Request, m.ServerMessage))


@given(requests(), st.data())
def test_damaged_messages_are_refused_or_read(request: m.Request, data: st.DataObject) -> None:
    payload = bytearray(encode(request)[PREFIX:])
    for _ in range(data.draw(st.integers(1, 4))):
        payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    try:
        message = decode(bytes(payload), FROM_CLIENT)
    except (MalformedFrame, MessageError):
        return
    assert isinstance(message, m.Request)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(requests(), st.data())
def test_a_request_with_any_value_in_any_field_is_refused_or_read(request: m.Request, data: st.DataObject) -> None:
    raw = msgspec.to_builtins(request)
    raw[data.draw(st.sampled_from(sorted(raw)))] = data.draw(JSON)
    refusal = None
    try:
        assert isinstance(decode(msgpack.packb(raw), FROM_CLIENT), m.Request)
    except MessageError as error:
        refusal = error
    assert refusal is None or (refusal.field and refusal.code in ("invalid", "unknown_type"))


def test_a_message_that_is_too_big_is_not_made() -> None:
    text = "x" * 500
    size = len(encode(m.Chat(1, text))) - PREFIX
    assert encode(m.Chat(1, text), size)
    with pytest.raises(LocalProtocolError, match=f"message of {size} bytes, expected no more than {size - 1}"):
        encode(m.Chat(1, text), size - 1)


def test_sizes_are_those_of_the_design() -> None:
    assert (FIRST_FRAME, CLIENT_FRAME, SERVER_FRAME) == (4096, 65536, 1048576)


@given(st.lists(requests(), max_size=4), st.data())
def test_every_chunking_gives_the_same_frames(messages: list[m.Request], data: st.DataObject) -> None:
    stream = b"".join(encode(message) for message in messages) + b"\x00\x00"
    reader = FrameReader(CLIENT_FRAME)
    payloads = []
    for chunk in data.draw(chunkings(stream)):
        reader.feed(chunk)
        payloads += frames_of(reader)
    assert [decode(payload, FROM_CLIENT) for payload in payloads] == messages
    assert (reader.held, reader.missing, reader.whole) == (2, 2, False)


def test_what_is_missing() -> None:
    reader = FrameReader(100)
    assert (reader.missing, reader.whole, reader.next_frame()) == (0, False, None)
    for byte, missing in zip(b"\x00\x00\x00\x02ab", [3, 2, 1, 2, 1, 0], strict=True):
        assert not reader.whole
        reader.feed(bytes([byte]))
        assert reader.missing == missing
    assert reader.whole
    assert reader.next_frame() == b"ab"
    assert reader.held == 0


@pytest.mark.parametrize("length", [101, 65_537, 2**31, 2**32 - 1])
def test_a_length_above_the_limit_is_refused_before_a_byte_follows(length: int) -> None:
    reader = FrameReader(100)
    reader.feed(length.to_bytes(PREFIX, "big"))
    with pytest.raises(FrameTooBig, match=f"frame of {length} bytes, expected no more than 100"):
        reader.check()
    with pytest.raises(FrameTooBig):
        reader.next_frame()


def test_a_frame_of_the_limit_is_read() -> None:
    reader = FrameReader(100)
    reader.feed((100).to_bytes(PREFIX, "big") + b"x" * 100)
    assert reader.check() == 100
    assert reader.next_frame() == b"x" * 100


def test_an_empty_frame_is_refused() -> None:
    reader = FrameReader(100)
    reader.feed(bytes(PREFIX))
    with pytest.raises(MalformedFrame, match="found an empty frame"):
        reader.next_frame()


@given(st.lists(st.binary(max_size=50), max_size=10))
def test_random_streams_are_refused_or_cut(chunks: list[bytes]) -> None:
    reader = FrameReader(40)
    fed = b""
    got = b""
    try:
        for chunk in chunks:
            reader.feed(chunk)
            fed += chunk
            for payload in frames_of(reader):
                got += len(payload).to_bytes(PREFIX, "big") + payload
    except RemoteProtocolError:
        reader.discard()
        assert reader.held == 0
        return
    assert fed.startswith(got)
    assert reader.held == len(fed) - len(got)
