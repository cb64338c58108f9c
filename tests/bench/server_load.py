"""What a server bears, as ratios against the floor server under its own load in the same run.

    python -m tests.bench.server_load [--seconds S] [--rounds R] [--only PART ...]

Parts: `floor` (10 and 100 tables of four against the floor, by rate and by server CPU), `durable` (against relaxed, 100
tables), `growth` (server CPU per decision, 1,000 tables against 10), `idle` (memory of each idle connection). Prints one JSON
object per part. Everything is measured `rounds` times in turn, and the best of each counts, so that both sides see the same
machine; CPU per decision bears a busy machine better than rates do. The floor is not asked for what a game needs: it stores,
validates and decides nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import trio

from client.load import Plan, run_load
from client.load_caller import Caller, call
from tests.client.terminal import HostedServer

FLOOR = Path(__file__).with_name("floor_server.py")
SEATS = 4
UNHINDERED = ("--rate", "1000000", "--log-level", "ERROR")
IDLE = 4000


class Figure(NamedTuple):
    """Decisions (or requests) a second, and the server's CPU for each in microseconds."""

    per_second: float
    cpu: float


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """The bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def hosted(*options: str) -> Iterator[HostedServer]:
    """A server process of Magnate with a data folder of its own, and no limit of messages."""
    with (
        tempfile.TemporaryDirectory(prefix="magnate-bench-") as folder,
        HostedServer(folder, "0", *UNHINDERED, *options) as server,
    ):
        yield server


def measure(tables: int, seconds: float, *options: str) -> Figure:
    """Magnate under its own load."""
    with hosted(*options) as server:
        used: list[float] = []
        plan = Plan("127.0.0.1", int(server.port), tables, SEATS)
        load = trio.run(lambda: run_load(plan, seconds, mark=lambda: used.append(cpu_seconds(server.pid))))
        if load.errors:
            raise SystemExit(f"expected a load without errors, found {load.errors}")
    return Figure(load.per_second, (used[1] - used[0]) / load.decisions * 1e6)


def measure_floor(groups: int, seconds: float) -> Figure:
    """The floor server under its own load; its few requests before the measurement are counted with the others."""
    port = free_port()
    with subprocess.Popen([sys.executable, str(FLOOR), "serve", str(port)]) as floor:
        try:
            wait_for(port)
            before = cpu_seconds(floor.pid)
            counts = ["-g", str(groups), "-p", str(SEATS), "-s", str(seconds)]
            told = subprocess.check_output([sys.executable, str(FLOOR), "load", str(port), *counts])
            used = cpu_seconds(floor.pid) - before
        finally:
            floor.kill()
    rate = json.loads(told)["requests_per_s"]
    return Figure(rate, used / (rate * (seconds + 0.5)) * 1e6)  # its load goes on for half a second more than told


def free_port() -> int:
    """A port that nobody listens on; the floor server can not choose one by itself."""
    with socket.socket() as plug:
        plug.bind(("127.0.0.1", 0))
        return int(plug.getsockname()[1])


def wait_for(port: int) -> None:
    """Return once somebody listens there."""
    while True:
        with socket.socket() as plug:
            if plug.connect_ex(("127.0.0.1", port)) == 0:
                return


def best(figures: list[Figure]) -> Figure:
    """The best rate and the least CPU."""
    return Figure(max(one.per_second for one in figures), min(one.cpu for one in figures))


def against_floor(tables: int, seconds: float, rounds: int) -> dict[str, object]:
    """Magnate with a relaxed journal against the floor."""
    pairs = [(measure(tables, seconds, "--relaxed"), measure_floor(tables, seconds)) for _ in range(rounds)]
    ours, floor = best([one for one, _ in pairs]), best([one for _, one in pairs])
    return {
        "part": "floor", "tables": tables, "decisions_per_s": ours.per_second, "floor_per_s": floor.per_second,
        "cpu_us": round(ours.cpu, 1), "floor_cpu_us": round(floor.cpu, 1),
        "ratio_by_rate": round(ours.per_second / floor.per_second, 3), "ratio_by_cpu": round(floor.cpu / ours.cpu, 3),
    }  # fmt: skip


def durable_against_relaxed(seconds: float, rounds: int, tables: int = 100) -> dict[str, object]:
    """A journal that waits for the disk against one that does not."""
    pairs = [(measure(tables, seconds), measure(tables, seconds, "--relaxed")) for _ in range(rounds)]
    durable, relaxed = best([one for one, _ in pairs]), best([one for _, one in pairs])
    return {
        "part": "durable", "tables": tables, "durable_per_s": durable.per_second, "relaxed_per_s": relaxed.per_second,
        "cpu_us": round(durable.cpu, 1), "relaxed_cpu_us": round(relaxed.cpu, 1),
        "ratio_by_rate": round(durable.per_second / relaxed.per_second, 3),
    }  # fmt: skip


def growth(seconds: float, rounds: int, few: int = 10, many: int = 1000) -> dict[str, object]:
    """The server's CPU per decision at many tables against few."""
    pairs = [(measure(many, seconds, "--relaxed"), measure(few, seconds, "--relaxed")) for _ in range(rounds)]
    big, small = best([one for one, _ in pairs]), best([one for _, one in pairs])
    return {
        "part": "growth", "tables": [few, many], "cpu_us": [round(small.cpu, 1), round(big.cpu, 1)],
        "per_s": [small.per_second, big.per_second], "growth": round(big.cpu / small.cpu, 3),
    }  # fmt: skip


def idle_memory(count: int = IDLE) -> dict[str, object]:
    """What each connection costs that has said hello and then nothing."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with hosted("--relaxed") as server:
        before = resident(server.pid)
        callers = trio.run(_call_all, int(server.port), count)
        after = resident(server.pid)
        for caller in callers:
            caller.close()
    return {"part": "idle", "connections": count, "kib_each": round((after - before) / count / 1024, 2)}


async def _call_all(port: int, count: int) -> list[Caller]:
    return [await call("127.0.0.1", port) for _ in range(count)]


def main() -> None:
    """Measure what the command line says."""
    parts = ("floor", "durable", "growth", "idle")
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100], help="for the part floor")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    chosen = parser.parse_args()
    if "floor" in chosen.only:
        for tables in chosen.tables:
            print(json.dumps(against_floor(tables, chosen.seconds, chosen.rounds)), flush=True)
    if "durable" in chosen.only:
        print(json.dumps(durable_against_relaxed(chosen.seconds, chosen.rounds)), flush=True)
    if "growth" in chosen.only:
        print(json.dumps(growth(chosen.seconds, chosen.rounds)), flush=True)
    if "idle" in chosen.only:
        print(json.dumps(idle_memory()), flush=True)


if __name__ == "__main__":
    main()
