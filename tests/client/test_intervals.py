"""Intervals: against figures that are known from elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest

from client.intervals import mean, mean_error, median, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 10, 0.0179, 0.4042),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)


def test_nothing_is_known_without_games() -> None:
    assert wilson(0, 0) == (0, 1)


def test_more_games_make_it_narrower() -> None:
    few, many = wilson(5, 20), wilson(500, 2000)
    assert few.low < many.low < 0.25 < many.high < few.high


def test_mean_and_its_error() -> None:
    counts = Counter([2, 4, 4, 4, 5, 5, 7, 9])
    assert mean(counts) == 5
    assert mean_error(counts) == pytest.approx(1.959964 * (32 / 7 / 8) ** 0.5)


def test_nothing_can_be_said_of_fewer_than_two() -> None:
    assert (mean({}), mean_error({}), median({})) == (0, 0, 0)
    assert (mean({3: 1}), mean_error({3: 1}), median({3: 1})) == (3, 0, 3)


@pytest.mark.parametrize(("numbers", "middle"), [([3, 1, 2], 2), ([1, 2, 3, 4], 2), ([9, 9, 1], 9)])
def test_median_is_the_lower_one_in_the_middle(numbers: list[int], middle: int) -> None:
    assert median(Counter(numbers)) == middle
