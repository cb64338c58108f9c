"""Requests gone wrong in all ways, said to a live server, do it no harm.

The long run, by hand: `pytest -m faults tests/faults/test_fuzz_live.py -s`; `MAGNATE_FUZZ` (connections) and `MAGNATE_SEED`
change it.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import pytest
import trio

from tests.faults.fuzzing import Figures, Fuzzer
from tests.server.playing import play_defaults
from tests.server.processes import Launch, Process, launcher

ROOM = 48 * 1024
"""KiB that a server may grow by, whatever is said to it here."""

FRESH = 25  # connections after which there is a new game to be spoiled
GAMES = 100  # more of them, which take room by right, there are not in a long run
FIRST = 20  # connections after which its memory is looked at first
TOGETHER = 10  # connections between two looks at the game of the others


async def open_table(server: Process, fuzzer: Fuzzer) -> None:
    """Another game, whose players have gone and left their seats to the fuzzer."""
    for player in await server.game("Cid", "Dot"):
        fuzzer.seats.append((player.table, player.token))
        assert isinstance(player.stream, trio.SocketStream)
        await player.stream.aclose()


async def fuzz(launch: Launch, folder: Path, connections: int, number: int) -> Figures:
    """Say wrong things over so many connections; a game of others goes on, and the log tells of no fault."""
    server = await launch(folder / "data", "--rate", "1000000", "--relaxed")
    others = await server.game("Ann", "Bob")
    fuzzer = Fuzzer(server, number)
    memory, fresh = 0, max(FRESH, connections // GAMES)
    for turn in range(connections):
        if turn % fresh == 0:
            await open_table(server, fuzzer)
        await fuzzer.converse()
        if turn == FIRST:
            memory = server.memory()
        if turn % TOGETHER == 0 and others[0].lobby.stage == "running":
            await play_defaults(others, 1)
    await server.connect()
    grown = server.memory() - memory
    assert grown < ROOM, f"expected to grow by less than {ROOM} KiB, grew by {grown}"
    assert not [line for line in server.lines() if "fault" in line or "Traceback" in line or "quarantined" in line]
    print({"grown_kib": grown, **asdict(fuzzer.figures)})
    return fuzzer.figures


def agree(figures: Figures, connections: int) -> None:
    """The run has got somewhere: to errors of all depths, and to things that were done."""
    assert figures.connections == connections
    assert 0 < figures.ended < connections
    assert {"malformed", "invalid", "unknown_type", "watching", "seated", "not_now", "result", "update"} <= set(figures.replies)


@pytest.mark.slow
async def test_wrong_requests_do_no_harm(launch: Launch, tmp_path: Path) -> None:
    agree(await fuzz(launch, tmp_path, 100, 3), 100)


@pytest.mark.faults
async def test_many_wrong_requests_do_no_harm(tmp_path: Path) -> None:
    connections = int(os.environ.get("MAGNATE_FUZZ", "5000"))
    number = int(os.environ.get("MAGNATE_SEED", "1"))
    async with launcher(connections) as launch:
        agree(await fuzz(launch, tmp_path, connections, number), connections)
