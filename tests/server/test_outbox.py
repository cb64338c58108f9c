"""Outboxes: what goes out together, what waits, and how it ends."""

from __future__ import annotations

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from protocol import messages as m
from protocol.codec import encode
from protocol.connection import Connection, Role
from server.outbox import Outbox, Post

FRAME = encode(m.Pong(1))


class Wire:
    """Takes so many bytes at once, and the others when it is told to go on."""

    def __init__(self, room: int = 10**9) -> None:
        self.room = room
        self.sent: list[bytes] = []
        self.go = trio.Event()
        self.broken = False
        self.ended = False

    async def receive(self) -> bytes:
        raise NotImplementedError

    def send_now(self, data: bytes) -> int:
        taken = min(self.room, len(data))
        self.room -= taken
        if taken:
            self.sent.append(data[:taken])
        return taken

    async def send_all(self, data: bytes) -> None:
        await self.go.wait()
        if self.broken:
            raise trio.BrokenResourceError
        self.sent.append(data)

    async def send_eof(self) -> None:
        self.ended = True

    async def aclose(self) -> None:
        raise NotImplementedError


def connection() -> Connection:
    """One that is open."""
    opened = Connection(Role.SERVER)
    opened.receive_data(encode(m.Hello(1, 1, 1, "test")))
    list(opened.events_received())
    opened.send(m.Welcome(1, 1, "test", m.Limits(1, 1, 1, 0, 1, 1)))
    opened.data_to_send()
    return opened


@pytest.fixture
async def post(nursery: trio.Nursery) -> Post:
    """A post that goes round."""
    post = Post()
    nursery.start_soon(post.run)
    return post


def outbox(wire: Wire, post: Post, limit: int = 1000, talk: Connection | None = None) -> Outbox:
    return Outbox(wire, talk or connection(), post, limit)


async def test_what_is_said_in_one_round_goes_out_together(post: Post) -> None:
    one, other = Wire(), Wire()
    to_one, to_other = outbox(one, post), outbox(other, post)
    for _ in range(3):
        assert to_one.push(FRAME)
    to_other.push(FRAME)
    assert one.sent == []
    await wait_all_tasks_blocked()
    assert (one.sent, other.sent) == ([FRAME * 3], [FRAME])
    to_one.push(FRAME)
    await wait_all_tasks_blocked()
    assert one.sent == [FRAME * 3, FRAME]


async def test_what_is_said_before_the_post_goes_is_sent_with_its_first_round(nursery: trio.Nursery) -> None:
    post, wire = Post(), Wire()
    outbox(wire, post).push(FRAME)
    nursery.start_soon(post.run)
    await wait_all_tasks_blocked()
    assert wire.sent == [FRAME]


async def test_what_is_not_taken_at_once_waits_and_others_go_on(post: Post, nursery: trio.Nursery) -> None:
    slow, quick = Wire(room=5), Wire()
    to_slow, to_quick = outbox(slow, post), outbox(quick, post)
    nursery.start_soon(to_slow.run)
    for _ in range(2):
        to_slow.push(FRAME)
        to_quick.push(FRAME)
        await wait_all_tasks_blocked()
    slow.room = 1000
    to_slow.push(FRAME)
    await wait_all_tasks_blocked()
    assert (slow.sent, quick.sent) == ([FRAME[:5]], [FRAME, FRAME])
    slow.go.set()
    await wait_all_tasks_blocked()
    assert b"".join(slow.sent) == FRAME * 3
    to_slow.push(FRAME)
    await wait_all_tasks_blocked()
    assert b"".join(slow.sent) == FRAME * 4


async def test_too_much_unread_is_told(post: Post) -> None:
    wire = Wire(room=len(FRAME))
    mine = outbox(wire, post, limit=2 * len(FRAME))
    for _ in range(3):  # the first is taken
        assert mine.push(FRAME)
        await wait_all_tasks_blocked()
    assert not mine.push(FRAME)


async def test_all_is_said_before_the_end_is(post: Post) -> None:
    wire, talk = Wire(room=5), connection()
    mine = outbox(wire, post, talk=talk)
    async with trio.open_nursery() as writing:
        writing.start_soon(mine.run)
        mine.push(FRAME)
        await wait_all_tasks_blocked()
        talk.send(m.Closing("shutdown", "bye"))
        mine.finish()
        await wait_all_tasks_blocked()
        assert not wire.ended
        wire.go.set()
    assert wire.ended
    assert b"".join(wire.sent) == FRAME + encode(m.Closing("shutdown", "bye"))


async def test_last_words_need_no_round(nursery: trio.Nursery) -> None:
    wire, talk = Wire(), connection()
    wire.go.set()
    mine = outbox(wire, Post(), talk=talk)
    talk.send(m.Closing("shutdown", "bye"))
    mine.finish()
    await mine.run()
    assert (wire.sent, wire.ended) == ([encode(m.Closing("shutdown", "bye"))], True)


async def test_a_broken_wire_is_told_to_who_runs_it(post: Post) -> None:
    wire = Wire(room=0)
    wire.broken = True
    wire.go.set()
    mine = outbox(wire, post)
    mine.push(FRAME)
    with pytest.raises(trio.BrokenResourceError):
        await mine.run()
