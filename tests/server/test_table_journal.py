"""Storing, and insisting on it."""

from __future__ import annotations

import msgspec
import pytest

from protocol import lobby_events as e
from server.memory_store import MemoryStore
from server.store import KeptReply, StoreFailed
from server.table_journal import TableJournal, entries_of

EVENTS = [e.ChatSaid(0, "one"), e.ChatSaid(1, "two")]


async def journal_of(store: MemoryStore) -> TableJournal:
    await store.create("t1", b"", {}, ())
    return TableJournal(store, "t1", retry=1.0)


def test_entries_are_events_as_they_travel_numbered() -> None:
    entries = entries_of(4, EVENTS)
    assert [entry.seq for entry in entries] == [4, 5]
    assert [msgspec.msgpack.decode(entry.body, type=e.TableEvent) for entry in entries] == EVENTS


async def test_everything_of_one_item_is_stored_together() -> None:
    store = MemoryStore()
    journal = await journal_of(store)
    reply = KeptReply(0, 3, b"reply")
    assert await journal.append(1, EVENTS, reply, {"clocks": b"c"}) == 0.0
    (stored,) = store.load()
    assert stored.entries == entries_of(1, EVENTS)
    assert stored.replies == (reply,)
    assert stored.notes["clocks"] == b"c"


async def test_while_the_store_takes_nothing_the_same_is_tried_again(autojump_clock: object) -> None:
    store = MemoryStore()
    journal = await journal_of(store)
    paused: list[bool] = []
    journal.on_pause = lambda: paused.append(journal.paused)
    store.fail_next("disk_full", times=3)
    assert await journal.append(1, EVENTS, None, {}) == pytest.approx(3.0)
    assert paused == [True]
    assert not journal.paused
    assert store.load()[0].entries == entries_of(1, EVENTS)


async def test_a_store_that_is_broken_for_good_is_told(autojump_clock: object) -> None:
    store = MemoryStore()
    journal = await journal_of(store)
    store.fail_next("read_only")
    journal.on_pause = lambda: store.fail_for_good("no more")
    with pytest.raises(StoreFailed):
        await journal.append(1, EVENTS, None, {})


async def test_what_happens_after_the_end_is_not_stored() -> None:
    store = MemoryStore()
    journal = await journal_of(store)
    await journal.set_status("finished")
    assert await journal.append(1, EVENTS, None, {}) == 0.0
    assert store.load() == []
