"""A script's place at a table: what it knows, does, waits for, and is told when it is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
import trio
from trio.testing import MockClock

from client import api
from client.errors import CommandRefused, NotThere, Refused, TableOver
from client.language import InvalidInput
from engine import commands as c
from engine import events as e
from engine.options import Prompt
from engine.position import Position, SeatPosition
from protocol.lobby_events import ChatSaid, SeatTaken
from protocol.tables import Scenario
from server.config import Config
from tests.client.house import House, open_house


class Scene(NamedTuple):
    """Ann and Bob at a table of a test server."""

    house: House
    server: api.Server
    ann: api.Table
    bob: api.Table


@asynccontextmanager
async def scene(position: Position | None = None, *dice: tuple[int, int], **cash: int) -> AsyncIterator[Scene]:
    """A game between the two, from a position with scripted dice."""
    start = position or Position((SeatPosition("Ann"), SeatPosition("Bob")))
    async with open_house(Config(allow_scenarios=True)) as house, api.connect(house.dial) as server:
        ann = await server.create("Ann", scenario=Scenario(start, dice))
        bob = await server.join(ann.id, "Bob")
        await bob.ready()
        await ann.start()
        for table in (ann, bob):
            await table.wait_until(lambda table: table.started)
        yield Scene(house, server, ann, bob)


async def test_words_and_typed_commands_do_the_same_and_tell_what_came_of_it(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2), (3, 4)) as at:
        events = await at.ann.act("roll")
        assert [type(event) for event in events] == [e.DiceRolled, e.TokenMoved, e.PurchaseOffered]
        assert (at.ann.phase, at.ann.state.at[0]) == ("purchase", 3)
        events = await at.ann.act(c.BuyDeed())
        assert e.DeedBought in [type(event) for event in events]
        assert at.ann.state.owner[3] == at.ann.seat == 0


async def test_the_open_question_has_its_answers_as_typed_values(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2)) as at:
        question = await at.ann.next_question()
        assert question is not None
        assert (question.phase, question.default, question.seat) == ("before_roll", c.RollDice(), 0)
        assert c.RollDice() in at.ann.answers
        assert (at.bob.question, at.bob.answers) == (None, ())
        assert {option.command for option in await at.bob.legal()} >= {"hold_window", "resign"}


async def test_a_refused_command_tells_reason_and_alternatives(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2)) as at:
        with pytest.raises(CommandRefused) as refused:
            await at.ann.act("buy")
        assert (refused.value.reason, refused.value.command) == ("not_now", c.BuyDeed())
        assert "roll_dice" in [option.command for option in refused.value.options]
        assert refused.value.exit_code == 4


async def test_words_that_can_not_be_read_are_told(autojump_clock: MockClock) -> None:
    async with scene() as at:
        with pytest.raises(InvalidInput, match="there is no"):
            await at.ann.act("build nosuch")
        assert at.ann.read("bid 40") == c.PlaceBid(40)


async def test_a_question_whose_answer_was_refused_waits_for_a_change(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2)) as at:
        await at.bob.act("hold")
        question = await at.ann.next_question()
        assert question is not None
        with pytest.raises(CommandRefused, match="held"):
            await at.ann.act("roll")
        async with trio.open_nursery() as nursery:

            async def roll() -> None:
                assert await at.ann.next_question() is not None
                await at.ann.act("roll")

            nursery.start_soon(roll)
            await trio.testing.wait_all_tasks_blocked()
            await at.bob.act("pass")
        assert at.ann.phase == "purchase"


async def test_playing_passes_over_what_came_too_late_and_raises_what_was_wrong(autojump_clock: MockClock) -> None:
    asked = []

    def choose(table: api.Table, question: Prompt) -> c.SeatCommand | str:
        asked.append(question.phase)
        return "buy" if len(asked) > 3 else question.default

    async with scene(None, (1, 2), (3, 4)) as at:
        await at.bob.act("hold")
        async with trio.open_nursery() as nursery:

            async def play() -> None:
                with pytest.raises(CommandRefused, match="not_now"):
                    await at.ann.play(choose)

            nursery.start_soon(play)
            await trio.testing.wait_all_tasks_blocked()
            assert asked == ["before_roll"]
            await at.bob.act("pass")
            await at.bob.next_question()
            await at.bob.act("pass")
        assert asked == ["before_roll", "before_roll", "purchase", "auction"]


async def test_playing_ends_with_the_game(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2)) as at:
        await at.bob.act("resign")
        outcome = await at.ann.play(lambda table, question: question.default)
        assert outcome is not None
        assert outcome.winners == (0,)


async def test_each_event_is_given_out_once_and_none_is_missed(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2), (3, 4)) as at:
        await at.ann.act("roll")
        await at.ann.act("buy")
        bought = await at.bob.wait_for_event(e.DeedBought, e.DeedMortgaged)
        assert isinstance(bought, e.DeedBought)
        assert bought.deed == 3
        await at.ann.say("mine")
        said = await at.bob.wait_for_event(ChatSaid)
        assert (said.seat, said.text) == (0, "mine")
        assert isinstance(await at.ann.next_event(), SeatTaken)


async def test_events_end_with_the_table(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2)) as at:
        await at.bob.act("resign")
        kinds = [type(event) async for event in at.ann.events()]
        assert e.GameEnded in kinds
        outcome = await at.ann.wait_until_over()
        assert outcome is not None
        assert outcome == at.ann.outcome
        assert outcome.winners == (0,)
        assert at.ann.over
        assert await at.ann.next_question() is None
        with pytest.raises(TableOver):
            await at.ann.wait_for_event(e.DiceRolled)
        with pytest.raises(TableOver):
            await at.bob.wait_until(lambda table: table.turn == 7)


async def test_what_is_not_there_is_told(autojump_clock: MockClock) -> None:
    async with open_house() as house, api.connect(house.dial) as server:
        ann = await server.create("Ann")
        eve = await server.watch(ann.id)
        assert not ann.started
        assert ann.outcome is None
        with pytest.raises(NotThere, match="not started"):
            assert ann.state
        with pytest.raises(NotThere, match="no seat"):
            assert eve.seat
        assert (ann.phase, ann.turn, ann.board.size) == ("lobby", -1, 40)


async def test_the_lobby_can_be_run_by_a_script(autojump_clock: MockClock) -> None:
    async with open_house() as house, api.connect(house.dial) as server:
        ann = await server.create("Ann")
        bob = await server.join(ann.id, "Bob")
        await ann.add_bot()
        with pytest.raises(Refused, match="expected one of random, greedy, careful, strong, found clever"):
            await ann.add_bot("clever")
        await bob.ready()
        await bob.ready(False)
        await ann.wait_until(lambda table: len(table.lobby.seats) == 3 and not table.lobby.seats[1].ready)
        await ann.remove(1)
        assert await bob.next_question() is None
        assert bob.over
        await ann.leave()
        with pytest.raises(TableOver):
            await ann.say("anybody?")


async def test_who_hangs_up_keeps_the_seat(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2)) as at:
        assert at.bob.live
        at.bob.hang_up()
        await at.ann.wait_until(lambda table: not table.lobby.seats[1].connected)
        assert await at.bob.next_event() is not None  # what was told before is still to be had
        with pytest.raises(TableOver, match="hung up"):
            await at.bob.legal()
        again = await at.server.resume(at.bob.id, at.bob.token)
        assert again.seat == 1


async def test_time_is_over_when_a_test_table_is_told_so(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2)) as at:
        await at.bob.time_out(0)
        rolled = await at.ann.wait_for_event(e.DiceRolled)
        assert rolled.dice == (1, 2)


async def test_a_broken_connection_comes_back_by_itself(autojump_clock: MockClock) -> None:
    async with scene(None, (1, 2), (3, 4)) as at:
        await at.house.cut_last()
        await at.ann.act("roll")
        await at.bob.wait_until(lambda table: table.phase == "purchase")
        assert at.bob.seq >= at.ann.seq
        assert at.bob.live
