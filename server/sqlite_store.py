"""The store of a real server: one SQLite database, everything that waits in one commit.

Theory of operation. A table's task hands in a job and sleeps. The first to come leads: it lets the others of this round of
the event loop hand in theirs, makes all of them durable in one transaction, and wakes their tasks. Whoever comes meanwhile
waits for the next commit, which the first of them leads. So one `fsync` is shared by as many tables as have something to store
at the moment, and a table alone waits for one `fsync`. That is in a thread, so that nobody else waits for the disk; a relaxed
store does not wait for it either, and needs none.

A task is not cancelled while its job is under way, since nobody could say then whether it was done.

Must not be used under a mock clock, which does not see the thread; `MemoryStore` is for that.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import trio

from protocol.tables import Stage
from server.archive import DAY, write_archive
from server.data_folder import Anchor, DataFolder
from server.logs import log
from server.sqlite_journal import Create, Delete, Job, Journal, SetStatus
from server.sqlite_reader import read_excerpt
from server.sqlite_schema import UnusableDatabase, open_for_writing, unavailable
from server.store import Batch, Entry, Excerpt, StoredTable, StoreFailed, StoreUnavailable
from server.wal_tail import Torn, torn_end

_LOG: Final = logging.getLogger(__name__)


class _Ticket:
    """A job, the task that sleeps until it is done, and why it was not."""

    __slots__ = ("done", "error", "job", "task")

    def __init__(self, job: Job | None, task: trio.lowlevel.Task) -> None:
        self.job = job  # `None`: nothing but to wait for those before
        self.task = task
        self.done = False
        self.error: Exception | None = None


class SqliteStore:
    """`Store` on a data folder, which it locks; raises `UnusableData` if another server has it or it is damaged.

    `torn` is what was dropped from the end of the write-ahead log. `relaxed`: a crash of the machine (not of the server)
    may lose the last moments; for measurements. `clock` gives seconds since the epoch.
    """

    def __init__(self, folder: DataFolder, *, relaxed: bool = False, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock
        self._relaxed = relaxed
        self._waiting: list[_Ticket] = []
        self._led = False
        self._failure: Exception | None = None
        self._closed = False
        self.stored = 0  # events, since the start
        with ExitStack() as undo:
            self._lock = undo.enter_context(folder.lock())
            self._connection = open_for_writing(folder.database, relaxed=relaxed)
            undo.callback(self._connection.close)
            self.torn = self._find_torn()
            self._files = Anchor(folder.database, _log_of(folder))
            undo.pop_all()
        self._journal = Journal(self._connection, clock)

    def load(self) -> list[StoredTable]:
        """Every unfinished table, oldest first, torn ends dropped; what was found wrong is logged."""
        try:
            tables = self._journal.load()
        except sqlite3.Error as error:
            raise self._explained(error) from error
        for stored in tables:
            if stored.problem is not None:
                log(_LOG, logging.ERROR, "table_quarantined", table=stored.table, problem=stored.problem)
            elif stored.dropped:
                log(_LOG, logging.WARNING, "torn_tail_dropped", table=stored.table, events=stored.dropped)
        return tables

    async def create(self, table: str, header: bytes, notes: Mapping[str, bytes], entries: tuple[Entry, ...]) -> None:
        """Begin a table in the lobby."""
        await self._submit(Create(table, header, notes, entries))
        self.stored += len(entries)

    async def append(self, batch: Batch) -> None:
        """Store a batch of an unfinished table."""
        await self._submit(batch)
        self.stored += len(batch.entries)

    async def set_status(self, table: str, status: Stage) -> None:
        """Bring a table to its next stage."""
        await self._submit(SetStatus(table, status))

    async def delete(self, table: str) -> None:
        """Forget a table, finished or not."""
        await self._submit(Delete(table))

    async def read(self, table: str, after: int, most: int) -> Excerpt:
        """Some events of a table, read beside the commits, so that no table waits for it."""
        try:
            return await trio.to_thread.run_sync(read_excerpt, self._folder.database, table, after, most)
        except (sqlite3.Error, UnusableDatabase) as error:
            raise StoreUnavailable("locked", str(error)) from None

    async def archive(self, days: float) -> list[str]:
        """Move the tables that are finished or closed for so many days to files of the archive; gives their names.

        The files are written beside the commits, so that no table waits for them. Raises `OSError` if one cannot be
        written, and what all methods raise.
        """
        archived = await trio.to_thread.run_sync(write_archive, self._folder, self._clock() - days * DAY)
        for name in archived.written:
            await self.delete(name)
        for name in archived.left:
            log(_LOG, logging.WARNING, "not_archived", table=name)
        return archived.written

    async def aclose(self) -> None:
        """Finish what has been handed in, close the database and give the folder back."""
        if self._closed:
            return
        self._closed = True
        await self._hand_in(None)
        await trio.to_thread.run_sync(self._connection.close)
        self._lock.release()

    async def _submit(self, job: Job) -> None:
        await trio.lowlevel.checkpoint_if_cancelled()
        if self._closed:
            raise trio.ClosedResourceError("the store is closed")
        if self._failure is not None:
            raise _failed(self._failure)
        await self._hand_in(job)

    async def _hand_in(self, job: Job | None) -> None:
        """Wait until a job is done, by the lead of others or by one's own."""
        ticket = _Ticket(job, trio.lowlevel.current_task())
        self._waiting.append(ticket)
        if self._led:
            await trio.lowlevel.wait_task_rescheduled(_not_now)
        if not ticket.done:
            self._led = True
            await trio.lowlevel.cancel_shielded_checkpoint()
            await self._lead(ticket)
        if ticket.error is not None:
            raise ticket.error

    async def _lead(self, leader: _Ticket) -> None:
        """Do all that waits, wake those who wait for it, and let the first of those who have come meanwhile lead."""
        tickets, self._waiting = self._waiting, []
        await self._do([ticket for ticket in tickets if ticket.job is not None])
        for ticket in tickets:
            ticket.done = True
            if ticket is not leader:
                trio.lowlevel.reschedule(ticket.task)
        self._led = bool(self._waiting)
        if self._led:
            trio.lowlevel.reschedule(self._waiting[0].task)

    async def _do(self, tickets: list[_Ticket]) -> None:
        """Commit these jobs; where that failed, or one was refused, the ticket says why."""
        if self._failure is not None:
            _refuse(tickets, self._failure)
            return
        astray = self._files.missing()
        if astray is not None:
            _put_off(tickets, StoreUnavailable("missing", f"{astray.name} was moved or removed"))
            return
        try:
            refusals = await self._commit([ticket.job for ticket in tickets if ticket.job is not None])
        except Exception as error:  # noqa: BLE001  # every task that waits gets it, and the server ends by it
            self._judge(tickets, error)
        else:
            for ticket, refusal in zip(tickets, refusals, strict=True):
                ticket.error = refusal

    async def _commit(self, jobs: list[Job]) -> list[Exception | None]:
        if self._relaxed:
            refusals = self._journal.commit(jobs)
        else:
            with trio.CancelScope(shield=True):
                refusals = await trio.to_thread.run_sync(self._journal.commit, jobs)
        return refusals

    def _judge(self, tickets: list[_Ticket], error: Exception) -> None:
        """Whether to try again is of use after this error; if not, the store is broken for good.

        After a write that failed it is unknown what of the file is still true, so nothing is written on top of it.
        """
        reason = unavailable(error, self._folder.path) if isinstance(error, sqlite3.Error) else None
        if reason is None:
            self._failure = error
            _refuse(tickets, error)
        else:
            _put_off(tickets, StoreUnavailable(reason, str(error)))

    def _find_torn(self) -> Torn | None:
        """Look behind the end of the log as it was recovered when the database was opened."""
        path = self._folder.database
        try:
            _, recovered, _ = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            torn = torn_end(_log_of(self._folder), recovered)
        except (sqlite3.Error, OSError) as error:
            raise self._explained(error) from error
        if torn is not None:
            log(_LOG, logging.WARNING, "torn_log_dropped", file=path, bytes=torn.size, commits=torn.commits)
        return torn

    def _explained(self, error: sqlite3.Error | OSError) -> UnusableDatabase:
        return UnusableDatabase(self._folder.database, f"cannot be read ({error})", "see `magnate-server check`")


def _log_of(folder: DataFolder) -> Path:
    return folder.database.with_name(folder.database.name + "-wal")


def _not_now(_: object) -> trio.lowlevel.Abort:
    """A job under way is not cancelled."""
    return trio.lowlevel.Abort.FAILED


def _failed(error: Exception) -> StoreFailed:
    """A new exception for each task: one and the same, raised in several, would gather all their tracebacks."""
    failed = StoreFailed(f"the journal cannot be written: {error}")
    failed.__cause__ = error
    return failed


def _put_off(tickets: list[_Ticket], why: StoreUnavailable) -> None:
    for ticket in tickets:
        ticket.error = StoreUnavailable(why.reason, why.detail)


def _refuse(tickets: list[_Ticket], error: Exception) -> None:
    for ticket in tickets:
        ticket.error = _failed(error)

