"""What is due at a table by itself: time that has run out, bots, and the end of what nobody comes back to.

Must not wait: the table's task asks `deadline` and `bot_move`, and calls `expire` and `move_bot` when it is time.
"""

from __future__ import annotations

import logging
from collections import Counter
from math import inf
from typing import Final

import trio

from engine import commands as c
from engine.errors import IllegalCommand
from engine.events import Event
from engine.game import Game
from engine.ids import TABLE, Seat
from engine.legal import prompt_id, prompt_of, waiting
from engine.policies import Policy
from engine.policy import cautious
from engine.state import State
from protocol import lobby_events as e
from protocol.tables import Lobby
from server import autopilot
from server.assembly import Assembly
from server.bots import Move, bots_of, next_move
from server.chairs import Chair
from server.config import Times
from server.decisions import Events, of_table
from server.door import Door
from server.funnel import Funnel
from server.logs import log
from server.refusal import Refused

_log: Final = logging.getLogger(__name__)

LONELY_ROUNDS: Final = 30
"""Rounds that a game goes on by defaults and bots alone before it is ended by count."""

SAVE_CLOCKS: Final = 10.0
"""Seconds after which the time left is stored though nothing has happened, so that a crash gives back no more than that."""

DESERTED: Final = 60.0
"""Seconds for which a finished table is kept once nobody looks at it; a test table is not kept at all."""

MOST_MOVES: Final = 250
"""Commands of a bot between two questions; people may make it half as many offers in that time, and each has its answer."""


class Upkeep:
    """The time and the bots of one table; `over` once there is nothing more to come."""

    def __init__(self, funnel: Funnel, door: Door, times: Times) -> None:
        self.over = False
        self._funnel = funnel
        self._record = funnel.record
        self._chairs = funnel.chairs
        self._clocks = funnel.clocks
        self._door = door
        self._times = times
        # A test table is in memory only, and many of them come one after the other.
        test = funnel.record.settings.test
        self._rest = 0.0 if test else times.rest
        self._deserted = 0.0 if test else DESERTED
        self._lobby: Lobby | None = None
        self._assembly = Assembly(self._record, self._chairs)
        self._bots: dict[Seat, Policy] = {}
        self._decided: tuple[int, Move | None] = (-1, None)
        self._restless: tuple[int, Counter[Seat]] = (-1, Counter())
        self._pilots: frozenset[Seat] = frozenset()
        self._known_running = False
        self._idle_at = -1
        self._bot_waits = inf
        self._finished_at = inf
        self._empty_since = inf
        self._lonely_from: int | None = 0

    def deadline(self) -> float:
        """When something is due, on trio's clock."""
        stage = self._record.stage
        if stage == "running":
            clocks = inf if self._record.lobby.paused else min(self._clocks.next, self._save_at(), self._bot_waits)
            return min(clocks, self._assembly.deadline(), self._funnel.deserted_since + self._rest)
        if stage == "lobby":
            return min((self._gone_at(chair) + self._times.lobby for chair in self._chairs), default=inf)
        return min(self._finished_at + self._times.finished, self._empty_since + self._deserted)

    async def expire(self) -> None:
        """Do the one thing that is due first, if anything is."""
        now = trio.current_time()
        if now < self.deadline():
            return
        stage = self._record.stage
        if stage == "finished":
            await self._funnel.journal.set_status("finished")
            self.over = True
        elif stage == "lobby":
            await self._door.free(min(self._chairs, key=self._gone_at))
        elif self._funnel.deserted_since + self._rest <= now:
            await self._funnel.commit([e.TableClosed("abandoned")])
        elif events := self._assembly.due(now):
            await self._funnel.commit(events)
        else:
            self._end_bot_wait(now)
            await self._run_out(self._record.need_game(), now)

    def bot_move(self) -> Move | None:
        """What a bot or the autopilot would do now."""
        state = self._record.state
        if state is None or not (self._bots or self._pilots) or self._idle_at == self._record.seq:
            return None
        move = None if self._record.lobby.paused else self._restrained(state, self._choose(state))
        if move is None:
            self._idle_at = self._record.seq
        return move

    def _choose(self, state: State, but: Seat | None = None) -> Move | None:
        """The next move of a bot, or of the autopilot, which leaves time where nobody is at play; `but` this seat."""
        others = {seat: bot for seat, bot in self._bots.items() if seat != but}
        move = self._decide(state) if but is None else next_move(state, others)
        if move is not None or not any(autopilot.is_at_play(self._record, chair) for chair in self._chairs):
            return move
        return autopilot.pilot_move(self._record, self._pilots - {but})

    def _decide(self, state: State) -> Move | None:
        """What the bots do next, thought out once for each position: another message may well be taken before it is done."""
        if self._decided[0] != self._record.seq:
            self._decided = (self._record.seq, next_move(state, self._bots))
        return self._decided[1]

    def _restrained(self, state: State, move: Move | None) -> Move | None:
        """A bot has to wait like anybody else, and makes no offer that nobody else might make; others may go before it."""
        if move is None:
            return None
        seat, command = move
        now = trio.current_time()
        try:
            self._funnel.restraints.judge(seat, command, now)
        except Refused as refusal:
            question = prompt_of(state, seat)
            if question is None or command == question.default or not question.default_is_legal:
                # nothing else to do now: the default itself has to wait while another seat holds the window. A refusal that
                # names no time lasts until something happens at the table, and after that the bot is asked again anyway
                if refusal.retry_after:
                    self._bot_waits = now + refusal.retry_after / 1000
                return self._choose(state, seat)
            return self._restrained(state, (seat, question.default))
        return move

    def _end_bot_wait(self, now: float) -> None:
        if self._bot_waits <= now:
            self._bot_waits = inf
            self._idle_at = -1

    async def move_bot(self, move: Move) -> None:
        """Let a bot act; a command that is refused, and one too many, is a bug of its policy, and the default stands in."""
        seat, command = move
        game = self._record.need_game()
        events = self._try(game, seat, command)
        if events is None and not prompt_id(game.state, seat):
            self._idle_at = self._record.seq
        else:
            await self._funnel.commit(of_table(events or game.handle(TABLE, c.TimeOut(seat))))

    def _try(self, game: Game, seat: Seat, command: c.SeatCommand) -> tuple[Event, ...] | None:
        reason = "endless"
        if self._brings_on(game.state, seat):
            try:
                return game.handle(seat, command)
            except IllegalCommand as error:
                reason = error.reason
        log(_log, logging.ERROR, "bot_refused", table=self._record.table, seat=seat, did=command, reason=reason)
        return None

    def _brings_on(self, state: State, seat: Seat) -> bool:
        """Whether a bot may do one thing more, although nobody has been asked anything new since its last."""
        if self._restless[0] != state.next_prompt:
            self._restless = (state.next_prompt, Counter())
        self._restless[1][seat] += 1
        return self._restless[1][seat] <= MOST_MOVES

    async def follow(self) -> None:
        """Take in how the table stands after an item; to be called after each."""
        events = self._assembly.follow(trio.current_time())
        if events:
            await self._funnel.commit(events)
        lobby = self._record.lobby
        if lobby is not self._lobby:
            self._lobby = lobby
            self._bots = bots_of(lobby)
            self._pilots = autopilot.pilots(lobby)
        if lobby.stage == "running":
            if not self._known_running:
                self._known_running = True
                await self._funnel.journal.set_status("running")
            await self._end_if_lonely(self._record.need_game())
        elif lobby.stage == "finished":
            await self._keep_for_a_while(trio.current_time())
        elif lobby.stage == "closed":
            await self._funnel.journal.set_status("closed")
            self.over = True
        if self._record.scenario is not None and all(chair.gone_at is not None for chair in self._chairs):
            self.over = True

    def _gone_at(self, chair: Chair) -> float:
        return inf if chair.gone_at is None else chair.gone_at

    async def _keep_for_a_while(self, now: float) -> None:
        if self._finished_at == inf:
            # In the store it stays unfinished until it goes: what is still told is stored, and whoever was cut off before the
            # last word finds it again after a crash.
            self._finished_at = now
            log(_log, logging.INFO, "table_finished", table=self._record.table, seq=self._record.seq)
        self._empty_since = inf if len(self._funnel.members) else min(self._empty_since, now)

    async def _end_if_lonely(self, game: Game) -> None:
        """A game that goes on without any person's doing ends by a count of worth after some rounds."""
        if self._record.scenario is not None or self._lonely_from is None:
            return
        if any(autopilot.is_at_play(self._record, chair) for chair in self._chairs):
            self._lonely_from = game.state.round
        elif game.state.round - self._lonely_from >= LONELY_ROUNDS:
            self._lonely_from = None
            await self._funnel.commit(of_table(game.handle(TABLE, c.CallEnd("abandoned"))))

    def _save_at(self) -> float:
        """When the time left is to be stored next; never while no clock runs."""
        return self._funnel.saved_at + SAVE_CLOCKS if self._clocks.stored and self._clocks.next < inf else inf

    async def _run_out(self, game: Game, now: float) -> None:
        due = self._clocks.due(now)
        offer = self._clocks.due_offer(now)
        if self._clocks.bids_over(now):
            await self._close_bids(game)
        elif due is not None:
            await self._time_out(game, due)
        elif offer is not None:
            await self._funnel.commit(of_table(game.handle(TABLE, c.ExpireOffer(offer))))
        elif self._clocks.time_is_up(now):
            await self._funnel.commit(of_table(game.handle(TABLE, c.CallEnd("time"))))
        elif self._save_at() <= now:
            await self._funnel.save_clocks()

    async def _close_bids(self, game: Game) -> None:
        """The bid clock has run out: everybody who is still asked passes, and nobody can bid in between."""
        events: Events = []
        for seat in waiting(game.state):
            events += of_table(game.handle(TABLE, c.TimeOut(seat)))
        await self._funnel.commit(events)

    async def _time_out(self, game: Game, seat: Seat) -> None:
        """Answer for a seat whose time is over: by the default, or by the cautious policy once the autopilot plays it."""
        info = self._record.lobby.seats[seat]
        command = None if info.autopilot is None else cautious(game.state, seat)
        events = game.handle(TABLE, c.TimeOut(seat)) if command is None else game.handle(seat, command)
        more: Events = []
        if info.autopilot is None and self._clocks.missed(seat) and not info.away:
            more = [e.AwaySet(seat, True), *autopilot.engage_absent(self._record, seat)]
        await self._funnel.commit(of_table(events) + more)
