"""Whoever does not read loses the connection, never the seat, and nobody waits for it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
import trio

from engine.commands import Resign
from protocol import messages as m
from tests.faults.raw import HELLO, frame
from tests.server.playing import Client, catch_up, play_defaults
from tests.server.processes import Launch, Process

pytestmark = pytest.mark.slow

UNREAD = 64
"""KiB that the server lets a client leave unread here."""

BUFFER = 4096  # bytes that the system keeps for a socket that nobody reads, as few as it allows


async def frozen_connection(server: Process) -> trio.SocketStream:
    """A connection of somebody who will read nothing, over a socket with little room."""
    sock = trio.socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    await sock.connect(("127.0.0.1", server.port))
    server.streams.append(trio.SocketStream(sock))
    return server.streams[-1]


def dropped(server: Process) -> int:
    return sum("reason=slow" in line for line in server.lines())


async def test_a_frozen_player_and_a_frozen_spectator_are_dropped_while_others_play(launch: Launch, tmp_path: Path) -> None:
    """Two thousand events, whatever becomes of those who do not read (D53, D54)."""
    server = await launch(tmp_path / "data", "--unread", str(UNREAD), "--rate", "5000")
    ann, bob, cid = await server.game("Ann", "Bob", "Cid")
    assert isinstance(await cid.ask(m.Act, command=Resign()), m.Result)  # so that nothing is asked of a seat that sleeps
    seat = await frozen_connection(server)
    await seat.send_all(frame(HELLO) + frame({"type": "resume", "id": 2, "table": cid.table, "token": cid.token}))
    spectator = await frozen_connection(server)
    await spectator.send_all(frame(HELLO) + frame({"type": "watch_table", "id": 2, "table": cid.table}))
    await cid.read_to_end()  # displaced by the one that sleeps
    begun, memory = ann.seq, server.memory()
    with trio.fail_after(100):
        while ann.seq < begun + 2000 and ann.lobby.stage == "running":
            await play_defaults([ann, bob], 20)
        assert dropped(server) == 2
    assert server.memory() < memory + 32 * 1024
    back = await server.resume(cid)
    await catch_up(back)
    assert back.seat == cid.seat
    assert back.lobby.seats[cid.seat].connected


async def test_one_who_asks_and_never_reads_is_dropped(launch: Launch, tmp_path: Path) -> None:
    server = await launch(tmp_path / "data", "--unread", str(UNREAD))
    clients = await server.game("Ann", "Bob")
    greedy = await frozen_connection(server)
    await greedy.send_all(frame(HELLO) + frame({"type": "watch_table", "id": 2, "table": clients[0].table}))
    asked = frame({"type": "get_state", "id": 3})
    with trio.move_on_after(30):
        while not dropped(server):
            try:
                await greedy.send_all(asked)
            except trio.BrokenResourceError:
                break
            await play_defaults(clients, 1)
    assert dropped(server) == 1
    await play_defaults(clients, 3)


async def test_the_server_says_how_long_it_takes_silence_and_hangs_up_then(launch: Launch, tmp_path: Path) -> None:
    server = await launch(tmp_path / "data", "--idle", "1")
    silent = Client(await server.open_stream())
    welcome = await silent.hello()
    assert isinstance(welcome, m.Welcome)
    assert welcome.limits.idle == 1
    await silent.read_to_end()
    assert silent.log[-1] == m.Closing("idle", "nothing was heard from this client for too long")
