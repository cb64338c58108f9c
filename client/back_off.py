"""How long to wait before trying again: longer each time, never quite the same. Must not wait by itself."""

from __future__ import annotations

import random
from collections.abc import Callable


class BackOff:
    """Delays in seconds that double from `first` up to `last`.

    Each is cut by up to half at random, so that the clients of a server that comes back do not all come at once.
    """

    def __init__(self, first: float = 0.25, last: float = 10.0, chance: Callable[[], float] = random.random) -> None:
        self.first = first
        self.last = last
        self._chance = chance
        self._next = first

    def next(self) -> float:
        """The seconds to wait now."""
        delay = self._next
        self._next = min(self.last, delay * 2)
        return delay * (1 - self._chance() / 2)

    def reset(self) -> None:
        """Begin again with the shortest delay."""
        self._next = self.first
