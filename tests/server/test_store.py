"""What every store promises to the tables, tried with each of them."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import trio

from server.data_folder import DataFolder
from server.memory_store import MemoryStore
from server.sqlite_store import SqliteStore
from server.store import (
    KEPT_REPLIES,
    Batch,
    Entry,
    Excerpt,
    KeptReply,
    Store,
    StoredTable,
    StoreFailed,
    StoreUnavailable,
    check_order,
)
from tests.server.journals import HEADER, batch, entries

NOW = 1_700_000_000.0

Open = Callable[[], Store]


@pytest.fixture(params=["memory", "sqlite"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens the same data again and again, as a server does that is started anew."""
    if request.param == "sqlite":
        return lambda: SqliteStore(DataFolder(tmp_path), clock=lambda: NOW)
    memory = MemoryStore(clock=lambda: NOW)
    return lambda: memory


@pytest.fixture
async def store(open_store: Open) -> AsyncIterator[Store]:
    """A store with the table t1 and one event."""
    store = open_store()
    assert store.load() == []
    await store.create("t1", HEADER, {"secret": b"seed"}, entries(1))
    yield store
    await store.aclose()


async def restarted(store: Store, open_store: Open) -> list[StoredTable]:
    """What a new server finds."""
    await store.aclose()
    store = open_store()
    try:
        return store.load()
    finally:
        await store.aclose()


async def test_a_table_comes_back_as_it_was(store: Store, open_store: Open) -> None:
    await store.append(batch("t1", 2, 3, request=5, notes={"clocks": b"1"}))
    await store.append(batch("t1", 5, 1, request=6, notes={"clocks": b"2", "code": b"c"}))
    await store.set_status("t1", "running")
    (found,) = await restarted(store, open_store)
    assert (found.table, found.status, found.created, found.header) == ("t1", "running", NOW, HEADER)
    assert found.entries == entries(1, 5)
    assert found.notes == {"secret": b"seed", "clocks": b"2", "code": b"c"}
    assert found.replies == (KeptReply(0, 5, b"reply 5"), KeptReply(1, 6, b"reply 6"))
    assert (found.problem, found.dropped) == (None, 0)


async def test_a_table_goes_on_after_a_restart(store: Store, open_store: Open) -> None:
    for first in (2, 3, 4):
        await store.aclose()
        store = open_store()
        store.load()
        await store.append(batch("t1", first))
    (found,) = await restarted(store, open_store)
    assert found.entries == entries(1, 4)


async def test_tables_come_back_oldest_first(store: Store, open_store: Open) -> None:
    for table in ("t9", "t3", "t5"):
        await store.create(table, b"", {}, entries(1))
    await store.append(batch("t3", 2))
    assert [found.table for found in await restarted(store, open_store)] == ["t1", "t9", "t3", "t5"]


async def test_a_reply_or_a_note_may_come_alone(store: Store, open_store: Open) -> None:
    await store.append(Batch("t1", reply=KeptReply(3, 1, b"r")))
    await store.append(Batch("t1", notes={"tokens": b"t"}))
    await store.append(Batch("t1"))
    await store.append(batch("t1", 2))
    (found,) = await restarted(store, open_store)
    assert found.replies == (KeptReply(3, 1, b"r"),)
    assert found.notes == {"secret": b"seed", "tokens": b"t"}
    assert found.entries == entries(1, 2)


async def test_a_table_may_begin_without_events_and_with_any_number(store: Store, open_store: Open) -> None:
    await store.create("empty", b"", {}, ())
    await store.append(Batch("empty", reply=KeptReply(0, 1, b"r")))
    await store.create("later", b"", {}, ())
    await store.append(batch("later", 7))
    _, empty, later = await restarted(store, open_store)
    assert (empty.entries, empty.replies, empty.problem) == ((), (KeptReply(0, 1, b"r"),), None)
    assert (later.entries, later.problem) == (entries(7), None)


async def test_only_the_last_replies_of_each_seat_are_kept(store: Store, open_store: Open) -> None:
    await store.append(Batch("t1", reply=KeptReply(1, 1, b"other")))
    for request in range(1, KEPT_REPLIES + 6):
        await store.append(Batch("t1", reply=KeptReply(0, request * 3, b"r")))
    (found,) = await restarted(store, open_store)
    assert [reply.request for reply in found.replies if reply.seat == 0] == [n * 3 for n in range(6, KEPT_REPLIES + 6)]
    assert [reply.request for reply in found.replies if reply.seat == 1] == [1]


@pytest.mark.parametrize("status", ["finished", "closed"])
async def test_a_table_that_has_ended_takes_nothing_and_is_not_loaded(
    store: Store, open_store: Open, status: str
) -> None:
    await store.set_status("t1", status)  # type: ignore[arg-type]  # both are stages
    for attempt in (store.append(batch("t1", 2)), store.set_status("t1", "running")):
        with pytest.raises(LookupError, match="no unfinished table t1"):
            await attempt
    with pytest.raises(ValueError, match="table t1 is there already"):
        await store.create("t1", b"", {}, ())
    assert await restarted(store, open_store) == []


@pytest.mark.parametrize("end_first", [False, True])
async def test_a_table_deleted_is_gone(store: Store, open_store: Open, end_first: bool) -> None:
    if end_first:
        await store.set_status("t1", "closed")
    await store.delete("t1")
    with pytest.raises(LookupError, match="no unfinished table t1"):
        await store.append(batch("t1", 2))
    with pytest.raises(LookupError, match="no table t1"):
        await store.delete("t1")
    await store.create("t1", b"new", {}, entries(1))
    (found,) = await restarted(store, open_store)
    assert (found.header, found.notes, found.entries) == (b"new", {}, entries(1))


@pytest.mark.parametrize("first", [0, 1, 3])
async def test_an_event_that_does_not_follow_is_refused_whole(store: Store, open_store: Open, first: int) -> None:
    bad = batch("t1", first, 2, request=1, notes={"clocks": b"x"})
    with pytest.raises(ValueError, match=f"table t1: event {first} does not follow, expected 2"):
        await store.append(bad)
    with pytest.raises(ValueError, match="table t2: event 9 does not follow, expected 2"):
        await store.create("t2", b"", {}, (Entry(1, b""), Entry(9, b"")))
    await store.append(batch("t1", 2))
    (found,) = await restarted(store, open_store)
    assert (found.entries, found.replies, found.notes) == (entries(1, 2), (), {"secret": b"seed"})


async def test_an_unknown_table_is_refused(store: Store) -> None:
    with pytest.raises(LookupError, match="no unfinished table t2"):
        await store.append(batch("t2", 1))
    with pytest.raises(LookupError, match="no unfinished table t2"):
        await store.set_status("t2", "running")


async def test_nothing_is_taken_after_closing(store: Store) -> None:
    await store.aclose()
    await store.aclose()
    with pytest.raises(trio.ClosedResourceError, match="the store is closed"):
        await store.append(batch("t1", 2))


async def test_a_task_cancelled_beforehand_stores_nothing(store: Store, open_store: Open) -> None:
    with trio.CancelScope() as scope:
        scope.cancel()
        await store.append(batch("t1", 2))
    assert scope.cancelled_caught
    (found,) = await restarted(store, open_store)
    assert found.entries == entries(1)


def test_events_follow_each_other() -> None:
    check_order("t1", -1, entries(0, 3))
    check_order("t1", 4, entries(5, 2))
    check_order("t1", 4, ())
    with pytest.raises(ValueError, match="event -5 does not follow, expected 0"):
        check_order("t1", -1, (Entry(-5, b""),))


def test_failures_say_why() -> None:
    assert str(StoreUnavailable("disk_full")) == "disk_full"
    unavailable = StoreUnavailable("read_only", "attempt to write")
    assert (unavailable.reason, str(unavailable)) == ("read_only", "read_only: attempt to write")
    assert not issubclass(StoreFailed, StoreUnavailable)


async def test_a_history_is_read_piece_by_piece_in_any_stage(store: Store) -> None:
    await store.create("t2", HEADER, {}, entries(1))
    await store.append(batch("t1", 2, 3, request=5))
    await store.append(batch("t2", 2, 2))
    await store.append(batch("t1", 5, 1))
    assert (await store.read("t1", 0, 3)) == Excerpt(NOW, entries(1, 3))
    assert (await store.read("t1", 3, 9)).entries == entries(4, 2)
    await store.set_status("t1", "finished")
    for after in (5, 6, 2**53 - 1):
        assert (await store.read("t1", after, 9)).entries == ()
    with pytest.raises(LookupError, match="no table t3"):
        await store.read("t3", 0, 9)
