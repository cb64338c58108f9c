"""Ended tables leave the database by themselves, and what hinders that ends nothing."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
import trio

from server.data_folder import DataFolder
from server.retention import retire, retire_daily
from server.sqlite_store import SqliteStore
from tests.server.journals import entries, found_in


async def ended(folder: DataFolder) -> SqliteStore:
    store = SqliteStore(folder)
    store.load()
    for name in ("old", "played"):
        await store.create(name, b"header", {"secret": b"s"}, entries(1))
    await store.set_status("old", "finished")
    return store


async def test_what_has_ended_is_archived_and_the_rest_stays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    folder = DataFolder(tmp_path)
    store = await ended(folder)
    await retire(store, 30)
    assert not folder.archive.exists()
    await retire(store, 0)
    await store.aclose()
    assert [file.name for file in folder.archive.iterdir()] == ["old.jsonl.gz"]
    assert list(await found_in(folder)) == ["played"]
    assert "tables_archived tables=1" in caplog.text


async def test_it_is_done_at_once(tmp_path: Path, nursery: trio.Nursery) -> None:
    folder = DataFolder(tmp_path)
    store = await ended(folder)
    nursery.start_soon(retire_daily, store, 0.0)
    with trio.fail_after(30):
        while not list(folder.archive.glob("*.gz")):
            await trio.lowlevel.checkpoint()
    nursery.cancel_scope.cancel()
    await store.aclose()


async def test_what_hinders_it_is_logged_and_ends_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = DataFolder(tmp_path)
    store = await ended(folder)
    folder.archive.write_text("a file where the folder should be")
    await retire(store, 0)
    assert "archive_failed" in caplog.text
    folder.archive.unlink()
    await retire(store, 0)
    await store.aclose()
    await retire(store, 0)  # a server that ends while it archives
    assert [file.name for file in folder.archive.iterdir()] == ["old.jsonl.gz"]
