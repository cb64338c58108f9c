"""One connection: a task that reads, and a bounded outbox between it and the tables.

Theory of operation. What others want to say is put into the outbox at once (`push`, `send`) and never waits, so that a slow
client slows nobody; when it has left more unread than the limit, its connection is dropped, and its seat stays. What the
client says is taken in order; a request for a table waits there if the table's inbox is full, and then this connection is
not read. Whatever ends a session, it ends once: `close` with last words, or a broken stream.

Must not know tables or rules: requests go to the `Handler`.
"""

from __future__ import annotations

import logging
from math import inf
from typing import TYPE_CHECKING, Final, Protocol, TypeGuard

import trio

from protocol import messages as m
from protocol.codec import CLIENT_FRAME, encode
from protocol.connection import Connection, ConnectionEvent, ConnectionState, InvalidMessage, Role
from protocol.errors import ERROR_CODES
from protocol.names import CHAT_LENGTH, NAME_WIDTH
from server.config import Config
from server.figures import Figures
from server.logs import log
from server.outbox import Outbox, Post
from server.refusal import Refused
from server.throttle import Throttle
from server.wire import Wire

if TYPE_CHECKING:
    from protocol.lobby_events import DropCause
    from server.table import Table

_log: Final = logging.getLogger(__name__)

_HEAVY: Final = (
    m.ListTables, m.CreateTable, m.JoinTable, m.Resume, m.ClaimSeat, m.WatchTable, m.Rematch, m.Legal, m.GetState,
    m.GetHistory,
)  # fmt: skip
_PATIENCE: Final = 200  # requests refused in a row for being too many, until the connection is closed


class Handler(Protocol):
    """Whoever answers requests."""

    async def handle(self, session: Session, request: m.Request) -> None:
        """Answer a request, now or later; raises `Refused`."""


class Session:
    """A connection of the server.

    `peer` is how the log names it, `address` whose limits it counts under. `table` is where it sits or looks on, and
    `entry` the request id and the reply by which it came there. `ended`: nothing that it says is heard any more.
    """

    def __init__(
        self,
        wire: Wire,
        peer: str,
        address: str,
        handler: Handler,
        config: Config,
        post: Post,
        figures: Figures,
    ) -> None:
        self.peer = peer
        self.address = address
        self.table: Table | None = None
        self.entry: tuple[int, bytes] | None = None
        self.ended = False
        self._wire = wire
        self._handler = handler
        self._config = config
        self._conn = Connection(Role.SERVER)
        self._outbox = Outbox(wire, self._conn, post, config.limits.outbox)
        self._reading = trio.CancelScope()
        self._cause: DropCause = "lost"
        self._end = ""
        self._dropped = False
        self._flooded = 0
        self._figures = figures
        self._complained = False
        self._throttles = _Throttles(config, trio.current_time())

    def __repr__(self) -> str:
        return f"<session {self.peer}>"

    def send(self, message: m.ServerMessage) -> None:
        """Queue a message; nothing if the connection is closing."""
        self.push(encode(message))

    def push(self, frame: bytes) -> None:
        """Queue a frame that may go to many; nothing if the connection is closing."""
        if self.ended or self._conn.close_expected():
            return
        if not self._outbox.push(frame):
            self._drop("slow")

    def close(self, code: str, message: str = "") -> None:
        """End the connection with last words; what the client says from now on is not heard."""
        if self.ended or self._conn.close_expected():
            return
        self._conn.send(m.Closing(code, message or ERROR_CODES[code]))
        self._end = self._end or code
        self._reading.cancel()

    def _drop(self, cause: DropCause) -> None:
        """End the connection without last words, since they would not be read."""
        if self._dropped:
            return
        self._cause = cause
        self._end = self._end or cause
        self._dropped = self.ended = True
        self._reading.cancel()

    async def run(self) -> None:
        """Serve the connection until it ends, then tell its table and close the stream."""
        log(_log, logging.DEBUG, "session_opened", peer=self.peer)
        try:
            await self._serve()
        finally:
            self.ended = True
            reason = self._end or "lost"
            self._figures.ended[reason] += 1
            log(_log, logging.INFO, "session_closed", peer=self.peer, reason=reason)
            await self._wire.aclose()
            await self._leave()

    async def _serve(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write)
            with self._reading:
                await self._read()
            if self._reading.cancelled_caught and not self._end:
                self._time_out()
            nursery.cancel_scope.deadline = trio.current_time() + self._config.times.linger
            if not (self._dropped or self._conn.close_expected()):
                await self._answer_all()
            self.ended = True
            if self._dropped:
                nursery.cancel_scope.cancel()
            else:
                self._conclude()
                self._outbox.finish()
                nursery.start_soon(self._drain)
                await self._leave()

    async def _answer_all(self) -> None:
        """The client will say no more, and may still listen: wait until its table has answered what it has asked."""
        if self.table is not None:
            done = await self.table.left(self, self._cause)
            await done.wait()

    def _conclude(self) -> None:
        self._conn.receive_eof()
        if self._conn.failure is not None:
            self._end = self._end or self._conn.failure.code
            log(_log, logging.WARNING, "protocol_broken", peer=self.peer, reason=self._conn.failure)

    async def _leave(self) -> None:
        """Tell the table; twice does no harm, and the first time may be cut off by the end of the goodbyes."""
        if self.table is not None:
            await self.table.left(self, self._cause)

    async def _write(self) -> None:
        try:
            await self._outbox.run()
        except trio.BrokenResourceError:
            self._drop("lost")

    async def _read(self) -> None:
        """Take in what the client says until it has nothing more to say, or may not."""
        self._reading.deadline = trio.current_time() + self._config.times.handshake
        while not self._conn.close_expected() and (data := await self._wire.receive()):
            self._conn.receive_data(data)
            self._heard()
            for event in self._conn.events_received():
                if self._admits(event):
                    await self._handle(event)

    async def _drain(self) -> None:
        """Take what still comes without hearing it: a socket closed on unread bytes would lose the last words."""
        while await self._wire.receive():
            pass

    def _heard(self) -> None:
        if self._conn.state is ConnectionState.OPEN and self._config.times.idle:
            self._reading.deadline = trio.current_time() + self._config.times.idle

    def _time_out(self) -> None:
        self.close("idle" if self._conn.state is ConnectionState.OPEN else "timeout")

    def _admits(self, event: ConnectionEvent) -> TypeGuard[m.Request]:
        """Whether this is a request to be handled; whatever else has come has been answered."""
        if isinstance(event, m.Hello):
            self._greet(event)
            return False
        self._figures.messages += 1
        retry_after = self._throttles.take(event, trio.current_time())
        if retry_after:
            self._figures.refused_messages += 1
            self._refuse_flood(event, retry_after)
            return False
        self._flooded = 0
        if isinstance(event, InvalidMessage):
            self._refuse_invalid(event)
        return isinstance(event, m.Request)

    def _refuse_invalid(self, event: InvalidMessage) -> None:
        self._figures.refused_messages += 1
        # Once for each connection, lest a flood of nonsense become a flood of lines.
        level = logging.DEBUG if self._complained else logging.INFO
        self._complained = True
        log(_log, level, "message_refused", peer=self.peer, reason=event.error)
        self.send(event.reply())

    async def _handle(self, request: m.Request) -> None:
        try:
            await self._handler.handle(self, request)
        except Refused as refusal:
            self.send(refusal.reply(request.id))
        except Exception:  # noqa: BLE001  # logged and told; a fault in one session must not end the server
            _log.exception("fault in the session of %s", self.peer)
            self.close("internal")

    def _greet(self, hello: m.Hello) -> None:
        limits = self._config.limits
        if hello.low <= m.VERSION <= hello.high:
            told = m.Limits(
                CLIENT_FRAME, int(limits.rate), limits.burst, int(self._config.times.idle), NAME_WIDTH, CHAT_LENGTH
            )
            self._conn.send(m.Welcome(hello.id, m.VERSION, self._config.name, told))
            self._reading.deadline = trio.current_time() + (self._config.times.idle or inf)
        else:
            theirs = f"{hello.low} to {hello.high}" if hello.low != hello.high else str(hello.low)
            message = f"this server speaks version {m.VERSION}, the client {theirs}: use the same release on both sides"
            self._conn.send(m.Error("version", message, in_reply_to=hello.id, wanted=m.VERSION))
            self._end = "version"
        log(_log, logging.INFO, "hello", peer=self.peer, client=hello.client, low=hello.low, high=hello.high)
        self._outbox.hurry()

    def _refuse_flood(self, event: ConnectionEvent, retry_after: int) -> None:
        self._flooded += 1
        if self._flooded > _PATIENCE:
            self.close("rate_limited")
            return
        request = event.error.request if isinstance(event, InvalidMessage) else getattr(event, "id", None)
        self.send(Refused("rate_limited", retry_after=retry_after).reply(request))


class _Throttles:
    """The buckets of one connection: for all messages, for those with long answers, and for chat.

    A server of scenarios is for tests, which open and leave a table for each: there long answers are as good as others.
    """

    __slots__ = ("_all", "_chat", "_heavy")

    def __init__(self, config: Config, now: float) -> None:
        limits = config.limits
        self._all = Throttle(limits.rate, limits.burst, now)
        heavy = (limits.rate, limits.burst) if config.allow_scenarios else (limits.heavy_rate, limits.heavy_burst)
        self._heavy = Throttle(*heavy, now)
        self._chat = Throttle(limits.chat_rate, limits.chat_burst, now)

    def take(self, event: ConnectionEvent, now: float) -> int:
        """0 if the message may come now, else the milliseconds until it may."""
        retry_after = self._all.take(now)
        if not retry_after and isinstance(event, _HEAVY):
            return self._heavy.take(now)
        if not retry_after and isinstance(event, m.Chat):
            return self._chat.take(now)
        return retry_after
