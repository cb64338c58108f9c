"""Clocks and restraints at a table that is being played, under a clock that jumps."""

from __future__ import annotations

import time

import msgpack
import pytest
import trio
from trio.testing import MockClock

from engine import commands as c
from engine import events as ge
from engine.commands import Things
from engine.position import SeatPosition as S
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock
from server import upkeep
from server.memory_store import MemoryStore
from tests.server.gathering import code_of, play_until
from tests.server.playing import Client, House, Opener, catch_up
from tests.server.positions import act, at_position, lefts

CLOCK = Clock(fresh=10_000, bank=20_000, away=2_000, misses=2, offer=30_000, autopilot=False)


def in_phase(client: Client, phase: str) -> bool:
    return client.update is not None and client.update.phase == phase


async def at_auction(house: House, clock: Clock | None = CLOCK, **switches: object) -> list[Client]:
    clients = await house.game("Ann", "Bob", "Cid", clock=clock, overrides=switches)
    await play_until(clients, lambda: in_phase(clients[0], "auction"))
    await catch_up(*clients)
    return clients


async def at_window(house: House, clock: Clock | None = CLOCK) -> tuple[Client, Client]:
    """The client whose turn it is, and the other, at the beginning of a turn."""
    clients = await house.game("Ann", "Bob", clock=clock)
    await play_until(clients, lambda: in_phase(clients[0], "before_roll"))
    await catch_up(*clients)
    turn = clients[0].update.turn if clients[0].update else -1
    return (clients[0], clients[1]) if clients[0].seat == turn else (clients[1], clients[0])


async def test_silence_closes_an_auction_for_all_at_once(house: House, autojump_clock: MockClock) -> None:
    clients = await at_auction(house)
    assert lefts(clients[0]) == {0: 10_000, 1: 10_000, 2: 10_000}
    began = trio.current_time()
    await clients[0].until_event(ge.AuctionClosed)
    assert trio.current_time() - began == pytest.approx(10)
    told = clients[0].update
    assert isinstance(told, m.Update)
    assert [type(event) for event in told.events if isinstance(event, (ge.TimeRanOut, ge.AuctionClosed))] == [
        ge.TimeRanOut, ge.TimeRanOut, ge.TimeRanOut, ge.AuctionClosed,
    ]  # fmt: skip
    assert clients[0].of_kind(ge.AuctionClosed) == [ge.AuctionClosed(-1)]
    assert clients[0].of_kind(e.AwaySet) == []


async def test_only_an_accepted_bid_sets_the_bid_clock_back(house: House, autojump_clock: MockClock) -> None:
    ann, bob, cid = await at_auction(house)
    await trio.sleep(8)
    assert isinstance(await act(ann, c.PlaceBid(40)), m.Result)
    await catch_up(bob)
    assert lefts(bob) == {1: 6_000, 2: 6_000}
    bid_at = trio.current_time()
    await trio.sleep(3)
    assert code_of(await act(bob, c.PlaceBid(40))) == "bid_too_low"
    await bob.ask(m.Chat, text="wait")
    assert isinstance(await act(cid, c.Pass()), m.Result)
    await catch_up(bob)
    assert lefts(bob) == {1: 3_000}
    await bob.until_event(ge.AuctionClosed)
    assert trio.current_time() - bid_at == pytest.approx(6)
    assert bob.of_kind(ge.AuctionClosed) == [ge.AuctionClosed(0, 40)]
    assert bob.of_kind(ge.TimeRanOut) == [ge.TimeRanOut(1)]


async def test_a_raise_asks_again_who_has_passed(house: House, autojump_clock: MockClock) -> None:
    ann, bob, _ = await at_auction(house)
    await act(ann, c.Pass())
    await act(bob, c.PlaceBid(30))
    await catch_up(ann)
    assert lefts(ann) == {0: 6_000, 2: 6_000}
    assert isinstance(await act(ann, c.PlaceBid(31), ann.prompts[0].id), m.Result)


@pytest.mark.parametrize(("clock", "left"), [(CLOCK, 9_000), (Clock(fresh=10_000, bid=25_000), 25_000)])
async def test_the_bid_clock_is_the_rulesets_or_the_tables_own(
    house: House, autojump_clock: MockClock, clock: Clock, left: int
) -> None:
    ann, bob, _ = await at_auction(house, clock, bid_extension=9)
    await act(ann, c.PlaceBid(30))
    await catch_up(bob)
    assert lefts(bob) == {1: left, 2: left}


async def test_without_a_clock_an_auction_waits_for_every_word(house: House, autojump_clock: MockClock) -> None:
    ann, bob, _ = await at_auction(house, None)
    await act(ann, c.PlaceBid(30))
    await trio.sleep(3000)
    await catch_up(bob)
    assert lefts(bob) == {1: None, 2: None}


async def test_a_bid_and_the_end_of_the_bid_clock_in_one_moment(house: House, autojump_clock: MockClock) -> None:
    ann, bob, _ = await at_auction(house)
    prompt = bob.prompts[0].id
    await trio.sleep(10)
    reply = await act(bob, c.PlaceBid(30), prompt)
    await catch_up(ann)
    closed, bids = ann.of_kind(ge.AuctionClosed), ann.of_kind(ge.BidPlaced)
    if isinstance(reply, m.Result):
        assert (closed, bids) == ([], [ge.BidPlaced(1, 30)])
        assert lefts(ann) == {0: 6_000, 2: 6_000}
    else:
        assert code_of(reply) == "stale"
        assert (closed, bids) == ([ge.AuctionClosed(-1)], [])


async def test_the_turns_clock_stands_while_another_holds_until_its_time_is_over(
    house: House, autojump_clock: MockClock
) -> None:
    turn, other = await at_window(house)
    await trio.sleep(4)
    assert isinstance(await act(other, c.HoldWindow()), m.Result)
    await catch_up(turn)
    assert lefts(turn) == {turn.seat: None, other.seat: 20_000}
    assert code_of(await act(turn, c.RollDice(), turn.prompts[0].id)) == "window_held"
    held_at = trio.current_time()
    await turn.until_event(ge.HoldReturned)
    assert trio.current_time() - held_at == pytest.approx(20)
    assert turn.of_kind(ge.TimeRanOut) == [ge.TimeRanOut(other.seat)]
    assert lefts(turn) == {turn.seat: 26_000}
    assert code_of(await act(other, c.HoldWindow())) == "no_time_left"
    assert isinstance(await act(turn, c.RollDice(), turn.prompts[0].id), m.Result)


async def test_what_a_hold_has_cost_is_missing_later_and_nothing_else(house: House, autojump_clock: MockClock) -> None:
    turn, other = await at_window(house)
    await act(other, c.HoldWindow())
    await trio.sleep(12)
    await catch_up(other)
    await act(other, c.Pass(), other.prompts[0].id)
    await play_until([other, turn], lambda: other.update is not None and other.update.turn == other.seat)
    assert lefts(other) == {other.seat: 18_000}


async def test_a_stop_without_time_lets_the_window_go_at_once(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await at_position(house, S(), S(), dice=((4, 6),), clock=Clock(bank=0))
    await act(bob, c.SetStops(False, True))
    await act(ann, c.RollDice(), ann.prompts[0].id)
    await catch_up(ann)
    assert ann.of_kind(ge.WindowOpened) == [ge.WindowOpened("after_roll", (1,))]
    assert ann.of_kind(ge.HoldReturned) == [ge.HoldReturned(1)]
    assert isinstance(await act(ann, c.EndTurn(), ann.prompts[0].id), m.Result)


async def test_a_lost_player_whose_window_is_held_is_waited_for_without_harm(
    house: House, autojump_clock: MockClock
) -> None:
    # the default of the turn's seat is no legal command while another holds
    turn, other = await at_window(house, None)
    await act(other, c.HoldWindow())
    await turn.stream.aclose()
    await trio.sleep(3000)
    await catch_up(other)
    assert other.of_kind(ge.TimeRanOut) == []
    await act(other, c.Pass(), other.prompts[0].id)
    await other.until_event(ge.TimeRanOut)
    assert other.of_kind(ge.DiceRolled) != []


def raw(**fields: object) -> bytes:
    body: bytes = msgpack.packb(fields)
    return len(body).to_bytes(4, "big") + body


async def test_a_client_cannot_claim_a_lag(house: House, autojump_clock: MockClock) -> None:
    # D61
    ann, bob = await at_position(house, S(), S(), dice=((4, 6),), clock=CLOCK)
    await trio.sleep(12)
    number, roll = ann.next_id, {"type": "roll_dice"}
    for claim in ({"lag": 9_000}, {"thought": 100}, {"sent_at": 1.0}):
        await ann.stream.send_all(raw(type="act", id=number, command=roll, prompt=ann.prompts[0].id, **claim))
        assert code_of(await ann.reply_to(number)) == "invalid"
        number += 1
    ann.next_id = number
    await bob.ask(m.Chat, text="well?")
    await catch_up(ann)
    assert lefts(ann) == {0: 18_000}


async def test_a_jump_of_the_wall_clock_changes_no_time_left(
    house: House, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await at_position(house, S(), S(), clock=CLOCK)
    await trio.sleep(10)
    now = time.time()
    for jump in (86_400.0, -86_400.0):
        monkeypatch.setattr(time, "time", lambda jump=jump: now + jump)
        await trio.sleep(5)
        await bob.ask(m.Chat, text="what time is it?")
        await catch_up(ann)
    assert lefts(ann) == {0: 10_000}
    assert ann.of_kind(ge.TimeRanOut) == []


async def test_the_time_left_is_kept_when_the_server_is_killed(
    open_house: Opener, autojump_clock: MockClock
) -> None:
    # D57: nothing has happened for 48 of 60 seconds, then the server is killed and comes back after a minute
    house = await open_house(store=MemoryStore())
    ann, _ = await house.game("Ann", "Bob", clock=Clock(fresh=60_000, bank=0, grace=30_000))
    await trio.sleep(48)
    await house.crash()
    await trio.sleep(60)
    await house.open()
    back = await house.resume(ann)
    await catch_up(back)
    left = lefts(back)[0]
    assert left is not None
    assert 12_000 <= left <= 12_000 + upkeep.SAVE_CLOCKS * 1000
    began = trio.current_time()
    await back.until_event(ge.TimeRanOut)
    assert trio.current_time() - began == pytest.approx(30 + left / 1000)


async def test_each_side_of_a_trade_has_its_own_time(house: House, autojump_clock: MockClock) -> None:
    # D32: Ann uses her clock to a second and makes an offer; Bob has the whole life of it, and his own time in his turn
    ann, bob = await at_position(house, S(deeds=(5,)), S(), dice=((4, 6),), clock=CLOCK)
    await trio.sleep(29)
    await act(ann, c.OfferTrade(1, Things(deeds=(5,)), Things(1)))
    await bob.until_event(ge.TurnStarted)
    assert lefts(bob) == {1: 30_000}
    await trio.sleep(18)
    assert isinstance(await act(bob, c.AcceptOffer(1)), m.Result)
    await catch_up(bob)
    assert lefts(bob) == {1: 12_000}


async def test_a_table_of_bots_goes_on_without_its_silent_person(house: House, autojump_clock: MockClock) -> None:
    (ann,) = await house.game("Ann", bots=("careful",) * 3, clock=Clock(fresh=1_000, bank=0, away=1_000, misses=1))
    await ann.until_event(ge.GameEnded)
    assert ann.state is not None
    assert ann.state.round > 10
    assert ann.of_kind(e.AwaySet) == [e.AwaySet(0, True)]


async def test_a_table_that_all_have_left_ends_by_count(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=CLOCK)
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=ann.table)
    await ann.ask(m.LeaveTable)
    await bob.stream.aclose()
    await watcher.until_event(ge.GameEnded)
    (ended,) = watcher.of_kind(ge.GameEnded)
    assert isinstance(ended, ge.GameEnded)
    assert ended.reason == "abandoned"
