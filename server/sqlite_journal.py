"""Writing to the database: what several tables hand in goes into one transaction. Must not know threads or trio.

The end of every unfinished history is held in memory, so that writing reads nothing.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.history import link, start
from protocol.tables import Stage
from server.sqlite_reader import UNFINISHED, History, read_histories
from server.sqlite_schema import FORMAT
from server.store import NO_EVENT, Batch, Entry, StoredTable, check_order

_ROWS: Final = 64  # in one INSERT: fewer statements are fewer hand-overs of the interpreter lock; a power of two
_LOG: Final = ("INSERT INTO log (number, id, seq, seat, request, body, hash) VALUES ", 7)
_NOTES: Final = ("INSERT OR REPLACE INTO notes (id, name, body) VALUES ", 3)
_TIPS: Final = ("INSERT OR REPLACE INTO tips (id, seq, number) VALUES ", 3)

Values: TypeAlias = list[int | str | bytes | None]


@dataclass(frozen=True, slots=True)
class Create:
    """A new table, to be opened in the lobby."""

    table: str
    header: bytes
    notes: Mapping[str, bytes]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class SetStatus:
    """A table that has come to its next stage."""

    table: str
    status: Stage


@dataclass(frozen=True, slots=True)
class Delete:
    """A table to be forgotten."""

    table: str


Job: TypeAlias = Create | Batch | SetStatus | Delete


class Head(NamedTuple):
    """The end of an unfinished history; a quarantined one has no `hash`, and takes no events."""

    id: int
    seq: int
    hash: bytes | None


class Journal:
    """The unfinished tables of a database; `load` comes first."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float] = time.time) -> None:
        self._connection = connection
        self._clock = clock
        self._heads: dict[str, Head] = {}
        self._number = 0

    def load(self) -> list[StoredTable]:
        """Every unfinished table, oldest first, after torn ends are cut off in the database; raises `sqlite3.Error`."""
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:
            histories = read_histories(self._connection, UNFINISHED)
            for history in histories:
                if history.dropped and not history.problem:
                    self._cut(history)
        (number,) = self._connection.execute(
            "SELECT max(ifnull((SELECT max(number) + 1 FROM log), 1), ifnull((SELECT max(first) FROM tables), 1))"
        ).fetchone()
        self._number = number
        self._heads = {history.row.name: _head(history) for history in histories}
        return [history.stored() for history in histories]

    def commit(self, jobs: Sequence[Job]) -> list[Exception | None]:
        """Make all jobs durable at once; what comes back for each is `None`, or why it alone was not done.

        Those are the `LookupError` and `ValueError` of `Store`. Raises `sqlite3.Error`: then nothing at all was done.
        """
        group = _Group(self._connection, self._heads, self._number, self._clock())
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:
            refusals = [group.take(job) for job in jobs]
            group.write_rows()
        self._number = group.number
        for table, head in group.heads.items():
            if head is None:
                self._heads.pop(table, None)
            else:
                self._heads[table] = head
        return refusals

    def _cut(self, history: History) -> None:
        row = history.row
        self._connection.execute("DELETE FROM log WHERE number >= ? AND id = ? AND seq > ?", (row.first, row.id, history.tip))
        self._connection.execute("UPDATE tips SET seq = ? WHERE id = ?", (history.tip, row.id))


class _Group:
    """Jobs on their way into one transaction; what changes in `heads` holds once that is committed."""

    def __init__(self, connection: sqlite3.Connection, heads: Mapping[str, Head], number: int, now: float) -> None:
        self.heads: dict[str, Head | None] = {}
        self.number = number
        self._connection = connection
        self._before = heads
        self._now = now
        self._log: Values = []
        self._notes: dict[tuple[int, str], bytes] = {}
        self._tips: dict[int, tuple[int, int]] = {}

    def take(self, job: Job) -> Exception | None:
        """Take in one job, or say why it cannot be done; a job refused leaves nothing behind."""
        try:
            match job:
                case Batch():
                    self._append(job)
                case Create():
                    self._create(job)
                case SetStatus():
                    self._set_status(job)
                case Delete():
                    self._delete(job)
        except (LookupError, ValueError) as error:
            return error
        return None

    def write_rows(self) -> None:
        """Write the rows collected so far."""
        _insert(self._connection, *_LOG, self._log)
        _insert(self._connection, *_NOTES, [value for key, body in self._notes.items() for value in (*key, body)])
        _insert(self._connection, *_TIPS, [value for key, tip in self._tips.items() for value in (key, *tip)])
        self._log, self._notes, self._tips = [], {}, {}

    def _append(self, batch: Batch) -> None:
        head = self._head(batch.table)
        head, rows = _rows(batch.table, head, batch.entries, self.number)
        self.number += len(batch.entries)
        self._log += rows
        if batch.reply is not None:
            reply = batch.reply
            self._log += (self.number, head.id, head.seq, reply.seat, reply.request, reply.body, None)
            self.number += 1
        for name, body in batch.notes.items():
            self._notes[head.id, name] = body
        self._tips[head.id] = (head.seq, self.number - 1)
        self.heads[batch.table] = head

    def _create(self, job: Create) -> None:
        if self._known(job.table):
            raise ValueError(f"table {job.table} is there already")
        first = Head(0, NO_EVENT, start(job.table, job.header))
        check_order(job.table, NO_EVENT, job.entries)  # before the first row is written
        values = (job.table, FORMAT, self._now, self._now, self.number, job.header)
        cursor = self._connection.execute(
            "INSERT INTO tables (name, format, status, created, changed, first, header) VALUES (?, ?, 'lobby', ?, ?, ?, ?)",
            values,
        )
        assert cursor.lastrowid is not None  # an INSERT that did not raise has one
        self.heads[job.table] = first._replace(id=cursor.lastrowid)
        self._append(Batch(job.table, job.entries, None, job.notes))

    def _set_status(self, job: SetStatus) -> None:
        head = self._head(job.table, quarantined=True)
        self._connection.execute(
            "UPDATE tables SET status = ?, changed = ? WHERE id = ?", (job.status, self._now, head.id)
        )
        if job.status in ("finished", "closed"):
            self.heads[job.table] = None

    def _delete(self, job: Delete) -> None:
        self.write_rows()
        row = self._connection.execute(
            "SELECT id, first, ifnull((SELECT number FROM tips WHERE tips.id = tables.id), first) FROM tables WHERE name = ?",
            (job.table,),
        ).fetchone()
        if row is None:
            raise LookupError(f"no table {job.table}")
        self._connection.execute("DELETE FROM log WHERE id = ? AND number BETWEEN ? AND ?", row)
        for place in ("notes", "tips", "tables"):
            self._connection.execute(f"DELETE FROM {place} WHERE id = ?", row[:1])
        self.heads[job.table] = None

    def _known(self, table: str) -> bool:
        found = self._connection.execute("SELECT 1 FROM tables WHERE name = ?", (table,)).fetchone()
        return found is not None

    def _head(self, table: str, *, quarantined: bool = False) -> Head:
        head = self.heads[table] if table in self.heads else self._before.get(table)
        if head is None:
            raise LookupError(f"no unfinished table {table}")
        if head.hash is None and not quarantined:
            raise ValueError(f"table {table} is quarantined, expected one with a whole history")
        return head


def _head(history: History) -> Head:
    if history.problem is not None:
        return Head(history.row.id, history.tip, None)
    whole = history.finding.whole
    last = history.records[whole - 1].hash if whole else start(history.row.name, history.row.header)
    return Head(history.row.id, history.tip, last)


def _rows(table: str, head: Head, entries: Sequence[Entry], number: int) -> tuple[Head, Values]:
    """The rows of a table's next events, numbered from `number` on, and the end of its history with them."""
    rows: Values = []
    seq, digest = head.seq, head.hash
    assert digest is not None  # the head of a quarantined table is not handed out for events
    check_order(table, seq, entries)
    for entry in entries:
        seq = entry.seq
        digest = link(digest, seq, entry.body)
        rows += (number, head.id, seq, None, None, entry.body, digest)
        number += 1
    return Head(head.id, seq, digest), rows


def _insert(connection: sqlite3.Connection, into: str, columns: int, values: Values) -> None:
    place = 0
    while left := (len(values) - place) // columns:
        rows = min(_ROWS, 1 << (left.bit_length() - 1))
        connection.execute(_statement(into, columns, rows), values[place : place + rows * columns])
        place += rows * columns


@lru_cache(maxsize=64)
def _statement(into: str, columns: int, rows: int) -> str:
    """The same text for the same number of rows, a power of two, so that SQLite's prepared statements are used again."""
    row = "(" + ",".join("?" * columns) + ")"
    return into + ",".join([row] * rows)
