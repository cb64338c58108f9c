"""Autopilot, votes, a seat given away and a rematch, over real sockets and through a server that is killed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from client.address import Address
from client.errors import Refused
from client.model import Model
from client.seats import new_token
from client.session import Session, connected, dial_tcp
from engine import commands as c
from protocol.tables import SeatInfo
from tests.client.terminal import HostedServer

pytestmark = pytest.mark.slow


def address_of(server: HostedServer) -> Address:
    return Address("127.0.0.1", int(server.port))


@asynccontextmanager
async def three_at(server: HostedServer) -> AsyncIterator[list[Session]]:
    """Ann, Bob and Cid in a game that has begun, and that its host may end."""
    where = dial_tcp(address_of(server))
    with trio.fail_after(60):
        async with connected(Session(where)) as ann, connected(Session(where)) as bob, connected(Session(where)) as cid:
            await ann.create("Friday", "Ann", new_token(), overrides={"early_end": "host"}, bots=("careful",))
            for session, name in ((bob, "Bob"), (cid, "Cid")):
                await session.join(ann.model.table, name, new_token())
                await session.set_ready()
            await ann.start_game()
            await until(bob, lambda model: model.lobby.stage == "running")
            yield [ann, bob, cid]


async def until(session: Session, wanted: Callable[[Model], bool]) -> None:
    """Wait until a client knows that something is so."""
    while True:
        change = session.next_change()
        if session.model.known and wanted(session.model):
            return
        await change.wait()


def seat(model: Model, number: int) -> SeatInfo:
    info = model.lobby.at(number)
    assert info is not None
    return info


def code_of(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.code


async def back_online(session: Session) -> None:
    """Wait until the lost connection is there again."""
    while not session.live:
        await session.next_change().wait()


async def test_a_pause_and_an_autopilot_outlive_the_server(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path)) as first:
        async with three_at(first) as (ann, bob, cid):
            await cid.set_away(True)
            await ann.propose("pause")
            await until(bob, lambda model: model.lobby.motion is not None)
            assert bob.model.lobby.motion is not None
            await bob.cast_ballot(bob.model.lobby.motion.id, True)
            first.kill()
            for session in (ann, bob):
                await until(session, lambda _: not session.live)  # noqa: B023  # awaited at once
            with HostedServer(str(tmp_path), first.port):
                for session in (ann, bob):
                    await back_online(session)
                    await until(session, lambda model: model.lobby.paused)
                assert seat(ann.model, cid.model.seat or 0).autopilot == "asked"
                with pytest.raises(Refused) as caught:
                    await ann.act(c.SetStops(True, True))
                assert code_of(caught) == "paused"
                await bob.propose("resume")
                await until(ann, lambda model: model.lobby.motion is not None)
                assert ann.model.lobby.motion is not None
                await ann.cast_ballot(ann.model.lobby.motion.id, True)
                assert not ann.model.lobby.paused


async def test_a_bot_s_seat_is_given_and_the_same_people_play_again(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path)) as server:
        async with three_at(server) as (ann, bob, cid), connected(Session(dial_tcp(address_of(server)))) as dan:
            bot = next(info.seat for info in ann.model.lobby.seats if info.bot is not None)
            await ann.give_seat(bot)
            await dan.claim(ann.model.table, "Dan", new_token())
            assert dan.model.seat == bot
            assert bob.model.seat is not None
            await ann.set_owner(bob.model.seat)
            with pytest.raises(Refused) as caught:
                await ann.end_game()
            assert code_of(caught) == "owner_only"
            await bob.end_game()
            await until(cid, lambda model: model.lobby.stage == "finished")
            await cid.rematch()
            for session in (ann, bob, dan):
                await session.rematch()
            await until(cid, lambda model: all(info.connected for info in model.lobby.seats))
            assert [info.player for info in cid.model.lobby.seats] == [info.player for info in dan.model.lobby.seats]
            assert (dan.model.seat, dan.model.lobby.owner) == (bot, bob.model.seat)
