"""One table and the task that owns it: whatever happens there goes through one channel, one thing at a time.

Theory of operation. Sessions put what they have into the inbox: what was said (`Said`), somebody who wants in (`Enter`), a
connection that is gone (`Gone`). The task takes them in order, and in turn with them what is due by itself (`Upkeep`):
deadlines that have come, and bots, one command at a time. Each item is decided (`decisions`, `Door`), and goes through the
`Funnel`: stored, then told to everybody, then answered. While it is being stored nothing else happens here.

No locks, and nobody but the task touches game, lobby or chairs. An exception out of a decision is a bug: the table is taken
out of play, and no other table notices. Must not judge rules or the lobby, or know sockets.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
import trio

from engine.errors import ChanceExhausted
from engine.ids import Seat
from engine.legal import legal
from protocol import messages as m
from protocol.codec import encode
from protocol.lobby_events import DropCause, RematchOpened
from protocol.tables import TableSummary
from server import publishing
from server.alarm import Alarm
from server.autopilot import take_back
from server.chairs import Chair, Chairs
from server.config import Config
from server.decisions import Events, decide
from server.door import Door
from server.funnel import Funnel
from server.inbox import Enter, EntryRequest, Gone, Inbox, Item, Said, turn_away
from server.logs import log
from server.record import Record
from server.refusal import Refused
from server.store import StoreFailed, Unavailable
from server.tokens import TableCode
from server.upkeep import Upkeep

if TYPE_CHECKING:
    from server.session import Session

_log: Final = logging.getLogger(__name__)


OnRematch: TypeAlias = Callable[[Record, Chairs, Seat], Awaitable[str]]
"""Opens the table that follows a finished one, when this seat asks for it, and returns its id; raises `Refused`."""


async def _no_rematch(record: Record, chairs: Chairs, by: Seat) -> str:
    raise Refused("not_found", "this server opens no tables")


class Opener(msgspec.Struct, frozen=True):
    """Who opened a table: the address, and the hash of the token of seat 0."""

    address: str
    token: bytes


class Table:
    """A table of the server; everything public but `run` is for sessions and the lobby.

    `code` is there if one needs one. `restored`: it was found in the store, and nobody is there yet.
    """

    def __init__(
        self,
        funnel: Funnel,
        config: Config,
        *,
        opener: Opener,
        code: TableCode | None = None,
        restored: bool = False,
    ) -> None:
        self.id = funnel.record.table
        self.settings = funnel.record.settings
        self.code = code
        self.opener = opener
        self.on_rematch: OnRematch = _no_rematch
        self._funnel = funnel
        self._record = funnel.record
        self._members = funnel.members
        self._retry = config.times.retry
        self._restored = restored
        self._inbox = Inbox(config.limits.inbox)
        self._alarm = Alarm(self._inbox.ring)
        self._door = Door(self, funnel, config.limits.spectators)
        self._upkeep = Upkeep(funnel, self._door, config.times)
        self._current: Item | None = None
        self._own_turn = False

    @property
    def gone(self) -> str:
        """Why the table is no more, as an error code; empty while it stands."""
        return self._inbox.closed

    @property
    def summary(self) -> TableSummary:
        """Its line in the list of tables, as of the last stored event."""
        return self._funnel.summary

    @property
    def held_up(self) -> Unavailable | None:
        """Why nothing of it can be stored at the moment, if that is so."""
        return self._funnel.journal.reason

    def has_token(self, token: bytes) -> bool:
        """Whether a person at this table has the token of this hash."""
        return self._funnel.chairs.by_token(token) is not None

    async def say(self, session: Session, request: m.Request) -> None:
        """Hand in a member's request; the reply comes from the table's task. Raises `Refused`."""
        self._need_running()
        await self._inbox.put(Said(session, request))

    async def enter(self, session: Session, request: EntryRequest) -> None:
        """Let a session in, if it may; returns when it has its reply. Raises `Refused`."""
        self._need_running()
        done = trio.Event()
        await self._inbox.put(Enter(session, request, done))
        await done.wait()

    async def left(self, session: Session, cause: DropCause) -> trio.Event:
        """Tell the table that a connection has ended; gives what is set when all that it said before has been answered."""
        done = trio.Event()
        try:
            await self._inbox.put(Gone(session, cause, done))
        except Refused:
            done.set()  # the table has ended before
        return done

    def _need_running(self) -> None:
        if self._funnel.journal.paused:
            raise Refused("paused", retry_after=round(self._retry * 1000))

    async def run(self) -> None:
        """Run the table to its end; raises `StoreFailed` in a group if nothing can be stored any more, and nothing else."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._alarm.run)
            await self._run()
            nursery.cancel_scope.cancel()

    async def _run(self) -> None:
        code = "shutdown"
        try:
            await self._begin()
            while not self._upkeep.over:
                await self._turn()
                await self._upkeep.follow()
            code = "not_found"
        except StoreFailed:
            raise
        except ChanceExhausted as error:
            code = "chance_exhausted"
            self._end_script(error)
        except Exception:  # noqa: BLE001  # the boundary of a fault is the table: others must play on
            code = "quarantined"
            self._quarantine()
        finally:
            self._inbox.close(code)
            self._members.detach_all()

    async def _begin(self) -> None:
        if self._restored:
            await self._door.lose_all()
        self._funnel.watch(self._funnel.now)
        await self._upkeep.follow()

    async def _turn(self) -> None:
        """Take one item of the inbox or one thing that is due by itself; if there are both, in turn."""
        due = self._upkeep.deadline() <= trio.current_time()
        move = None if due else self._upkeep.bot_move()
        if not due and move is None:
            self._alarm.set(self._upkeep.deadline())  # again: a bot may have to wait
            item = await self._inbox.get()
            if item is not None:
                await self._take(item)
            return
        await trio.lowlevel.checkpoint()
        self._own_turn = not self._own_turn
        item = None if self._own_turn else self._inbox.get_now()
        if item is not None:
            await self._take(item)
        elif move is not None:
            await self._upkeep.move_bot(move)
        else:
            await self._upkeep.expire()

    async def _take(self, item: Item) -> None:
        self._current = item
        if isinstance(item, Said):
            await self._answer(item.session, item.request)
        elif isinstance(item, Gone):
            await self._door.lose(item.session, item.cause)
            item.done.set()
        else:
            await self._door.let_in(item)
        self._door.show_out()
        self._current = None

    async def _answer(self, session: Session, request: m.Request) -> None:
        try:
            if session not in self._members:
                raise Refused("not_seated")
            chair = self._members.chair_of(session)
            if isinstance(request, m.GetState):
                now = self._funnel.now
                session.send(publishing.table_state(self._record, self._funnel.clocks, now, request.id))
            elif isinstance(request, m.LeaveTable):
                await self._door.leave(session, request)
            elif chair is None:
                raise Refused("not_seated", "spectators only look on")
            elif isinstance(request, m.Legal):
                self._list_legal(session, chair, request)
            else:
                await self._do_once(session, chair, request)
        except Refused as refusal:
            session.send(refusal.reply(request.id))

    def _list_legal(self, session: Session, chair: Chair, request: m.Legal) -> None:
        state = self._record.state
        if state is None:
            raise Refused("not_started")
        session.send(m.LegalOptions(request.id, self._record.seq, legal(state, chair.seat)))

    async def _do_once(self, session: Session, chair: Chair, request: m.Request) -> None:
        """A request that changes something: done for a new id, answered again for a known one."""
        frame = chair.replies.find(request.id)
        if frame is None:
            try:
                events = await self._decide(chair, request)
            except Refused as refusal:
                chair.replies.keep(request.id, encode(refusal.reply(request.id)))
            else:
                if isinstance(request, m.Act):
                    self._funnel.clocks.acted(chair.seat)
                await self._funnel.commit(events, chair, request.id)
        session.push(frame or chair.replies.latest())

    async def _decide(self, chair: Chair, request: m.Request) -> Events:
        if isinstance(request, m.Act):
            # Whoever gives a command shows that it is here, whatever becomes of the command.
            await self._funnel.commit(take_back(self._record, chair.seat))
            self._funnel.restraints.judge(chair.seat, request.command, self._funnel.now, request.prompt)
        if isinstance(request, m.Rematch):
            return await self._rematch(chair.seat)
        return decide(self._record, self._funnel.chairs, chair, request)

    async def _rematch(self, seat: Seat) -> Events:
        if self._record.stage != "finished":
            raise Refused("not_finished")
        table = await self.on_rematch(self._record, self._funnel.chairs, seat)
        return [] if table == self._record.lobby.rematch else [RematchOpened(table, seat)]

    def _end_script(self, error: ChanceExhausted) -> None:
        """Close a test table whose script has run out within a command, which leaves a position that is none."""
        log(_log, logging.WARNING, "script_exhausted", table=self.id, seq=self._funnel.stored_seq, reason=error)
        refusal = Refused("chance_exhausted", str(error))
        if isinstance(self._current, Said):
            self._current.session.send(refusal.reply(self._current.request.id))
        self._members.detach_all(refusal.reply(None))

    def _quarantine(self) -> None:
        """Take the table out of play; the store still has all that was ever told."""
        log(_log, logging.ERROR, "table_quarantined", table=self.id, seq=self._funnel.stored_seq, doing=self._current)
        _log.exception("fault at table %s", self.id)
        self._break_off("quarantined")

    def _break_off(self, code: str) -> None:
        """Answer what is being done, and tell everybody else there."""
        if self._current is not None:
            turn_away(self._current, code)
        self._members.detach_all(Refused(code).reply(None))
