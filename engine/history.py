"""The history of a table: a chain of hashes over its events, and the transcript file in which it travels.

A body is the MessagePack of one event; this module never asks which. A transcript is JSON lines: a `Header`, then one
`Line` for each event. A header or event that is a MessagePack map stands there as a JSON object whose keys keep their
order, so that packing it again (shortest form of every number and length) gives the bytes that were hashed; anything
else stands there as hexadecimal text.

Must not open files, and must not judge what the events say: only that none was changed, lost, moved or put in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

TRANSCRIPT: Final = 1
"""The format version of transcripts."""

_START: Final = b"magnate/history/1"
_UNREADABLE: Final = (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError)
"""What reading or packing a value raises: wrong form, wrong type, a number too big, nested too deep."""


class Record(msgspec.Struct, frozen=True, gc=False):
    """One event as it is kept: its number, its bytes, and the hash of the history up to it."""

    seq: int
    body: bytes
    hash: bytes


class Header(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The first line of a transcript; `secret` is there once the game is finished, in hexadecimal."""

    transcript: int
    table: str
    status: str
    created: float
    entries: int
    header: Any
    secret: str | None = None


class Line(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One event in a transcript."""

    seq: int
    event: Any
    hash: str


class InvalidTranscript(Exception):
    """A transcript cannot be read or its chain is broken: the number of the line, counted from 1, and the `problem`."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        self.problem = problem
        super().__init__(f"line {line}: {problem}")


@dataclass(frozen=True)
class Transcript:
    """A table and its history, read from a transcript and found whole."""

    table: str
    status: str
    created: float  # seconds since the epoch
    header: bytes
    secret: bytes | None
    records: tuple[Record, ...]


@dataclass(frozen=True)
class Finding:
    """What is left of a history: how many records from the start are `whole`, how many after them are `torn` off.

    With a `problem` the chain is broken inside: records after the break were written on top of it.
    """

    whole: int
    torn: int = 0
    problem: str | None = None


def start(table: str, header: bytes) -> bytes:
    """The hash that the first event of a table builds on."""
    return hashlib.sha256(_START + hashlib.sha256(header).digest() + table.encode()).digest()


def link(previous: bytes, seq: int, body: bytes) -> bytes:
    """The hash of a history that ends in this event; `previous` is the one before it."""
    return hashlib.sha256(previous + seq.to_bytes(8, "big", signed=True) + body).digest()


def examine(first: bytes, records: Sequence[Record]) -> Finding:
    """How far a history holds; `first` is what `start` gives for its table.

    Records at the end of which none fits are a torn tail. A number that does not follow, or one record that fits after
    one that does not, is no tail: the break is inside.
    """
    previous = first
    for index, record in enumerate(records):
        if index and record.seq != records[index - 1].seq + 1:
            problem = f"event {record.seq} follows event {records[index - 1].seq}, expected {records[index - 1].seq + 1}"
            return Finding(index, problem=problem)
        if record.hash != link(previous, record.seq, record.body):
            return _after_break(previous, records, index)
        previous = record.hash
    return Finding(len(records))


def _after_break(previous: bytes, records: Sequence[Record], broken: int) -> Finding:
    """Whether the record at `broken`, which does not fit, begins a torn tail."""
    kept = records[broken].hash
    computed = link(previous, records[broken].seq, records[broken].body)
    for record in records[broken + 1 :]:
        if record.hash in (link(kept, record.seq, record.body), link(computed, record.seq, record.body)):
            problem = f"event {records[broken].seq} does not fit its hash, and event {record.seq} was written after it"
            return Finding(broken, problem=problem)
        kept = record.hash
        computed = link(computed, record.seq, record.body)
    return Finding(broken, torn=len(records) - broken)


def render_transcript(transcript: Transcript) -> Iterator[bytes]:
    """The lines of a transcript file, each with its line feed."""
    header = Header(
        transcript=TRANSCRIPT,
        table=transcript.table,
        status=transcript.status,
        created=transcript.created,
        entries=len(transcript.records),
        header=_shown(transcript.header),
        secret=None if transcript.secret is None else transcript.secret.hex(),
    )
    yield msgspec.json.encode(header) + b"\n"
    for record in transcript.records:
        yield msgspec.json.encode(Line(record.seq, _shown(record.body), record.hash.hex())) + b"\n"


def parse_transcript(lines: Iterable[bytes]) -> Transcript:
    """The table of a transcript file; raises `InvalidTranscript` if it cannot be read or is not whole."""
    transcript, problem = read_transcript(lines)
    if problem is not None:
        raise problem
    return transcript


def read_transcript(lines: Iterable[bytes]) -> tuple[Transcript, InvalidTranscript | None]:
    """The table of a transcript file, and what is wrong with its chain; raises `InvalidTranscript` if it cannot be read."""
    numbered = iter(enumerate(lines, 1))
    header = _parse_header(next(numbered, (1, b""))[1])
    records = tuple(_parse_line(number, line) for number, line in numbered)
    body = _bytes(1, header.header)
    secret = None if header.secret is None else _unhex(1, header.secret)
    transcript = Transcript(header.table, header.status, header.created, body, secret, records)
    return transcript, _broken_chain(transcript, header.entries)


def _broken_chain(transcript: Transcript, entries: int) -> InvalidTranscript | None:
    records = transcript.records
    finding = examine(start(transcript.table, transcript.header), records)
    if finding.whole < len(records):
        problem = finding.problem or f"event {records[finding.whole].seq} does not fit its hash"
        return InvalidTranscript(finding.whole + 2, problem)
    if len(records) != entries:
        return InvalidTranscript(len(records) + 1, f"expected {entries} events, found {len(records)}")
    return None


def _parse_header(line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except _UNREADABLE as error:
        raise InvalidTranscript(1, f"expected the header of a transcript: {error}") from None
    if header.transcript != TRANSCRIPT:
        raise InvalidTranscript(1, f"expected a transcript of version {TRANSCRIPT}, found {header.transcript}")
    return header


def _parse_line(number: int, text: bytes) -> Record:
    try:
        line = msgspec.json.decode(text, type=Line)
    except _UNREADABLE as error:
        raise InvalidTranscript(number, f"expected an event: {error}") from None
    if not 0 <= line.seq < 2**63:
        raise InvalidTranscript(number, f"expected an event's number, found {line.seq}")
    return Record(line.seq, _bytes(number, line.event), _unhex(number, line.hash))


def _shown(body: bytes) -> object:
    """A MessagePack map as itself, if its JSON packs to the same bytes again; anything else as hexadecimal text."""
    try:
        value = msgspec.msgpack.decode(body)
        again = msgspec.msgpack.encode(msgspec.json.decode(msgspec.json.encode(value)))
    except _UNREADABLE:
        return body.hex()
    return value if isinstance(value, dict) and again == body else body.hex()


def _bytes(number: int, shown: object) -> bytes:
    if isinstance(shown, str):
        return _unhex(number, shown)
    try:
        return msgspec.msgpack.encode(shown)
    except _UNREADABLE as error:
        raise InvalidTranscript(number, f"expected a value that MessagePack can hold: {error}") from None


def _unhex(number: int, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise InvalidTranscript(number, "expected hexadecimal text, found something else") from None
