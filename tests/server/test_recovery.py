"""Restarting: everything that anybody was told is still so."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from engine.commands import Resign, RollDice
from engine.events import OpeningThrown, TimeRanOut
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock
from server.config import Config
from server.data_folder import DataFolder
from server.directory import Directory
from server.memory_store import MemoryStore
from server.recovery import recover
from server.sqlite_store import SqliteStore
from server.store import Entry
from tests.server.playing import Client, House, Opener, catch_up, play_defaults


@pytest.fixture(params=["memory", "sqlite"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A store that outlives the server, or how to open it."""
    if request.param == "memory":
        return MemoryStore()
    return lambda: SqliteStore(DataFolder(tmp_path), relaxed=True)


@pytest.fixture
async def lasting(nursery: trio.Nursery, any_store: Any) -> House:
    """A server that can be crashed and opened again, on either kind of store."""
    return await House(nursery, any_store).open()


async def restart(house: House) -> None:
    await house.crash()
    await house.open()


def snapshot(client: Client) -> Any:
    assert client.state is not None
    return client.state.snapshot()


async def test_a_game_goes_on_where_it_was(lasting: House) -> None:
    clients = await lasting.game("Ann", "Bob", "Cid")
    await play_defaults(clients, 25)
    asked = {client.seat: client.prompts for client in clients}
    before = [snapshot(client) for client in clients]
    await restart(lasting)
    again = [await lasting.resume(client, after=client.seq) for client in clients]
    for client in again:
        await client.until_is(m.Prompts)
    await catch_up(*again)
    assert {client.seat: client.prompts for client in again} == asked
    assert [snapshot(client) for client in again] == before
    await play_defaults(again, 10)


async def test_the_same_dice_are_to_come(nursery: trio.Nursery) -> None:
    """Two servers that go on from copies of the same journal throw the same."""
    store = MemoryStore()
    house = await House(nursery, store).open()
    clients = await house.game("Ann", "Bob")
    await play_defaults(clients, 15)
    copy = deepcopy(store)
    twin = await House(nursery, copy).open()
    twins = [await twin.resume(client) for client in clients]
    for client in twins:
        await client.until_is(m.Prompts)
    mark = clients[0].seq
    await play_defaults(clients, 40)
    await play_defaults(twins, 40)
    told = [event for seq, event in sorted(clients[0].events.items()) if seq > mark]
    retold = [event for event in twins[0].events.values() if not isinstance(event, (e.PlayerBack, e.PlayerDropped))]
    assert retold == told


async def test_a_repeated_request_is_answered_again_after_a_restart(lasting: House) -> None:
    ann, bob = await lasting.game("Ann", "Bob")
    roll = {"command": RollDice(), "prompt": ann.prompts[0].id, "id": 40}
    first = await ann.ask(m.Act, **roll)
    assert isinstance(first, m.Result)
    await restart(lasting)
    back = await lasting.resume(ann)
    assert next(message for message in back.log if isinstance(message, m.Seated)).last_id == 40
    assert await back.ask(m.Act, **roll) == first
    other = await lasting.resume(bob, after=bob.seq)
    await catch_up(other)
    assert len(other.of_kind(OpeningThrown)) == 1
    older = await back.ask(m.Act, **{**roll, "id": 39})
    assert isinstance(older, m.Error)
    assert older.code == "stale"


async def test_a_reply_to_a_request_of_which_nothing_came_is_kept_too(lasting: House) -> None:
    ann, _ = await lasting.table("Ann", "Bob")
    await ann.ask(m.SetReady, ready=True)
    first = await ann.ask(m.SetReady, ready=True, id=70)
    assert isinstance(first, m.Result)
    await restart(lasting)
    back = await lasting.resume(ann)
    assert next(message for message in back.log if isinstance(message, m.Seated)).last_id == 70
    assert await back.ask(m.SetReady, ready=True, id=70) == first


async def test_everybody_is_gone_after_a_restart_and_each_comes_back(lasting: House) -> None:
    ann, bob = await lasting.game("Ann", "Bob")
    await restart(lasting)
    back = await lasting.resume(ann, after=ann.seq)
    await back.until_is(m.Prompts)
    assert back.of_kind(e.PlayerDropped) == [e.PlayerDropped(0, "lost"), e.PlayerDropped(1, "lost")]
    assert back.of_kind(e.PlayerBack) == [e.PlayerBack(0)]
    await lasting.resume(bob)
    await catch_up(back)
    assert all(info.connected for info in back.lobby.seats)


async def test_a_table_in_its_lobby_is_still_there_with_its_code(lasting: House) -> None:
    (ann,) = await lasting.table("Ann", code="friends", seats=3)
    await restart(lasting)
    bob = await lasting.connect()
    refused = await bob.join(ann.table, "Bob", code="enemies")
    assert isinstance(refused, m.Error)
    assert refused.code == "wrong_code"
    assert isinstance(await bob.join(ann.table, "Bob", code="friends"), m.Seated)
    back = await lasting.resume(ann)
    assert back.seat == 0
    repeated = await lasting.connect()
    repeated.token = ann.token
    await repeated.create("Ann")
    assert repeated.table == ann.table


async def test_who_was_barred_stays_barred(lasting: House) -> None:
    ann, bob = await lasting.table("Ann", "Bob")
    await ann.ask(m.RemovePlayer, seat=1, bar=True)
    await restart(lasting)
    again = await lasting.connect()
    again.token = bob.token
    refused = await again.join(ann.table, "Somebody")
    assert isinstance(refused, m.Error)
    assert refused.code == "barred"


async def test_seats_are_whose_they_were_also_after_renumbering(lasting: House) -> None:
    ann, bob, cid = await lasting.table("Ann", "Bob", "Cid")
    await bob.ask(m.LeaveTable)
    assert isinstance(await ann.ask(m.StartGame), m.Result)
    await catch_up(ann, cid)
    await restart(lasting)
    assert (await lasting.resume(cid)).seat == 1
    assert (await lasting.resume(ann)).seat == 0


async def test_who_missed_the_end_of_a_game_finds_it_after_a_crash(lasting: House) -> None:
    ann, bob = await lasting.game("Ann", "Bob")
    await bob.ask(m.Act, command=Resign())
    await catch_up(ann)
    assert isinstance(await ann.ask(m.Chat, text="well played"), m.Result)
    await restart(lasting)
    back = await lasting.resume(bob, after=bob.seq)
    await catch_up(back)
    assert back.lobby.stage == "finished"
    assert [event for event in back.events.values() if isinstance(event, e.ChatSaid)]


async def test_a_finished_table_that_was_freed_is_not_taken_up_again(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    house = await House(nursery, MemoryStore()).open()
    ann, bob = await house.game("Ann", "Bob")
    await bob.ask(m.Act, command=Resign())
    await trio.sleep(601)
    await catch_up(ann)
    await restart(house)
    assert house.server.directory.public(10) == ()


async def test_the_time_left_is_the_same(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    house = await House(nursery, MemoryStore()).open()
    ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=10_000, bank=20_000, grace=60_000))
    await trio.sleep(18)
    await bob.ask(m.Chat, text="hurry")
    await house.crash()
    await trio.sleep(5000)
    await house.open()
    back = await house.resume(ann)
    state = await back.until_is(m.TableState)
    assert state.waiting[0].left == pytest.approx(12_000, abs=2)
    await trio.sleep(40)
    await catch_up(back)
    assert back.of_kind(TimeRanOut) == []
    await house.resume(bob)
    await trio.sleep(11)
    await catch_up(back)
    assert back.of_kind(TimeRanOut) == []
    await trio.sleep(2)
    await catch_up(back)
    assert back.of_kind(TimeRanOut) == [TimeRanOut(0)]


async def test_who_does_not_come_back_has_the_time_left_after_the_grace(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    house = await House(nursery, MemoryStore()).open()
    _ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=10_000, bank=0, grace=60_000))
    await house.crash()
    await house.open()
    back = await house.resume(bob)
    began = trio.current_time()
    await back.until_event(TimeRanOut)
    assert trio.current_time() - began == pytest.approx(70, abs=0.1)


async def broken_store(break_it: Callable[[Any], Any], house: House) -> tuple[MemoryStore, list[Client], list[Client]]:
    """A store with one table that is broken and one that is not."""
    first, second = await house.game("Ann", "Bob"), await house.game("Cid", "Dan")
    await house.crash()
    store: Any = house.store
    break_it(store._tables[first[0].table])
    return store, first, second


def unreadable(kept: Any) -> None:
    kept.entries[3] = Entry(kept.entries[3].seq, b"\xc1")


def unfitting(kept: Any) -> None:
    kept.entries.pop(4)


def without_notes(kept: Any) -> None:
    kept.notes.clear()


@pytest.mark.parametrize("break_it", [unreadable, unfitting, without_notes])
async def test_one_broken_table_does_not_keep_the_others_away(
    house: House, break_it: Callable[[Any], Any], caplog: pytest.LogCaptureFixture
) -> None:
    _, first, second = await broken_store(break_it, house)
    await house.open()
    stranger = await house.connect()
    refused = await stranger.ask(m.Resume, table=first[0].table, token=first[0].token)
    assert isinstance(refused, m.Error)
    assert refused.code == "quarantined"
    back = [await house.resume(client) for client in second]
    for client in back:
        await client.until_is(m.Prompts)
    await play_defaults(back, 3)
    assert f"table_not_restored table={first[0].table}" in caplog.text


async def test_a_history_that_the_store_finds_broken_is_not_played_on(open_house: Opener) -> None:
    house = await open_house()
    ann, _ = await house.game("Ann", "Bob")
    await house.crash()
    store: Any = house.store

    class Doubtful(MemoryStore):
        def load(self) -> Any:
            return [replace(stored, problem="event 4: the chain is broken") for stored in store.load()]

    recovered = recover(Doubtful(), Directory(), Config())
    assert (recovered.tables, recovered.broken) == ([], [ann.table])
