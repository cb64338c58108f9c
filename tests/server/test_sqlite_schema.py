"""A database is opened only if it is whole and of a known format; otherwise the message names the way out."""

import os
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from server.data_folder import DataFolder, FolderUnwritable
from server.sqlite_reader import read_rows
from server.sqlite_schema import (
    UnusableDatabase,
    copy_database,
    damage,
    open_for_reading,
    open_for_writing,
    sync_folder,
    unavailable,
)
from tests.server.journals import SAMPLE, fill, small_disk, tamper, with_tables


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A data folder with two tables, closed properly."""
    folder = DataFolder(tmp_path / "data")
    with_tables(folder, "t1", "t2", events=40)
    return folder


def refusal(folder: DataFolder) -> str:
    with pytest.raises(UnusableDatabase) as caught:
        open_for_writing(folder.database)
    return str(caught.value)


def pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize(("relaxed", "synchronous"), [(False, 2), (True, 0)])
def test_a_new_database_writes_ahead_and_waits_for_the_disk(tmp_path: Path, relaxed: bool, synchronous: int) -> None:
    with closing(open_for_writing(tmp_path / "new", relaxed=relaxed)) as connection:
        assert pragma(connection, "journal_mode") == "wal"
        assert pragma(connection, "synchronous") == synchronous
        assert pragma(connection, "user_version") == 1
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600


def test_a_database_half_made_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "db.new").write_bytes(b"half")
    open_for_writing(tmp_path / "db").close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["db"]


def test_a_folder_without_room_for_a_new_database_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabase, match=r"cannot be created \(No such file or directory\); make room or"):
        open_for_writing(tmp_path / "none" / "db")


def test_a_damaged_header_is_refused_with_the_way_out(folder: DataFolder) -> None:
    with folder.database.open("r+b") as file:
        file.write(b"\0" * 16)
    message = refusal(folder)
    assert message.startswith(f"database {folder.database} is damaged (file is not a database); put a copy made by")
    assert "`magnate-server backup`" in message
    assert "`magnate-server check` and `export`" in message
    with pytest.raises(UnusableDatabase, match="is damaged"):
        open_for_reading(folder.database)


def test_damaged_pages_are_refused(folder: DataFolder) -> None:
    with folder.database.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xff" * 4096)
    assert "is damaged" in refusal(folder)
    with closing(open_for_reading(folder.database)) as connection:
        assert damage(connection) is not None


def test_a_file_cut_short_is_refused(folder: DataFolder) -> None:
    os.truncate(folder.database, folder.database.stat().st_size - 4096)
    assert "is damaged" in refusal(folder)


def test_an_empty_file_is_no_new_database(folder: DataFolder) -> None:
    os.truncate(folder.database, 0)
    assert f"{folder.database} is empty; put a copy" in refusal(folder)
    assert folder.database.stat().st_size == 0


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    tamper(folder, "CREATE TABLE other (x)")
    before = folder.database.read_bytes()
    assert "is a database of another program" in refusal(folder)
    assert folder.database.read_bytes() == before


def test_a_database_of_a_newer_server_is_refused(folder: DataFolder) -> None:
    tamper(folder, "PRAGMA user_version = 2")
    message = refusal(folder)
    assert message.endswith("has format version 2, expected no more than 1; a newer server wrote it: start that one")


def test_a_journal_of_the_first_version_is_read(tmp_path: Path) -> None:
    shutil.copy(SAMPLE, tmp_path / "db")
    with closing(open_for_writing(tmp_path / "db")) as connection:
        assert [row.name for row in read_rows(connection)] == ["lobby", "running", "finished"]


def test_reading_needs_a_database(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabase, match="is not there; name the folder of a server with --data"):
        open_for_reading(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_reading_changes_nothing(folder: DataFolder) -> None:
    with closing(open_for_reading(folder.database)) as connection, pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM log")


def test_reading_goes_on_beside_a_writer(folder: DataFolder) -> None:
    with closing(open_for_writing(folder.database)) as writer, closing(open_for_reading(folder.database)) as reader:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE tables SET status = 'closed'")
        assert {row.status for row in read_rows(reader)} == {"running"}
        writer.execute("COMMIT")
        assert {row.status for row in read_rows(reader)} == {"closed"}


def test_a_copy_is_a_database_of_its_own(folder: DataFolder, tmp_path: Path) -> None:
    with closing(open_for_writing(folder.database)) as writer:
        writer.execute("UPDATE tables SET status = 'closed'")  # still in the write-ahead log
        copy_database(writer, tmp_path / "copy")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "data"]
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    with closing(open_for_writing(tmp_path / "copy")) as connection:
        assert [row.status for row in read_rows(connection)] == ["closed", "closed"]


def test_a_copy_that_fails_leaves_nothing(folder: DataFolder, tmp_path: Path) -> None:
    with closing(open_for_reading(folder.database)) as connection:
        (tmp_path / "copy").mkdir()
        with pytest.raises(OSError, match="directory"):
            copy_database(connection, tmp_path / "copy")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "data"]


def failed(connection: sqlite3.Connection, statement: str) -> sqlite3.Error:
    with pytest.raises(sqlite3.Error) as caught:
        connection.execute(statement)
    return caught.value


def test_what_may_pass_is_told_from_what_does_not(folder: DataFolder) -> None:
    with closing(open_for_writing(folder.database)) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute(f"PRAGMA max_page_count = {pragma(connection, 'page_count')}")
        full = failed(connection, "INSERT INTO log (id, seq, body) VALUES (1, 1, zeroblob(1000000))")
        assert unavailable(full, folder.path) == "disk_full"
        connection.execute("PRAGMA query_only = ON")
        assert unavailable(failed(connection, "DELETE FROM log"), folder.path) == "read_only"
        connection.execute("PRAGMA query_only = OFF")
        with closing(sqlite3.connect(folder.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert unavailable(failed(connection, "BEGIN IMMEDIATE"), folder.path) == "locked"
        assert unavailable(failed(connection, "SELECT * FROM nothing"), folder.path) is None
    assert unavailable(sqlite3.ProgrammingError("not raised by SQLite itself"), folder.path) is None


def test_a_database_held_by_another_program_is_told(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.sqlite_schema._WAIT", 0.0)
    with closing(sqlite3.connect(folder.database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert "cannot be opened now (locked: database is locked); start again once that is gone" in refusal(folder)


def test_a_read_only_folder_can_be_read_but_not_served(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        folder = DataFolder(disk / "data")
        with_tables(folder, "t1")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(FolderUnwritable, match="cannot be written: read-only file system; make it writable"):
            folder.lock()
        with closing(open_for_reading(folder.database)) as connection:
            assert [row.name for row in read_rows(connection)] == ["t1"]
        with pytest.raises(UnusableDatabase):
            open_for_writing(folder.database)


def test_a_full_disk_without_a_database_is_told(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        folder = DataFolder(disk / "data")
        filler = fill(disk)
        with folder.lock():
            assert "cannot be opened now (disk_full:" in refusal(folder)
        assert not folder.database.exists()
        filler.unlink()
        open_for_writing(folder.database).close()


def test_a_full_disk_is_no_damage(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        folder = DataFolder(disk / "data")
        with_tables(folder, "t1")
        filler = fill(disk)
        with folder.lock():
            assert "cannot be opened now (disk_full:" in refusal(folder)
        with closing(open_for_reading(folder.database)) as connection:
            assert [row.name for row in read_rows(connection)] == ["t1"]
        filler.unlink()
        open_for_writing(folder.database).close()


def test_an_input_output_error_is_a_full_disk_only_where_there_is_no_room(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    with small_disk(tmp_path) as disk:
        assert unavailable(error, disk) is None
        fill(disk)
        assert unavailable(error, disk) == "disk_full"
    assert unavailable(error, tmp_path / "gone") is None


def test_names_in_a_folder_can_be_made_durable(tmp_path: Path) -> None:
    sync_folder(tmp_path)
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "none")
