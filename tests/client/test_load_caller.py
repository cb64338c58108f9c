"""A cheap connection on a real socket: to a real server, and to a peer that says what no server should."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from client.errors import NoConnection, Refused
from client.load_caller import Caller, call
from client.seats import new_token
from engine import commands as c
from protocol import messages as m
from tests.client.house import open_tcp_house
from tests.client.peer import Peer


@asynccontextmanager
async def met(talk: Callable[[Peer], Awaitable[None]]) -> AsyncIterator[Caller]:
    """A caller, and a peer that has welcomed it and then goes on as it likes."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    _, port = listeners[0].socket.getsockname()

    async def serve() -> None:
        async with listeners[0], await listeners[0].accept() as stream:
            peer = Peer(stream)
            await peer.welcome()
            await talk(peer)
            await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        with trio.fail_after(60):
            caller = await call("127.0.0.1", port)
            try:
                yield caller
            finally:
                caller.close()
        nursery.cancel_scope.cancel()


async def test_a_caller_asks_and_hears_at_a_real_server() -> None:
    with trio.fail_after(30):
        async with open_tcp_house() as address:
            caller = await call(address.host, address.port)
            seated = await caller.ask(m.CreateTable(caller.take_id(), "Den", "Ann", new_token(), bots=("careful",)))
            assert len(seated.table) >= 4
            caller.say(m.StartGame(caller.take_id()))
            while not (heard := await caller.hear()).prompts:
                pass
            assert heard.prompts[0].default == c.RollDice()
            assert caller.received > caller.sent > 0
            with pytest.raises(Refused, match="already"):
                await caller.ask(m.StartGame(caller.take_id()))
            caller.close()


async def test_nobody_there_is_no_connection() -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    _, port = listeners[0].socket.getsockname()
    await listeners[0].aclose()
    with pytest.raises(NoConnection):
        await call("127.0.0.1", port)


async def test_a_server_that_hangs_up_is_no_connection() -> None:
    async def talk(peer: Peer) -> None:
        await peer.say(m.Closing("shutdown", "the server ends"))
        await peer.cut()

    async with met(talk) as caller:
        assert (await caller.hear()).code == "shutdown"
        with pytest.raises(NoConnection, match="hung up"):
            await caller.hear()


async def test_last_words_instead_of_a_reply_are_told() -> None:
    async def talk(peer: Peer) -> None:
        await peer.say(m.Closing("shutdown", "the server ends"))

    async with met(talk) as caller:
        with pytest.raises(NoConnection, match=r"the server ends \(shutdown\)"):
            await caller.ask(m.Ping(caller.take_id()))


async def test_something_else_than_a_server_is_told() -> None:
    met_already = trio.Event()

    async def talk(peer: Peer) -> None:
        await met_already.wait()
        await peer.stream.send_all(b"\0\0\0\1\xc1")

    async with met(talk) as caller:
        met_already.set()
        with pytest.raises(NoConnection, match="expected a Magnate server"):
            await caller.hear()


async def test_what_the_socket_does_not_take_at_once_goes_out_later() -> None:
    count, spoken = 4000, trio.Event()
    long = c.LiftMortgages(tuple(range(1000)))

    async def talk(peer: Peer) -> None:
        await spoken.wait()
        for _ in range(count):
            last = await peer.hear(m.Act)
        await peer.say(m.Result(last.id, 0))

    async with met(talk) as caller:
        for _ in range(count):
            caller.say(m.Act(caller.take_id(), long))
        spoken.set()
        assert (await caller.hear()).type == "result"
