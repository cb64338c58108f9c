"""The channel into a table."""

from __future__ import annotations

from typing import cast

import pytest
import trio

from protocol import messages as m
from server.inbox import Enter, Gone, Inbox, Said
from server.refusal import Refused
from server.session import Session


class Listener:
    """Stands where a session would, and keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[m.ServerMessage] = []

    def send(self, message: m.ServerMessage) -> None:
        self.sent.append(message)


def said(number: int, session: Listener | None = None) -> Said:
    return Said(cast(Session, session or Listener()), m.Ping(number))


async def test_items_come_out_in_the_order_in_which_they_came_in() -> None:
    inbox = Inbox(8)
    items = [said(number) for number in range(3)]
    for item in items:
        await inbox.put(item)
    assert [await inbox.get() for _ in items] == items
    assert inbox.get_now() is None


async def test_a_ring_wakes_who_waits(nursery: trio.Nursery) -> None:
    inbox = Inbox(8)
    got = []

    async def get() -> None:
        got.append(await inbox.get())

    nursery.start_soon(get)
    await trio.testing.wait_all_tasks_blocked()
    assert got == []
    inbox.ring()
    await trio.testing.wait_all_tasks_blocked()
    assert got == [None]


async def test_where_there_is_no_room_for_a_ring_it_is_not_needed() -> None:
    inbox = Inbox(1)
    item = said(1)
    await inbox.put(item)
    inbox.ring()
    assert [inbox.get_now(), inbox.get_now()] == [item, None]


async def test_whoever_finds_it_full_waits_for_room(nursery: trio.Nursery) -> None:
    inbox = Inbox(1)
    first, second = said(1), said(2)
    await inbox.put(first)
    nursery.start_soon(inbox.put, second)
    await trio.testing.wait_all_tasks_blocked()
    assert [inbox.get_now(), inbox.get_now(), inbox.get_now()] == [first, second, None]


async def test_when_it_closes_everybody_gets_an_answer(nursery: trio.Nursery) -> None:
    inbox = Inbox(3)
    listener, done = Listener(), trio.Event()
    await inbox.put(Enter(cast(Session, listener), m.WatchTable(1, "t1"), done))
    inbox.ring()
    await inbox.put(Gone(cast(Session, listener), "lost", gone := trio.Event()))
    nursery.start_soon(inbox.put, said(2, listener))
    await trio.testing.wait_all_tasks_blocked()
    inbox.close("quarantined")
    assert done.is_set()
    assert gone.is_set()
    assert [(error.code, error.in_reply_to) for error in listener.sent if isinstance(error, m.Error)] == [
        ("quarantined", 1),
        ("quarantined", 2),
    ]


async def test_who_comes_too_late_is_told_why() -> None:
    inbox = Inbox(2)
    inbox.close("not_found")
    with pytest.raises(Refused) as caught:
        await inbox.put(said(1))
    assert caught.value.code == inbox.closed == "not_found"
