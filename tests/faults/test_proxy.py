"""Clients behind a bad network: whatever it loses, splits and cuts, each knows in the end what the server knows."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from client import api
from client.address import Address
from engine.commands import SeatCommand
from engine.options import Prompt
from engine.policy import careful
from protocol.tables import Clock
from tests.faults.proxy import Proxy, Trouble
from tests.server.processes import Launch

pytestmark = pytest.mark.slow

SECONDS = 60
ROUNDS = 6
UNHINDERED = ("--rate", "1000000", "--relaxed")


class Talker:
    """Says something after each loss, over a connection that holds, so that the others can find out about it."""

    def __init__(self) -> None:
        self._loss = trio.Event()

    def lost(self) -> None:
        self._loss.set()

    async def talk(self, table: api.Table) -> None:
        while True:
            await self._loss.wait()
            self._loss = trio.Event()
            await table.say("did you see that?")


def choose(table: api.Table, question: Prompt) -> SeatCommand:
    return careful(table.state, table.seat) or question.default


async def play(table: api.Table) -> None:
    await table.play(choose)


async def sees(table: api.Table, seq: int) -> None:
    """Wait until a client knows of an event, also after the end of the game."""
    while table.seq < seq or table.session.model.stale:
        await table.session.next_change().wait()


async def sit_down(near: api.Server, far: api.Server) -> list[api.Table]:
    """Dot sits near the server, the others behind the bad network; the game has been started."""
    dot = await near.create("Dot", rules={"max_rounds": ROUNDS}, clock=Clock())
    others = [await far.join(dot.id, name) for name in ("Ann", "Bob", "Cid")]
    for table in others:
        await table.ready()
    await dot.start()
    return [dot, *others]


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_game_over_a_bad_network_ends_with_everybody_knowing_the_same(
    launch: Launch, tmp_path: Path, seed: int
) -> None:
    server = await launch(tmp_path / "data", *UNHINDERED)
    talker = Talker()
    trouble = Trouble(seed, 12, 8, talker.lost)
    proxy = Proxy(server.port, trouble)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            await nursery.start(proxy.run)
            async with (
                api.connect(Address("127.0.0.1", server.port)) as near,
                api.connect(Address("127.0.0.1", proxy.port)) as far,
            ):
                tables = await sit_down(near, far)
                nursery.start_soon(talker.talk, tables[0])
                async with trio.open_nursery() as players:
                    for table in tables:
                        players.start_soon(play, table)
                trouble.calm()
                await tables[0].say("good game")
                fresh = await near.watch(tables[0].id)
                for table in tables:
                    await sees(table, fresh.seq)
                    agree(table, fresh)
            nursery.cancel_scope.cancel()
    assert trouble.losses >= 6
    assert trouble.cuts >= 4
    assert proxy.connections == 3 + trouble.cuts, "every cut was followed by a connection, and nothing else was"
    assert not [line for line in server.lines() if "fault" in line or "quarantined" in line]


def agree(table: api.Table, fresh: api.Table) -> None:
    """What a client has folded is what the server tells somebody who has just come."""
    assert table.state.snapshot() == fresh.state.snapshot()
    assert table.lobby == fresh.lobby
    assert (table.seq, table.phase, table.turn) == (fresh.seq, "game_over", fresh.turn)
    assert table.outcome is not None
