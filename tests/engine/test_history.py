"""The hash chain finds every change, and a transcript carries a history there and back."""

import hashlib
import random

import msgspec
import pytest

from engine.history import (
    Finding,
    InvalidTranscript,
    Record,
    Transcript,
    examine,
    link,
    parse_transcript,
    render_transcript,
    start,
)

HEADER = msgspec.msgpack.encode({"name": "Friday", "seats": 4})


def body(number: int) -> bytes:
    return msgspec.msgpack.encode({"type": "dice_rolled", "seat": number % 4, "dice": [3, number]})


def chained(bodies: list[bytes], table: str = "t1", header: bytes = HEADER, first: int = 1) -> list[Record]:
    records, previous = [], start(table, header)
    for seq, each in enumerate(bodies, first):
        previous = link(previous, seq, each)
        records.append(Record(seq, each, previous))
    return records


def history(length: int = 6) -> list[Record]:
    return chained([body(number) for number in range(length)])


def found(records: list[Record]) -> Finding:
    return examine(start("t1", HEADER), records)


def replaced(records: list[Record], index: int, **changes: object) -> list[Record]:
    return [*records[:index], msgspec.structs.replace(records[index], **changes), *records[index + 1 :]]


def test_hashes_are_what_the_documentation_says() -> None:
    first = start("t1", b"header")
    assert first == hashlib.sha256(b"magnate/history/1" + hashlib.sha256(b"header").digest() + b"t1").digest()
    assert link(first, 5, b"body") == hashlib.sha256(first + b"\0\0\0\0\0\0\0\5" + b"body").digest()


def test_vector_for_other_implementations() -> None:
    final = link(link(start("t1", b"header"), 1, b"one"), 2, b"two")
    assert final.hex() == "acf82fa327607677efd4735b97bfebdbae0d31c517e10773c14536d6db36b37b"


@pytest.mark.parametrize("length", [0, 1, 6])
def test_an_untouched_history_is_whole(length: int) -> None:
    assert found(history(length)) == Finding(length)


def test_a_history_may_begin_with_any_number() -> None:
    assert found(chained([body(0), body(1)], first=0)) == Finding(2)


def test_a_torn_last_record_is_a_tail() -> None:
    records = history()
    for kept in range(len(records[5].body)):
        assert found(replaced(records, 5, body=records[5].body[:kept])) == Finding(5, torn=1)
    assert found(replaced(records, 5, hash=b"")) == Finding(5, torn=1)


def test_several_torn_records_at_the_end_are_a_tail() -> None:
    records = history()
    for index in (3, 4, 5):
        records = replaced(records, index, body=b"\0" * 20)
    assert found(records) == Finding(3, torn=3)


@pytest.mark.parametrize("index", [0, 1, 4])
def test_a_changed_record_with_others_after_it_is_a_break(index: int) -> None:
    finding = found(replaced(history(), index, body=b"changed"))
    problem = f"event {index + 1} does not fit its hash, and event {index + 2} was written after it"
    assert finding == Finding(index, problem=problem)


def test_a_changed_hash_with_others_after_it_is_a_break() -> None:
    finding = found(replaced(history(), 2, hash=b"\0" * 32))
    assert finding == Finding(2, problem="event 3 does not fit its hash, and event 4 was written after it")


def test_a_missing_record_is_a_break() -> None:
    records = history()
    assert found(records[:4] + records[5:]) == Finding(4, problem="event 6 follows event 4, expected 5")


def test_two_records_that_changed_places_are_a_break() -> None:
    records = history()
    assert found([*records[:2], records[3], records[2], *records[4:]]).problem == "event 4 follows event 2, expected 3"


def test_a_record_put_in_is_a_break() -> None:
    records = history()
    forged = Record(3, b"forged", link(records[1].hash, 3, b"forged"))
    assert found([*records[:2], forged, *records[2:]]).problem == "event 3 follows event 3, expected 4"


@pytest.mark.parametrize(("table", "header"), [("t2", HEADER), ("t1", b"another")])
def test_a_history_belongs_to_its_table_and_header(table: str, header: bytes) -> None:
    assert examine(start(table, header), history()).whole == 0


def test_no_change_of_one_bit_goes_unnoticed() -> None:
    records, chance = history(), random.Random(1)
    for index, record in enumerate(records):
        for place in chance.sample(range(len(record.body)), 8):
            changed = bytearray(record.body)
            changed[place] ^= 1 << chance.randrange(8)
            assert found(replaced(records, index, body=bytes(changed))).whole == index


def transcript(records: list[Record], **changes: object) -> Transcript:
    fields = {"table": "t1", "status": "finished", "created": 1.5, "header": HEADER, "secret": b"\1\2"}
    return Transcript(**(fields | changes), records=tuple(records))  # type: ignore[arg-type]  # the fields are above


@pytest.mark.parametrize("secret", [b"\1\2", None])
def test_a_transcript_reads_as_it_was_written(secret: bytes | None) -> None:
    written = transcript(history(), secret=secret)
    assert parse_transcript(render_transcript(written)) == written


def test_a_transcript_can_be_read_by_people() -> None:
    first, second, *_ = render_transcript(transcript(history(1)))
    assert first == (
        b'{"transcript":1,"table":"t1","status":"finished","created":1.5,"entries":1,'
        b'"header":{"name":"Friday","seats":4},"secret":"0102"}\n'
    )
    assert second.startswith(b'{"seq":1,"event":{"type":"dice_rolled","seat":0,"dice":[3,0]},"hash":"')


@pytest.mark.parametrize(
    "exact",
    [
        b"",
        b"no map",
        msgspec.msgpack.encode("text"),
        msgspec.msgpack.encode({1: "a number as key"}),
        msgspec.msgpack.encode({"bytes": b"\0\1"}),
        msgspec.msgpack.encode({"extension": msgspec.msgpack.Ext(5, b"x")}),
        b"\x81\xa1a\xd1\0\1",  # a map of a number that is longer than it must be
        b"\x81\xa1a" + b"\x91" * 5000 + b"\xc0",  # nested deeper than Python likes
    ],
)
def test_what_json_would_change_is_written_as_hexadecimal(exact: bytes) -> None:
    written = transcript(chained([exact], header=exact), header=exact)
    lines = list(render_transcript(written))
    assert exact.hex().encode() in lines[1]
    assert parse_transcript(lines) == written


def changed_line(index: int, old: bytes, new: bytes) -> list[bytes]:
    lines = list(render_transcript(transcript(history())))
    assert old in lines[index]
    lines[index] = lines[index].replace(old, new)
    return lines


def refused(lines: list[bytes]) -> str:
    with pytest.raises(InvalidTranscript) as caught:
        parse_transcript(lines)
    return str(caught.value)


def test_a_changed_event_is_told_with_its_line() -> None:
    message = refused(changed_line(3, b"[3,2]", b"[4,2]"))
    assert message == "line 4: event 3 does not fit its hash, and event 4 was written after it"


def test_a_changed_last_event_is_told_too() -> None:
    assert refused(changed_line(6, b"[3,5]", b"[4,5]")) == "line 7: event 6 does not fit its hash"


def test_missing_lines_are_told() -> None:
    assert refused(list(render_transcript(transcript(history())))[:-2]) == "line 5: expected 6 events, found 4"


def test_another_version_is_refused() -> None:
    message = refused(changed_line(0, b'"transcript":1', b'"transcript":2'))
    assert message == "line 1: expected a transcript of version 1, found 2"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "line 1: expected the header of a transcript"),
        ([b"no json\n"], "line 1: expected the header of a transcript"),
        ([b"[" * 100_000], "line 1: expected the header of a transcript"),
        (changed_line(0, b'"0102"', b'"xy"'), "line 1: expected hexadecimal text"),
        (changed_line(2, b'"event"', b'"events"'), "line 3: expected an event"),
        (changed_line(2, b'"hash":"', b'"hash":"x'), "line 3: expected hexadecimal text"),
        (changed_line(2, b'"seq":2', b'"seq":-2'), "line 3: expected an event's number, found -2"),
        (changed_line(2, b"[3,1]", b"[3,1" + b"0" * 30 + b"]"), "line 3: "),
        (changed_line(2, b"[3,1]", b"[" * 5000 + b"]" * 5000), "line 3: "),
    ],
)
def test_what_is_no_transcript_is_refused_with_its_line(lines: list[bytes], problem: str) -> None:
    assert refused(lines).startswith(problem)
