"""What a load comes to: counts, latencies in constant memory, and both as text or data. Must not connect to anything."""

from __future__ import annotations

from collections import Counter
from math import exp, log
from typing import Final

import msgspec

from client.columns import columns
from client.errors import Refused

_HEAD: Final = ("LATENCY, MS", "COUNT", "P50", "P90", "P99", "MOST")
_STEP: Final = 0.02  # latencies are told to within two in a hundred


class Latencies:
    """How often something took how long; a long run takes no more memory than a short one."""

    def __init__(self) -> None:
        self.count = 0
        self._most = 0.0
        self._buckets: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count one."""
        self.count += 1
        self._most = max(self._most, seconds)
        self._buckets[round(log(max(seconds, 1e-6)) / _STEP)] += 1

    def percentile(self, percent: float) -> float | None:
        """The seconds within which so many in a hundred were done; `None` if there were none."""
        wanted = self.count * percent / 100
        done = 0
        for bucket in sorted(self._buckets):
            done += self._buckets[bucket]
            if done >= wanted:
                return min(exp(bucket * _STEP), self._most)
        return None

    def spread(self) -> Spread:
        """The percentiles that are reported."""
        p50, p90, p99 = (_milliseconds(self.percentile(percent)) for percent in (50, 90, 99))
        return Spread(self.count, p50, p90, p99, _milliseconds(self._most if self.count else None))


class Spread(msgspec.Struct, frozen=True):
    """Latencies in milliseconds; without a single one there are none."""

    count: int
    p50: float | None
    p90: float | None
    p99: float | None
    most: float | None


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 3)


class Tally:
    """What is counted while a load runs; nothing before `counting`.

    `own` are the seconds from an act to its reply, `others` to its update at each other seat.
    """

    def __init__(self) -> None:
        self.counting = False
        self.decisions = 0
        self.stale = 0
        self.games = 0
        self.own = Latencies()
        self.others = Latencies()
        self.errors: Counter[str] = Counter()

    def decided(self, seconds: float) -> None:
        """An act was answered."""
        if self.counting:
            self.decisions += 1
            self.own.add(seconds)

    def told(self, seconds: float) -> None:
        """Another seat was told of an act."""
        if self.counting:
            self.others.add(seconds)

    def refused(self, code: str) -> None:
        """An act was refused; that it came too late is part of the game, anything else is an error."""
        if code == "stale":
            self.stale += self.counting
        else:
            self.errors[code] += 1

    def ended(self, error: BaseException) -> None:
        """A table plays no more."""
        self.errors[error.code if isinstance(error, Refused) else "connection_lost"] += 1


class Load(msgspec.Struct, frozen=True):
    """What a load has measured in so many `seconds`; `others` are the latencies from an act to its update at other seats."""

    tables: int
    seats: int
    seconds: float
    decisions: int
    per_second: float
    own: Spread
    others: Spread
    bytes_received: int
    bytes_sent: int
    games: int
    stale: int
    errors: dict[str, int]


def render_load(load: Load) -> list[str]:
    """The figures as lines of text."""
    rows = [_HEAD, _row("act to reply", load.own), _row("act to others", load.others)]
    per_decision = round((load.bytes_received + load.bytes_sent) / load.decisions) if load.decisions else 0
    errors = ", ".join(f"{code} {count}" for code, count in sorted(load.errors.items())) or "none"
    company = f"{load.tables} tables of {load.seats}, {load.seconds:.1f} s"
    return [
        f"{company}: {load.decisions} decisions, {load.per_second:.0f} a second",
        *columns(rows),
        f"bytes: {load.bytes_received} received, {load.bytes_sent} sent, {per_decision} a decision",
        f"games ended: {load.games}; answers that came too late: {load.stale}; errors: {errors}",
    ]


def _row(name: str, spread: Spread) -> tuple[str, ...]:
    times = ("-" if value is None else f"{value:.2f}" for value in (spread.p50, spread.p90, spread.p99, spread.most))
    return (name, str(spread.count), *times)
