"""The store of test tables, which live in memory only: it keeps nothing. Must not be given a game that people care for."""

from __future__ import annotations

from collections.abc import Mapping

import trio

from protocol.tables import Stage
from server.store import Batch, Entry, Excerpt, StoredTable


class Unrecorded:
    """A `Store` that forgets; every table of it ends with the server."""

    async def create(self, table: str, header: bytes, notes: Mapping[str, bytes], entries: tuple[Entry, ...]) -> None:
        """Accept the table."""
        await trio.lowlevel.checkpoint()

    async def append(self, batch: Batch) -> None:
        """Accept the batch."""
        await trio.lowlevel.checkpoint()

    async def set_status(self, table: str, status: Stage) -> None:
        """Accept the status."""
        await trio.lowlevel.checkpoint()

    async def delete(self, table: str) -> None:
        """There is nothing to delete."""
        await trio.lowlevel.checkpoint()

    async def read(self, table: str, after: int, most: int) -> Excerpt:
        """There is nothing to read."""
        await trio.lowlevel.checkpoint()
        raise LookupError(f"no table {table}")

    def load(self) -> list[StoredTable]:
        """There is never a table to load."""
        return []

    async def aclose(self) -> None:
        """There is nothing to finish."""
        await trio.lowlevel.checkpoint()
