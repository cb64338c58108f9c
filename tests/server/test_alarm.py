"""An alarm that is put off far more often than it rings."""

from __future__ import annotations

from math import inf

import pytest
import trio
from trio.testing import MockClock

from server.alarm import Alarm


class Bell:
    """Writes down when it was rung."""

    def __init__(self) -> None:
        self.rung: list[float] = []

    def __call__(self) -> None:
        self.rung.append(trio.current_time())


@pytest.fixture
def bell() -> Bell:
    """One that has not been rung."""
    return Bell()


@pytest.fixture
async def alarm(bell: Bell, nursery: trio.Nursery) -> Alarm:
    """An alarm that runs, and was never set."""
    alarm = Alarm(bell)
    nursery.start_soon(alarm.run)
    await trio.testing.wait_all_tasks_blocked()
    return alarm


async def test_it_rings_once_at_its_time(autojump_clock: MockClock, alarm: Alarm, bell: Bell) -> None:
    alarm.set(5)
    await trio.sleep(100)
    assert bell.rung == [5]


async def test_it_does_not_ring_when_it_was_put_off(autojump_clock: MockClock, alarm: Alarm, bell: Bell) -> None:
    for at in (5, 9, 12):
        alarm.set(at)
        await trio.sleep(4)
    await trio.sleep(100)
    assert bell.rung == [12]


async def test_it_can_be_set_to_an_earlier_time(autojump_clock: MockClock, alarm: Alarm, bell: Bell) -> None:
    alarm.set(50)
    await trio.sleep(1)
    alarm.set(3)
    await trio.sleep(100)
    assert bell.rung == [3]


async def test_it_can_be_turned_off(autojump_clock: MockClock, alarm: Alarm, bell: Bell) -> None:
    alarm.set(5)
    alarm.set(inf)
    await trio.sleep(100)
    assert bell.rung == []


async def test_a_time_that_is_over_rings_at_once(autojump_clock: MockClock, alarm: Alarm, bell: Bell) -> None:
    await trio.sleep(10)
    alarm.set(4)
    await trio.sleep(1)
    assert bell.rung == [10]


async def test_it_may_be_set_before_it_runs(autojump_clock: MockClock, bell: Bell, nursery: trio.Nursery) -> None:
    alarm = Alarm(bell)
    alarm.set(6)
    nursery.start_soon(alarm.run)
    await trio.sleep(100)
    assert bell.rung == [6]
