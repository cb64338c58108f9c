"""One controller for each seat: its player, or the autopilot."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from engine.commands import BuyDeed, CastVote, OfferTrade, RollDice, SetStops, Things
from engine.events import DiceRolled, GameEnded, InterruptQueued, OfferClosed, OpeningThrown, StopsSet, TimeRanOut
from engine.ids import Seat
from engine.position import Position, SeatPosition
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock, Scenario
from server import autopilot
from server.record import Record
from server.refusal import Refused
from tests.server.gathering import code_of, done, lose, play_until, seat_of, step_of
from tests.server.playing import House, catch_up
from tests.server.records import started


def count(record: Record, *events: e.TableEvent) -> None:
    for event in events:
        record.count(event)


def test_a_player_may_leave_the_seat_to_the_autopilot_and_take_it_back_between_steps() -> None:
    table, _ = started("Ann", "Bob")
    assert autopilot.set_away(table, 0, True) == [e.AutopilotSet(0, "asked")]
    count(table, e.AutopilotSet(0, "asked"))
    assert autopilot.set_away(table, 0, True) == []
    assert autopilot.pilots(table.lobby) == {0}
    assert autopilot.set_away(table, 0, False) == [e.AutopilotSet(0)]
    count(table, e.AutopilotSet(0))
    assert autopilot.set_away(table, 0, False) == []
    assert autopilot.pilots(table.lobby) == frozenset()


def in_a_step() -> Record:
    """Bob is asked whether he buys."""
    scenario = Scenario(Position((SeatPosition(), SeatPosition(), SeatPosition())), dice=((1, 2),))
    table, _ = started("Bob", "Ann", "Cid", scenario=scenario)
    table.need_game().handle(0, RollDice())
    assert table.phase == "purchase"
    return table


def test_within_a_step_a_player_waits_for_the_next_window() -> None:
    table = in_a_step()
    count(table, e.AwaySet(1, True), e.AutopilotSet(1, "absent"))
    assert autopilot.show_up(table, 1) == [e.ReturnAsked(1)]
    count(table, e.ReturnAsked(1))
    assert autopilot.show_up(table, 1) == []
    assert autopilot.hand_over(table) == []
    with pytest.raises(Refused) as caught:
        autopilot.need_control(table, 1)
    assert caught.value.code == "not_yours"
    table.need_game().handle(0, BuyDeed())
    assert autopilot.hand_over(table) == [e.AutopilotSet(1), e.AwaySet(1, False)]


def test_who_goes_away_again_before_the_window_does_not_get_the_seat_back() -> None:
    table = in_a_step()
    count(table, e.AutopilotSet(1, "asked"), e.ReturnAsked(1))
    assert autopilot.set_away(table, 1, True) == [e.AutopilotSet(1, "asked")]
    count(table, e.AutopilotSet(1, "asked"))
    table.need_game().handle(0, BuyDeed())
    assert autopilot.hand_over(table) == []


def test_a_connection_takes_back_only_what_absence_has_taken() -> None:
    table, _ = started("Ann", "Bob")
    count(table, e.AutopilotSet(0, "asked"), e.AutopilotSet(1, "absent"))
    assert autopilot.come_back(table, 0) == []
    assert autopilot.take_back(table, 0) == [e.AutopilotSet(0)]
    assert autopilot.come_back(table, 1) == [e.AutopilotSet(1)]


@pytest.mark.parametrize(
    ("clock", "cause"), [(None, "absent"), (Clock(), "absent"), (Clock(autopilot=False), None)], ids=["none", "usual", "off"]
)
def test_the_clock_says_whether_absence_brings_the_autopilot(clock: Clock | None, cause: str | None) -> None:
    table, _ = started("Ann", "Bob", clock=clock)
    assert autopilot.engage_absent(table, 0) == ([] if cause is None else [e.AutopilotSet(0, "absent")])


def test_bots_and_seats_that_are_out_need_no_autopilot() -> None:
    table, _ = started("Ann", "Bob", bots={2: "careful"})
    table.need_game().state.out[1] = True
    assert autopilot.engage(table, 2, "vote") == autopilot.engage(table, 1, "absent") == []
    with pytest.raises(Refused) as caught:
        autopilot.set_away(table, 1, True)
    assert caught.value.code == "out_of_game"


def test_who_is_at_play() -> None:
    table, chairs = started("Ann", "Bob")
    ann = chairs.at(0)
    assert ann is not None
    assert autopilot.is_at_play(table, ann)
    count(table, e.AutopilotSet(0, "asked"))
    assert not autopilot.is_at_play(table, ann)
    count(table, e.ReturnAsked(0))
    assert autopilot.is_at_play(table, ann)
    ann.gone_at = 0.0
    assert not autopilot.is_at_play(table, ann)


def test_the_absent_agree_to_an_early_end_when_most_of_the_others_do() -> None:
    table, _ = started("Ann", "Bob", "Cid", bots={3: "careful"}, early_end="vote")
    game = table.need_game()
    absent: list[Seat] = [2]
    game.handle(3, CastVote(True))
    assert autopilot.pilot_move(table, absent) is None
    game.handle(0, CastVote(True))
    assert autopilot.pilot_move(table, absent) is None
    game.handle(1, CastVote(True))
    assert autopilot.pilot_move(table, absent) == (2, CastVote(True))
    game.handle(2, CastVote(True))
    assert autopilot.pilot_move(table, absent) is None


async def test_away_lets_the_autopilot_play_at_once_and_a_command_takes_the_seat_back(
    house: House, autojump_clock: MockClock
) -> None:
    ann, bob = await house.game("Ann", "Bob")
    began = trio.current_time()
    done(await ann.ask(m.SetAway, away=True))
    assert ann.of_kind(e.AutopilotSet) == [e.AutopilotSet(0, "asked")]
    await bob.until_event(OpeningThrown)
    await play_until([bob], lambda: any(isinstance(event, DiceRolled) and event.seat == 0 for event in bob.events.values()))
    assert trio.current_time() == began
    assert bob.of_kind(TimeRanOut) == []
    await play_until([bob], lambda: bob.update is not None and bob.update.phase == "before_roll" and bob.update.turn == 1)
    await catch_up(ann, bob)
    done(await ann.ask(m.Act, command=SetStops(True, False)))
    await catch_up(bob)
    assert bob.of_kind(e.AutopilotSet)[-1] == e.AutopilotSet(0)
    assert bob.of_kind(StopsSet) == [StopsSet(0, True, False)]


async def test_a_player_who_comes_back_in_a_step_has_the_seat_from_the_next_window_on(
    house: House, autojump_clock: MockClock
) -> None:
    ann, bob, cid = await house.game("Ann", "Bob", "Cid")
    done(await ann.ask(m.SetAway, away=True))
    await step_of(bob, cid)
    await catch_up(ann)
    assert code_of(await ann.ask(m.Act, command=SetStops(True, True))) == "not_yours"
    assert ann.of_kind(e.ReturnAsked) == [e.ReturnAsked(0)]
    assert code_of(await ann.ask(m.Act, command=OfferTrade(1, Things(1), Things(2)))) == "not_yours"
    done(await ann.ask(m.SetAway, away=False))
    assert (len(ann.of_kind(e.ReturnAsked)), seat_of(ann, 0).returning) == (1, True)
    done(await bob.ask(m.Act, command=BuyDeed(), prompt=bob.prompts[0].id))
    await ann.until_event(e.AutopilotSet)
    await catch_up(bob)
    assert seat_of(ann, 0) == seat_of(bob, 0)
    assert (seat_of(ann, 0).autopilot, seat_of(ann, 0).returning) == (None, False)
    done(await ann.ask(m.Act, command=SetStops(True, True)))
    assert ann.of_kind(InterruptQueued) == []


async def test_what_is_said_does_not_take_a_seat_back(house: House, autojump_clock: MockClock) -> None:
    ann, _bob = await house.game("Ann", "Bob")
    await ann.ask(m.SetAway, away=True)
    done(await ann.ask(m.Chat, text="back in five minutes"))
    await catch_up(ann)
    assert seat_of(ann, 0).autopilot == "asked"


async def test_a_new_connection_leaves_a_wished_autopilot_on(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await ann.ask(m.SetAway, away=True)
    await lose(ann, bob)
    back = await house.resume(ann)
    await catch_up(back, bob)
    assert seat_of(bob, 0).autopilot == "asked"
    done(await back.ask(m.SetAway, away=False))
    await catch_up(bob)
    assert seat_of(bob, 0).autopilot is None


async def test_who_says_goodbye_is_played_for_at_once_and_has_the_seat_again_when_back(
    house: House, autojump_clock: MockClock
) -> None:
    ann, bob = await house.game("Ann", "Bob")
    done(await ann.ask(m.LeaveTable))
    await bob.until_event(OpeningThrown)
    assert bob.of_kind(e.AutopilotSet) == [e.AutopilotSet(0, "absent")]
    back = await house.resume(ann)
    await catch_up(back, bob)
    assert (seat_of(bob, 0).autopilot, seat_of(bob, 0).away) == (None, False)


async def test_a_hung_seat_costs_its_time_twice_and_then_no_more(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=10_000, bank=0, misses=2), overrides={"auctions": False})
    began = trio.current_time()
    await play_until([bob], lambda: bob.state is not None and bob.state.round > 6)
    assert bob.of_kind(e.AutopilotSet) == [e.AutopilotSet(0, "absent")]
    assert 20 <= trio.current_time() - began < 60
    assert len([event for event in bob.of_kind(TimeRanOut) if event == TimeRanOut(0)]) == 2
    assert ann.seat == 0


async def test_the_autopilot_refuses_offers_while_others_are_asked(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await ann.ask(m.SetAway, away=True)
    await step_of(bob)
    done(await bob.ask(m.Act, command=BuyDeed(), prompt=bob.prompts[0].id))
    assert bob.state is not None
    deed = bob.state.deeds_of(1)[0]
    done(await bob.ask(m.Act, command=OfferTrade(0, give=Things(deeds=(deed,)), get=Things(1))))
    await bob.until_event(OfferClosed)
    assert bob.of_kind(OfferClosed) == [OfferClosed(1, "rejected")]


async def test_where_nobody_is_at_play_the_autopilot_takes_its_time(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=None)
    for client in (ann, bob):
        await client.ask(m.SetAway, away=True)
    began = trio.current_time()
    await bob.until(lambda _: bob.state is not None and bob.state.round > 1)
    assert trio.current_time() - began > 4 * 3
    assert bob.of_kind(TimeRanOut) == []
    await bob.until_event(GameEnded)


async def test_a_restart_finds_the_autopilot_where_it_was(house: House, autojump_clock: MockClock) -> None:
    ann, bob, cid = await house.game("Ann", "Bob", "Cid")
    await ann.ask(m.SetAway, away=True)
    await step_of(bob, cid)
    await catch_up(ann, cid)
    assert code_of(await ann.ask(m.Act, command=RollDice())) == "not_yours"
    await house.crash()
    await house.open()
    bob, cid = await house.resume(bob), await house.resume(cid)
    await catch_up(bob, cid)
    assert (seat_of(bob, 0).autopilot, seat_of(bob, 0).returning) == ("asked", True)
    done(await bob.ask(m.Act, command=BuyDeed(), prompt=bob.prompts[0].id))
    await bob.until_event(e.AutopilotSet)
    assert seat_of(bob, 0).autopilot is None


async def test_before_the_start_and_after_the_end_there_is_no_autopilot(house: House) -> None:
    ann, _bob = await house.table("Ann", "Bob")
    assert code_of(await ann.ask(m.SetAway, away=True)) == "not_started"
