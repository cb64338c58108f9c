"""What strangers cost a server: rubbish in processor time and memory, a frozen spectator in the latency of the others.

    python -m tests.bench.hostile_cost [--seconds S] [--rounds R] [--only PART ...]

Parts: `rubbish` (10 MiB of random bytes over as many connections as it takes, since each is ended at its first wrong word: as
the first word, after a hello, and in frames of the largest size, which the server reads to their end), `frozen` (p99 until the
other seats are told of an act, with a spectator of one table who reads nothing against without one). Prints one JSON object per
part. With and without are measured in turn, and the medians are compared; `dropped` tells how often the server hung up on the
spectator. The server has its usual limits, but that of messages under `frozen`.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import statistics
import tempfile
from collections.abc import Callable

import trio

from client.load_figures import Spread, Tally
from client.load_table import LoadTable, Plan
from protocol import messages as m
from tests.bench.server_load import SEATS, cpu_seconds, hosted, resident
from tests.client.terminal import HostedServer
from tests.faults.raw import HELLO, frame, framed

RUBBISH = 10 * 1024 * 1024
"""Bytes of rubbish that are written, all together."""

PIECE = 64 * 1024  # random bytes that are written over one connection, unless the server hangs up before
BUFFER = 4096  # bytes that the system keeps for a socket that nobody reads, as few as it allows
TABLES = 4
WARM_UP = 1.0  # seconds
SHAPES: dict[str, Callable[[bytes], bytes]] = {
    "first word": lambda data: data,
    "after hello": lambda data: frame(HELLO) + data,
    "framed": lambda data: frame(HELLO) + framed(data),
}


def rubbish(shape: str) -> dict[str, object]:
    """What 10 MiB of random bytes cost."""
    chance = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="magnate-bench-") as folder, HostedServer(folder) as server:
        used, held = cpu_seconds(server.pid), resident(server.pid)
        written = connections = 0
        while written < RUBBISH:
            written += offend(int(server.port), SHAPES[shape](chance.randbytes(PIECE)))
            connections += 1
        used, grown = cpu_seconds(server.pid) - used, resident(server.pid) - held
    return {
        "part": "rubbish", "shape": shape, "mib": round(written / 2**20, 2), "connections": connections,
        "cpu_s": round(used, 3), "grown_kib": grown // 1024,
    }  # fmt: skip


def offend(port: int, data: bytes) -> int:
    """Write to a new connection until all is written or the server hangs up, wait for its end; returns the bytes written."""
    written = 0
    with socket.create_connection(("127.0.0.1", port)) as plug:
        try:
            while written < len(data):
                written += plug.send(data[written:])
            while plug.recv(PIECE):
                pass
        except ConnectionError:
            pass  # the server has hung up with something unread, which is what is measured here
    return written


def frozen(seconds: float, rounds: int) -> dict[str, object]:
    """The others' latency with a frozen spectator and without one."""
    told: dict[bool, list[Spread]] = {True: [], False: []}
    dropped = 0
    for turn in range(2 * rounds):
        spectator = turn % 4 in (0, 3)  # neither is always the first of two
        spread, ended = trio.run(told_within, seconds, spectator)
        told[spectator].append(spread)
        dropped += ended
    with_it, without = ([one.p99 for one in told[side] if one.p99 is not None] for side in (True, False))
    p99_with, p99_without = statistics.median(with_it), statistics.median(without)
    return {
        "part": "frozen", "tables": TABLES, "rounds": rounds, "dropped": dropped,
        "told": sum(one.count for side in told.values() for one in side),
        "p99_ms_with": p99_with, "p99_ms_without": p99_without, "ratio": round(p99_with / p99_without, 3),
        "all_p99_ms": [with_it, without],
    }  # fmt: skip


async def told_within(seconds: float, spectator: bool) -> tuple[Spread, bool]:
    """The latencies of updates to the other seats at a few busy tables, and whether the spectator was dropped by the end."""
    tally = Tally()
    dropped = False
    with hosted() as server:
        plan = Plan("127.0.0.1", int(server.port), TABLES, SEATS)
        tables = [LoadTable(plan, tally) for _ in range(TABLES)]
        for table in tables:
            await table.connect()
            await table.sit_down()
        sleeper = await fall_asleep(plan.port, tables[0]) if spectator else None
        async with trio.open_nursery() as nursery:
            for table in tables:
                nursery.start_soon(table.play)
            for table in tables:
                await table.playing.wait()
            await trio.sleep(WARM_UP)
            tally.counting = True
            await trio.sleep(seconds)
            tally.counting = False
            nursery.cancel_scope.cancel()
        for table in tables:
            table.close()
        if sleeper is not None:
            dropped = await was_dropped(sleeper)
    return tally.others.spread(), dropped


async def fall_asleep(port: int, table: LoadTable) -> trio.socket.SocketType:
    """Look on at a table and read nothing, over a socket with little room."""
    owner = table.bots[0].caller
    told = await owner.ask(m.GetState(owner.take_id()))
    plug = trio.socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    await plug.connect(("127.0.0.1", port))
    await plug.send(frame(HELLO) + frame({"type": "watch_table", "id": 2, "table": told.table}))
    return plug


async def was_dropped(sleeper: trio.socket.SocketType) -> bool:
    """Whether the server has ended the connection of the one who slept, found by reading all that is left."""
    with sleeper, trio.move_on_after(WARM_UP):
        try:
            while await sleeper.recv(PIECE):
                pass
        except ConnectionResetError:
            return True
        return True
    return False


def main() -> None:
    """Measure what the command line says."""
    parts = ("rubbish", "frozen")
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    chosen = parser.parse_args()
    if "rubbish" in chosen.only:
        for shape in SHAPES:
            print(json.dumps(rubbish(shape)), flush=True)
    if "frozen" in chosen.only:
        print(json.dumps(frozen(chosen.seconds, chosen.rounds)), flush=True)


if __name__ == "__main__":
    main()
