"""Files that are none, or that somebody has made to do harm, are refused in one line that names the place."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from client import transcript
from client.errors import BadChoice
from client.transcript import read
from engine.board import load_board
from engine.history import render_transcript
from protocol import lobby_events as e
from protocol.transcripts import FORMAT, Header
from tests.client.games import SEED, TABLE_ID, events_of, honest, renamed, told_by
from tests.client.games import transcript as file_of

WHOLE = b"".join(render_transcript(honest()))
LINES = WHOLE.splitlines(keepends=True)


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def problem(path: Path) -> str:
    with pytest.raises(BadChoice) as caught:
        read(path)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(f"{path}: ")
    return text.removeprefix(f"{path}: ")


def test_a_file_tells_what_is_in_it(tmp_path: Path) -> None:
    told = told_by(honest(), tmp_path)
    assert (told.table, told.first, told.broken) == (TABLE_ID, 1, None)
    assert list(told.events) == events_of(honest())
    assert told.board.data == load_board().data
    assert (told.settings.name, told.rules.preset) == ("Friday", "official")
    assert told.seeds() == {SEED}


def test_a_file_of_the_archive_is_read_too(tmp_path: Path) -> None:
    assert read(written(tmp_path / "game.jsonl.gz", gzip.compress(WHOLE))).events == tuple(events_of(honest()))


@pytest.mark.parametrize("data", [gzip.compress(WHOLE)[:-9], gzip.compress(WHOLE)[:40], b"\x1f\x8b", b"\x1f\x8b" + b"x" * 50])
def test_a_broken_file_of_the_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    assert problem(written(tmp_path / "game.jsonl.gz", data))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "line 1: expected the header of a transcript"),
        (b"\n" * 9, "line 1: expected the header of a transcript"),
        (b"{}", "line 1: expected the header of a transcript: Object missing required field"),
        (b"[]", "line 1: expected the header of a transcript"),
        (b"\x00\xff" * 99, "line 1: expected the header of a transcript"),
        (b"[" * 100_000, "line 1: expected the header of a transcript"),
        (LINES[0], "line 2: expected table_created first, found no event"),
        (LINES[0] + LINES[2], "line 2: expected table_created first, found seat_taken"),
        (LINES[0] + b"\n" + LINES[1], "line 2: expected an event"),
        (LINES[0] + LINES[1][:50], "line 2: expected an event"),
        (WHOLE + b"\n", "line "),
        (LINES[0] + b'{"seq":1,"event":' + b"[" * 9000 + b"]" * 9000 + b',"hash":""}', "line 2: expected an event"),
        (LINES[0] + b'{"seq":1,"event":{"a":1e999},"hash":""}', "line 2: expected an event"),
        (LINES[0] + b'{"seq":1,"event":{"a":99999999999999999999999},"hash":""}', "line 2: expected "),
        (LINES[0] + b'{"seq":-1,"event":{},"hash":""}', "line 2: expected an event's number, found -1"),
        (LINES[0] + b'{"seq":1,"event":{"type":"none"},"hash":""}', "line 2: expected an event of this version"),
        (LINES[0] + b'{"seq":1,"event":"zz","hash":""}', "line 2: expected hexadecimal text"),
        (LINES[0] + b'{"seq":1,"event":{"type":"dice_rolled","seat":0,"dice":[1]},"hash":""}', "line 2: expected an event of"),
        (LINES[0].replace(b'"transcript":1', b'"transcript":2'), "line 1: expected a transcript of version 1, found 2"),
        (LINES[0].replace(b'"format":1', b'"format":7') + LINES[1], "line 1: expected a board that can be played"),
        (LINES[0].replace(b'"price":60', b'"price":-1') + LINES[1], "line 1: expected a board that can be played"),
        (LINES[0].replace(b'"go"', b'"stop"') + LINES[1], "line 1: expected a board that can be played"),
        (LINES[0].replace(b'"secret":null', b'"secret":7') + LINES[1], "line 1: expected the header"),
        (LINES[0].replace(b'"secret":null', b'"secret":"7"') + LINES[1], "line 1: expected hexadecimal text"),
        (LINES[0].replace(b'"secret"', b'"sacred"') + LINES[1], "line 1: expected the header of a transcript: Object contains"),
    ],
    ids=range(25),
)
def test_what_is_no_transcript_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    assert problem(written(tmp_path / "game.jsonl", data)).startswith(words)


def test_an_event_that_carries_escapes_moves_no_terminal(tmp_path: Path) -> None:
    hostile = LINES[0] + b'{"seq":1,"event":{"type":"\\u001b[2J"},"hash":""}'
    assert "\x1b" not in problem(written(tmp_path / "game.jsonl", hostile))


def test_a_file_that_is_too_long_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "LONGEST", 1000)
    words = "line 1: expected no more than 1000 bytes, found more"
    assert problem(written(tmp_path / "long.jsonl", WHOLE)) == words
    bomb = gzip.compress(bytes(10_000_000))
    monkeypatch.setattr(transcript, "LONGEST", len(bomb))
    assert problem(written(tmp_path / "bomb.jsonl.gz", bomb)).endswith("bytes, found more")


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    assert problem(tmp_path / name) in ("no such file or directory", "is a directory")


def test_a_chain_that_does_not_fit_is_kept_for_the_check(tmp_path: Path) -> None:
    told = told_by(renamed(honest(), table="another"), tmp_path)
    assert str(told.broken) == "line 2: event 1 does not fit its hash, and event 2 was written after it"


def test_a_secret_of_the_host_s_file_is_a_seed_too(tmp_path: Path) -> None:
    without = [event for event in events_of(honest()) if not isinstance(event, e.SeedRevealed)]
    assert told_by(file_of(without), tmp_path).seeds() == set()
    assert told_by(renamed(file_of(without), secret=b"s"), tmp_path).seeds() == {b"s"}


def test_a_header_of_another_version_is_refused(tmp_path: Path) -> None:
    later = msgspec.msgpack.encode(Header(FORMAT + 1, load_board().data))
    with pytest.raises(BadChoice, match="expected a table of format 1, found 2"):
        told_by(renamed(honest(), header=later), tmp_path)
