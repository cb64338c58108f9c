"""Scenarios through a running server: a test table for each, one session for each seat. Must not judge a step.

Theory of operation. The sessions of a run are kept from one scenario to the next; for each of them the first opens a test
table, the others sit down in seat order, and after it they get up again, which is the end of that table. A command goes
through the session of its seat, as it is meant, without the number of a question. Its answer counts once every seat has
been told at least as much, and the position is the first seat's fold of what it was told. A table that has not come to an
answer is left behind together with its sessions, and the next scenario has new ones.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import trio

from client.errors import NoConnection, Refused
from client.scenario import Scenario
from client.scenario_runner import Answer, Refusal, Report, run_scenario
from client.seats import new_token
from client.session import Session, Silent
from client.wire import Dial
from engine import commands as c
from engine.errors import REASONS, ChanceExhausted
from engine.events import Event
from engine.ids import Seat
from engine.ruleset import changes
from engine.state import State
from protocol import messages as m
from protocol import tables
from protocol.lobby_events import TableEvent

_PATIENCE: Final = 30.0  # seconds that a server may take to answer and to tell everybody
_ENDS: Final = frozenset({"chance_exhausted", "quarantined"})  # what a table says as its last word


async def run_at_server(dial: Dial, scenarios: Sequence[Scenario], report: Report) -> int:
    """Play each scenario at a table of its own and report it; returns how many hold.

    Raises, within an exception group, `NoConnection`, and `Refused` if the server does not open test tables.
    """
    held = 0
    async with trio.open_nursery() as nursery:
        company = Company(dial, nursery)
        for one in scenarios:
            async with company.table(one) as table:
                verdict = await run_scenario(one, table)
            report(verdict)
            held += verdict.ok
        nursery.cancel_scope.cancel()
    return held


class Player(Silent):
    """The session of a seat, and the `events` of the game as it is told of them."""

    def __init__(self, dial: Dial) -> None:
        self.session = Session(dial, self, client="magnate-scenario")
        self.events: list[Event] = []
        self._scope = trio.CancelScope()

    async def run(self, *, task_status: trio.TaskStatus[None]) -> None:
        """Keep the connection up until its table is taken out of play, or until hung up."""
        try:
            with self._scope:
                await self.session.run(task_status=task_status)
        except* Refused as refusals:
            if refusals.split(lambda error: isinstance(error, Refused) and error.code in _ENDS)[1]:
                raise

    def hang_up(self) -> None:
        """End the connection."""
        self._scope.cancel()

    def happened(self, seq: int, event: TableEvent) -> None:
        """Keep the event."""
        if isinstance(event, Event):
            self.events.append(event)

    def news(self, live: bool, words: str) -> None:
        """A test table is lost with its server, so that nobody waits for either to come back; raises `NoConnection`."""
        if not live:
            raise NoConnection(words)


class Company:
    """The players of a run, as many as the largest scenario so far has seats; they run in the nursery."""

    def __init__(self, dial: Dial, nursery: trio.Nursery) -> None:
        self._dial = dial
        self._nursery = nursery
        self._players: list[Player] = []

    @asynccontextmanager
    async def table(self, scenario: Scenario) -> AsyncIterator[ServerTable]:
        """A test table at which the position of the scenario stands; it ends with the context."""
        players = await self._come(len(scenario.names))
        table = await _open(players, scenario)
        yield table
        for player in players:
            if table.sound:
                await player.session.leave()
            else:
                player.hang_up()
                self._players.remove(player)

    async def _come(self, count: int) -> list[Player]:
        while len(self._players) < count:
            player = Player(self._dial)
            await self._nursery.start(player.run)
            self._players.append(player)
        return self._players[:count]


async def _open(players: Sequence[Player], scenario: Scenario) -> ServerTable:
    table = ServerTable(players)
    try:
        with trio.fail_after(_PATIENCE):
            await _sit_down([player.session for player in players], scenario)
            await table.ready()
    except trio.TooSlowError:
        raise NoConnection(f"expected a test table, found none within {_PATIENCE:.0f} seconds") from None
    return table


async def _sit_down(sessions: Sequence[Session], scenario: Scenario) -> None:
    """Start the game of a new table; its players do not have the scenario's names, which might be none for people."""
    owner, *others = sessions
    script = tables.Scenario(scenario.position, scenario.dice, scenario.cards)
    rules = dict(changes(scenario.rules))
    await owner.create("scenario", "seat 1", new_token(), overrides=rules, private=True, scenario=script)
    for number, session in enumerate(others, 2):
        await session.join(owner.model.table, f"seat {number}", new_token())
        await session.set_ready()
    await owner.start_game()


class ServerTable:
    """A test table of a server, with a player for each seat; `sound`: all that was asked there has been answered."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.sound = True
        self._sessions = [player.session for player in players]
        self._events = players[0].events

    @property
    def state(self) -> State:
        """The position after all that was answered so far, as the first seat knows it."""
        state = self._sessions[0].model.state
        if state is None:
            raise RuntimeError("expected a position, found a game that has not begun")
        return state

    async def ready(self) -> None:
        """Wait until every seat knows the position to begin with, once the owner has started the game."""
        await self._all_told(self._sessions[0].model.seq)

    async def act(self, seat: Seat, command: c.SeatCommand) -> Answer:
        """Give the command over the connection of its seat."""
        session = self._sessions[seat]
        return await self._answer(session, lambda: session.act(command))

    async def time_out(self, seat: Seat) -> Answer:
        """Let the time of a seat be over, as that seat itself asks for it."""
        session = self._sessions[seat]
        return await self._answer(session, lambda: session.time_out(seat))

    async def _answer(self, session: Session, ask: Callable[[], Awaitable[m.Result]]) -> Answer:
        self._events.clear()
        self.sound = False
        with trio.fail_after(_PATIENCE):
            reply = await _reply(ask)
            await self._all_told(reply.seq if isinstance(reply, m.Result) else session.model.seq)
        self.sound = True
        return reply if isinstance(reply, Refusal) else tuple(self._events)

    async def _all_told(self, seq: int) -> None:
        """Wait until every seat has folded the event of this number, and misses none."""
        for session in self._sessions:
            while session.model.stale or session.model.seq < seq:
                await session.next_change().wait()


async def _reply(ask: Callable[[], Awaitable[m.Result]]) -> m.Result | Refusal:
    """What was done, or why the rules forbid it; any other refusal is raised."""
    try:
        return await ask()
    except Refused as refused:
        if refused.code == "chance_exhausted":
            raise ChanceExhausted(refused.message) from None
        if refused.code not in REASONS:
            raise
        return Refusal(refused.code, refused.message)
