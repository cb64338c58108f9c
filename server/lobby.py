"""What a session asks for outside a table, and the way to one: list, open, sit down, come back, look on.

Must not touch what a table owns: it hands sessions and requests to the table's task.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import trio

from engine.ids import Seat
from protocol import messages as m
from server import publishing
from server.chairs import Chairs
from server.config import Config
from server.creation import open_table
from server.directory import Directory
from server.inbox import EntryRequest
from server.logs import log
from server.record import Record
from server.refusal import Refused
from server.rematch import Legacy, open_rematch
from server.session import Session
from server.store import Store, StoreUnavailable
from server.table import Table
from server.throttle import Throttles
from server.tokens import hash_token

_log: Final = logging.getLogger(__name__)

_CHAPTER: Final = 500  # events told at once of a history

_ENTRIES: Final = (m.CreateTable, m.JoinTable, m.Resume, m.ClaimSeat, m.WatchTable)


class Lobby:
    """The `Handler` of all sessions; `start` runs a new table."""

    def __init__(self, directory: Directory, store: Store, config: Config, start: Callable[[Table], None]) -> None:
        self._directory = directory
        self._store = store
        self._config = config
        self._start = start
        self._opening = 0
        self._openings: dict[bytes, trio.Event] = {}  # by the hashes of the tokens that tables are being opened with
        self._wrong_codes = Throttles(config.limits.code_rate, config.limits.code_burst)

    async def handle(self, session: Session, request: m.Request) -> None:
        """Answer a request, or hand it to the table where the session is; raises `Refused`."""
        if isinstance(request, m.Ping):
            session.send(m.Pong(request.id))
        elif isinstance(request, m.ListTables):
            session.send(m.Tables(request.id, self._directory.public(self._config.limits.listed)))
        elif isinstance(request, _ENTRIES):
            await self._enter(session, request)
        elif session.table is None:
            raise Refused("not_seated", "this connection is at no table")
        elif isinstance(request, m.GetHistory):
            await self._tell_history(session, session.table.id, request)
        else:
            await session.table.say(session, request)

    async def _enter(self, session: Session, request: EntryRequest) -> None:
        if session.table is not None:
            if session.entry is None or session.entry[0] != request.id:
                raise Refused("already_seated", f"this connection is at table {session.table.id} already")
            session.push(session.entry[1])
            return
        if isinstance(request, m.CreateTable):
            table = await self._opened(session, request)
        else:
            table = self._directory.find(request.table)
            if not isinstance(request, m.Resume):
                self._check_code(session, table, request)
        await table.enter(session, request)

    async def _opened(self, session: Session, request: m.CreateTable) -> Table:
        """The table that this token has opened, or a new one.

        Whoever lost the connection before the reply asks again while the first request may still be under way: then that
        one is waited for.
        """
        token = hash_token(request.token)
        while (under_way := self._openings.get(token)) is not None:
            await under_way.wait()
        found = self._directory.opened_with(token)
        if found is not None:
            return found
        self._openings[token] = trio.Event()
        try:
            return await self._open(session, request)
        finally:
            self._openings.pop(token).set()

    async def _tell_history(self, session: Session, table: str, request: m.GetHistory) -> None:
        """What is stored of a table; by the session's own task, so that the table does not wait for it."""
        try:
            found = await self._store.read(table, request.after, _CHAPTER)
        except LookupError:
            raise Refused("not_allowed", "nothing is kept of a test table") from None
        except StoreUnavailable as error:
            retry_after = round(self._config.times.retry * 1000)
            raise Refused("paused", f"nothing can be read: {error}", retry_after=retry_after) from None
        session.send(publishing.history(found, request))

    async def _open(self, session: Session, request: m.CreateTable) -> Table:
        self._need_room(session.address)
        with self._being_opened():
            table = await open_table(request, self._directory.new_id(), self._store, self._config, session.address)
        self._welcome(table, session.peer)
        return table

    @contextmanager
    def _being_opened(self) -> Iterator[None]:
        """A table counts among the others while it is being stored; raises `Refused` if nothing can be."""
        self._opening += 1
        try:
            yield
        except StoreUnavailable as error:
            retry_after = round(self._config.times.retry * 1000)
            raise Refused("paused", f"nothing can be stored: {error}", retry_after=retry_after) from None
        finally:
            self._opening -= 1

    async def reopen(self, old: Table, record: Record, chairs: Chairs, by: Seat) -> str:
        """Open the table where the people of a finished one play again, or find it; returns its id. Raises `Refused`."""
        if self._directory.has(record.lobby.rematch):
            return record.lobby.rematch
        if record.scenario is not None:
            raise Refused("not_allowed", "a test table has no rematch")
        self._need_room(old.opener.address)
        legacy = Legacy(record, chairs, by, old.opener.address, old.code)
        with self._being_opened():
            table = await open_rematch(legacy, self._directory.new_id(), self._store, self._config)
        self._welcome(table, f"table {old.id}")
        return table.id

    def _welcome(self, table: Table, by: str) -> None:
        self._directory.add(table)
        self._start(table)
        log(_log, logging.INFO, "table_opened", table=table.id, peer=by, test=table.settings.test)

    def _need_room(self, address: str) -> None:
        limits = self._config.limits
        if len(self._directory) + self._opening >= limits.tables:
            raise Refused("too_many_tables", f"expected no more than {limits.tables} tables, found as many")
        if self._directory.opened_from(address) >= limits.tables_per_address:
            most = limits.tables_per_address
            raise Refused("too_many_tables", f"expected no more than {most} tables from one address, found as many")

    def _check_code(self, session: Session, table: Table, request: m.JoinTable | m.ClaimSeat | m.WatchTable) -> None:
        """A wrong code costs a token of the address, and without one left no code is looked at."""
        if table.code is None:
            return
        if not isinstance(request, m.WatchTable) and table.has_token(hash_token(request.token)):
            return  # whoever has a seat needs no code again
        now = trio.current_time()
        retry_after = self._wrong_codes.wait(session.address, now)
        if retry_after:
            raise Refused("rate_limited", "too many wrong codes from this address", retry_after=retry_after)
        if not table.code.fits(request.code):
            self._wrong_codes.take(session.address, now)
            log(_log, logging.WARNING, "wrong_code", table=table.id, peer=session.peer)
            raise Refused("wrong_code", field="code")
