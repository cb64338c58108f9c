"""The whole server: tables, sessions and sockets in one nursery. Must not hold logic that has a module of its own."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Sequence
from functools import partial
from typing import Final

import trio

from server.config import Config
from server.directory import Directory
from server.figures import Figures
from server.gate import Gate
from server.listener import peer_of, take_in, tune, turn_away
from server.lobby import Lobby
from server.logs import log
from server.outbox import Post
from server.recovery import recover
from server.session import Session
from server.store import Store
from server.table import Table
from server.tls import HandshakeFailed, secure
from server.wire import wire_of

_log: Final = logging.getLogger(__name__)

_TURNED_AWAY: Final = 16
"""How many are told at once why they can not come in; the others are not told."""


class Server:
    """A server on a store; `run` it, then give it streams, or listeners to take them from.

    With a `tls` context it speaks TLS only.
    """

    def __init__(self, store: Store, config: Config | None = None, tls: ssl.SSLContext | None = None) -> None:
        self.config = config or Config()
        self.figures = Figures()
        self.directory = Directory()
        self._store = store
        self._post = Post()
        self._tls = tls
        self._lobby = Lobby(self.directory, store, self.config, self._start)
        self._gate = Gate(self.config.limits.connections, self.config.limits.per_address)
        self._sessions: set[Session] = set()
        self._session_ended = trio.lowlevel.ParkingLot()
        self._tables: trio.Nursery | None = None
        self._stop = trio.Event()
        self._turning_away = 0

    @property
    def connections(self) -> int:
        """How many connections there are now."""
        return len(self._gate)

    def stop(self) -> None:
        """Begin to end: say goodbye to everybody; `run` returns when that is done."""
        self._stop.set()

    async def run(
        self,
        listeners: Sequence[trio.SocketListener] = (),
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Restore the tables, serve until `stop`, close the store. Raises `StoreFailed` within an exception group."""
        try:
            async with trio.open_nursery() as tables:
                self._tables = tables
                tables.start_soon(self._post.run)
                self._recover()
                await self._serve_listeners(listeners, task_status)
                tables.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await self._store.aclose()

    async def _serve_listeners(
        self, listeners: Sequence[trio.SocketListener], task_status: trio.TaskStatus[None]
    ) -> None:
        async with trio.open_nursery() as sessions:
            async with trio.open_nursery() as accepting:
                for listener in listeners:
                    accepting.start_soon(take_in, listener, self._accept, sessions)
                task_status.started()
                await self._stop.wait()
                accepting.cancel_scope.cancel()
            await self._say_goodbye()
            sessions.cancel_scope.cancel()

    async def serve(self, stream: trio.abc.Stream, address: str, port: int = 0) -> None:
        """Serve one connection to its end; whatever goes wrong in it stays in it."""
        try:
            await self._serve(stream, address, f"{address}:{port}")
        finally:
            await trio.aclose_forcefully(stream)

    async def _serve(self, stream: trio.abc.Stream, address: str, peer: str) -> None:
        refusal = self._gate.enter(address)
        if refusal:
            self.figures.refused += 1
            log(_log, logging.WARNING, "connection_refused", peer=peer, reason=refusal)
            await self._turn_away(stream, peer, refusal)
            return
        self.figures.accepted += 1
        try:
            secured = await self._secured(stream, peer)
            if secured is not None:
                wire = wire_of(secured)
                await self._converse(Session(wire, peer, address, self._lobby, self.config, self._post, self.figures))
        finally:
            self._gate.leave(address)

    async def _turn_away(self, stream: trio.abc.Stream, peer: str, refusal: str) -> None:
        """Say why, to a few at a time: whoever is turned away costs a file too."""
        if self._turning_away >= _TURNED_AWAY:
            await trio.aclose_forcefully(stream)
            return
        self._turning_away += 1
        try:
            secured = await self._secured(stream, peer)
            if secured is not None:
                await turn_away(secured, "too_many_connections", refusal, self.config.times.linger)
        finally:
            self._turning_away -= 1

    async def _converse(self, session: Session) -> None:
        self._sessions.add(session)
        try:
            await session.run()
        except Exception:  # noqa: BLE001  # logged; a fault in one session must not end the server
            _log.exception("fault in the session of %s", session.peer)
        finally:
            self._sessions.discard(session)
            self._session_ended.unpark_all()

    async def _secured(self, stream: trio.abc.Stream, peer: str) -> trio.abc.Stream | None:
        """The stream to speak over; `None` if there can be none, and then it has been closed."""
        if self._tls is None:
            return stream
        try:
            return await secure(stream, self._tls, self.config.times.handshake)
        except HandshakeFailed as error:
            self.figures.ended["no_tls"] += 1
            log(_log, logging.WARNING, "handshake_failed", peer=peer, reason=error)
            if error.plain:
                await turn_away(stream, "tls_required", "", self.config.times.linger)
            else:
                await trio.aclose_forcefully(stream)
            return None

    async def _accept(self, stream: trio.SocketStream) -> None:
        try:
            address, port = peer_of(stream)
            tune(stream)
        except OSError as error:
            log(_log, logging.DEBUG, "connection_gone", reason=error)
            await trio.aclose_forcefully(stream)
            return
        await self.serve(stream, address, port)

    def _recover(self) -> None:
        recovered = recover(self._store, self.directory, self.config)
        for table in recovered.tables:
            self._start(table)
        if recovered.tables or recovered.broken:
            broken = ",".join(recovered.broken) or "none"
            log(_log, logging.INFO, "tables_restored", tables=len(recovered.tables), events=recovered.events, broken=broken)

    def _start(self, table: Table) -> None:
        if self._tables is None:
            raise RuntimeError("a table was opened before the server ran")
        table.on_rematch = partial(self._lobby.reopen, table)
        self._tables.start_soon(self._run_table, table)

    async def _run_table(self, table: Table) -> None:
        try:
            await table.run()
        finally:
            self.directory.remove(table)

    async def _say_goodbye(self) -> None:
        for session in list(self._sessions):
            session.close("shutdown")
        with trio.move_on_after(self.config.times.shutdown):
            while self._sessions:
                await self._session_ended.park()
