"""Intervals: against figures worked out elsewhere, and at their ends."""

import pytest

from client.intervals import mean, mean_error, median, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # Newcombe 1998, and every table since
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (10, 10, 0.7225, 1.0),
    ],
)
def test_wilson_as_in_the_books(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)


def test_nothing_is_known_without_games() -> None:
    assert wilson(0, 0) == (0, 1)


def test_the_mean_and_its_error_are_those_of_the_numbers() -> None:
    counts = {2: 1, 4: 3, 5: 2, 7: 1, 9: 1}  # mean 5, standard deviation of the sample sqrt(32 / 7)
    assert mean(counts) == 5
    assert mean_error(counts) == pytest.approx(1.96 * (32 / 7) ** 0.5 / 8**0.5, rel=1e-4)


def test_of_one_number_or_none_nothing_is_said() -> None:
    assert (mean({}), mean_error({}), median({})) == (0, 0, 0)
    assert (mean({7: 1}), mean_error({7: 1}), median({7: 1})) == (7, 0, 7)


@pytest.mark.parametrize(("counts", "middle"), [({1: 1, 9: 1}, 1), ({1: 1, 2: 1, 9: 1}, 2), ({5: 10, 1: 1, 7: 9}, 5)])
def test_the_median_is_in_the_middle(counts: dict[int, int], middle: int) -> None:
    assert median(counts) == middle
