"""Light bots at a table: what they answer and when, and the next game after the first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
import trio

from client.errors import Refused
from client.load_caller import call
from client.load_figures import Tally
from client.load_table import Course, LightBot, LoadTable, Plan
from engine import commands as c
from engine.options import Prompt
from protocol import messages as m
from tests.client.house import open_tcp_house
from tests.client.peer import Peer


@dataclass
class Talk:
    """A bot that plays, and the peer that it plays with."""

    peer: Peer
    bot: LightBot
    course: Course
    tally: Tally


@asynccontextmanager
async def playing(think: float = 0.0) -> AsyncIterator[Talk]:
    """A bot at a peer's table; it plays until the context ends."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    _, port = listeners[0].socket.getsockname()
    peers: list[Peer] = []

    async def serve() -> None:
        async with listeners[0]:
            peers.append(Peer(await listeners[0].accept()))
        await peers[0].welcome()

    tally = Tally()
    tally.counting = True
    course = Course(tally)
    with trio.fail_after(30):
        async with trio.open_nursery() as meeting:
            meeting.start_soon(serve)
            bot = LightBot(await call("127.0.0.1", port), tally)
        try:
            async with peers[0].stream, trio.open_nursery() as nursery:
                nursery.start_soon(bot.play, course, think)
                yield Talk(peers[0], bot, course, tally)
                nursery.cancel_scope.cancel()
        finally:
            bot.caller.close()


def question(number: int, default: c.SeatCommand) -> m.Prompts:
    return m.Prompts(5, (Prompt(number, 0, "before_roll", (), default),))


async def test_each_question_is_answered_once_by_its_default() -> None:
    async with playing() as talk:
        await talk.peer.say(question(7, c.RollDice()), question(7, c.RollDice()), question(8, c.PayTax("flat")))
        first, second = await talk.peer.hear(m.Act), await talk.peer.hear(m.Act)
        assert (first.prompt, first.command) == (7, c.RollDice())
        assert (second.prompt, second.command) == (8, c.PayTax("flat"))
        await talk.peer.say(m.Result(first.id, 9), m.Result(second.id, 11), m.Update(12, phase="game_over"))
        await talk.course.over.wait()
        assert talk.tally.decisions == talk.tally.own.count == 2


async def test_an_answer_that_came_too_late_is_no_error_and_the_question_may_come_again() -> None:
    async with playing() as talk:
        await talk.peer.say(question(7, c.Pass()))
        act = await talk.peer.hear(m.Act)
        await talk.peer.say(m.Error("stale", "too late", act.id), question(7, c.Pass()))
        assert (await talk.peer.hear(m.Act)).prompt == 7
        assert (talk.tally.stale, talk.tally.decisions, talk.tally.errors) == (1, 0, {})


async def test_an_act_that_came_too_soon_is_repeated() -> None:
    async with playing() as talk:
        await talk.peer.say(question(7, c.RollDice()))
        act = await talk.peer.hear(m.Act)
        await talk.peer.say(m.Error("rate_limited", "too many", act.id, retry_after=1))
        again = await talk.peer.hear(m.Act)
        assert (again.prompt, again.id) == (7, act.id + 1)
        assert talk.tally.errors == {"rate_limited": 1}


async def test_a_bot_may_think_before_it_answers() -> None:
    async with playing(think=0.001) as talk:
        await talk.peer.say(question(7, c.RollDice()))
        assert (await talk.peer.hear(m.Act)).prompt == 7


async def test_an_error_about_the_table_ends_the_bot() -> None:
    async def hear_of_it() -> None:
        async with playing() as talk:
            await talk.peer.say(m.Error("quarantined", "the table was taken out of play"))
            await trio.sleep_forever()

    with pytest.raises(ExceptionGroup) as raised:
        await hear_of_it()
    assert raised.group_contains(Refused, match="quarantined")


@pytest.mark.parametrize("early", [True, False])
def test_the_way_to_the_others_is_matched_by_seq_whichever_end_is_heard_first(early: bool) -> None:
    tally = Tally()
    tally.counting = True
    course, actor, other = Course(tally), LightBot(None, tally), LightBot(None, tally)  # type: ignore[arg-type]  # says nothing
    if early:
        course.told(other, 9, 2.5)
    course.told(actor, 9, 2.6)
    course.acted(actor, 9, 2.0)
    if not early:
        course.told(other, 9, 2.5)
    course.told(other, 10, 3.0)  # not an act of these bots
    assert tally.others.count == 1
    assert tally.others.spread().most == 500.0


def test_old_acts_are_forgotten() -> None:
    tally = Tally()
    tally.counting = True
    course, actor, other = Course(tally), LightBot(None, tally), LightBot(None, tally)  # type: ignore[arg-type]  # says nothing
    course.acted(actor, 1, 0.0)
    for seq in range(2, 200):
        course.told(other, seq, 1.0)
    course.told(other, 1, 1.0)
    assert tally.others.count == 0


async def test_games_follow_each_other_at_new_tables() -> None:
    tally = Tally()
    with trio.fail_after(60):
        async with open_tcp_house() as address:
            table = LoadTable(Plan(address.host, address.port, 1, 2, overrides={"max_rounds": 1}), tally)
            await table.connect()
            await table.sit_down()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(table.play)
                await table.playing.wait()
                tally.counting = True
                while tally.games < 2:
                    await trio.lowlevel.checkpoint()
                nursery.cancel_scope.cancel()
            table.close()
    assert tally.decisions > 0
    assert tally.others.count > 0
    assert not tally.errors
