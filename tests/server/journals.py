"""Tables to store, and data folders to store them in; `python -m tests.server.journals FILE` writes the sample journal."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from engine.events import DiceRolled, GameEnded, MoneyPaid, TokenMoved
from engine.ids import Seat
from protocol.lobby_events import ReadySet, SeatTaken, TableStarted
from server.data_folder import DataFolder
from server.sqlite_journal import Create, Journal, SetStatus
from server.sqlite_schema import copy_database, open_for_reading, open_for_writing
from server.sqlite_store import SqliteStore
from server.store import Batch, Entry, KeptReply, StoredTable

HEADER = msgspec.msgpack.encode({"settings": {"name": "Friday", "seats": 2}})
SAMPLE = Path(__file__).parent / "data" / "journal_v1.sqlite3"
CREATED = 1_700_000_000.0


def body(seq: int) -> bytes:
    return msgspec.msgpack.encode(DiceRolled(Seat(seq % 2), (1 + seq % 6, 1 + seq // 6 % 6)))


def entries(first: int, count: int = 1) -> tuple[Entry, ...]:
    return tuple(Entry(seq, body(seq)) for seq in range(first, first + count))


def batch(
    table: str, first: int, count: int = 1, request: int | None = None, notes: Mapping[str, bytes] | None = None
) -> Batch:
    """The events of one command of seat `first % 2`, with its reply if it has a request number."""
    reply = None if request is None else KeptReply(first % 2, request, b"reply %d" % request)
    return Batch(table, entries(first, count), reply, notes or {})


def create(table: str, count: int = 1) -> Create:
    return Create(table, HEADER, {"secret": b"seed of " + table.encode()}, entries(1, count))


@contextmanager
def journal(folder: DataFolder, now: float = CREATED) -> Iterator[tuple[sqlite3.Connection, Journal]]:
    """The database of a folder and what writes to it, loaded."""
    folder.path.mkdir(exist_ok=True)
    with closing(open_for_writing(folder.database)) as connection:
        writer = Journal(connection, lambda: now)
        writer.load()
        yield connection, writer


def with_tables(folder: DataFolder, *tables: str, events: int = 6) -> None:
    """Put running tables with so many events each into a folder; every second event came with a reply."""
    with journal(folder) as (_, writer):
        writer.commit([create(table) for table in tables])
        for seq in range(2, events + 1):
            writer.commit([batch(table, seq, 1, request=seq if seq % 2 else None) for table in tables])
        assert writer.commit([SetStatus(table, "running") for table in tables]) == [None] * len(tables)


def tamper(folder: DataFolder, statement: str, *values: object) -> int:
    """Change the database behind the server's back; how many rows."""
    with closing(sqlite3.connect(folder.database, isolation_level=None)) as connection:
        return connection.execute(statement, values).rowcount


@asynccontextmanager
async def opened(folder: DataFolder, *, relaxed: bool = False) -> AsyncIterator[SqliteStore]:
    """A store that has been loaded."""
    store = SqliteStore(folder, relaxed=relaxed)
    try:
        store.load()
        yield store
    finally:
        await store.aclose()


async def found_in(folder: DataFolder) -> dict[str, StoredTable]:
    store = SqliteStore(folder)
    try:
        return {stored.table: stored for stored in store.load()}
    finally:
        await store.aclose()


@contextmanager
def held(folder: DataFolder) -> Iterator[None]:
    """Another program writes, so that the store's thread waits."""
    with closing(sqlite3.connect(folder.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def crashed(folder: DataFolder, to: Path) -> DataFolder:
    """What would be on disk if the machine died now."""
    shutil.copytree(folder.path, to)
    return DataFolder(to)


@contextmanager
def small_disk(place: Path, size: str = "512k") -> Iterator[Path]:
    """A real file system with little room; skips the test where none can be mounted."""
    disk = place / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a file system needs root")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """Use up all the room of a disk by one file."""
    room = os.statvfs(disk)
    filler = disk / "filler"
    filler.write_bytes(bytes(room.f_bavail * room.f_frsize))
    return filler


def write_sample(file: Path) -> None:
    """A journal with a table in the lobby, a running and a finished one, as this version writes it."""
    with TemporaryDirectory() as folder, journal(DataFolder(Path(folder))) as (connection, writer):
        sat = [SeatTaken(Seat(0), "Ann"), SeatTaken(Seat(1), "Bob"), ReadySet(Seat(0), True), ReadySet(Seat(1), True)]
        played = [TableStarted((Seat(0), Seat(1))), DiceRolled(Seat(0), (2, 4)), TokenMoved(Seat(0), 0, 6)]
        ended = [MoneyPaid(Seat(0), Seat(1), 6, "rent"), GameEnded("count", (Seat(1),), (1494, 1506))]
        for name, events in {"lobby": sat[:2], "running": sat + played, "finished": sat + played + ended}.items():
            notes = {"secret": b"seed of " + name.encode(), "clocks": b"clocks"}
            numbered = enumerate(map(msgspec.msgpack.encode, events), 1)
            writer.commit([Create(name, HEADER, notes, tuple(Entry(seq, each) for seq, each in numbered))])
            writer.commit([Batch(name, reply=KeptReply(0, 7, b"reply"))])
        writer.commit([SetStatus("running", "running"), SetStatus("finished", "finished")])
        copy_database(connection, file)


if __name__ == "__main__":
    write_sample(Path(sys.argv[1]))
    with closing(open_for_reading(Path(sys.argv[1]))):
        print(os.stat(sys.argv[1]).st_size, "bytes")
