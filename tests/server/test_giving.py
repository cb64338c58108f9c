"""Seats of a running game that are given to new players."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from engine.commands import BuyDeed, SetStops
from engine.events import StopsSet
from protocol import lobby_events as e
from protocol import messages as m
from server import giving
from server.refusal import Refused
from tests.server.gathering import code_of, done, lose, lose_for_good, seat_of, step_of
from tests.server.playing import Client, House, catch_up
from tests.server.records import record, seated, started


async def test_the_owner_opens_the_seat_of_who_has_been_gone_for_a_while(autojump_clock: MockClock) -> None:
    table, chairs = started("Ann", "Bob", "Cid")
    bob = chairs.at(1)
    assert bob is not None
    for gone_at, code in ((None, "not_absent"), (trio.current_time(), "not_absent")):
        bob.gone_at = gone_at
        with pytest.raises(Refused) as caught:
            giving.give(table, chairs, 0, m.GiveSeat(1, 1))
        assert caught.value.code == code
    assert caught.value.retry_after == 60_000
    await trio.sleep(60)
    assert giving.give(table, chairs, 0, m.GiveSeat(1, 1)) == [e.SeatOpened(1, "owner")]


@pytest.mark.parametrize(("seat", "target", "code"), [(1, 2, "owner_only"), (0, 7, "no_such_seat"), (0, 1, "out_of_game")])
async def test_not_every_seat_can_be_given_by_everybody(seat: int, target: int, code: str) -> None:
    table, chairs = started("Ann", "Bob", bots={2: "careful"})
    table.need_game().state.out[1] = True
    with pytest.raises(Refused) as caught:
        giving.give(table, chairs, seat, m.GiveSeat(1, target))
    assert caught.value.code == code


async def test_a_bot_s_seat_can_be_given_at_once_but_not_twice() -> None:
    table, chairs = started("Ann", "Bob", bots={2: "careful"})
    (opened,) = giving.give(table, chairs, 0, m.GiveSeat(1, 2))
    table.count(opened)
    with pytest.raises(Refused) as caught:
        giving.give(table, chairs, 0, m.GiveSeat(1, 2))
    assert caught.value.code == "no_such_seat"
    assert giving.claim(table, 2, "Dan") == [e.SeatGiven(2, "Dan"), e.AutopilotSet(2)]


def test_a_claim_gets_the_open_seat_and_no_other() -> None:
    table, _ = started("Ann", "Bob", "Cid")
    table.count(e.PlayerDropped(2, "lost"))
    table.count(e.SeatOpened(2, "vote"))
    assert giving.open_seat(table.lobby, None) == giving.open_seat(table.lobby, 2) == 2
    with pytest.raises(Refused) as caught:
        giving.open_seat(table.lobby, 1)
    assert (caught.value.code, caught.value.field) == ("seat_not_open", "seat")
    with pytest.raises(Refused) as caught:
        giving.open_seat(record(*seated("Ann")).lobby, None)
    assert caught.value.code == "not_started"


def test_who_claims_the_owner_s_seat_does_not_own_the_table() -> None:
    table, _ = started("Ann", "Bob")
    assert giving.claim(table, 0, "Dan") == [e.SeatGiven(0, "Dan"), e.OwnerChanged(1)]


async def give(house: House, owner: Client, lost: Client, **fields: object) -> Client:
    """The owner opens the seat of a lost player; somebody who has not claimed it yet."""
    done(await owner.ask(m.GiveSeat, seat=lost.seat))
    return await house.connect(**fields)  # type: ignore[arg-type]  # options of the test


async def claim(client: Client, table: str, player: str = "Dan", **fields: object) -> m.ServerMessage:
    return await client.ask(m.ClaimSeat, table=table, player=player, token=client.token, **fields)


async def test_a_new_player_takes_the_seat_over_and_the_old_token_is_worth_nothing(
    house: House, autojump_clock: MockClock
) -> None:
    ann, bob, cid = await house.game("Ann", "Bob", "Cid")
    await lose_for_good(house, cid, ann, bob)
    dan = await give(house, ann, cid)
    assert house.server.directory.public(1)[0].open == (2,)
    reply = await claim(dan, ann.table)
    assert isinstance(reply, m.Seated), reply
    assert (reply.table, reply.seat, reply.last_id) == (ann.table, 2, 0)
    await catch_up(ann, dan)
    assert ann.of_kind(e.SeatGiven) == [e.SeatGiven(2, "Dan")]
    assert [info.player for info in dan.lobby.seats] == ["Ann", "Bob", "Dan"]
    done(await dan.ask(m.Act, command=SetStops(True, False)))
    await catch_up(bob)
    assert bob.of_kind(StopsSet) == [StopsSet(2, True, False)]
    old = await house.connect()
    assert code_of(await old.ask(m.Resume, table=ann.table, token=cid.token)) == "unknown_token"
    assert house.server.directory.public(1)[0].open == ()


async def test_who_lost_the_token_may_claim_under_the_old_name(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", code="friends")
    await lose_for_good(house, bob, ann)
    again = await give(house, ann, bob)
    assert code_of(await claim(again, ann.table, "Bob")) == "wrong_code"
    assert code_of(await claim(again, ann.table, "ann", code="friends")) == "name_taken"
    assert isinstance(await claim(again, ann.table, "Bob", code="friends"), m.Seated)


async def test_a_claim_may_be_repeated_over_a_new_connection(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", code="friends")
    await lose_for_good(house, bob, ann)
    dan = await give(house, ann, bob)
    await claim(dan, ann.table, code="friends")
    again = await house.connect()
    again.token = dan.token
    reply = await claim(again, ann.table)
    assert isinstance(reply, m.Seated)
    assert reply.seat == 1
    await catch_up(ann)
    assert len(ann.of_kind(e.SeatGiven)) == 1


async def test_only_one_of_two_gets_the_seat(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await lose_for_good(house, bob, ann)
    dan = await give(house, ann, bob)
    eve = await house.connect()
    assert isinstance(await claim(dan, ann.table), m.Seated)
    assert code_of(await claim(eve, ann.table, "Eve")) == "seat_not_open"


async def test_a_player_who_comes_back_first_keeps_the_seat(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await lose_for_good(house, bob, ann)
    dan = await give(house, ann, bob)
    back = await house.resume(bob)
    await catch_up(ann, back)
    assert not seat_of(ann, 1).open
    assert code_of(await claim(dan, ann.table)) == "seat_not_open"


async def test_a_seat_is_handed_to_its_new_player_between_two_steps(house: House, autojump_clock: MockClock) -> None:
    ann, bob, cid = await house.game("Ann", "Bob", "Cid")
    done(await cid.ask(m.LeaveTable))
    await trio.sleep(61)
    await step_of(bob, ann)
    await catch_up(ann)
    dan = await give(house, ann, cid)
    await claim(dan, ann.table)
    await catch_up(dan)
    assert (seat_of(dan, 2).player, seat_of(dan, 2).returning, seat_of(dan, 2).away) == ("Dan", True, False)
    assert code_of(await dan.ask(m.Act, command=SetStops(True, True))) == "not_yours"
    done(await bob.ask(m.Act, command=BuyDeed(), prompt=bob.prompts[0].id))
    await dan.until_event(e.AutopilotSet)
    assert seat_of(dan, 2).autopilot is None


async def test_a_bot_s_seat_goes_to_a_person(house: House) -> None:
    ann, _bob = await house.game("Ann", "Bob", bots=("careful",))
    await catch_up(ann)
    bot = next(info for info in ann.lobby.seats if info.bot is not None)
    done(await ann.ask(m.GiveSeat, seat=bot.seat))
    dan = await house.connect()
    reply = await claim(dan, ann.table)
    assert isinstance(reply, m.Seated)
    assert reply.seat == bot.seat
    await catch_up(ann)
    assert (seat_of(ann, bot.seat).bot, seat_of(ann, bot.seat).player) == (None, "Dan")


async def test_a_restart_finds_the_open_seat_and_the_new_player(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    await lose_for_good(house, bob, ann)
    dan = await give(house, ann, bob)
    await house.crash()
    await house.open()
    dan = await house.connect()
    assert isinstance(await claim(dan, ann.table), m.Seated)
    await house.crash()
    await house.open()
    await house.resume(dan)
    old = await house.connect()
    assert code_of(await old.ask(m.Resume, table=ann.table, token=bob.token)) == "unknown_token"


async def test_the_barred_may_not_claim(house: House, autojump_clock: MockClock) -> None:
    ann, bob, eve = await house.table("Ann", "Bob", "Eve")
    done(await ann.ask(m.RemovePlayer, seat=2, bar=True))
    done(await ann.ask(m.StartGame))
    await lose(bob, ann)
    await trio.sleep(61)
    done(await ann.ask(m.GiveSeat, seat=1))
    assert code_of(await claim(eve, ann.table, "Dan")) == "barred"
