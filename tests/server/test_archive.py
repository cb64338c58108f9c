"""Tables that have ended go into files, whole and on disk before the database may forget them."""

import gzip
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.history import Record, Transcript, link, parse_transcript, render_transcript, start
from protocol.lobby_events import AnyLobbyEvent, TableEvent
from server.archive import Archived, write_archive, write_durably
from server.data_folder import DataFolder, UnusableData
from server.sqlite_journal import SetStatus
from tests.protocol.strategies import values
from tests.server.journals import CREATED, create, entries, fill, journal, small_disk, tamper, with_tables


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A folder with a finished, a closed and a running table, the first two of which ended at `CREATED`."""
    folder = DataFolder(tmp_path / "data")
    with_tables(folder, "won", "left", "running")
    with journal(folder) as (_, writer):
        writer.commit([SetStatus("won", "finished"), SetStatus("left", "closed")])
    return folder


def archived(folder: DataFolder, table: str) -> Transcript:
    with gzip.open(folder.archive / f"{table}.jsonl.gz") as file:
        return parse_transcript(file)


def test_tables_that_ended_long_enough_ago_are_written(folder: DataFolder) -> None:
    assert write_archive(folder, CREATED - 1) == Archived([], [])
    assert not folder.archive.exists()
    assert write_archive(folder, CREATED) == Archived(["won", "left"], [])
    won = archived(folder, "won")
    assert (won.status, won.secret) == ("finished", b"seed of won")
    assert [record.body for record in won.records] == [entry.body for entry in entries(1, 6)]
    assert archived(folder, "left").secret is None
    assert sorted(os.listdir(folder.archive)) == ["left.jsonl.gz", "won.jsonl.gz"]
    assert stat.S_IMODE(folder.archive.stat().st_mode) == 0o700


def test_writing_twice_gives_the_same(folder: DataFolder) -> None:
    write_archive(folder, CREATED)
    first = archived(folder, "won")
    assert write_archive(folder, CREATED).written == ["won", "left"]
    assert archived(folder, "won") == first


@pytest.mark.parametrize("where", ["seq = 3", "seq = 6"])
def test_a_table_of_which_something_is_missing_stays(folder: DataFolder, where: str) -> None:
    tamper(folder, f"DELETE FROM log WHERE id = 1 AND {where}")
    assert write_archive(folder, CREATED) == Archived(["left"], ["won"])
    assert os.listdir(folder.archive) == ["left.jsonl.gz"]


def test_a_name_cannot_lead_out_of_the_archive(folder: DataFolder) -> None:
    with journal(folder) as (_, writer):
        writer.commit([create("../../évil"), SetStatus("../../évil", "closed")])
    assert "../../évil" in write_archive(folder, CREATED).written
    assert "..%2F..%2F%C3%A9vil.jsonl.gz" in os.listdir(folder.archive)


def test_no_database_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnusableData, match="is not there"):
        write_archive(DataFolder(tmp_path), CREATED)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise RuntimeError("in the middle")

    file = tmp_path / "file"
    write_durably(file, [b"o", b"ld"])
    with pytest.raises(RuntimeError, match="in the middle"):
        write_durably(file, pieces())
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        folder = DataFolder(disk / "data")
        with_tables(folder, "won")
        tamper(folder, "UPDATE tables SET status = 'finished', changed = 0")
        folder.archive.mkdir()
        filler = fill(disk)
        with pytest.raises(OSError, match="No space left"):
            write_archive(folder, CREATED)
        assert os.listdir(folder.archive) == []
        filler.unlink()
        assert write_archive(folder, CREATED).written == ["won"]


@given(st.sampled_from(TableEvent.__args__).flatmap(values))  # type: ignore[attr-defined]  # a union has its parts there
def test_every_event_stands_in_a_transcript_as_an_object(event: TableEvent) -> None:
    body = msgspec.msgpack.encode(event)
    records = (Record(1, body, link(start("t1", b""), 1, body)),)
    lines = list(render_transcript(Transcript("t1", "finished", 0.0, b"", None, records)))
    assert isinstance(msgspec.json.decode(lines[1])["event"], dict)
    assert parse_transcript(lines).records == records


def test_events_of_both_kinds_are_tried() -> None:
    assert set(AnyLobbyEvent.__args__) < set(TableEvent.__args__)  # type: ignore[attr-defined]  # see above
