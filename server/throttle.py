"""How often is too often: token buckets on a clock that the caller reads. Must not wait, answer or read a clock."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Final

MAX_KEYS: Final = 10_000
"""How many keys `Throttles` remembers before it forgets those that have calmed down."""


class Throttle:
    """A bucket of `burst` tokens that fills by `rate` a second; `now` is any clock in seconds that does not go back."""

    __slots__ = ("_burst", "_rate", "_since", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._since = now

    def take(self, now: float) -> int:
        """Use a token: 0 if there was one, else the milliseconds until there is one, and then nothing was used."""
        tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if tokens >= 1:
            self._tokens = tokens - 1
            return 0
        self._tokens = tokens
        return math.ceil((1 - tokens) / self._rate * 1000)

    def wait(self, now: float) -> int:
        """The milliseconds until there is a token, without using one."""
        tokens = self._tokens + (now - self._since) * self._rate
        return 0 if tokens >= 1 else math.ceil((1 - tokens) / self._rate * 1000)

    def full(self, now: float) -> bool:
        """Whether nothing was used for so long that the bucket is as good as new."""
        return self._tokens + (now - self._since) * self._rate >= self._burst


class Throttles:
    """One bucket for each key, such as an address; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[Hashable, Throttle] = {}

    def take(self, key: Hashable, now: float) -> int:
        """Use a token of this key's bucket; as `Throttle.take`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_KEYS:
                self._forget(now)
            bucket = self._buckets[key] = Throttle(self._rate, self._burst, now)
        return bucket.take(now)

    def wait(self, key: Hashable, now: float) -> int:
        """The milliseconds until this key's bucket has a token, without using one."""
        bucket = self._buckets.get(key)
        return 0 if bucket is None else bucket.wait(now)

    def __len__(self) -> int:
        return len(self._buckets)

    def _forget(self, now: float) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full(now)}
