"""When a table is to look up by itself: a time that may be put off again and again at no cost. Must not know what is due."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import trio


class Alarm:
    """Calls `ring` once at the time that was set last, on trio's clock.

    Every decision at a table puts its next deadline off, and next to none is ever reached. So a later time is only noted, and
    the task that sleeps looks at it when it would have rung.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._at = inf
        self._sleep = trio.CancelScope()

    def set(self, at: float) -> None:
        """Ring then, and not at any time that was set before."""
        self._at = at
        if at < self._sleep.deadline:
            self._sleep.deadline = at

    async def run(self) -> None:
        """Ring whenever it is time, for ever."""
        while True:
            with trio.CancelScope(deadline=self._at) as self._sleep:
                await trio.sleep_forever()
            if self._at <= trio.current_time():
                self._at = inf
                self._ring()
