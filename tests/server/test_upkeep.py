"""What is due by itself: time, bots, tables that nobody comes back to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
import trio
from trio.testing import MockClock

from engine.commands import BuyDeed, DeclareBankruptcy, OfferTrade, Resign, RollDice, SetStops, Things
from engine.events import EndCalled, GameEnded, OfferClosed, OpeningThrown, StopsSet, TimeRanOut
from engine.ids import Seat
from engine.legal import waiting
from engine.policies import Policy
from engine.position import Position, SeatPosition
from engine.state import State
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock, Scenario, Waiting
from server import upkeep
from server.bots import Move, next_move
from server.config import Config
from tests.server.playing import Client, House, Opener, catch_up, play_defaults, with_times

CLOCK = Clock(fresh=10_000, bank=20_000, away=1_000, misses=2, offer=5_000, autopilot=False)


def cut(client: Client) -> Any:
    return client.stream.aclose()


async def test_without_a_clock_the_table_waits_for_who_is_there(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await trio.sleep(3000)
    await catch_up(ann, bob)
    assert ann.of_kind(TimeRanOut) == []
    assert ann.update is not None
    assert ann.update.waiting == (Waiting(0, None),)


async def test_without_a_clock_a_lost_player_is_waited_for_only_so_long(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    lost_at = trio.current_time()
    await cut(ann)
    await bob.until_event(e.PlayerDropped)
    assert bob.update is not None
    assert bob.update.waiting == (Waiting(0, 60_000),)
    await bob.until_event(TimeRanOut)
    assert trio.current_time() - lost_at == pytest.approx(60)
    assert bob.of_kind(e.AwaySet) == [e.AwaySet(0, True)]
    assert bob.of_kind(e.AutopilotSet) == [e.AutopilotSet(0, "absent")]
    await bob.until(lambda _: bool(bob.prompts))
    back = await house.resume(ann)
    await back.until_is(m.Prompts)
    await catch_up(bob)
    assert bob.of_kind(e.AwaySet)[-1] == e.AwaySet(0, False)
    assert bob.of_kind(e.AutopilotSet)[-1] == e.AutopilotSet(0)


async def test_a_player_who_comes_back_in_time_has_all_the_time_again(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await cut(ann)
    await trio.sleep(59)
    await house.resume(ann)
    await trio.sleep(3000)
    await catch_up(bob)
    assert bob.of_kind(TimeRanOut) == []


async def test_without_a_clock_and_without_players_the_table_rests(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=ann.table)
    await cut(ann)
    await cut(bob)
    await trio.sleep(86_400)
    await catch_up(watcher)
    assert watcher.of_kind(TimeRanOut) == []
    back = await house.resume(ann)
    await back.until_is(m.Prompts)
    assert isinstance(await back.answer_default(), m.Result)


async def test_a_table_that_rests_too_long_is_closed(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(with_times(rest=1000))
    ann, bob = await house.game("Ann", "Bob")
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=ann.table)
    await cut(ann)
    await trio.sleep(900)
    await cut(bob)
    await watcher.until_event(e.TableClosed)
    assert watcher.of_kind(e.TableClosed) == [e.TableClosed("abandoned")]
    assert len(house.server.directory) == 0


async def test_a_clock_answers_for_who_is_silent(house: House, autojump_clock: MockClock) -> None:
    _ann, bob = await house.game("Ann", "Bob", clock=CLOCK)
    assert bob.update is not None
    assert bob.update.waiting == (Waiting(0, 30_000),)
    began = trio.current_time()
    await bob.until_event(OpeningThrown)
    assert trio.current_time() - began == pytest.approx(30)
    assert bob.of_kind(TimeRanOut) == [TimeRanOut(0)]


async def test_an_answer_that_comes_too_late_is_stale(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=CLOCK)
    prompt = ann.prompts[0].id
    await bob.until_event(TimeRanOut)
    reply = await ann.ask(m.Act, command=RollDice(), prompt=prompt)
    assert isinstance(reply, m.Error)
    assert reply.code == "stale"


async def test_an_answer_in_the_same_moment_as_the_time_out_is_done_once(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=CLOCK)
    await trio.sleep_until(trio.current_time() + 30)
    await ann.ask(m.Act, command=RollDice(), prompt=ann.prompts[0].id)
    await catch_up(bob)
    assert len(bob.of_kind(OpeningThrown)) == 1


async def test_who_lets_two_questions_run_out_is_away_until_it_acts(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=CLOCK)
    while not bob.of_kind(e.AwaySet):
        await (bob.answer_default() if bob.prompts else bob.read())
    assert bob.of_kind(e.AwaySet) == [e.AwaySet(0, True)]
    await ann.ask(m.Act, command=SetStops(True, False))
    await catch_up(bob)
    assert bob.of_kind(e.AwaySet)[-1] == e.AwaySet(0, False)


async def test_an_offer_dies_when_its_time_is_over(house: House, autojump_clock: MockClock) -> None:
    clients = await house.game("Ann", "Bob", clock=Clock(offer=5_000))
    while not (held := clients[0].state.deeds_of(0) if clients[0].state else []):
        await catch_up(*clients)
        asked = next(client for client in clients if client.prompts)
        wanted = [option.command for option in asked.prompts[0].options]
        if "buy_deed" in wanted:
            await asked.ask(m.Act, command=BuyDeed(), prompt=asked.prompts[0].id)
        else:
            await asked.answer_default()
        await catch_up(*clients)
    reply = await clients[0].ask(m.Act, command=OfferTrade(1, give=Things(deeds=(held[0],)), get=Things(cash=5)))
    assert isinstance(reply, m.Result), reply
    await clients[1].until_event(OfferClosed)
    assert clients[1].of_kind(OfferClosed)[-1] == OfferClosed(1, "expired")


async def test_a_game_ends_by_count_where_only_clocks_play(house: House, autojump_clock: MockClock) -> None:
    ann, _bob = await house.game("Ann", "Bob", clock=CLOCK)
    await ann.until_event(GameEnded)
    assert ann.of_kind(EndCalled) == [EndCalled("abandoned")]
    (ended,) = ann.of_kind(GameEnded)
    assert isinstance(ended, GameEnded)
    assert ended.reason == "abandoned"
    assert ann.state is not None
    assert ann.state.round <= upkeep.LONELY_ROUNDS + 2


async def test_a_game_by_time_ends_when_its_time_is_over(house: House, autojump_clock: MockClock) -> None:
    clients = await house.game("Ann", "Bob", overrides={"early_end": "time", "early_end_value": 10})
    await play_defaults(clients, 6)
    await trio.sleep(601)
    await catch_up(*clients)
    assert clients[0].of_kind(EndCalled) == [EndCalled("time", after_round=True)]
    while not clients[0].of_kind(GameEnded):
        await play_defaults(clients, 1)


async def test_autopilot_plays_for_who_is_away(house: House, autojump_clock: MockClock) -> None:
    clock = Clock(fresh=1_000, bank=0, away=1_000, misses=1, autopilot=True)
    ann, _bob = await house.game("Ann", "Bob", clock=clock)
    await ann.until_event(e.AwaySet)
    before = len(ann.of_kind(TimeRanOut))
    await ann.until(lambda _: ann.state is not None and ann.state.round > 3)
    assert len(ann.of_kind(TimeRanOut)) <= before + 3


async def test_a_finished_table_can_be_looked_at_for_a_while_and_is_freed(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await bob.ask(m.Act, command=Resign())
    await catch_up(ann)
    assert ann.lobby.stage == "finished"
    assert len(house.server.directory) == 0
    reply = await ann.ask(m.Act, command=RollDice())
    assert isinstance(reply, m.Error)
    assert reply.code == "finished"
    assert isinstance(await ann.ask(m.Chat, text="well played"), m.Result)
    late = await house.connect()
    assert isinstance(await late.ask(m.WatchTable, table=ann.table), m.Watching)
    await trio.sleep(601)
    reply = await late.ask(m.GetState)
    assert isinstance(reply, m.Error)
    assert house.server.directory.public(10) == ()


async def test_a_finished_table_that_nobody_looks_at_is_freed_soon(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await bob.ask(m.Act, command=Resign())
    await cut(ann)
    await cut(bob)
    await trio.sleep(upkeep.DESERTED + 1)
    assert house.server.directory.public(10) == ()


async def test_a_lost_player_s_seat_in_the_lobby_is_freed_after_a_while(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.table("Ann", "Bob")
    await cut(bob)
    await ann.until_event(e.SeatLeft)
    assert [info.player for info in ann.lobby.seats] == ["Ann"]


async def test_a_lobby_that_everybody_has_left_is_closed_after_a_while(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.table("Ann", "Bob", bots=())
    await cut(ann)
    await cut(bob)
    await trio.sleep(301)
    assert len(house.server.directory) == 0


async def test_a_test_table_ends_with_its_players(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(Config(allow_scenarios=True))
    ann, bob = await house.game("Ann", "Bob", scenario=Scenario(Position((SeatPosition(), SeatPosition()))))
    await cut(bob)
    await ann.until_event(e.PlayerDropped)
    assert len(house.server.directory) == 1
    await ann.ask(m.LeaveTable)
    await catch_up(ann)
    assert len(house.server.directory) == 0


async def test_a_bot_whose_command_is_refused_takes_the_default(
    house: House, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        upkeep, "next_move", lambda state, bots: (1, DeclareBankruptcy()) if waiting(state) == (1,) else None
    )
    (ann,) = await house.game("Ann", bots=("careful",))
    await ann.answer_default()
    await ann.until_event(TimeRanOut)
    assert ann.of_kind(TimeRanOut)[0] == TimeRanOut(1)



async def test_a_bot_without_end_is_not_asked_again_before_the_next_question(
    house: House, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fickle(state: State, bots: Mapping[Seat, Policy]) -> Move | None:
        return (1, SetStops(not state.stop_before[1], False)) if 1 in waiting(state) else None

    monkeypatch.setattr(upkeep, "next_move", fickle)
    (ann,) = await house.game("Ann", bots=("careful",))
    await ann.answer_default()
    await ann.until_event(TimeRanOut)
    assert len(ann.of_kind(StopsSet)) == upkeep.MOST_MOVES
    assert ann.of_kind(TimeRanOut) == [TimeRanOut(1)]


async def test_a_bot_without_end_that_nobody_asked_waits_too(
    house: House, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "next_move", lambda state, bots: (1, SetStops(not state.stop_before[1], False)))
    (ann,) = await house.game("Ann", bots=("careful",))
    await trio.sleep(1)  # by the clock that jumps: it would stand still for ever
    await catch_up(ann)
    assert len(ann.of_kind(StopsSet)) == upkeep.MOST_MOVES
    assert isinstance(await ann.answer_default(), m.Result)


async def test_a_bot_thinks_once_about_each_position(
    house: House, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[bytes] = []

    def think(state: State, bots: Mapping[Seat, Policy]) -> Move | None:
        thought.append(msgspec.msgpack.encode(state.snapshot()))
        return next_move(state, bots)

    monkeypatch.setattr(upkeep, "next_move", think)
    (ann,) = await house.game("Ann", bots=("strong", "strong", "strong"))
    # Between two moves of bots the table takes what people say.
    await ann.write(m.Act(10, RollDice()), *(m.GetState(number) for number in range(11, 15)))
    await ann.reply_to(14)
    while not ann.prompts:
        await ann.read()
    assert len(thought) == len(set(thought)) >= 3
