"""Restraints at a table that is being played, under a clock that jumps: rolls that wait, offers that come too soon."""

from __future__ import annotations

from typing import Any

import pytest
import trio
from trio.testing import MockClock

from engine import commands as c
from engine import events as ge
from engine.commands import Things
from engine.position import SeatPosition as S
from protocol import messages as m
from protocol.tables import Clock
from server import upkeep
from server.memory_store import MemoryStore
from tests.server.gathering import code_of
from tests.server.playing import Client, House, Opener, catch_up
from tests.server.positions import act, at_position, lefts

CLOCK = Clock(fresh=10_000, bank=20_000)
CLAIMS = {"rent_claim": "before_next_roll", "turn_order": "seat"}


LANDED = (S(space=2), S(), S(deeds=(5,)))
"""Seat 0 lands on Reading, which is seat 2's."""


async def with_claim(house: House, **fields: Any) -> list[Client]:
    """Seat 0 has landed on a deed of seat 2, and seat 1 is to roll."""
    clients = await at_position(house, *LANDED, dice=((1, 2), (4, 6), (1, 1)), overrides=CLAIMS, **fields)
    assert isinstance(await act(clients[0], c.RollDice(), clients[0].prompts[0].id), m.Result)
    await catch_up(*clients)
    assert isinstance(await act(clients[0], c.EndTurn(), clients[0].prompts[0].id), m.Result)
    await catch_up(*clients)
    return clients


@pytest.mark.parametrize("clock", [CLOCK, None])
async def test_a_fast_roll_cannot_steal_the_right_to_a_rent(
    house: House, autojump_clock: MockClock, clock: Clock | None
) -> None:
    # rules-cases N01
    ann, bob, cid = await with_claim(house, clock=clock)
    reply = await act(bob, c.RollDice(), bob.prompts[0].id)
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.retry_after) == ("too_soon", 5_000)
    assert isinstance(await act(cid, c.ClaimRent()), m.Result)
    assert isinstance(await act(bob, c.RollDice(), bob.prompts[0].id), m.Result)
    await catch_up(ann)
    assert ann.of_kind(ge.MoneyPaid) == [ge.MoneyPaid(0, 2, 25, "rent")]


async def test_after_the_wait_the_roll_is_free_and_the_right_gone(house: House, autojump_clock: MockClock) -> None:
    # rules-cases R18
    ann, bob, cid = await with_claim(house)
    await trio.sleep(3)
    reply = await act(bob, c.RollDice(), bob.prompts[0].id)
    assert isinstance(reply, m.Error)
    assert reply.retry_after == 2_000
    await trio.sleep(2)
    assert isinstance(await act(bob, c.RollDice(), bob.prompts[0].id), m.Result)
    assert code_of(await act(cid, c.ClaimRent())) == "nothing_to_claim"
    await catch_up(ann)
    assert ann.of_kind(ge.ClaimExpired) == [ge.ClaimExpired(2, 0, 5)]


async def test_the_clock_of_the_roll_begins_after_the_wait(house: House, autojump_clock: MockClock) -> None:
    _, bob, cid = await with_claim(house, clock=CLOCK)
    assert lefts(bob) == {1: 35_000}
    began = trio.current_time()
    await cid.until_event(ge.TimeRanOut)
    assert trio.current_time() - began == pytest.approx(35)


async def test_a_bot_waits_for_a_claim_too(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await at_position(house, *LANDED, dice=((1, 2), (4, 6), (4, 6)), overrides=CLAIMS, bots=1)
    await act(ann, c.RollDice())
    await act(ann, c.EndTurn())
    await trio.sleep(4.9)
    await catch_up(bob)
    assert [event.seat for event in bob.of_kind(ge.DiceRolled)] == [0]
    assert isinstance(await bob.ask(m.Chat, text="hm"), m.Result)
    assert bob.state is not None
    assert (bob.state.turn, len(bob.state.claims)) == (1, 1)
    await trio.sleep(0.2)
    await catch_up(bob)
    assert [event.seat for event in bob.of_kind(ge.DiceRolled)] == [0, 1]
    assert bob.of_kind(ge.ClaimExpired) == [ge.ClaimExpired(2, 0, 5)]


async def test_a_bot_claims_its_rent_before_another_bot_ends_the_right(house: House, autojump_clock: MockClock) -> None:
    (ann,) = await at_position(house, *LANDED, dice=((1, 2), (4, 6), (4, 6)), overrides=CLAIMS, bots=2)
    await act(ann, c.RollDice())
    await catch_up(ann)
    assert ann.of_kind(ge.RentClaimed) == [ge.RentClaimed(2, 0, 5)]


async def test_a_bot_makes_no_offer_that_would_be_refused_to_anybody(
    house: House, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the policy of this bot asks Bob for his deed whenever it is asked anything
    (ann, bob) = await at_position(house, S(), S(deeds=(15,)), S(deeds=(5,)), dice=((4, 6), (4, 6)), bots=1)
    deal = c.OfferTrade(2, Things(1), Things(deeds=(5,)))
    monkeypatch.setattr(upkeep, "next_move", lambda state, bots: (1, deal) if 1 in bots and state.turn == 1 else None)
    await bob.ask(m.Mute, seat=1)
    await act(ann, c.RollDice())
    await act(ann, c.EndTurn())
    await catch_up(bob)
    assert bob.of_kind(ge.OfferMade) == []
    assert [event.seat for event in bob.of_kind(ge.DiceRolled)] == [0, 1]
    assert bob.state is not None
    assert bob.state.turn == 2


async def test_a_bot_whose_offer_is_refused_in_a_held_window_waits(
    house: House, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the default, which stands in for the offer otherwise, would be refused too: that took the table out of play once
    (ann, bob) = await at_position(house, S(), S(deeds=(15,)), S(deeds=(5,)), dice=((4, 6), (4, 6)), bots=1)
    deal = c.OfferTrade(2, Things(1), Things(deeds=(5,)))
    monkeypatch.setattr(upkeep, "next_move", lambda state, bots: (1, deal) if 1 in bots and state.turn == 1 else None)
    await bob.ask(m.Mute, seat=1)
    await act(bob, c.SetStops(before_roll=True, after_roll=False))
    await act(ann, c.RollDice())
    await act(ann, c.EndTurn())
    await catch_up(bob)
    assert [event.seat for event in bob.of_kind(ge.DiceRolled)] == [0]
    await trio.sleep(1)  # by the clock that jumps: it would stand still if the bot asked itself again and again meanwhile
    assert isinstance(await act(bob, c.Pass()), m.Result)
    await catch_up(bob)
    assert [event.seat for event in bob.of_kind(ge.DiceRolled)] == [0, 1]


async def test_what_was_muted_stays_so_over_a_restart(open_house: Opener, autojump_clock: MockClock) -> None:
    house = await open_house(store=MemoryStore())
    ann, bob = await house.game("Ann", "Bob")
    assert isinstance(await bob.ask(m.Mute, seat=0), m.Result)
    await house.crash()
    await house.open()
    back, other = await house.resume(ann), await house.resume(bob)
    await catch_up(back, other)
    assert back.lobby.mutes == ((1, 0),)
    assert code_of(await act(back, c.OfferTrade(1, Things(1), Things(1)))) == "muted"
    assert isinstance(await act(other, c.OfferTrade(0, Things(1), Things(2))), m.Result)


async def test_muted_in_the_lobby_is_muted_in_the_game(house: House) -> None:
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(m.Mute, seat=1)
    await ann.ask(m.StartGame)
    assert code_of(await act(bob, c.OfferTrade(0, Things(1), Things(1)))) == "muted"
    await ann.ask(m.Mute, seat=1, muted=False)
    assert isinstance(await act(bob, c.OfferTrade(0, Things(1), Things(2))), m.Result)


async def test_an_offer_that_was_refused_may_come_again_when_the_server_says(
    house: House, autojump_clock: MockClock
) -> None:
    ann, bob = await at_position(house, S(deeds=(5,)), S(), clock=Clock(offer=5_000))
    deal = c.OfferTrade(1, Things(deeds=(5,)), Things(200))
    await act(ann, deal)
    await act(bob, c.RejectOffer(1))
    reply = await act(ann, deal)
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.retry_after) == ("offer_refused", 15_000)
    await trio.sleep(15)
    assert isinstance(await act(ann, deal), m.Result)
    await trio.sleep(5)
    reply = await act(ann, deal)
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.retry_after) == ("offer_refused", 30_000)
    await catch_up(bob)
    assert bob.of_kind(ge.OfferClosed)[-1] == ge.OfferClosed(2, "expired")
