"""The database file: its tables, its format version, how it is opened and what its errors mean.

Must not know how histories are written or read; `sqlite_journal.py` and `sqlite_reader.py` do.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from server.data_folder import UnusableData
from server.store import Unavailable

FORMAT: Final = 1
"""The newest format version of database and journals that this server reads, and the one it writes."""

_APPLICATION: Final = 0x4D61676E  # "Magn"
_WAIT: Final = 5.0  # seconds for another program to let go of the database
_NO_SPACE: Final = 256 * 1024  # bytes; an I/O error with less than this free is a full disk

# `log` has no index: rows of all tables are appended to its end, so that a commit for a hundred tables writes a few pages
# and not a hundred. A table's rows lie between `tables.first` and `tips.number`, which bounds the search for them.
# Rows with a hash are events, rows with a seat are replies; a reply's `seq` is that of the last event before it.
_SCHEMA: Final = f"""
BEGIN;
CREATE TABLE tables (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, format INTEGER NOT NULL, status TEXT NOT NULL,
    created REAL NOT NULL, changed REAL NOT NULL, first INTEGER NOT NULL, header BLOB NOT NULL
);
CREATE TABLE tips (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, number INTEGER NOT NULL);
CREATE TABLE log (
    number INTEGER PRIMARY KEY, id INTEGER NOT NULL, seq INTEGER NOT NULL, seat INTEGER, request INTEGER,
    body BLOB NOT NULL, hash BLOB
);
CREATE TABLE notes (id INTEGER NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (id, name)) WITHOUT ROWID;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {FORMAT};
COMMIT;
PRAGMA journal_mode = WAL;
"""

_REASONS: Final[dict[int, Unavailable]] = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
}
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class UnusableDatabase(UnusableData):
    """The database file cannot be used as it is."""

    def __init__(self, path: Path, problem: str, way_out: str) -> None:
        self.path = path
        super().__init__(f"database {path} {problem}; {way_out}")


def open_for_writing(path: Path, *, relaxed: bool = False) -> sqlite3.Connection:
    """The database, created if it is not there, checked whole; raises `UnusableDatabase`.

    May be used from one thread at a time. `relaxed`: a commit waits neither for the disk nor for another program.
    """
    try:
        if not path.exists():
            _create(path)
        connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
        try:
            _recognize(connection, path)
            _prepare(connection, relaxed=relaxed)
            _check_pages(connection, path)
        except BaseException:
            connection.close()
            raise
    except (sqlite3.Error, OSError) as error:
        raise _unusable(path, error) from error
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """The database as it is, also beside a running server, never changing it; raises `UnusableDatabase`."""
    if not path.is_file():
        raise missing(path)
    try:
        try:
            return _open_readonly(path, "mode=ro")
        except sqlite3.OperationalError as error:
            # SQLite makes two files to share its log with a writer. Where nothing can be written, and on a full disk, it
            # cannot; if there is no log, there is no writer either, and the database can be read by itself.
            if _primary(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR) or _has_log(path):
                raise
            return _open_readonly(path, "mode=ro&immutable=1")
    except sqlite3.Error as error:
        raise _unusable(path, error) from error


def missing(path: Path) -> UnusableDatabase:
    """What to raise where there is no database."""
    return UnusableDatabase(path, "is not there", "name the folder of a server with --data")


def copy_database(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the database as it is now into a file of its own, whole or not at all; raises `sqlite3.Error` and `OSError`."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    try:
        unfinished.touch(mode=0o600)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # so that it can be read from where nothing can be written
        unfinished.rename(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def damage(connection: sqlite3.Connection) -> str | None:
    """What is wrong with the pages of the database, or `None`."""
    try:
        lines = [str(line) for (line,) in connection.execute("PRAGMA quick_check(3)")]
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        lines = [str(error)]
    return None if lines == ["ok"] else ", ".join(" ".join(line.split()) for line in lines)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error comes from the bytes of the file and not from its surroundings."""
    return _primary(error) in _DAMAGE


def unavailable(error: sqlite3.Error, folder: Path) -> Unavailable | None:
    """What to wait for before the same is tried again, or `None` if that would be of no use."""
    reason = _REASONS.get(_primary(error))
    # A full disk shows itself as an I/O error where SQLite grows a file by other means than writing, its -shm for one.
    if reason is None and _primary(error) == sqlite3.SQLITE_IOERR and _is_full(folder):
        return "disk_full"
    return reason


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _NO_SPACE
    except OSError:  # a folder that is gone will not have room again
        return False


def _primary(error: sqlite3.Error) -> int:
    """The kind of the error without its details; 0 if SQLite itself did not raise it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _create(path: Path) -> None:
    """Make an empty database under another name first: so an empty or half made file never passes for a new one."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        connection.executescript(_SCHEMA)
    unfinished.rename(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _open_readonly(path: Path, how: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, timeout=_WAIT, isolation_level=None, check_same_thread=False, uri=True)
    try:
        _recognize(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _recognize(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        found = "is empty" if not path.stat().st_size else "is a database of another program"
        raise UnusableDatabase(path, found, _way_out())
    if not 1 <= version <= FORMAT:
        problem = f"has format version {version}, expected no more than {FORMAT}"
        raise UnusableDatabase(path, problem, "a newer server wrote it: start that one")


def _prepare(connection: sqlite3.Connection, *, relaxed: bool) -> None:
    connection.execute("PRAGMA journal_mode = WAL")  # only after a backup was put in its place does this change anything
    connection.execute(f"PRAGMA synchronous = {'OFF' if relaxed else 'FULL'}")
    connection.execute("PRAGMA fullfsync = ON")  # macOS: a plain fsync stops at the drive's cache
    if relaxed:
        connection.execute("PRAGMA busy_timeout = 0")  # it is written where everybody would have to wait


def _check_pages(connection: sqlite3.Connection, path: Path) -> None:
    problem = damage(connection)
    if problem is not None:
        raise UnusableDatabase(path, f"is damaged ({problem})", _way_out())


def _unusable(path: Path, error: sqlite3.Error | OSError) -> UnusableDatabase:
    if isinstance(error, OSError):
        return UnusableDatabase(path, f"cannot be created ({error.strerror or error})", "make room or choose another --data")
    if is_damage(error):
        return UnusableDatabase(path, f"is damaged ({error})", _way_out())
    reason = unavailable(error, path.parent)
    if reason is not None:
        return UnusableDatabase(path, f"cannot be opened now ({reason}: {error})", "start again once that is gone")
    return UnusableDatabase(path, f"cannot be opened ({error})", _way_out())


def _way_out() -> str:
    return (
        "put a copy made by `magnate-server backup` in its place, or move it away to begin with no tables"
        " (`magnate-server check` and `export` read what is left of it)"
    )
