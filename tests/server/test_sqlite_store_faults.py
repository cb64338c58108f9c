"""Torn files, full disks, faults and sudden death: what was called durable is there, and the rest is told.

All on the real clock: a mock clock does not see the store's thread.
"""

import os
import sqlite3
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from server.data_folder import DataFolder
from server.sqlite_schema import UnusableDatabase
from server.sqlite_store import SqliteStore
from server.store import Batch, Entry, KeptReply, StoredTable, StoreFailed, StoreUnavailable
from tests.server.journals import (
    HEADER,
    batch,
    crashed,
    entries,
    fill,
    found_in,
    held,
    journal,
    opened,
    small_disk,
    tamper,
    with_tables,
)

ROOT = Path(__file__).parents[2]

@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A folder with three running tables of six events each."""
    folder = DataFolder(tmp_path / "data")
    with_tables(folder, "t1", "t2", "t3")
    return folder


async def test_a_torn_end_is_reported_and_the_table_goes_on(folder: DataFolder, caplog: pytest.LogCaptureFixture) -> None:
    tamper(folder, "UPDATE log SET body = substr(body, 1, 5) WHERE id = 1 AND seq = 6")
    async with opened(folder) as store:
        assert "torn_tail_dropped table=t1 events=1" in caplog.text
        await store.append(batch("t1", 6, 2))
    assert (await found_in(folder))["t1"].entries == entries(1, 7)


async def test_a_broken_table_is_quarantined_and_the_rest_goes_on(
    folder: DataFolder, caplog: pytest.LogCaptureFixture
) -> None:
    tamper(folder, "UPDATE log SET body = x'00' WHERE id = 2 AND seq = 3")
    async with opened(folder) as store:
        assert 'table_quarantined table=t2 problem="event 3 does not fit its hash' in caplog.text
        with pytest.raises(ValueError, match="table t2 is quarantined"):
            await store.append(batch("t2", 7))
        await store.append(batch("t1", 7))
        await store.set_status("t2", "closed")
    assert {name: len(stored.entries) for name, stored in (await found_in(folder)).items()} == {"t1": 7, "t3": 6}


async def test_a_log_torn_anywhere_keeps_whole_batches(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The machine dies after five batches; then the file loses its end, byte by byte and page by page."""
    folder = DataFolder(tmp_path / "live")
    async with opened(folder) as store:
        await store.create("t1", HEADER, {}, entries(1))
        for first in (2, 5, 8, 11):
            await store.append(batch("t1", first, 3, request=first, notes={"clocks": b"%d" % first}))
        dead = crashed(folder, tmp_path / "dead")
    size = os.stat(f"{dead.database}-wal").st_size
    lengths = {}
    for cut in [*range(1, 30), *range(1000, size, 1777)]:
        place = tmp_path / f"cut {cut}"
        torn = crashed(dead, place)
        os.truncate(f"{torn.database}-wal", size - cut)
        caplog.clear()
        async with opened(torn) as store:
            if not (tables := store.load()):
                lengths[cut] = 0
                continue
            lengths[cut] = check_whole_batches(tables[0])
            assert (store.torn is not None) == ("torn_log_dropped" in caplog.text)
            await store.append(batch("t1", lengths[cut] + 1))
        assert len((await found_in(torn))["t1"].entries) == lengths[cut] + 1
    assert lengths[1] == 10
    assert sorted(lengths.values(), reverse=True) == list(lengths.values())
    assert set(lengths.values()) >= {10, 7, 4}


def check_whole_batches(stored: StoredTable) -> int:
    """Events, reply and note of a batch are all there or none of them is; how many events there are."""
    length = len(stored.entries)
    assert stored.entries == entries(1, length)
    assert (stored.problem, stored.dropped) == (None, 0)
    if length > 1:
        assert length % 3 == 1
        assert stored.notes["clocks"] == b"%d" % (length - 2)
        assert max(reply.request for reply in stored.replies) == length - 2
    return length


def damage(folder: DataFolder, before_end: int) -> None:
    with open(f"{folder.database}-wal", "r+b") as log:
        log.seek(-before_end, os.SEEK_END)
        log.write(b"damage")


async def test_commits_lost_behind_a_damaged_page_are_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = DataFolder(tmp_path / "live")
    async with opened(folder) as store:
        await store.create("t1", HEADER, {}, entries(1))
        for first in range(2, 8):
            await store.append(batch("t1", first))
        dead = crashed(folder, tmp_path / "dead")
    damage(dead, 4000)
    async with opened(dead) as store:
        assert store.torn is not None
        assert store.torn.commits == 1
        assert "torn_log_dropped" in caplog.text
        assert "commits=1" in caplog.text


async def test_a_full_database_refuses_whole_batches_and_goes_on_later(folder: DataFolder) -> None:
    big = Batch("t1", (*entries(7), Entry(8, bytes(200_000))), KeptReply(0, 99, b"r"), {"clocks": b"x"})
    async with opened(folder) as store:
        store._connection.execute("PRAGMA max_page_count = 20")
        for _ in range(3):
            with pytest.raises(StoreUnavailable) as caught:
                await store.append(big)
            assert caught.value.reason == "disk_full"
        await store.append(batch("t2", 7))  # what still fits is taken
        store._connection.execute("PRAGMA max_page_count = 10000")
        await store.append(big)
    found = await found_in(folder)
    assert found["t1"].entries == (*entries(1, 6), *big.entries)
    assert found["t2"].entries == entries(1, 7)


async def test_everybody_in_a_commit_that_fails_is_told(folder: DataFolder) -> None:
    refused = []

    async def store_one(store: SqliteStore, table: str) -> None:
        with pytest.raises(StoreUnavailable) as caught:
            await store.append(Batch(table, (Entry(7, bytes(50_000)),)))
        refused.append((table, caught.value.reason))

    async with opened(folder) as store:
        store._connection.execute("PRAGMA max_page_count = 8")
        async with trio.open_nursery() as nursery:
            for table in ("t1", "t2", "t3"):
                nursery.start_soon(store_one, store, table)
    assert sorted(refused) == [("t1", "disk_full"), ("t2", "disk_full"), ("t3", "disk_full")]
    assert all(stored.entries == entries(1, 6) for stored in (await found_in(folder)).values())


async def test_all_that_writes_waits_for_a_read_only_database(folder: DataFolder) -> None:
    async with opened(folder) as store:
        store._connection.execute("PRAGMA query_only = ON")
        attempts = (
            store.create("t4", HEADER, {}, entries(1)),
            store.append(batch("t1", 7)),
            store.set_status("t2", "finished"),
            store.delete("t3"),
        )
        for attempt in attempts:
            with pytest.raises(StoreUnavailable) as caught:
                await attempt
            assert caught.value.reason == "read_only"
        store._connection.execute("PRAGMA query_only = OFF")
        await store.append(batch("t1", 7))
    assert {name: len(stored.entries) for name, stored in (await found_in(folder)).items()} == {"t1": 7, "t2": 6, "t3": 6}


async def test_a_relaxed_store_does_not_wait_for_another_program(folder: DataFolder) -> None:
    async with opened(folder, relaxed=True) as store:
        with held(folder), pytest.raises(StoreUnavailable) as caught:
            await store.append(batch("t1", 7))
        assert caught.value.reason == "locked"
        await store.append(batch("t1", 7))


async def test_play_goes_on_when_a_full_disk_has_room_again(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        folder = DataFolder(disk / "data")
        async with opened(folder) as store:
            await store.create("t1", HEADER, {}, entries(1))
            filler = fill(disk)
            seq = await append_until_full(store, 2)
            with pytest.raises(StoreUnavailable):
                await store.create("t2", HEADER, {}, entries(1))
            filler.unlink()
            await store.append(large("t1", seq))
            await store.create("t2", HEADER, {}, entries(1))
        found = await found_in(folder)
        assert [entry.seq for entry in found["t1"].entries] == list(range(1, seq + 1))
        assert found["t2"].entries == entries(1)


def large(table: str, seq: int) -> Batch:
    return Batch(table, (Entry(seq, bytes(3000)),))


async def append_until_full(store: SqliteStore, seq: int) -> int:
    """Append events until there is no room, and try again in vain; the number of the event refused."""
    refused: list[str] = []
    while len(refused) < 3:
        try:
            await store.append(large("t1", seq))
            seq += 1
        except StoreUnavailable as error:
            refused.append(error.reason)
    assert refused == ["disk_full"] * 3
    return seq


async def test_an_error_that_will_not_pass_ends_the_store(folder: DataFolder) -> None:
    async with opened(folder) as store:
        tamper(folder, "DROP TABLE log")
        for _ in range(2):
            with pytest.raises(StoreFailed, match="the journal cannot be written: no such table: log") as caught:
                await store.append(batch("t1", 7))
            assert isinstance(caught.value.__cause__, sqlite3.OperationalError)


async def test_a_bug_in_the_writer_leaves_nobody_asleep(folder: DataFolder) -> None:
    bad = Batch("t1", (Entry(7, "no bytes"),))  # type: ignore[arg-type]  # what a type checker would have found
    failures = []

    async def store_one(store: SqliteStore, each: Batch) -> None:
        with pytest.raises(StoreFailed) as caught:
            await store.append(each)
        failures.append(type(caught.value.__cause__))

    async with opened(folder) as store:
        async with trio.open_nursery() as nursery:
            with held(folder):
                for each in (bad, batch("t2", 7), batch("t3", 7)):
                    nursery.start_soon(store_one, store, each)
                await wait_all_tasks_blocked()
        with pytest.raises(StoreFailed):
            await store.append(batch("t3", 7))
    assert failures == [TypeError] * 3


@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_nothing_is_stored_in_a_file_that_is_not_in_its_place(folder: DataFolder, suffix: str) -> None:
    """SQLite would write on into a removed file, and all of it would be gone at the end of the process."""
    path = Path(f"{folder.database}{suffix}")
    async with opened(folder) as store:
        await store.append(batch("t1", 7))
        os.rename(path, f"{path}.away")
        with pytest.raises(StoreUnavailable, match=f"missing: .*{path.name} was moved or removed"):
            await store.append(batch("t1", 8))
        os.close(os.open(path, os.O_CREAT))
        with pytest.raises(StoreUnavailable, match="missing"):
            await store.append(batch("t1", 8))
        os.replace(f"{path}.away", path)
        await store.append(batch("t1", 8))
    assert (await found_in(folder))["t1"].entries == entries(1, 8)


async def test_a_database_that_cannot_be_repaired_at_the_start_is_told(folder: DataFolder) -> None:
    tamper(folder, "DELETE FROM log WHERE id = 1 AND seq = 6")
    store = SqliteStore(folder)
    store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(UnusableDatabase, match=r"cannot be read \(attempt to write a readonly database\)"):
        store.load()
    await store.aclose()


def acknowledged(writer: subprocess.Popen[bytes], lines: int) -> dict[str, int]:
    """Kill a writer without warning after so many events; the last event of each table that it has called durable."""
    assert writer.stdout is not None
    read = [writer.stdout.readline() for _ in range(lines)]
    writer.kill()
    read += writer.stdout.readlines()
    writer.wait()
    last: dict[str, int] = defaultdict(int)
    for line in read:
        if line.endswith(b"\n"):
            table, seq = line.split()
            last[table.decode()] = int(seq)
    return last


@pytest.mark.slow
def test_nothing_called_durable_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """Killed in the middle of commits, again and again, and started again on the same folder."""
    folder = DataFolder(tmp_path / "data")
    command = [sys.executable, "-m", "tests.server.store_writer", str(folder.path)]
    for lines in (1, 50, 333, 800):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
            last = acknowledged(writer, lines)
        with folder.lock(), journal(folder) as (connection, left):
            found = {stored.table: stored for stored in left.load()}
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert last
        for table, seq in last.items():
            check_nothing_lost(found[table], seq)


def check_nothing_lost(stored: StoredTable, seq: int) -> None:
    """Every event up to `seq` is there with its reply and its note, and at most one that had no time to be told."""
    length = len(stored.entries)
    assert length in (seq, seq + 1)
    assert stored.entries == entries(1, length)
    assert (stored.problem, stored.dropped) == (None, 0)
    if length > 1:
        assert stored.notes["clocks"] == b"%d" % length
        assert max(reply.request for reply in stored.replies) == length
