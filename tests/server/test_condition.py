"""What is told of a running server."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from protocol import messages as m
from server.condition import Watcher
from server.memory_store import MemoryStore
from tests.server.playing import House, Opener, catch_up


async def test_tables_and_connections_are_counted(house: House) -> None:
    watcher = Watcher(house.server)
    assert watcher.condition().tables == {}
    await house.game("Ann", "Bob")
    await house.table("Cid")
    now = watcher.condition()
    assert (now.status, now.reason, now.name) == ("ok", None, "magnate")
    assert now.tables == {"running": 1, "lobby": 1}
    assert now.connections == 3
    assert house.server.figures.accepted == 3
    assert house.server.figures.messages > 3


async def test_a_store_that_takes_nothing_is_told_with_its_reason(open_house: Opener, autojump_clock: MockClock) -> None:
    store = MemoryStore()
    house = await open_house(store=store)
    watcher = Watcher(house.server)
    ann, bob = await house.game("Ann", "Bob")
    store.fail_next("disk_full")
    number = await ann.send(m.Chat, text="hello")
    await bob.until(lambda message: getattr(message, "paused", False))
    now = watcher.condition()
    assert (now.status, now.reason, now.held_up) == ("paused", "disk_full", 1)
    assert isinstance(await ann.reply_to(number), m.Result)
    assert watcher.condition().status == "ok"
    await trio.sleep(60)
    await catch_up(ann, bob)
    assert watcher.condition().uptime >= 60
