"""Scripts on trio at a real server: connecting, coming to tables, and errors as they are."""

import pytest
import trio
from trio.testing import MockClock

from client import api
from client.errors import NoConnection, Refused, SeatLost
from server.config import Config, ServerLimits
from tests.client.house import House, open_house, open_tcp_house
from tests.client.peer import Den


async def test_a_script_connects_by_host_and_port() -> None:
    with trio.fail_after(30):
        async with open_tcp_house() as address, api.connect(str(address)) as server:
            assert await server.tables() == ()
            table = await server.create("Ann", name="Den", seats=3, rules={"auctions": False}, bots=["strong"])
            assert (table.player, table.players, table.seat) == ("Ann", ("Ann", "Bot 1"), 0)
            assert table.rules.auctions is False
            (listed,) = await server.tables()
            assert (listed.table, listed.name, listed.seats) == (table.id, "Den", 3)


async def test_one_script_plays_several_seats(autojump_clock: MockClock) -> None:
    async with open_house() as house, api.connect(house.dial) as server:
        ann = await server.create("Ann", name="Den")
        bob = await server.join("den", "Bob")
        eve = await server.watch(ann.id)
        assert (bob.id, bob.seat, bob.watching) == (ann.id, 1, False)
        assert eve.watching
        await bob.ready()
        await ann.start()
        await eve.wait_until(lambda table: table.started)
        assert eve.players == ("Ann", "Bob")


async def test_a_seat_is_resumed_by_its_token(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        async with api.connect(house.dial) as server:
            table = await server.create("Ann")
            place = table.id, table.token
        async with api.connect(house.dial) as server:
            again = await server.resume(*place)
            assert (again.player, again.seat, again.token) == ("Ann", 0, place[1])


async def test_a_refusal_is_raised_as_it_is_and_the_connection_is_used_again(autojump_clock: MockClock) -> None:
    config = Config(limits=ServerLimits(per_address=1))
    async with open_house(config) as house, api.connect(house.dial) as server:
        with pytest.raises(Refused, match="not_found"):
            await server.join("nosuch", "Ann")
        assert (await server.create("Ann")).seat == 0


async def test_an_error_of_the_script_is_raised_as_it_is(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        with pytest.raises(ZeroDivisionError):
            await fail(house)


async def fail(house: House) -> None:
    async with api.connect(house.dial) as server:
        await server.create("Ann")
        raise ZeroDivisionError


async def test_nobody_there_is_no_connection(autojump_clock: MockClock) -> None:
    den = Den()
    den.closed = True
    with pytest.raises(NoConnection):
        async with api.connect(den.dial):
            raise AssertionError("there is nobody")


async def test_a_call_that_was_given_up_leaves_no_seat_behind(autojump_clock: MockClock) -> None:
    async with open_house() as house, api.connect(house.dial) as server:
        await server.create("Ann", name="Den")
        with trio.CancelScope() as scope:
            scope.cancel()
            await server.join("Den", "Bob")
        assert (await server.join("Den", "Cid")).players == ("Ann", "Cid")


async def test_a_seat_that_is_taken_elsewhere_is_lost_here_only(autojump_clock: MockClock) -> None:
    async with open_house() as house, api.connect(house.dial) as server:
        ann = await server.create("Ann")
        bob = await server.join(ann.id, "Bob")
        again = await server.resume(bob.id, bob.token)
        with pytest.raises(SeatLost, match="displaced"):
            await bob.next_question()
        await again.ready()
        await ann.wait_until(lambda table: table.lobby.seats[1].ready)
