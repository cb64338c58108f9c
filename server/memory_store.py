"""A store without a disk, for tests under a mock clock. Must refuse whatever the real one would refuse.

It outlives the tables that write to it: a new server that loads from the same store finds what the old one left.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import trio

from protocol.tables import Stage
from server.store import (
    KEPT_REPLIES,
    NO_EVENT,
    Batch,
    Entry,
    Excerpt,
    KeptReply,
    StoredTable,
    StoreFailed,
    StoreUnavailable,
    Unavailable,
    check_order,
)

_OVER: Final = ("finished", "closed")


@dataclass
class _Kept:
    """What is kept of one table."""

    created: float
    header: bytes
    notes: dict[str, bytes]
    status: Stage = "lobby"
    entries: list[Entry] = field(default_factory=list)
    replies: dict[int, deque[KeptReply]] = field(default_factory=dict)


class MemoryStore:
    """`Store` in memory; `fail_next` and `fail_for_good` make it behave as on a full or a broken disk."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._tables: dict[str, _Kept] = {}
        self._failures: deque[Unavailable] = deque()
        self._broken: str | None = None
        self._closed = False

    def fail_next(self, reason: Unavailable, times: int = 1) -> None:
        """Refuse the next calls that would store something, with `StoreUnavailable`."""
        self._failures.extend([reason] * times)

    def fail_for_good(self, problem: str) -> None:
        """Refuse all calls from now on, with `StoreFailed`."""
        self._broken = problem

    async def create(self, table: str, header: bytes, notes: Mapping[str, bytes], entries: tuple[Entry, ...]) -> None:
        """Begin a table in the lobby."""
        await self._ready()
        if table in self._tables:
            raise ValueError(f"table {table} is there already")
        kept = _Kept(self._clock(), header, {})
        _extend(table, kept, Batch(table, entries, None, notes))
        self._tables[table] = kept

    async def append(self, batch: Batch) -> None:
        """Store a batch of an unfinished table."""
        await self._ready()
        _extend(batch.table, self._unfinished(batch.table), batch)

    async def set_status(self, table: str, status: Stage) -> None:
        """Bring a table to its next stage."""
        await self._ready()
        self._unfinished(table).status = status

    async def delete(self, table: str) -> None:
        """Forget a table, finished or not."""
        await self._ready()
        if table not in self._tables:
            raise LookupError(f"no table {table}")
        del self._tables[table]

    async def read(self, table: str, after: int, most: int) -> Excerpt:
        """Some events of a table."""
        await trio.lowlevel.checkpoint()
        if table not in self._tables:
            raise LookupError(f"no table {table}")
        kept = self._tables[table]
        return Excerpt(kept.created, tuple([entry for entry in kept.entries if entry.seq > after][:most]))

    def load(self) -> list[StoredTable]:
        """Every unfinished table, oldest first; opens the store again if it was closed."""
        self._closed = False
        return [_stored(table, kept) for table, kept in self._tables.items() if kept.status not in _OVER]

    async def aclose(self) -> None:
        """Take nothing more until it is loaded again."""
        self._closed = True

    async def _ready(self) -> None:
        await trio.lowlevel.checkpoint()
        if self._closed:
            raise trio.ClosedResourceError("the store is closed")
        if self._broken is not None:
            raise StoreFailed(f"the journal cannot be written: {self._broken}")
        if self._failures:
            raise StoreUnavailable(self._failures.popleft())

    def _unfinished(self, table: str) -> _Kept:
        kept = self._tables.get(table)
        if kept is None or kept.status in _OVER:
            raise LookupError(f"no unfinished table {table}")
        return kept


def _extend(table: str, kept: _Kept, batch: Batch) -> None:
    check_order(table, kept.entries[-1].seq if kept.entries else NO_EVENT, batch.entries)
    kept.entries += batch.entries
    kept.notes |= batch.notes
    if batch.reply is not None:
        kept.replies.setdefault(batch.reply.seat, deque(maxlen=KEPT_REPLIES)).append(batch.reply)


def _stored(table: str, kept: _Kept) -> StoredTable:
    return StoredTable(
        table=table,
        status=kept.status,
        created=kept.created,
        header=kept.header,
        notes=dict(kept.notes),
        replies=tuple(reply for seat in kept.replies.values() for reply in seat),
        entries=tuple(kept.entries),
    )
