"""What SQLite drops from the end of a log without a word is seen and counted."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.wal_tail import Torn, torn_end

FRAME = 24 + 4096
HEADER = 32


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """The log of a database with ten commits, as it is on disk if the machine dies now."""
    with closing(sqlite3.connect(tmp_path / "live", isolation_level=None)) as live:
        live.executescript("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; CREATE TABLE t (body)")
        for number in range(9):
            live.execute("INSERT INTO t VALUES (?)", (number,))
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"live{end}", tmp_path / f"dead{end}")
    return tmp_path / "dead-wal"


def recovered(log: Path) -> tuple[int, Torn | None]:
    """How many rows are there after SQLite has recovered, and what it passed over."""
    with closing(sqlite3.connect(log.with_name("dead"), isolation_level=None)) as connection:
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        rows = connection.execute("SELECT count(*) FROM t").fetchone()[0] if tables else 0
        _, frames, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        return rows, torn_end(log, frames)


def test_a_whole_log_has_no_torn_end(log: Path) -> None:
    assert recovered(log) == (9, None)


def test_no_log_and_an_empty_log_have_no_torn_end(tmp_path: Path) -> None:
    assert torn_end(tmp_path / "none", 0) is None
    (tmp_path / "empty").touch()
    assert torn_end(tmp_path / "empty", 0) is None


@pytest.mark.parametrize("cut", [1, 2, 23, 24, 25, 100, FRAME - 17, FRAME - 5, FRAME - 1])
def test_half_a_frame_is_a_torn_end(log: Path, cut: int) -> None:
    os.truncate(log, log.stat().st_size - cut)
    assert recovered(log) == (8, Torn(FRAME - cut))


def test_a_log_cut_between_commits_is_whole(log: Path) -> None:
    os.truncate(log, log.stat().st_size - FRAME)
    assert recovered(log) == (8, None)


def test_commits_behind_a_damaged_frame_are_counted(log: Path) -> None:
    end = log.stat().st_size
    with log.open("r+b") as file:
        file.seek(end - 3 * FRAME + 24)
        file.write(b"damage")
    assert recovered(log) == (6, Torn(3 * FRAME, commits=3))


@pytest.mark.parametrize("place", [0, 16, 24])
def test_a_damaged_header_loses_the_whole_log(log: Path, place: int) -> None:
    with log.open("r+b") as file:
        file.seek(place)
        file.write(b"\xff" * 4)
    size = log.stat().st_size
    assert recovered(log) == (0, Torn(size))


def test_half_a_header_is_a_torn_end(log: Path) -> None:
    os.truncate(log, HEADER - 1)
    assert recovered(log) == (0, Torn(HEADER - 1))


def test_frames_of_an_earlier_round_are_no_torn_end(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "dead", isolation_level=None)) as live:
        live.executescript("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; CREATE TABLE t (body)")
        for number in range(9):
            live.execute("INSERT INTO t VALUES (?)", (number,))
        live.execute("PRAGMA wal_checkpoint(RESTART)")
        live.execute("INSERT INTO t VALUES (9)")
        _, frames, _ = live.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        log = tmp_path / "dead-wal"
        assert frames == 1
        assert log.stat().st_size > HEADER + 2 * FRAME
        assert torn_end(log, frames) is None
