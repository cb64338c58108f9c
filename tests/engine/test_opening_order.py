"""The order of play as arithmetic on groups of tied seats (rules.md ORD-02, ORD-03; rules-cases O02)."""

import itertools

import pytest

from engine.opening_order import Groups, after_round, throwers

ALL = ((0, 1, 2, 3),)


def test_everybody_throws_first() -> None:
    assert throwers(ALL, every_place=True) == throwers(ALL, every_place=False) == (0, 1, 2, 3)


def test_groups_stand_in_falling_order_of_what_they_threw() -> None:
    assert after_round(ALL, {0: 9, 1: 5, 2: 12, 3: 5}) == ((2,), (0,), (1, 3))


def test_nines_settle_the_first_places_and_fives_the_last() -> None:
    groups = after_round(ALL, {0: 9, 1: 5, 2: 9, 3: 5})
    assert groups == ((0, 2), (1, 3))
    assert throwers(groups, every_place=True) == (0, 1, 2, 3)
    assert after_round(groups, {0: 2, 1: 12, 2: 3, 3: 11}) == ((2,), (0,), (1,), (3,))


def test_where_only_the_first_place_matters_only_its_ties_throw_again() -> None:
    assert throwers(((0, 2), (1, 3)), every_place=False) == (0, 2)
    assert throwers(((2,), (0, 1, 3)), every_place=False) == ()
    assert throwers(((2,), (0, 1, 3)), every_place=True) == (0, 1, 3)


def test_a_group_that_did_not_throw_stays_together() -> None:
    assert after_round(((0, 2), (1, 3)), {0: 4, 2: 8}) == ((2,), (0,), (1, 3))


def test_equal_totals_stay_tied() -> None:
    assert after_round(((1, 2),), {1: 7, 2: 7}) == ((1, 2),)


@pytest.mark.parametrize("totals", list(itertools.product((3, 7, 11), repeat=3)))
def test_no_round_loses_a_seat_or_puts_a_lower_throw_first(totals: tuple[int, int, int]) -> None:
    groups: Groups = after_round(((0, 1, 2),), dict(enumerate(totals)))
    assert sorted(seat for group in groups for seat in group) == [0, 1, 2]
    assert [len({totals[seat] for seat in group}) for group in groups] == [1] * len(groups)
    firsts = [totals[group[0]] for group in groups]
    assert firsts == sorted(set(totals), reverse=True)
