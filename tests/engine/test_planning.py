"""Building within a budget, lifting what helps, and mortgaging what hurts least."""

from engine import commands as c
from engine.planning import plan_buildings, plan_lift, plan_raise, raisable
from tests.engine.positions import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, S, at_level, game


def test_nothing_is_built_without_a_whole_group_or_the_money() -> None:
    assert plan_buildings(game(S(deeds=(16, 18)), S()).state, 0, 1000) is None
    assert plan_buildings(game(S(deeds=ORANGE), S()).state, 0, 99) is None


def test_a_group_rises_evenly_and_the_dearest_deed_first() -> None:
    state = game(S(deeds=ORANGE), S()).state
    assert plan_buildings(state, 0, 100) == c.BuildHouses(((19, 1),))
    assert plan_buildings(state, 0, 450) == c.BuildHouses(((16, 1), (18, 1), (19, 2)))


def test_hotels_come_by_themselves_after_the_last_house() -> None:
    uneven = game(S(deeds=ORANGE, levels=((16, 3), (18, 4), (19, 4))), S()).state
    assert plan_buildings(uneven, 0, 1000) == c.BuildHouses(((16, 1),))
    full = game(S(deeds=ORANGE, levels=at_level(ORANGE, 4)), S()).state
    assert plan_buildings(full, 0, 250) == c.BuildHouses(((16, 1), (19, 1)))
    assert plan_buildings(full, 0, 250, without=("hotel",)) is None
    short = game(S(deeds=ORANGE, levels=at_level(ORANGE, 3)), S(), hotel_after=3).state
    assert plan_buildings(short, 0, 300) == c.BuildHouses(((16, 1), (18, 1), (19, 1)))


def test_the_bank_s_stock_bounds_a_build() -> None:
    state = game(S(deeds=ORANGE), S(), bank=(2, None)).state
    assert plan_buildings(state, 0, 1000) == c.BuildHouses(((16, 1), (19, 1)))
    assert plan_buildings(state, 0, 1000, without=("house",)) is None


def test_the_group_that_earns_most_for_the_money_comes_first() -> None:
    state = game(S(deeds=(*BROWN, *ORANGE)), S()).state
    assert plan_buildings(state, 0, 300) == c.BuildHouses(((1, 3), (3, 3)))
    assert plan_buildings(state, 0, 900) == c.BuildHouses(((16, 3), (18, 3), (19, 3)))


def test_a_whole_group_is_lifted_first_and_single_deeds_only_by_the_rich() -> None:
    state = game(S(deeds=(*DARK_BLUE, 5), mortgaged=(37, 5)), S()).state
    assert plan_lift(state, 0, 200, 300) == c.LiftMortgages((37,))
    single = game(S(deeds=(5,), mortgaged=(5,)), S()).state
    assert plan_lift(single, 0, 400, 300) is None
    assert plan_lift(single, 0, 410, 300) == c.LiftMortgages((5,))
    assert plan_lift(game(S(deeds=(5,)), S()).state, 0, 1000, 0) is None


def test_what_earns_least_is_mortgaged_and_no_more_than_needed() -> None:
    state = game(S(cash=0, deeds=(1, 12, 39)), S()).state
    assert plan_raise(state, 0, 20) == c.MortgageDeeds((1,))
    assert plan_raise(state, 0, 100) == c.MortgageDeeds((1, 12))
    assert plan_raise(state, 0, 200) == c.MortgageDeeds((39,))
    assert plan_raise(state, 0, 0) is None


def test_a_whole_group_is_mortgaged_last_and_an_improved_one_never() -> None:
    whole = game(S(cash=0, deeds=(*LIGHT_BLUE, 39)), S()).state
    assert plan_raise(whole, 0, 100) == c.MortgageDeeds((39,))
    assert plan_raise(whole, 0, 220) == c.MortgageDeeds((39, 6))
    built = game(S(cash=0, deeds=LIGHT_BLUE, levels=at_level(LIGHT_BLUE, 1)), S()).state
    assert plan_raise(built, 0, 100) is None


def test_what_can_be_raised_without_selling_a_building() -> None:
    levels = at_level(LIGHT_BLUE, 1)
    state = game(S(cash=7, deeds=(*LIGHT_BLUE, 5, 39), levels=levels, mortgaged=(5,)), S()).state
    assert raisable(state, 0) == 207
