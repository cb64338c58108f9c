"""Store, then tell, then answer."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from engine.commands import RollDice
from engine.events import OpeningThrown
from protocol import messages as m
from protocol.tables import Clock
from server.memory_store import MemoryStore
from server.store import Batch, StoreFailed
from tests.server.playing import House, Opener, catch_up, play_defaults


class HeldStore(MemoryStore):
    """A store whose disk can be made to wait, and that counts what it has."""

    def __init__(self) -> None:
        super().__init__()
        self.stored = 0
        self.go = trio.Event()
        self.go.set()

    async def append(self, batch: Batch) -> None:
        await self.go.wait()
        await super().append(batch)
        self.stored += len(batch.entries)


async def test_nobody_is_told_anything_that_is_not_stored(open_house: Opener) -> None:
    store = HeldStore()
    house = await open_house(store=store)
    ann, bob = await house.game("Ann", "Bob")
    store.go = trio.Event()
    number = await ann.send(m.Act, command=RollDice(), prompt=ann.prompts[0].id)
    await wait_all_tasks_blocked()
    await catch_up(ann, bob)
    assert ann.of_kind(OpeningThrown) == bob.of_kind(OpeningThrown) == []
    assert house.server.directory.public(1)[0].stage == "running"
    store.go.set()
    assert isinstance(await ann.reply_to(number), m.Result)
    await catch_up(bob)
    assert len(bob.of_kind(OpeningThrown)) == 1


async def test_what_was_told_is_stored_after_every_step(open_house: Opener) -> None:
    store = HeldStore()
    house = await open_house(store=store)
    clients = await house.game("Ann", "Bob")
    for _ in range(20):
        await play_defaults(clients, 1)
        entries = store.load()[0].entries
        assert entries[-1].seq == clients[0].seq == clients[1].seq


async def test_a_reply_is_stored_with_what_it_answers(open_house: Opener) -> None:
    store = HeldStore()
    house = await open_house(store=store)
    ann, _ = await house.game("Ann", "Bob")
    reply = await ann.answer_default()
    assert isinstance(reply, m.Result)
    kept = store.load()[0].replies[-1]
    assert kept.request == reply.in_reply_to


async def test_while_nothing_can_be_stored_players_are_told_and_then_it_goes_on(
    open_house: Opener, autojump_clock: MockClock
) -> None:
    store = MemoryStore()
    house = await open_house(store=store)
    ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=5_000, bank=0))
    store.fail_next("disk_full", times=30)
    number = await ann.send(m.Act, command=RollDice(), prompt=ann.prompts[0].id)
    paused = await bob.until_is(m.Update)
    assert (paused.paused, paused.events, paused.first) == (True, (), bob.seq + 1)
    assert (paused.phase, paused.waiting) == ("opening_roll", ann.update.waiting if ann.update else None)
    refused = await bob.ask(m.Chat, text="hello?")
    assert isinstance(refused, m.Error)
    assert (refused.code, refused.retry_after) == ("paused", 1000)
    assert isinstance(await ann.reply_to(number), m.Result)
    await catch_up(bob)
    assert bob.update is not None
    assert bob.update.paused is False
    assert len(bob.of_kind(OpeningThrown)) == 1
    assert bob.update.waiting[0].left == 5_000


async def test_other_tables_play_on_while_one_is_paused(open_house: Opener, autojump_clock: MockClock) -> None:
    store = MemoryStore()
    house = await open_house(store=store)
    first, second = await house.game("Ann", "Bob"), await house.game("Cid", "Dan")
    store.fail_next("read_only")
    number = await first[0].send(m.Act, command=RollDice(), prompt=first[0].prompts[0].id)
    await wait_all_tasks_blocked()
    await play_defaults(second, 5)
    assert isinstance(await first[0].reply_to(number), m.Result)


async def test_a_store_that_is_broken_for_good_ends_the_server(nursery: trio.Nursery) -> None:
    store = MemoryStore()
    house = House(nursery, store)
    with pytest.RaisesGroup(StoreFailed, flatten_subgroups=True, allow_unwrapped=True):
        async with trio.open_nursery() as inner:
            house._nursery = inner
            await house.open()
            ann, _ = await house.game("Ann", "Bob")
            store.fail_for_good("input/output error")
            await ann.answer_default()
