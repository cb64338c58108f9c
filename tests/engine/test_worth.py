"""The three measures of worth, on the positions of rules-cases E02, E03, E07, X03 and K01."""

import pytest

from engine.ids import HOTEL
from engine.worth import building_cost, final_worth, liquidation_value, sale_value, standing, steps_of, tax_worth
from tests.engine.positions import BROWN, DARK_BLUE, ORANGE, S, at_level, game


def test_the_final_count_of_the_short_game_sheet() -> None:
    # cash 300, both browns with hotels, Reading mortgaged: 300 + 120 + 2 x (5 x 50) + 100
    seat = S(cash=300, deeds=(*BROWN, 5), mortgaged=(5,), levels=at_level(BROWN, HOTEL))
    assert final_worth(game(seat, S()).state, 0) == 1020


def test_the_income_tax_counts_mortgaged_deeds_in_full() -> None:
    # cash 534, printed prices 1200 of which some mortgaged, four houses at 100 each (rules-cases X03)
    seat = S(cash=534, deeds=(*ORANGE, 39, 9, *BROWN), mortgaged=(39, 1), levels=((16, 2), (18, 1), (19, 1)))
    state = game(seat, S()).state
    assert tax_worth(state, 0) == 534 + 1200 + 400
    assert final_worth(state, 0) == tax_worth(state, 0) - 200 - 30


def test_jail_cards_are_worth_nothing() -> None:
    without, holding = (game(S(cards=cards), S()).state for cards in ((), ("chance", "community_chest")))
    for measure in (final_worth, tax_worth, liquidation_value):
        assert measure(holding, 0) == measure(without, 0) == 1500


def test_a_seat_that_is_out_counts_nothing() -> None:
    assert final_worth(game(S(), S(), S(out=True)).state, 2) == 0


def test_what_a_seat_can_raise_is_cash_half_of_the_buildings_and_the_open_mortgages() -> None:
    # rules-cases K02: 50 + 2 x 25 + 30 + 30 + 90, the mortgaged railroad and the jail card bring nothing
    seat = S(cash=50, deeds=(*BROWN, 16, 5), mortgaged=(5,), levels=at_level(BROWN, 1), cards=("chance",))
    assert liquidation_value(game(seat, S()).state, 0) == 250


@pytest.mark.parametrize(("hotel_after", "level", "steps"), [(4, 0, 0), (4, 4, 4), (4, HOTEL, 5), (3, 3, 3), (3, HOTEL, 4)])
def test_a_hotel_is_one_purchase_more_than_the_houses_before_it(hotel_after: int, level: int, steps: int) -> None:
    state = game(S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, level)), S(), hotel_after=hotel_after).state
    assert steps_of(state, level) == steps
    assert building_cost(state, 39) == steps * 200
    assert sale_value(state, 39, steps) == steps * 100


def test_the_standing_has_the_richest_first_equals_in_seat_order_and_the_bankrupt_last() -> None:
    state = game(S(cash=100), S(cash=300), S(out=True), S(cash=100), S(cash=0)).state
    assert standing(state) == [1, 0, 3, 4, 2]
