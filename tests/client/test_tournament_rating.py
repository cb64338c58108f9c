"""Ratings: who wins more stands higher, by as much as Elo's scale says."""

from __future__ import annotations

from math import log10

import pytest

from client.tournament_rating import MEAN, Result, rate


def test_without_games_all_are_in_the_middle() -> None:
    assert [rating.points for rating in rate(3, [])] == [MEAN] * 3


def test_the_difference_tells_the_odds() -> None:
    first, second = rate(2, [Result((0, 1), (7500.0, 2500.0))])
    assert first.points - second.points == pytest.approx(400 * log10(3), abs=1)
    assert first.points + second.points == pytest.approx(2 * MEAN)


def test_who_has_won_all_has_a_rating_too() -> None:
    first, second = rate(2, [Result((0, 1), (20.0, 0.0))])
    assert MEAN < first.points < MEAN + 1000
    assert second.points < MEAN


def test_more_games_leave_less_doubt() -> None:
    few = rate(2, [Result((0, 1), (6.0, 4.0))])
    many = rate(2, [Result((0, 1), (600.0, 400.0))])
    assert 0 < many[0].plus_minus < few[0].plus_minus
    # The logarithm of odds of 600 to 400 has a standard error of sqrt(1/600 + 1/400); each of the two has half of that.
    assert many[0].plus_minus == pytest.approx(400 / 2.302585 * 1.959964 * (1 / 600 + 1 / 400) ** 0.5 / 2, rel=0.01)


def test_the_strength_of_those_beaten_counts() -> None:
    results = [Result((0, 1), (70.0, 30.0)), Result((1, 2), (70.0, 30.0))]
    best, middle, last = (rating.points for rating in rate(3, results))
    assert best > middle > last
    assert best - middle == pytest.approx(middle - last, abs=1)


def test_at_a_table_of_four_each_has_its_part() -> None:
    first, *others = (rating.points for rating in rate(4, [Result((0, 1, 2, 3), (4000.0, 2000.0, 2000.0, 2000.0))]))
    assert others == pytest.approx([others[0]] * 3)
    assert first - others[0] == pytest.approx(400 * log10(2), abs=1)


def test_a_player_in_two_seats_competes_with_the_others_only() -> None:
    twice, once = (rating.points for rating in rate(2, [Result((0, 0, 1), (1000.0, 1000.0, 1000.0))]))
    assert twice == pytest.approx(once, abs=1)
