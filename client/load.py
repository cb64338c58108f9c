"""`magnate load`: many tables of light bots on one server, and how it bears them. Must not start the server or judge it.

Theory of operation. All tables are set up first, a few at a time, so that none plays while others still sit down. Then all
start at once, and `warm_up` seconds after the last of them has begun to play counting begins. A table that loses a connection
plays no more; the others go on.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from time import perf_counter
from typing import Final

import trio

from client.errors import ClientError
from client.groups import leaves
from client.load_figures import Load, Tally
from client.load_table import LoadTable, Plan

__all__ = ["Plan", "run_load"]

_AT_A_TIME: Final = 16  # tables that are set up at once


async def run_load(
    plan: Plan,
    seconds: float,
    *,
    warm_up: float = 1.0,
    mark: Callable[[], None] | None = None,
) -> Load:
    """Play `seconds` long and count; `mark` is called when counting begins and when it ends.

    Raises `NoConnection` and `Refused`, within an exception group, if the tables can not be set up.
    """
    _allow_open_files()
    tally = Tally()
    tables = [LoadTable(plan, tally) for _ in range(plan.tables)]
    try:
        await _set_up(tables)
        async with trio.open_nursery() as nursery:
            for table in tables:
                nursery.start_soon(_play, table, tally)
            for table in tables:
                await table.playing.wait()
            await trio.sleep(warm_up)
            load = await _count(plan, tally, tables, seconds, mark or _no_mark)
            nursery.cancel_scope.cancel()
    finally:
        for table in tables:
            table.close()
    return load


def _no_mark() -> None:
    pass


async def _set_up(tables: list[LoadTable]) -> None:
    limit = trio.CapacityLimiter(_AT_A_TIME)

    async def set_up(table: LoadTable) -> None:
        async with limit:
            await table.connect()
            await table.sit_down()

    async with trio.open_nursery() as nursery:
        for table in tables:
            nursery.start_soon(set_up, table)


async def _play(table: LoadTable, tally: Tally) -> None:
    try:
        await table.play()
    except* ClientError as errors:
        tally.ended(next(leaves(errors)))


async def _count(plan: Plan, tally: Tally, tables: list[LoadTable], seconds: float, mark: Callable[[], None]) -> Load:
    received, sent = _bytes(tables)
    games, begun = tally.games, perf_counter()
    mark()
    tally.counting = True
    await trio.sleep(seconds)
    tally.counting = False
    mark()
    took = perf_counter() - begun
    received, sent = (after - before for after, before in zip(_bytes(tables), (received, sent), strict=True))
    return Load(
        plan.tables, plan.seats, round(took, 3), tally.decisions, round(tally.decisions / took, 1), tally.own.spread(),
        tally.others.spread(), received, sent, tally.games - games, tally.stale, dict(tally.errors),
    )  # fmt: skip


def _bytes(tables: list[LoadTable]) -> tuple[int, int]:
    callers = [bot.caller for table in tables for bot in table.bots]
    return sum(caller.received for caller in callers), sum(caller.sent for caller in callers)


def _allow_open_files() -> None:
    """Raise the number of files that this process may have open, sockets among them, as far as the system lets it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
