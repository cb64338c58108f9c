"""Reading tables and their histories out of the database, each judged by its chain. Must not write."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from engine.history import Finding, Record, Transcript, examine, start
from protocol.tables import Stage
from server.sqlite_schema import FORMAT, open_for_reading
from server.store import KEPT_REPLIES, NO_EVENT, Entry, Excerpt, KeptReply, StoredTable

UNFINISHED: Final = "status IN ('lobby', 'running')"
EVERY: Final = "TRUE"

SECRET: Final = "secret"
"""The note that is shown once a table is finished."""

_TABLES: Final = """
SELECT tables.id, name, format, status, created, changed, first, CAST(header AS BLOB),
       ifnull(tips.seq, {no_event}), ifnull(tips.number, 9223372036854775807)
FROM tables LEFT JOIN tips USING (id) WHERE {where} ORDER BY tables.id
"""
_LOG: Final = """
SELECT number, id, seq, seat, request, CAST(body AS BLOB), CAST(ifnull(hash, '') AS BLOB) FROM log
WHERE number BETWEEN ? AND ? AND id IN (SELECT id FROM tables WHERE {where}) ORDER BY number
"""
# An event's number is at least its place in the history away from the table's first, so that the search begins late.
_EXCERPT: Final = """
SELECT seq, CAST(body AS BLOB) FROM log
WHERE number BETWEEN ? + ? AND ? AND id = ? AND seat IS NULL AND seq > ? ORDER BY number LIMIT ?
"""
_NOTES: Final = "SELECT id, name, CAST(body AS BLOB) FROM notes WHERE id IN (SELECT id FROM tables WHERE {where})"


class TableRow(NamedTuple):
    """What is known of a table without reading its history; its rows of the log are numbered `first` to `last`."""

    id: int
    name: str
    format: int
    status: Stage
    created: float
    changed: float
    first: int
    header: bytes
    seq: int
    last: int


class Reply(NamedTuple):
    """A kept reply, and the event after which it was given."""

    seq: int
    reply: KeptReply


@dataclass
class History:
    """A table with everything that is kept of it."""

    row: TableRow
    records: list[Record] = field(default_factory=list)
    replies: dict[int, deque[Reply]] = field(default_factory=dict)
    notes: dict[str, bytes] = field(default_factory=dict)
    finding: Finding = field(default_factory=lambda: Finding(0))
    problem: str | None = None

    def judge(self) -> None:
        """Fill in `finding` and `problem` from the records read."""
        self.finding = examine(start(self.row.name, self.row.header), self.records)
        self.problem = self.finding.problem
        if self.row.format > FORMAT:
            self.problem = f"journal of format {self.row.format}, expected no more than {FORMAT}"
        elif self.problem is None and self.dropped and not self.finding.whole:
            self.problem = "none of its events is whole"

    @property
    def tip(self) -> int:
        """The number of the last event that is whole."""
        return self.records[self.finding.whole - 1].seq if self.finding.whole else NO_EVENT

    @property
    def dropped(self) -> int:
        """How many events are torn off the end, whether something of them is left or not."""
        reached = self.records[-1].seq if self.records else NO_EVENT
        return self.finding.torn + max(0, self.row.seq - reached)

    @property
    def whole(self) -> bool:
        """Whether nothing of it is broken or missing."""
        return self.problem is None and not self.dropped

    def stored(self) -> StoredTable:
        """The table as the server gets it."""
        whole = self.records[: self.finding.whole]
        kept = [reply for seat in self.replies.values() for seq, reply in seat if seq <= self.tip]
        return StoredTable(
            table=self.row.name,
            status=self.row.status,
            created=self.row.created,
            header=self.row.header,
            notes=self.notes,
            replies=tuple(kept),
            entries=tuple([Entry(record.seq, record.body) for record in whole]),
            problem=self.problem,
            dropped=0 if self.problem else self.dropped,
        )

    def transcript(self) -> Transcript:
        """What may be shown of the table to everybody: the secret only when the game is finished."""
        return Transcript(
            table=self.row.name,
            status=self.row.status,
            created=self.row.created,
            header=self.row.header,
            secret=self.notes.get(SECRET) if self.row.status == "finished" else None,
            records=tuple(self.records[: self.finding.whole]),
        )


def read_rows(connection: sqlite3.Connection, where: str = EVERY, values: tuple[object, ...] = ()) -> list[TableRow]:
    """The tables that match a condition on their columns, oldest first."""
    found = connection.execute(_TABLES.format(where=where, no_event=NO_EVENT), values)
    return [TableRow._make(row) for row in found]


def read_histories(connection: sqlite3.Connection, where: str, values: tuple[object, ...] = ()) -> list[History]:
    """The tables that match a condition, with their histories, oldest first.

    To be called inside a transaction if somebody else may be writing.
    """
    histories = {row.id: History(row) for row in read_rows(connection, where, values)}
    if not histories:
        return []
    first = min(history.row.first for history in histories.values())
    last = max(history.row.last for history in histories.values())
    _fill(histories, connection.execute(_LOG.format(where=where), (first, last, *values)))
    for table, name, body in connection.execute(_NOTES.format(where=where), values):
        histories[table].notes[name] = body
    for history in histories.values():
        history.judge()
    return list(histories.values())


def read_history(connection: sqlite3.Connection, name: str) -> History | None:
    """One table with its history, or `None` if there is none of this name; for the rest see `read_histories`."""
    return next(iter(read_histories(connection, "name = ?", (name,))), None)


def each_history(connection: sqlite3.Connection, where: str = EVERY, values: tuple[object, ...] = ()) -> Iterator[History]:
    """Like `read_histories`, one table in memory at a time."""
    for row in read_rows(connection, where, values):
        yield from read_histories(connection, "id = ?", (row.id,))


def read_excerpt(database: Path, name: str, after: int, most: int) -> Excerpt:
    """The first `most` events of a table after one; raises `LookupError`, `sqlite3.Error` and `UnusableDatabase`."""
    with closing(open_for_reading(database)) as connection:
        connection.execute("BEGIN")
        row = next(iter(read_rows(connection, "name = ?", (name,))), None)
        if row is None:
            raise LookupError(f"no table {name}")
        skipped = max(0, min(after, row.last) - 1)
        found = connection.execute(_EXCERPT, (row.first, skipped, row.last, row.id, after, most))
        return Excerpt(row.created, tuple([Entry(seq, body) for seq, body in found]))


def _fill(histories: dict[int, History], log: Iterable[tuple[Any, ...]]) -> None:
    for _, table, seq, seat, request, body, digest in log:
        history = histories[table]
        if seat is None:
            history.records.append(Record(seq, body, digest))
        else:
            kept = history.replies.get(seat)
            if kept is None:
                kept = history.replies[seat] = deque(maxlen=KEPT_REPLIES)
            kept.append(Reply(seq, KeptReply(cast(int, seat), cast(int, request), body)))
