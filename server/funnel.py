"""The one way in which a table changes: store, then tell everybody, then answer. Must not decide anything.

What is decided has been applied to the game already, but nobody is told before it is durable; while the store takes
nothing, the table stands here.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from math import inf
from typing import Final

import trio
from msgspec.structs import replace

from engine.ids import Seat
from engine.options import Prompt
from engine.state import State
from protocol import lobby_events as e
from protocol import messages as m
from protocol.codec import encode
from protocol.tables import SeatInfo
from server import publishing, questions
from server.chairs import Chair, Chairs
from server.clocks import Asked, Clocks
from server.decisions import Events
from server.fairness import with_reveal
from server.logs import log
from server.members import Members
from server.record import Record
from server.restraints import Restraints
from server.store import KeptReply
from server.table_journal import TableJournal

_log: Final = logging.getLogger(__name__)


class Funnel:
    """What a table consists of, and `commit`; `summary` is as of the last stored event.

    On trio's clock: `deserted_since` is since when no person is at the table, `saved_at` when the time left was last stored.
    """

    def __init__(self, record: Record, chairs: Chairs, clocks: Clocks, journal: TableJournal) -> None:
        self.record = record
        self.chairs = chairs
        self.clocks = clocks
        self.journal = journal
        self.members = Members()
        self.restraints = Restraints(record, clocks)
        self.summary = publishing.summary(record)
        self.deserted_since = inf
        self.saved_at = -inf
        self._published = m.Update(record.seq + 1)
        self._told_lobby = record.lobby
        self._stands_since: float | None = None
        journal.on_pause = self._tell_paused

    @property
    def stored_seq(self) -> int:
        """The number of the newest event that is durable and told."""
        return self._published.first + len(self._published.events) - 1

    @property
    def now(self) -> float:
        """What the clocks go by: trio's clock, or the moment at which the players paused."""
        return trio.current_time() if self._stands_since is None else self._stands_since

    def prompts(self, seat: Seat) -> tuple[Prompt, ...]:
        """The questions that are open to a seat."""
        return publishing.open_prompts(self.record, seat)

    async def commit(self, events: Events, chair: Chair | None = None, request: int = 0) -> None:
        """Store what was decided, then tell everybody; the reply to a chair's request is stored with it and kept.

        A reply is stored also where nothing has come of the request, lest after a crash something come of its repetition.
        """
        if not events and chair is None:
            return
        record = self.record
        first = record.seq + 1
        events = with_reveal(record, events)
        for event in events:
            record.count(event)
        self._stand_or_go()
        kept = None if chair is None else KeptReply(chair.key, request, encode(m.Result(request, record.seq)))
        now = self.now
        self.restraints.take(events, now)
        self.watch(now)
        waited = await self.journal.append(first, events, kept, self._notes(now))
        if waited and self._stands_since is None:  # the end of a pause gives back all of it at once
            self.clocks.shift(waited)
        if events or waited:
            self._publish(first, events)
        if chair is not None and kept is not None:
            chair.replies.keep(request, kept.body)

    def watch(self, now: float) -> None:
        """Tell the clocks whom the table waits for, and for whom not."""
        state = self.record.state
        if state is None:
            return
        here = sum([chair.gone_at is None for chair in self.chairs])
        if here == len(self.chairs):
            self.clocks.release(now)
        self.deserted_since = inf if here else min(self.deserted_since, now)
        seats = self.record.lobby.seats
        asked = {
            seat: _asked(state, chair, seats[seat])
            for seat in self.record.asked()
            if (chair := self.chairs.at(seat)) is not None
        }
        self.clocks.watch(
            now,
            asked,
            state.offers,
            anybody=here > 0,
            bidding=questions.bidding(state),
            oldest=questions.oldest_prompt(state),
        )

    async def save_clocks(self) -> None:
        """Store the time left where nothing else has happened for a while."""
        first = self.record.seq + 1
        waited = await self.journal.append(first, [], None, self._notes(self.now))
        if waited:
            self.clocks.shift(waited)
            self._publish(first, [])

    def _stand_or_go(self) -> None:
        """Let the clocks stand from the event that pauses the table to the one that ends the pause."""
        paused = self.record.lobby.paused
        if paused == (self._stands_since is not None):
            return
        now = trio.current_time()
        if self._stands_since is None:
            self._stands_since = now
        else:
            waited, self._stands_since = now - self._stands_since, None
            self.clocks.shift(waited)
            for chair in self.chairs:
                if chair.gone_at is not None:
                    chair.gone_at = min(now, chair.gone_at + waited)

    def _notes(self, now: float) -> Mapping[str, bytes]:
        notes = {"clocks": self.clocks.note(now)} if self.clocks.stored else {}
        self.saved_at = now
        if self.chairs.changed:
            notes["tokens"] = self.chairs.note()
        return notes

    def _publish(self, first: int, events: Events) -> None:
        """Tell everybody, in the same bytes, and each seat what it is asked now."""
        record, now = self.record, self.now
        self._published = publishing.update(record, self.clocks, now, first, events)
        if record.lobby is not self._told_lobby:
            self._told_lobby = record.lobby
            self.summary = publishing.summary(record)
        if not len(self.members):
            return
        self.members.say(encode(self._published))
        if record.scenario is not None and any(isinstance(event, e.TableStarted) for event in events):
            self.members.say(encode(publishing.table_state(record, self.clocks, now)))
        self.members.ask(self.chairs, record.asked(), record.seq, self.prompts)

    def _tell_paused(self) -> None:
        """Nothing of what waits to be stored may be told, so this is the last update again, without its events."""
        paused = replace(self._published, first=self.stored_seq + 1, events=(), paused=True)
        self.members.say(encode(paused))
        log(_log, logging.WARNING, "players_told_paused", table=self.record.table, seq=self.stored_seq)


def _asked(state: State, chair: Chair, info: SeatInfo) -> Asked:
    """A person's question; the autopilot has the time of somebody who is away, as if nobody had ever been there."""
    if info.autopilot is not None:
        return questions.asked(state, chair.seat, -inf, away=True)
    return questions.asked(state, chair.seat, chair.gone_at, info.away)
