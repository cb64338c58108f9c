"""How sure a figure out of many games is: intervals that hold the true figure in 95 of 100 cases. Must not print."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple

Z: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 of 100 cases."""


class Interval(NamedTuple):
    """From `low` to `high`, both included."""

    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """Wilson's interval for the chance of winning; `wins` may be broken where a win was shared; 0 to 1 without games."""
    if not games:
        return Interval(0.0, 1.0)
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers that came up so many times; 0 for none."""
    total = sum(counts.values())
    return sum(number * count for number, count in counts.items()) / total if total else 0.0


def mean_error(counts: Mapping[int, int]) -> float:
    """Half of the interval of that mean; 0 for fewer than two numbers, of which nothing can be said."""
    total, middle = sum(counts.values()), mean(counts)
    if total < 2:
        return 0.0
    variance = sum(count * (number - middle) ** 2 for number, count in counts.items()) / (total - 1)
    return Z * sqrt(variance / total)


def median(counts: Mapping[int, int]) -> int:
    """The lower one in the middle; 0 for none."""
    left = (sum(counts.values()) + 1) // 2
    for number in sorted(counts):
        left -= counts[number]
        if left <= 0:
            return number
    return 0
