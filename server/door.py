"""How sessions come to a table and go: sit down, come back, look on, get up, break off. Must not judge the lobby itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from protocol import lobby_events as e
from protocol import messages as m
from protocol.codec import encode
from server import autopilot, giving, publishing, seating
from server.chairs import Chair
from server.decisions import Events
from server.funnel import Funnel
from server.inbox import Enter
from server.refusal import Refused
from server.tokens import hash_token

if TYPE_CHECKING:
    from server.session import Session
    from server.table import Table


class Door:
    """The door of one table; at most `spectators` look on."""

    def __init__(self, table: Table, funnel: Funnel, spectators: int) -> None:
        self._table = table
        self._funnel = funnel
        self._record = funnel.record
        self._chairs = funnel.chairs
        self._members = funnel.members
        self._spectators = spectators

    async def let_in(self, item: Enter) -> None:
        """Answer whoever wants in; a session that has broken off meanwhile is lost at once."""
        session, request = item.session, item.request
        try:
            if isinstance(request, m.WatchTable):
                self._let_watch(session, request)
            else:
                await self._let_sit(session, request)
        except Refused as refusal:
            session.send(refusal.reply(request.id))
        finally:
            item.done.set()
        if session.ended:
            await self.lose(session, "lost")

    async def leave(self, session: Session, request: m.LeaveTable) -> None:
        """Let a session go that says goodbye; a running game keeps its seat."""
        chair = self._members.chair_of(session)
        if chair is not None:
            chair.gone_at = trio.current_time()
            if self._record.stage == "lobby":
                await self.free(chair)
            else:
                await self._funnel.commit(self._dropped(chair, "left"))
        session.send(m.Result(request.id, self._record.seq))
        self._members.detach(session)

    async def lose(self, session: Session, cause: e.DropCause) -> None:
        """A connection is gone; nothing happens to the seat."""
        if session not in self._members:
            return
        chair = self._members.chair_of(session)
        self._members.detach(session)
        if chair is not None:
            chair.gone_at = trio.current_time()
            await self._funnel.commit(self._dropped(chair, cause))

    def _dropped(self, chair: Chair, cause: e.DropCause) -> Events:
        """What follows when a connection is gone; who says goodbye to a running game leaves the seat to the autopilot."""
        events = seating.drop(self._record.lobby, chair.seat, cause)
        if cause == "left" and self._record.stage == "running":
            events += autopilot.engage_absent(self._record, chair.seat)
        return events

    async def free(self, chair: Chair) -> None:
        """Free a seat in the lobby."""
        events = seating.get_up(self._record.lobby, chair.seat)
        self._chairs.leave(chair.seat)
        await self._funnel.commit(events)

    async def lose_all(self) -> None:
        """After a restart nobody is there, whatever the last event said; the clocks stand until they are back."""
        now = trio.current_time()
        clock = self._record.settings.clock
        self._funnel.clocks.hold(now if clock is None else now + clock.grace / 1000)
        for chair in self._chairs:
            chair.gone_at = now
        connected = [info.seat for info in self._record.lobby.seats if info.connected and info.bot is None]
        await self._funnel.commit([e.PlayerDropped(seat, "lost") for seat in connected])

    def show_out(self) -> None:
        """Let those sessions go whose seats were taken from them."""
        for session, chair in self._members.seated():
            if self._chairs.at(chair.seat) is not chair:
                self._members.detach(session)

    def _let_watch(self, session: Session, request: m.WatchTable) -> None:
        most = self._spectators
        if self._members.spectators >= most:
            raise Refused("table_full", f"expected no more than {most} spectators, found {most}")
        self._members.attach(session, self._table, None)
        self._greet(session, m.Watching(request.id, self._record.table, self._record.seq), request.after)

    async def _let_sit(self, session: Session, request: m.CreateTable | m.JoinTable | m.Resume | m.ClaimSeat) -> None:
        token = hash_token(request.token)
        chair = self._chairs.by_token(token)
        if chair is not None:
            await self._come_back(chair)
        elif isinstance(request, m.JoinTable):
            chair = await self._sit(token, request)
        elif isinstance(request, m.ClaimSeat):
            chair = await self._claim(token, request)
        else:
            raise Refused("unknown_token")
        self._members.attach(session, self._table, chair)
        after = request.after if isinstance(request, m.Resume) else None
        reply = m.Seated(request.id, self._record.table, chair.seat, self._record.seq, chair.replies.last_id)
        self._greet(session, reply, after)

    async def _sit(self, token: bytes, request: m.JoinTable) -> Chair:
        lobby = self._record.lobby
        seating.need_lobby(lobby)
        name = seating.name_for(lobby, request.player)
        if self._chairs.is_barred(token, name):
            raise Refused("barred")
        chair = self._chairs.sit(seating.free_seat(self._record), token)
        await self._funnel.commit([e.SeatTaken(chair.seat, name)])
        return chair

    async def _claim(self, token: bytes, request: m.ClaimSeat) -> Chair:
        """An open seat has a new player, who starts with a clean slate."""
        seat = giving.open_seat(self._record.lobby, request.seat)
        name = seating.name_for(self._record.lobby, request.player, seat)
        if self._chairs.is_barred(token, name):
            raise Refused("barred")
        events = giving.claim(self._record, seat, name)
        self._chairs.leave(seat)
        chair = self._chairs.sit(seat, token)
        self._funnel.clocks.acted(seat)
        await self._funnel.commit(events)
        return chair

    async def _come_back(self, chair: Chair) -> None:
        """The token has the seat, at once; what the old connection still says is not heard."""
        events: Events = []
        old = chair.session
        if old is not None:
            self._members.detach(old)
            old.close("displaced")
            events.append(e.PlayerDropped(chair.seat, "displaced"))
        if old is not None or chair.gone_at is not None:
            events += [e.PlayerBack(chair.seat), *autopilot.come_back(self._record, chair.seat)]
        chair.gone_at = None
        await self._funnel.commit(events)

    def _greet(self, session: Session, reply: m.Seated | m.Watching, after: int | None) -> None:
        """The reply to whoever has come in, what it missed or else the whole table, and what it is asked."""
        record, clocks, now = self._record, self._funnel.clocks, self._funnel.now
        frame = encode(reply)
        session.entry = (reply.in_reply_to, frame)
        session.push(frame)
        missed = None if after is None else record.since(after)
        if after is None or missed is None:
            session.send(publishing.table_state(record, clocks, now))
        else:
            session.send(publishing.update(record, clocks, now, after + 1, missed))
        chair = self._members.chair_of(session)
        if chair is not None and record.game is not None:
            chair.asked = self._funnel.prompts(chair.seat)
            session.send(m.Prompts(record.seq, chair.asked))
