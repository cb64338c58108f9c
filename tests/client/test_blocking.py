"""Scripts without trio: the same calls, each waiting in the script's own thread."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from client import api
from client.address import Address
from client.blocking import BlockingServer, BlockingTable, connect_blocking
from client.errors import CommandRefused, NoConnection, NotThere, TableOver
from engine import commands as c
from engine import events as e
from protocol.lobby_events import ChatSaid
from tests.client.house import open_tcp_house


@asynccontextmanager
async def house() -> AsyncIterator[Callable[[Callable[[str], None]], Awaitable[None]]]:
    """A real server; what it gives runs a script in a thread of its own."""
    with trio.fail_after(60):
        async with open_tcp_house() as address:
            yield lambda script: trio.to_thread.run_sync(script, str(address))


async def test_a_script_plays_a_whole_game() -> None:
    def script(address: str) -> None:
        with connect_blocking(address) as server:
            table = server.create("Robo", bots=["careful"], rules={"max_rounds": 2})
            table.start()
            outcome = table.play(lambda table, question: c.BuyDeed() if c.BuyDeed() in table.answers else question.default)
            assert outcome is not None
            assert outcome.reason == "max_rounds"
            kinds = {type(event) for event in table.events()}
            assert e.GameEnded in kinds

    async with house() as run:
        await run(script)


async def test_what_is_seen_is_as_it_is_when_looked_at() -> None:
    def script(address: str) -> None:
        with connect_blocking(address) as server:
            ann = server.create("Ann", name="Den")
            with pytest.raises(NotThere):
                assert ann.state
            bob = server.join("Den", "Bob")
            eve = server.watch(ann.id)
            bob.ready()
            ann.start()
            question = ann.next_question()
            assert question is not None
            assert ann.read("roll") == question.default
            before = ann.state
            ann.act("roll")
            assert before.stack != ann.state.stack
            eve.wait_until(lambda table: table.seq >= 1)
            assert (ann.seat, bob.seat, eve.watching, eve.players) == (0, 1, True, ("Ann", "Bob"))
            ann.say("hello")
            assert bob.wait_for_event(ChatSaid).text == "hello"
            with pytest.raises(CommandRefused) as refused:
                ann.act(c.BuyDeed())
            assert refused.value.options == ann.legal()
            bob.hang_up()
            with pytest.raises(TableOver):
                bob.say("gone")
            assert server.resume(bob.id, bob.token).player == "Bob"
        with pytest.raises(TableOver, match="closed"):
            ann.say("too late")

    async with house() as run:
        await run(script)


async def test_a_call_may_be_given_so_much_time() -> None:
    def script(address: str) -> None:
        with connect_blocking(address, patience=0.001) as server, pytest.raises(TimeoutError, match=r"within 0.001 seconds"):
            server.create("Ann").next_question()

    async with house() as run:
        await run(script)


async def test_errors_of_the_script_pass_through() -> None:
    def script(address: str) -> None:
        with pytest.raises(ZeroDivisionError), connect_blocking(address):
            raise ZeroDivisionError

    async with house() as run:
        await run(script)


def test_nobody_there_is_no_connection() -> None:
    with pytest.raises(NoConnection), connect_blocking(Address("127.0.0.1", 1)):
        raise AssertionError("there is nobody")


def names_of(kind: type[object]) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")}


def test_all_that_a_script_needs_is_here_under_the_same_name() -> None:
    of_the_session = {"happened", "changed", "news", "keep_up", "ask_server", "ended"}
    assert names_of(BlockingTable) == names_of(api.Table) - of_the_session | {"token"}
    assert names_of(BlockingServer) == names_of(api.Server)


def test_the_calls_keep_their_words() -> None:
    method = inspect.getattr_static(BlockingTable, "act")
    assert method.__doc__ == api.Table.act.__doc__
