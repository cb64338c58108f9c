"""A table of light bots: each seat answers every question by its default, over a connection of its own.

Theory of operation. The answer goes out as soon as the question is heard, or `think` seconds later; the seat hears on
meanwhile. A question is answered once; one whose answer was refused is answered again when the server asks again. When the
game is over, everybody gets up and the same connections sit down at a new table. Must not fold or understand the game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

import trio

from client.address import Tls
from client.errors import Refused
from client.load_caller import Asked, Caller, Heard, call
from client.load_figures import Tally
from client.seats import new_token
from protocol import messages as m

_REMEMBERED: Final = 64  # acts whose way to the other seats is followed at once, at one table


@dataclass(frozen=True)
class Plan:
    """What to put on a server: `tables` of `seats` each, every answer after `think` seconds, by these rules."""

    host: str
    port: int
    tables: int
    seats: int = 4
    think: float = 0.0
    preset: str = "official"
    overrides: Mapping[str, bool | int | str] = field(default_factory=dict)
    tls: Tls | None = None


class Course:
    """One game as its bots hear it: whether it has `begun` and is `over`, and how long acts take to the other seats.

    These are matched by `seq`; either end may be heard first.
    """

    def __init__(self, tally: Tally) -> None:
        self.begun = trio.Event()
        self.over = trio.Event()
        self._tally = tally
        self._sent: dict[int, tuple[LightBot, float]] = {}
        self._early: dict[int, list[tuple[LightBot, float]]] = {}
        self._order: deque[int] = deque()

    def acted(self, bot: LightBot, seq: int, at: float) -> None:
        """An act that a bot sent at this time came to the event of this number."""
        self.begun.set()
        self._sent[seq] = bot, at
        for other, told in self._early.pop(seq, ()):
            if other is not bot:
                self._tally.told(told - at)
        self._remember(seq)

    def told(self, bot: LightBot, seq: int, at: float) -> None:
        """A bot was told at this time of events up to this number."""
        sent = self._sent.get(seq)
        if sent is None:
            if seq not in self._early:
                self._remember(seq)
            self._early.setdefault(seq, []).append((bot, at))
        elif sent[0] is not bot:
            self._tally.told(at - sent[1])

    def _remember(self, seq: int) -> None:
        self._order.append(seq)
        if len(self._order) > _REMEMBERED:
            oldest = self._order.popleft()
            self._sent.pop(oldest, None)
            self._early.pop(oldest, None)


class LightBot:
    """One seat."""

    def __init__(self, caller: Caller, tally: Tally) -> None:
        self.caller = caller
        self._tally = tally
        self._answered = 0
        self._sent: dict[int, tuple[float, Asked]] = {}

    def begin(self) -> None:
        """Forget the game before."""
        self._answered = 0
        self._sent.clear()

    async def play(self, course: Course, think: float) -> None:
        """Answer until the game is over; raises `NoConnection`, and `Refused` where that is about more than an answer."""
        async with trio.open_nursery() as nursery:
            while not course.over.is_set():
                heard = await self.caller.hear()
                if heard.type == "update":
                    self._take_update(heard, course)
                elif heard.type == "prompts":
                    for asked in heard.prompts:
                        if asked.id != self._answered:
                            self._answered = asked.id
                            self._answer(asked, think, nursery)
                elif heard.type == "result":
                    self._take_result(heard, course)
                elif heard.type == "error":
                    self._take_error(heard, nursery)
            nursery.cancel_scope.cancel()

    def _take_update(self, heard: Heard, course: Course) -> None:
        if heard.phase == "game_over":
            course.over.set()
        if heard.events:
            course.told(self, heard.first + len(heard.events) - 1, perf_counter())

    def _answer(self, asked: Asked, wait: float, nursery: trio.Nursery) -> None:
        if wait:
            nursery.start_soon(self._answer_later, asked, wait)
        else:
            self._send(asked)

    async def _answer_later(self, asked: Asked, wait: float) -> None:
        await trio.sleep(wait)
        self._send(asked)
        await self.caller.flush()

    def _send(self, asked: Asked) -> None:
        number = self.caller.take_id()
        self._sent[number] = (perf_counter(), asked)
        self.caller.say(m.Act(number, asked.default, asked.id))

    def _take_result(self, heard: Heard, course: Course) -> None:
        act = self._sent.pop(heard.in_reply_to or 0, None)
        if act is not None:
            self._tally.decided(perf_counter() - act[0])
            course.acted(self, heard.seq, act[0])

    def _take_error(self, heard: Heard, nursery: trio.Nursery) -> None:
        act = self._sent.pop(heard.in_reply_to or 0, None)
        if act is None:
            raise Refused(m.Error(heard.code, heard.message))
        self._tally.refused(heard.code)
        if heard.retry_after is not None:
            self._answer(act[1], heard.retry_after / 1000, nursery)
        elif self._answered == act[1].id:
            self._answered = 0


class LoadTable:
    """One table and the connections that play there, game after game; `playing` once the first game has begun or failed."""

    def __init__(self, plan: Plan, tally: Tally) -> None:
        self.bots: list[LightBot] = []
        self.playing = trio.Event()
        self._plan = plan
        self._tally = tally

    async def connect(self) -> None:
        """Open the connections; raises `NoConnection` and `Refused`."""
        for _ in range(self._plan.seats):
            self.bots.append(LightBot(await call(self._plan.host, self._plan.port, self._plan.tls), self._tally))

    async def sit_down(self) -> None:
        """Open a table and have everybody ready at it; raises `NoConnection` and `Refused`."""
        plan, owner = self._plan, self.bots[0].caller
        number, rules = owner.take_id(), dict(plan.overrides)
        seated = await owner.ask(
            m.CreateTable(number, "load", "load 1", new_token(), plan.preset, rules, plan.seats, private=True)
        )
        for number, bot in enumerate(self.bots[1:], 2):
            caller = bot.caller
            await caller.ask(m.JoinTable(caller.take_id(), seated.table, f"load {number}", new_token()))
            await caller.ask(m.SetReady(caller.take_id(), True))

    async def play(self) -> None:
        """Play for ever; raises `NoConnection` and `Refused`, within exception groups."""
        try:
            while True:
                await self._play_game()
                self._tally.games += 1
                await self._get_up()
                await self.sit_down()
        finally:
            self.playing.set()

    async def _play_game(self) -> None:
        course, owner = Course(self._tally), self.bots[0].caller
        owner.say(m.StartGame(owner.take_id()))
        async with trio.open_nursery() as nursery:
            for bot in self.bots:
                nursery.start_soon(bot.play, course, self._plan.think)
            await course.begun.wait()
            self.playing.set()

    async def _get_up(self) -> None:
        for bot in self.bots:
            bot.begin()
            await bot.caller.ask(m.LeaveTable(bot.caller.take_id()))

    def close(self) -> None:
        """Hang up."""
        for bot in self.bots:
            bot.caller.close()
