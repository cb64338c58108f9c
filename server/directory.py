"""The index of the tables: by id, by who opened them, and the list for people. Must not touch what a table owns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import msgspec

from protocol.tables import Stage, TableSummary
from server.refusal import Refused
from server.table import Table
from server.tokens import new_table_id

LIST_BYTES: Final = 512 * 1024
"""The longest list of tables in bytes, well below what one message holds; names of strange letters take many."""

_ORDER: Final[dict[Stage, int]] = {"lobby": 0, "running": 1, "finished": 2, "closed": 3}

_ENCODER: Final = msgspec.msgpack.Encoder()


class Directory:
    """Every table that stands, and those that were taken out of play."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._by_opener: dict[bytes, Table] = {}
        self._broken: set[str] = set()

    def __len__(self) -> int:
        """How many tables there are whose game is not over."""
        return sum(1 for _ in self._unfinished())

    def __iter__(self) -> Iterator[Table]:
        """The tables that stand."""
        return (table for table in self._tables.values() if not table.gone)

    @property
    def broken(self) -> int:
        """How many tables were taken out of play."""
        return len(self._broken)

    def add(self, table: Table) -> None:
        """Put a table into the index."""
        self._tables[table.id] = table
        self._by_opener[table.opener.token] = table

    def remove(self, table: Table) -> None:
        """Take a table out; of one that was quarantined only that is remembered."""
        self._tables.pop(table.id, None)
        if self._by_opener.get(table.opener.token) is table:
            del self._by_opener[table.opener.token]
        if table.gone == "quarantined":
            self._broken.add(table.id)

    def mark_broken(self, table: str) -> None:
        """Remember a table that could not be restored."""
        self._broken.add(table)

    def find(self, table: str) -> Table:
        """The table of this id; raises `Refused` (`not_found`, or `quarantined`)."""
        found = self._tables.get(table)
        if found is None or found.gone:
            raise Refused("quarantined" if table in self._broken else "not_found")
        return found

    def has(self, table: str) -> bool:
        """Whether there is a table of this id that still stands."""
        found = self._tables.get(table)
        return found is not None and not found.gone

    def opened_with(self, token: bytes) -> Table | None:
        """The table that was opened with the token of this hash, if its opener still has a seat there."""
        table = self._by_opener.get(token)
        return table if table is not None and not table.gone and table.has_token(token) else None

    def opened_from(self, address: str) -> int:
        """How many unfinished tables were opened from an address."""
        return sum(table.opener.address == address for table in self._unfinished())

    def _unfinished(self) -> Iterator[Table]:
        return (table for table in self._tables.values() if table.summary.stage in ("lobby", "running"))

    def new_id(self) -> str:
        """An id that no table has."""
        while (name := new_table_id()) in self._tables or name in self._broken:
            pass
        return name

    def joinable(self) -> Iterator[TableSummary]:
        """The lobbies with a free seat that are not private."""
        return (table.summary for table in self if table.summary.seats_free and not table.settings.private)

    def public(self, most: int) -> tuple[TableSummary, ...]:
        """At most so many tables that are not private, or as one message holds: open lobbies first, then the newest."""
        listed = [table.summary for table in reversed(self._tables.values()) if not table.settings.private and not table.gone]
        return tuple(islice(_fitting(sorted(listed, key=lambda summary: _ORDER[summary.stage])), most))


def _fitting(summaries: Iterable[TableSummary]) -> Iterator[TableSummary]:
    """The first of these, as many as one list has room for."""
    room = LIST_BYTES
    for summary in summaries:
        room -= len(_ENCODER.encode(summary))
        if room < 0:
            return
        yield summary
