"""The strength of a seat: what makes it grow, and that only the sides of a trade and their rivals' shares move."""

import pytest

from engine.commands import Things
from engine.odds import arrivals
from engine.strength import Part, Standing, Swap, part_of, strength
from tests.engine.positions import BROWN, ORANGE, RAILROADS, US, UTILITIES, S, at_level, game

_REACHED = arrivals(US)


def group_of(deed: int) -> int:
    return US.group_of[deed]


def part(seat: S, deed: int, **switches: object) -> Part:
    state = game(seat, S(), **switches).state
    found = part_of(state, state.owner, 0, group_of(deed))
    assert found is not None
    return found


def test_a_group_without_a_share_is_nothing() -> None:
    state = game(S(deeds=ORANGE), S()).state
    assert part_of(state, state.owner, 1, group_of(16)) is None


def test_a_share_of_a_group_brings_bare_rents_and_loans() -> None:
    found = part(S(deeds=(16, 18)), 16)
    assert found == Part(pytest.approx(14 * (_REACHED[16] + _REACHED[18])), 180, 360)


def test_a_mortgaged_deed_brings_nothing_and_is_worth_its_loan() -> None:
    assert part(S(deeds=(16, 18), mortgaged=(18,)), 16) == Part(pytest.approx(14 * _REACHED[16]), 90, 180 + 90)


def test_railroads_and_utilities_count_by_number() -> None:
    assert part(S(deeds=RAILROADS), 5).rents == pytest.approx(200 * sum(_REACHED[deed] for deed in RAILROADS))
    assert part(S(deeds=UTILITIES), 12).rents == pytest.approx(70 * sum(_REACHED[deed] for deed in UTILITIES))


def test_a_bare_complete_group_could_grow() -> None:
    found = part(S(deeds=ORANGE), 16)
    at_three = 550 * (_REACHED[16] + _REACHED[18]) + 600 * _REACHED[19]
    assert found.rents == pytest.approx(28 * (_REACHED[16] + _REACHED[18]) + 32 * _REACHED[19])
    assert found.growth == pytest.approx(at_three - found.rents)
    assert (found.loans, found.cost, found.worth) == (0, 900, 560)


def test_what_stands_already_costs_no_more() -> None:
    found = part(S(deeds=ORANGE, levels=at_level(ORANGE, 2)), 16)
    assert (found.cost, found.worth) == (300, 560 + 600)
    assert part(S(deeds=ORANGE, levels=at_level(ORANGE, 5)), 16)[3:] == (0, 0)


def test_a_mortgage_in_a_complete_group_must_be_lifted_first() -> None:
    assert part(S(deeds=ORANGE, mortgaged=(19,)), 16).cost == 900 + 110


def test_every_good_makes_stronger() -> None:
    base = [Part(10.0, 100, 200)]
    least = strength(base, 500, 3, 100)
    assert strength(base, 600, 3, 100) > least
    assert strength([Part(11.0, 100, 200)], 500, 3, 100) > least
    assert strength([Part(10.0, 150, 200)], 500, 3, 100) > least
    assert strength([Part(10.0, 100, 300)], 500, 3, 100) > least
    assert strength([*base, Part(0.0, 0, 0, 20.0, 300)], 500, 3, 100) > least


def test_growth_counts_as_far_as_there_is_cash_for_it() -> None:
    growing = [Part(10.0, 0, 200, 40.0, 900), Part(10.0, 0, 200, 10.0, 900)]
    poor, middling, rich, richer = (strength(growing, cash, 1, 100) for cash in (100, 1000, 1900, 2800))
    assert middling / poor > rich / middling > richer / rich


def test_who_could_not_pay_has_no_chance() -> None:
    assert strength([Part(10.0, 100, 200)], -1, 3, 100) == 0


def test_the_same_game_in_other_money_is_as_strong() -> None:
    dollars = strength([Part(10.0, 100, 200, 30.0, 600)], 500, 3, 100)
    cents = strength([Part(1000.0, 10_000, 20_000, 3000.0, 60_000)], 50_000, 3, 10_000)
    assert cents == pytest.approx(dollars)


def test_shares_add_up_to_one_and_leave_out_who_is_out() -> None:
    standing = Standing(game(S(deeds=ORANGE), S(deeds=BROWN), S(out=True), S()).state)
    assert sum(standing.share(seat, {}) for seat in (0, 1, 3)) == pytest.approx(1)
    assert 2 not in standing.strengths


def test_a_swap_that_completes_a_group_on_each_side_is_at_the_cost_of_the_third() -> None:
    state = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24)), S()).state
    first, second = Swap(Standing(state), 0, 1, Things(deeds=(21,)), Things(deeds=(19,))).ratios(-200)
    assert min(first, second) > 1.15
    standing = Standing(state)
    assert first * standing.share(0, {}) + second * standing.share(1, {}) < 1


def test_money_moves_the_gain_from_one_side_to_the_other() -> None:
    state = game(S(deeds=(16, 18)), S(deeds=(19,)), S()).state
    swap = Swap(Standing(state), 0, 1, Things(), Things(deeds=(19,)))
    cheap, dear = swap.ratios(100), swap.ratios(1000)
    assert cheap[0] > dear[0]
    assert cheap[1] < dear[1] < 1  # the last deed of a group for money alone leaves the other too far ahead
    assert swap.ratios(2000)[0] == 0


def test_jail_cards_and_interest_count_as_money() -> None:
    state = game(S(deeds=(16, 18), cards=("chance",)), S(deeds=(19,), mortgaged=(19,)), S()).state
    standing = Standing(state)
    with_card = Swap(standing, 0, 1, Things(cards=("chance",)), Things(deeds=(19,))).ratios(200)
    assert with_card == pytest.approx(Swap(standing, 0, 1, Things(), Things(deeds=(19,))).ratios(250))
    free = game(S(deeds=(16, 18)), S(deeds=(19,), mortgaged=(19,)), S(), mortgage_transfer="none").state
    without_interest = Swap(Standing(free), 0, 1, Things(), Things(deeds=(19,))).ratios(200)
    assert without_interest[0] > Swap(standing, 0, 1, Things(), Things(deeds=(19,))).ratios(200)[0]
