"""The same people at a new table."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from engine.commands import Resign
from engine.position import Position, SeatPosition
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock, Scenario, SeatInfo
from server.config import Config
from server.creation import open_table
from server.memory_store import MemoryStore
from server.refusal import Refused
from tests.server.gathering import code_of, done
from tests.server.playing import Client, House, Opener, catch_up, with_limits
from tests.server.records import started


async def finished(house: House, *players: str, **fields: object) -> list[Client]:
    """A game in which the last player has given up, and so on."""
    clients = await house.game(*players, **fields)
    for client in clients[1:]:
        await client.ask(m.Act, command=Resign())
    await catch_up(*clients)
    return clients


async def at_the_new_table(house: House, client: Client) -> Client:
    """The same person where the rematch is."""
    again = await house.connect()
    again.token, again.table = client.token, client.lobby.rematch
    reply = await again.ask(m.Resume, table=again.table, token=again.token)
    assert isinstance(reply, m.Seated), reply
    await catch_up(again)
    return again


async def test_everybody_finds_the_same_seat_at_the_new_table(house: House) -> None:
    clock = Clock(fresh=5_000)
    clients = await finished(house, "Ann", "Bob", "Cid", clock=clock, overrides={"go_salary": 300}, seats=5)
    ann, bob, cid = clients
    done(await bob.ask(m.Rematch))
    await catch_up(*clients)
    assert ann.of_kind(e.RematchOpened) == [e.RematchOpened(ann.lobby.rematch, 1)]
    again = await at_the_new_table(house, cid)
    assert (again.seat, again.lobby.stage, again.lobby.owner) == (2, "lobby", 0)
    told = await again.ask(m.GetState)
    old = ann.update
    assert isinstance(told, m.TableState)
    assert (told.rules.go_salary, told.settings.clock, told.settings.seats, told.settings.name) == (300, clock, 5, "Friday")
    assert again.lobby.seats == (
        SeatInfo(0, "Ann", connected=False),
        SeatInfo(1, "Bob", connected=False),
        SeatInfo(2, "Cid"),
    )
    assert old is not None
    others = [await at_the_new_table(house, client) for client in (ann, bob)]
    for client in (others[1], again):
        done(await client.ask(m.SetReady, ready=True))
    done(await others[0].ask(m.StartGame))
    await catch_up(again)
    assert again.lobby.stage == "running"


async def test_bots_sit_down_again(house: House) -> None:
    clients = await finished(house, "Ann", "Bob", bots=("strong", "greedy"), overrides={"early_end": "host"})
    ann = clients[0]
    done(await ann.ask(m.EndGame))
    while ann.lobby.stage != "finished":
        await (ann.answer_default() if ann.prompts else ann.read())
    done(await ann.ask(m.Rematch))
    await catch_up(ann)
    again = await at_the_new_table(house, ann)
    bots = [info for info in again.lobby.seats if info.bot is not None]
    assert [(info.bot, info.ready, info.connected) for info in bots] == [("strong", True, True), ("greedy", True, True)]


async def test_a_second_wish_finds_the_table_that_is_there(house: House) -> None:
    ann, bob = await finished(house, "Ann", "Bob")
    done(await ann.ask(m.Rematch))
    done(await bob.ask(m.Rematch))
    await catch_up(ann, bob)
    assert len(ann.of_kind(e.RematchOpened)) == 1
    assert len(house.server.directory) == 1


async def test_a_rematch_that_everybody_has_left_is_opened_anew(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await finished(house, "Ann", "Bob")
    done(await ann.ask(m.Rematch))
    await catch_up(ann, bob)
    first = ann.lobby.rematch
    await trio.sleep(301)
    done(await ann.ask(m.Rematch))
    await catch_up(ann)
    assert ann.lobby.rematch != first
    assert (await at_the_new_table(house, ann)).seat == 0


async def test_the_asker_owns_the_table_if_the_owner_is_gone(house: House) -> None:
    ann, bob = await finished(house, "Ann", "Bob")
    await ann.stream.aclose()
    await bob.until_event(e.PlayerDropped)
    done(await bob.ask(m.Rematch))
    await catch_up(bob)
    assert (await at_the_new_table(house, bob)).lobby.owner == 1


async def test_code_and_bars_go_along(house: House) -> None:
    eve = await house.connect()
    ann, bob, cid = await house.table("Ann", "Bob", "Cid", code="friends")
    done(await ann.ask(m.RemovePlayer, seat=2, bar=True))
    done(await ann.ask(m.StartGame))
    done(await bob.ask(m.Act, command=Resign()))
    done(await ann.ask(m.Rematch))
    await catch_up(ann)
    table = ann.lobby.rematch
    await catch_up(cid)
    assert code_of(await eve.join(table, "Eve", code="foes")) == "wrong_code"
    assert code_of(await cid.join(table, "Carol", code="friends")) == "barred"
    await house.crash()
    await house.open()
    eve = await house.connect()
    assert isinstance(await eve.join(table, "Eve", code="friends"), m.Seated)


async def test_before_the_end_and_for_spectators_there_is_no_rematch(house: House) -> None:
    ann, _bob = await house.game("Ann", "Bob")
    assert code_of(await ann.ask(m.Rematch)) == "not_finished"
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=ann.table)
    assert code_of(await watcher.ask(m.Rematch)) == "not_seated"


async def test_a_test_table_has_no_rematch(open_house: Opener) -> None:
    house = await open_house(Config(allow_scenarios=True))
    ann, _bob = await finished(house, "Ann", "Bob", scenario=Scenario(Position((SeatPosition(), SeatPosition()))))
    assert code_of(await ann.ask(m.Rematch)) == "not_allowed"


async def test_a_rematch_counts_among_the_tables(open_house: Opener) -> None:
    house = await open_house(with_limits(tables=1))
    ann, _bob = await finished(house, "Ann", "Bob")
    await (await house.connect()).create("Dan")
    assert code_of(await ann.ask(m.Rematch)) == "too_many_tables"


async def test_nothing_is_opened_that_can_not_be_stored(open_house: Opener) -> None:
    store = MemoryStore()
    house = await open_house(store=store)
    ann, _bob = await finished(house, "Ann", "Bob")
    store.fail_next("disk_full")
    assert code_of(await ann.ask(m.Rematch)) == "paused"
    assert ann.of_kind(e.RematchOpened) == []
    done(await ann.ask(m.Rematch))


async def test_a_table_without_a_server_opens_no_other() -> None:
    request = m.CreateTable(1, "Friday", "Ann", "0" * 32)
    table = await open_table(request, "t1", MemoryStore(), Config(), "10.0.0.1")
    with pytest.raises(Refused) as caught:
        await table.on_rematch(*started("Ann", "Bob"), 0)
    assert caught.value.code == "not_found"
