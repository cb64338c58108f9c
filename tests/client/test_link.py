"""One connection: what it says first, what it passes on, and how it ends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
import trio
from trio.testing import memory_stream_pair

from client.errors import BadChoice, ClientError, NoConnection
from client.link import Link
from protocol import messages as m
from tests.client.peer import LIMITS, Peer


class Scene:
    """A link, its peer, and what the link has passed on."""

    def __init__(self) -> None:
        ours, theirs = memory_stream_pair()
        self.peer = Peer(ours)
        self.heard: list[m.ServerMessage] = []
        self.refuse: ClientError | None = None
        self.link = Link(theirs, self.hear, "test")
        self.ended = trio.Event()

    def hear(self, message: m.ServerMessage) -> None:
        self.heard.append(message)
        if self.refuse is not None:
            raise self.refuse

    async def run(self) -> None:
        await self.link.run(lambda: m.Ping(99))
        self.ended.set()

    async def end(self) -> None:
        with trio.fail_after(10):
            await self.ended.wait()


@asynccontextmanager
async def linked() -> AsyncIterator[Scene]:
    scene = Scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        yield scene
        nursery.cancel_scope.cancel()


async def frame(scene: Scene, **fields: object) -> None:
    """Send a map that need not be a message."""
    payload = msgspec.msgpack.encode(fields)
    await scene.peer.stream.send_all(len(payload).to_bytes(4, "big") + payload)


async def test_hello_comes_first_and_is_open_after_welcome() -> None:
    async with linked() as scene:
        assert not scene.link.open
        hello = await scene.peer.welcome()
        assert (hello.id, hello.low, hello.high, hello.client) == (1, 1, 1, "test")
        await trio.testing.wait_all_tasks_blocked()
        assert scene.link.open
        assert scene.heard == [m.Welcome(1, 1, "den", LIMITS)]


async def test_what_is_said_before_the_welcome_is_lost() -> None:
    async with linked() as scene:
        scene.link.say(m.Ping(3))
        await scene.peer.welcome()
        await trio.testing.wait_all_tasks_blocked()
        scene.link.say(m.Ping(4))
        assert (await scene.peer.hear(m.Ping)).id == 4


async def test_a_cut_is_nobodys_fault() -> None:
    async with linked() as scene:
        await scene.peer.welcome()
        await scene.peer.cut()
        await scene.end()
        assert (scene.link.failure, scene.link.lost) == (None, "the server hung up")


async def test_a_cut_within_a_frame_is_nobodys_fault_either() -> None:
    async with linked() as scene:
        await scene.peer.welcome()
        await scene.peer.stream.send_all(b"\0\0\0\x20\x81")
        await scene.peer.cut()
        await scene.end()
        assert scene.link.failure is None


async def test_it_ends_when_the_listener_fails() -> None:
    async with linked() as scene:
        scene.refuse = NoConnection("no")
        await scene.peer.welcome()
        await scene.end()
        assert scene.link.failure is scene.refuse


async def test_hanging_up_ends_it() -> None:
    async with linked() as scene:
        await scene.peer.welcome()
        await trio.testing.wait_all_tasks_blocked()
        scene.link.hang_up()
        await scene.end()
        assert scene.link.failure is None


async def test_messages_of_a_later_server_are_passed_over() -> None:
    async with linked() as scene:
        await scene.peer.welcome()
        await frame(scene, type="fanfare", loud=True)
        await scene.peer.say(m.Pong(7))
        await trio.testing.wait_all_tasks_blocked()
        assert scene.heard[1:] == [m.Pong(7)]


async def test_a_message_that_does_not_fit_ends_it() -> None:
    async with linked() as scene:
        await scene.peer.welcome()
        await frame(scene, type="update", first="one")
        await scene.end()
        assert isinstance(scene.link.failure, NoConnection)
        assert str(scene.link.failure).startswith("expected a message of protocol version 1, found another: first: ")


async def test_what_is_too_big_to_send_is_refused_here() -> None:
    async with linked() as scene:
        await scene.peer.welcome()
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(BadChoice, match="expected no more than 65536"):
            scene.link.say(m.Chat(3, "x" * 70_000))
        scene.link.say(m.Ping(4))
        assert (await scene.peer.hear(m.Ping)).id == 4
