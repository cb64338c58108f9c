"""The store of a real server on real files. For what it shares with the one in memory see `test_store.py`.

All on the real clock: a mock clock does not see the store's thread.
"""

import gzip
import logging
import os
import shutil
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from engine.history import parse_transcript
from server.data_folder import DataFolder, FolderInUse
from server.sqlite_schema import UnusableDatabase
from server.sqlite_store import SqliteStore
from server.store import Batch, Entry
from tests.server.journals import HEADER, SAMPLE, batch, entries, found_in, held, opened, tamper, with_tables


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A folder with three running tables of six events each."""
    folder = DataFolder(tmp_path / "data")
    with_tables(folder, "t1", "t2", "t3")
    return folder


async def test_what_many_tables_hand_in_meanwhile_is_one_commit(folder: DataFolder) -> None:
    statements: list[str] = []
    async with opened(folder) as store:
        async with trio.open_nursery() as nursery:
            for number in range(50):
                nursery.start_soon(store.create, f"n{number}", HEADER, {}, entries(1))
        store._connection.set_trace_callback(statements.append)
        async with trio.open_nursery() as nursery:
            with held(folder):
                for number in range(50):
                    nursery.start_soon(store.append, batch(f"n{number}", 2, 3))
                await wait_all_tasks_blocked()
        store._connection.set_trace_callback(None)
    commits = [statement for statement in statements if statement.startswith("COMMIT")]
    assert 1 <= len(commits) <= 2  # the first to come may have gone alone
    found = await found_in(folder)
    assert all(found[f"n{number}"].entries == entries(1, 4) for number in range(50))


async def test_a_relaxed_store_takes_all_of_a_round_in_one_commit(folder: DataFolder) -> None:
    statements: list[str] = []
    async with opened(folder, relaxed=True) as store:
        store._connection.set_trace_callback(statements.append)
        async with trio.open_nursery() as nursery:
            for number in (1, 2, 3):
                nursery.start_soon(store.append, batch(f"t{number}", 7))
        store._connection.set_trace_callback(None)
    assert [statement for statement in statements if statement.startswith("COMMIT")] == ["COMMIT"]
    assert all(stored.entries == entries(1, 7) for stored in (await found_in(folder)).values())


async def test_a_job_under_way_is_finished_before_its_task_is_cancelled(folder: DataFolder) -> None:
    stored = []

    async def store_one(store: SqliteStore) -> None:
        await store.append(batch("t1", 7))
        stored.append("t1")

    async with opened(folder) as store, trio.open_nursery() as nursery:
        with held(folder):
            nursery.start_soon(store_one, store)
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
    assert stored == ["t1"]
    assert (await found_in(folder))["t1"].entries == entries(1, 7)


async def test_closing_finishes_what_was_handed_in(folder: DataFolder) -> None:
    store = SqliteStore(folder)
    store.load()
    async with trio.open_nursery() as nursery:
        with held(folder):
            for table in ("t1", "t2", "t3"):
                nursery.start_soon(store.append, batch(table, 7))
            await wait_all_tasks_blocked()
            nursery.start_soon(store.aclose)
            await wait_all_tasks_blocked()
    assert all(stored.entries == entries(1, 7) for stored in (await found_in(folder)).values())


async def test_a_folder_has_one_store_at_a_time(folder: DataFolder) -> None:
    async with opened(folder):
        with pytest.raises(FolderInUse, match=f"process id {os.getpid()}"):
            SqliteStore(folder)
    async with opened(folder):
        pass


async def test_a_folder_that_cannot_be_used_is_given_back(folder: DataFolder) -> None:
    folder.database.rename(folder.path / "kept")
    folder.database.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    for _ in range(2):
        with pytest.raises(UnusableDatabase, match="is damaged"):
            SqliteStore(folder)
    (folder.path / "kept").replace(folder.database)
    assert len(await found_in(folder)) == 3


async def test_a_journal_of_the_first_version_is_played_on(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    shutil.copy(SAMPLE, folder.database)
    async with opened(folder) as store:
        await store.append(Batch("running", (Entry(8, b"more"),)))
    found = await found_in(folder)
    assert {name: len(stored.entries) for name, stored in found.items()} == {"lobby": 2, "running": 8}


async def test_tables_that_have_ended_move_to_the_archive(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    folder = DataFolder(tmp_path)
    times = iter(range(0, 86_400 * 100, 86_400))  # each look at the clock is a day later
    store = SqliteStore(folder, clock=lambda: float(next(times)))
    store.load()
    for table in ("won", "running", "broken"):
        await store.create(table, HEADER, {"secret": b"seed"}, entries(1, 3))
    for table in ("won", "broken"):
        await store.set_status(table, "finished")
    assert tamper(folder, "DELETE FROM log WHERE id = 3 AND seq = 2") == 1
    assert await store.archive(days=50) == []
    assert await store.archive(days=1) == ["won"]
    assert await store.archive(days=1) == []
    assert "not_archived table=broken" in caplog.text
    await store.append(batch("running", 4))
    await store.aclose()
    assert list(await found_in(folder)) == ["running"]
    with gzip.open(folder.archive / "won.jsonl.gz") as file:
        assert parse_transcript(file).secret == b"seed"
