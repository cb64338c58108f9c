"""The store for tests fails when it is told to, and needs no time. What it shares with the real one is in `test_store.py`."""

import pytest
from trio.testing import MockClock, assert_checkpoints

from server.memory_store import MemoryStore
from server.store import StoreFailed, StoreUnavailable
from tests.server.journals import batch, entries


async def test_a_failure_asked_for_stores_nothing_and_passes(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    await store.create("t1", b"", {}, entries(1))
    store.fail_next("disk_full")
    store.fail_next("read_only", times=2)
    for reason in ("disk_full", "read_only", "read_only"):
        with pytest.raises(StoreUnavailable) as caught:
            await store.append(batch("t1", 2))
        assert caught.value.reason == reason
    await store.append(batch("t1", 2))
    (found,) = store.load()
    assert found.entries == entries(1, 2)


async def test_all_that_writes_can_fail() -> None:
    store = MemoryStore()
    store.fail_next("disk_full", times=4)
    attempts = (
        store.create("t1", b"", {}, ()),
        store.append(batch("t1", 1)),
        store.set_status("t1", "closed"),
        store.delete("t1"),
    )
    for attempt in attempts:
        with pytest.raises(StoreUnavailable):
            await attempt
    assert store.load() == []


async def test_a_broken_store_stays_broken() -> None:
    store = MemoryStore()
    store.fail_for_good("the disk is on fire")
    for _ in range(2):
        with pytest.raises(StoreFailed, match="the journal cannot be written: the disk is on fire"):
            await store.create("t1", b"", {}, ())


async def test_a_store_closed_can_be_loaded_by_the_next_server() -> None:
    store = MemoryStore()
    await store.create("t1", b"", {}, entries(1))
    await store.aclose()
    (found,) = store.load()
    await store.append(batch("t1", 2))
    assert found.entries == entries(1)  # what was handed out does not change


async def test_storing_gives_others_a_turn() -> None:
    with assert_checkpoints():
        await MemoryStore().create("t1", b"", {}, ())
