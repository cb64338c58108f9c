"""A load on a real server: counted while it is marked, and what becomes of it when the server goes."""

import pytest
import trio

from client.address import Address
from client.errors import NoConnection, Refused
from client.load import Plan, run_load
from server.config import Config, ServerLimits
from tests.client.house import open_tcp_house


async def test_a_load_is_counted_between_its_marks() -> None:
    marks: list[int] = []
    with trio.fail_after(60):
        async with open_tcp_house() as address:
            plan = Plan(address.host, address.port, 2, 3)
            load = await run_load(plan, 0.2, warm_up=0, mark=lambda: marks.append(1))
    assert len(marks) == 2
    assert (load.tables, load.seats, load.errors) == (2, 3, {})
    assert load.decisions == load.own.count > 0
    assert load.others.count > 0
    assert load.bytes_received > load.bytes_sent > 0
    assert load.per_second == pytest.approx(load.decisions / load.seconds, rel=0.01)


async def test_tables_that_lose_their_server_are_counted_and_end_nothing_else() -> None:
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            gone = trio.Event()
            address = await nursery.start(_house_until, gone)
            load = await run_load(Plan(address.host, address.port, 2, 2), 0.3, warm_up=0, mark=gone.set)
    assert load.errors == {"connection_lost": 2}


async def _house_until(gone: trio.Event, *, task_status: trio.TaskStatus[Address]) -> None:
    async with open_tcp_house() as address:
        task_status.started(address)
        await gone.wait()


async def test_a_server_that_will_not_have_so_many_tables_refuses_the_load() -> None:
    config = Config(limits=ServerLimits(tables=1))
    with trio.fail_after(60), pytest.raises(ExceptionGroup) as raised:
        async with open_tcp_house(config) as address:
            await run_load(Plan(address.host, address.port, 2, 2), 0.1)
    assert raised.group_contains(Refused, match="too_many_tables")


async def test_nobody_there_is_no_connection() -> None:
    with trio.fail_after(60), pytest.raises(ExceptionGroup) as raised:
        await run_load(Plan("127.0.0.1", 1, 1), 0.1)
    assert raised.group_contains(NoConnection)
