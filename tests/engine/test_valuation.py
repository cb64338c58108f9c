"""What things are worth to the careful policy: groups, deeds, trades, and the rents ahead."""

import pytest

from engine.commands import Things
from engine.valuation import (
    blocking_value,
    completes,
    deed_value,
    group_value,
    reserve,
    rivalry,
    threats,
    trade_gains,
    unit,
)
from tests.engine.positions import GREEN, ORANGE, RAILROADS, UTILITIES, S, at_level, game


def test_the_scale_is_the_starting_cash() -> None:
    assert unit(game().state) == 100
    assert unit(game(starting_cash=150_000).state) == 10_000
    assert unit(game(starting_cash=1).state) == 1


def test_a_rival_weighs_more_the_fewer_play() -> None:
    weights = [rivalry(game(*[S()] * seats).state) for seats in (2, 3, 4, 8)]
    assert weights == sorted(weights, reverse=True)
    assert (weights[0], weights[-1]) == (0.75, 0.25)


def test_a_whole_group_is_worth_more_than_its_parts_and_most_with_money_to_build() -> None:
    part, whole = game(S(deeds=(16, 18)), S()).state, game(S(deeds=ORANGE), S()).state
    group = whole.board.group_of[16]
    alone = group_value(part, part.owner, 0, group, 0)
    poor, rich = (group_value(whole, whole.owner, 0, group, cash) for cash in (0, 5000))
    assert 360 < alone < 560 < poor < rich
    assert group_value(whole, whole.owner, 1, group, 5000) == 0


@pytest.mark.parametrize("group", [RAILROADS, UTILITIES])
def test_each_further_railroad_or_utility_is_worth_more(group: tuple[int, ...]) -> None:
    values = [deed_value(game(S(deeds=group[:count]), S()).state, 0, group[count]) for count in range(len(group))]
    assert values == sorted(set(values))


def test_a_mortgaged_deed_is_worth_what_is_left_of_it() -> None:
    free, down = game(S(deeds=(39,)), S()).state, game(S(deeds=(39,), mortgaged=(39,)), S()).state
    group = free.board.group_of[39]
    values = [group_value(state, state.owner, 0, group, 0) for state in (free, down)]
    assert values[0] - values[1] == 220  # the loan of 200 and its interest


def test_what_completes_a_group_and_what_keeps_a_rival_from_it() -> None:
    state = game(S(deeds=(16, 18)), S(deeds=(5,)), S()).state
    assert completes(state, 0, 19)
    assert not completes(state, 1, 19)
    assert not completes(game(S(deeds=(5, 15, 25)), S()).state, 0, 35)  # nothing can be built on railroads
    assert blocking_value(state, 1, 19) > 200
    assert blocking_value(state, 0, 19) == 0


def test_a_swap_is_counted_for_both_sides() -> None:
    state = game(S(deeds=(16, 18, 31)), S(deeds=(19, 32, 34)), S()).state
    giver, receiver = trade_gains(state, 0, 1, Things(deeds=(31,)), Things(deeds=(19,)))
    assert giver > 0 < receiver
    paid, got = trade_gains(state, 0, 1, Things(100, (31,)), Things(deeds=(19,)))
    assert paid < giver
    assert got > receiver
    assert trade_gains(state, 0, 1, Things(50), Things(20)) == (-30, 30)


def test_a_jail_card_is_worth_the_fine() -> None:
    state = game(S(cards=("chance",)), S(), jail_fine=75).state
    assert trade_gains(state, 0, 1, Things(cards=("chance",)), Things(70)) == (-5, 5)


def test_the_rents_ahead_are_weighed_by_the_throws() -> None:
    state = game(S(space=30), S(deeds=GREEN, levels=at_level(GREEN, 1))).state
    mean, worst = threats(state, 0, 30)
    assert worst == 150  # Pennsylvania Avenue, four steps away
    assert mean == (2 * 0 + 1 * 130 + 3 * 150) // 36  # 32 by a two, 34 by a four; 31 is out of reach
    assert threats(state, 1, 30) == (0, 0)


def test_the_reserve_follows_the_danger() -> None:
    safe = game(S(space=30), S()).state
    dangerous = game(S(space=30), S(deeds=GREEN, levels=at_level(GREEN, 5))).state
    assert reserve(safe, 0) == 50
    assert reserve(dangerous, 0) == 700
