"""The way of one table's events into the store, tried again for as long as nothing can be stored.

Must not tell anybody: nothing that is on its way here may be seen before it is durable.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import trio

from protocol.lobby_events import TableEvent
from protocol.tables import Stage
from protocol.transcripts import encode_event
from server.logs import log
from server.store import Batch, Entry, KeptReply, Store, StoreUnavailable, Unavailable

_log: Final = logging.getLogger(__name__)


def entries_of(first: int, events: Sequence[TableEvent]) -> tuple[Entry, ...]:
    """Events as they are stored, numbered from `first`."""
    return tuple([Entry(first + place, encode_event(event)) for place, event in enumerate(events)])


class TableJournal:
    """`paused` while the store takes nothing, and then the `reason`; `on_pause` is called when that begins.

    `retry` is in seconds.

    What still happens at a table that is over, such as a last chat, is not stored.
    """

    def __init__(self, store: Store, table: str, retry: float) -> None:
        self._store = store
        self._table = table
        self._retry = retry
        self.paused = False
        self.reason: Unavailable | None = None
        self._over = False
        self.on_pause: Callable[[], None] = lambda: None

    async def append(
        self, first: int, events: Sequence[TableEvent], reply: KeptReply | None, notes: Mapping[str, bytes]
    ) -> float:
        """Store what one item has brought; returns the seconds that the table had to stand still for it."""
        if self._over:
            return 0.0
        batch = Batch(self._table, entries_of(first, events), reply, notes)
        return await self._persist(lambda: self._store.append(batch))

    async def set_status(self, status: Stage) -> None:
        """Store how far the table has come; nothing follows `finished` and `closed`."""
        await self._persist(lambda: self._store.set_status(self._table, status))
        self._over = status in ("finished", "closed")

    async def _persist(self, operation: Callable[[], Awaitable[None]]) -> float:
        try:
            await operation()
            return 0.0
        except StoreUnavailable as error:
            return await self._insist(operation, error)

    async def _insist(self, operation: Callable[[], Awaitable[None]], problem: StoreUnavailable) -> float:
        since = trio.current_time()
        self.paused = True
        self.reason = problem.reason
        log(_log, logging.ERROR, "table_paused", table=self._table, reason=problem)
        self.on_pause()
        while self.paused:
            await trio.sleep(self._retry)
            try:
                await operation()
                self.paused = False
                self.reason = None
            except StoreUnavailable as error:
                log(_log, logging.DEBUG, "still_paused", table=self._table, reason=error)
        waited = trio.current_time() - since
        log(_log, logging.WARNING, "table_goes_on", table=self._table, seconds=round(waited, 1))
        return waited
