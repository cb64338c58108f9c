"""Judging builds, sales, mortgages and lifts: where each leads and why others are refused (rules.md BLD, SEL, MTG)."""

from collections.abc import Callable

import pytest

from engine import building as b
from engine.commands import Lots
from engine.errors import IllegalCommand
from engine.ids import HOTEL
from engine.state import State
from tests.engine.positions import BROWN, DARK_BLUE, ORANGE, PINK, RAILROADS, RED, S, at_level, game


def orange(*levels: int, bank: tuple[int | None, int | None] = (None, None), cash: int = 5000, **switches: object) -> State:
    """Seat 0 has the orange group at these levels."""
    return game(S(cash=cash, deeds=ORANGE, levels=tuple(zip(ORANGE, levels, strict=True))), S(), bank=bank, **switches).state


def reason(judge: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(IllegalCommand) as refused:
        judge(*arguments)
    return refused.value.reason


def lots(*steps: int) -> Lots:
    return tuple((deed, count) for deed, count in zip(ORANGE, steps, strict=True) if count)


@pytest.mark.parametrize(
    ("levels", "steps", "after", "cost"),
    [
        ((0, 0, 0), (1, 0, 0), (1,), 100),
        ((1, 0, 0), (0, 1, 1), (1, 1), 200),
        ((0, 0, 0), (2, 2, 1), (2, 2, 1), 500),
        ((4, 4, 4), (0, 1, 0), (HOTEL,), 100),
        ((4, 4, 3), (0, 1, 1), (HOTEL, 4), 200),
        ((0, 0, 0), (5, 5, 5), (HOTEL, HOTEL, HOTEL), 1500),
    ],
)
def test_a_build_leads_to_levels_at_list_price(levels: tuple[int, ...], steps: tuple[int, ...], after: Lots, cost: int) -> None:
    built, price = b.plan_build(orange(*levels), 0, lots(*steps))
    assert tuple(level for _, level in built) == after
    assert price == cost


@pytest.mark.parametrize(
    ("levels", "steps", "expected"),
    [
        ((1, 1, 0), (1, 0, 0), "not_even"),  # rules-cases B02
        ((4, 4, 3), (1, 0, 0), "not_even"),  # rules-cases B03
        ((5, 4, 4), (1, 0, 0), "level_limit"),
        ((3, 3, 3), (3, 0, 0), "level_limit"),
        ((0, 0, 0), (0, 0, 6), "invalid_amount"),
        ((0, 0, 0), (-1, 0, 0), "invalid_amount"),
        ((0, 0, 0), (0, 0, 0), "empty_command"),
    ],
)
def test_a_build_that_does_not_fit_the_group(levels: tuple[int, ...], steps: tuple[int, ...], expected: str) -> None:
    assert reason(b.plan_build, orange(*levels), 0, lots(*steps)) == expected


def test_a_step_count_of_nothing_is_refused() -> None:
    assert reason(b.plan_build, orange(0, 0, 0), 0, ((16, 0),)) == "invalid_amount"


def test_building_needs_the_whole_group_in_ones_own_hand_and_free_of_mortgages() -> None:
    # rules.md BLD-01, BLD-02, BLD-04; rules-cases B01, B22
    seats = (S(deeds=(16, 18, 37, 39, *RAILROADS), mortgaged=(39,)), S(deeds=(19, *BROWN)))
    state = game(*seats).state
    assert reason(b.plan_build, state, 0, ((16, 1),)) == "group_incomplete"
    assert reason(b.plan_build, state, 0, ((37, 1),)) == "group_mortgaged"
    assert reason(b.plan_build, state, 0, ((5, 1),)) == "not_buildable"
    assert reason(b.plan_build, state, 0, ((1, 1),)) == "not_owner"
    assert reason(b.plan_build, state, 0, ((21, 1),)) == "not_owner"
    assert reason(b.plan_build, state, 0, ((10, 1),)) == "no_such_deed"
    assert reason(b.plan_build, state, 0, ((-1, 1),)) == "no_such_deed"
    assert reason(b.plan_build, state, 0, ((16, 1), (16, 1))) == "duplicate_deed"


def test_a_build_of_two_groups_is_judged_as_one() -> None:
    state = game(S(cash=250, deeds=(*BROWN, *DARK_BLUE)), S()).state
    assert b.plan_build(state, 0, ((1, 1), (39, 1))) == (((1, 1), (39, 1)), 250)
    assert reason(b.plan_build, state, 0, ((1, 1), (3, 1), (39, 1))) == "not_enough_cash"


def test_a_build_beyond_the_cash_names_its_price() -> None:
    with pytest.raises(IllegalCommand, match="the buildings cost 300, the seat has 299") as refused:
        b.plan_build(orange(0, 0, 0, cash=299), 0, lots(1, 1, 1))
    assert refused.value.wanted == 300


def test_the_bank_must_have_the_buildings() -> None:
    # rules.md BLD-07
    assert reason(b.plan_build, orange(0, 0, 0, bank=(2, 12)), 0, lots(1, 1, 1)) == "too_few_buildings"
    assert b.plan_build(orange(0, 0, 0, bank=(3, 12)), 0, lots(1, 1, 1))[1] == 300
    assert reason(b.plan_build, orange(4, 4, 4, bank=(20, 1)), 0, lots(1, 1, 0)) == "too_few_buildings"
    assert b.plan_build(orange(4, 4, 4, bank=(0, 2)), 0, lots(1, 1, 0))[1] == 200


def test_a_groups_own_houses_are_reused_when_its_hotels_are_built() -> None:
    # scenarios.md fine point 6: the final state counts, but a lot that skips its last house needs that house from the bank
    assert b.plan_build(orange(4, 4, 4, bank=(0, 12)), 0, lots(1, 1, 0))[1] == 200
    assert b.plan_build(orange(4, 4, 3, bank=(0, 12)), 0, lots(1, 1, 1))[1] == 300
    assert reason(b.plan_build, orange(4, 4, 3, bank=(0, 12)), 0, lots(1, 1, 2)) == "too_few_buildings"
    assert b.plan_build(orange(4, 4, 3, bank=(1, 12)), 0, lots(1, 1, 2)) == (at_level(ORANGE, HOTEL), 400)


def test_straight_to_hotels_in_a_shortage_only_where_the_ruleset_has_it() -> None:
    # rules-cases B06 and rules.md section 5: even levels, the whole group, the full price of the steps
    assert reason(b.plan_build, orange(3, 3, 3, bank=(0, 12)), 0, lots(2, 2, 2)) == "too_few_buildings"
    straight = orange(3, 3, 3, bank=(0, 12), direct_hotel=True)
    assert b.plan_build(straight, 0, lots(2, 2, 2)) == (at_level(ORANGE, HOTEL), 600)
    assert reason(b.plan_build, straight, 0, lots(2, 2, 1)) == "too_few_buildings"
    uneven = orange(3, 3, 2, bank=(0, 12), direct_hotel=True)
    assert reason(b.plan_build, uneven, 0, lots(2, 2, 3)) == "too_few_buildings"


def test_an_unlimited_bank_never_runs_out() -> None:
    state = orange(0, 0, 0, building_stock="unlimited", houses=0, hotels=0)
    assert b.stock(state) == (b.UNLIMITED, b.UNLIMITED)
    assert b.plan_build(state, 0, lots(5, 5, 5))[1] == 1500
    assert b.stock(orange(1, 1, 0)) == (30, 12)


def test_without_even_building_any_lot_may_rise() -> None:
    state = orange(0, 0, 0, even_build=False)
    assert b.plan_build(state, 0, lots(4, 0, 0)) == (((16, 4),), 400)
    assert b.plan_build(state, 0, lots(5, 0, 0)) == (((16, HOTEL),), 500)
    short = orange(0, 4, 0, even_build=False, bank=(3, 12))
    assert reason(b.plan_build, short, 0, lots(5, 0, 0)) == "too_few_buildings"
    assert b.plan_build(short, 0, lots(0, 1, 0)) == (((18, HOTEL),), 100)


def test_a_hotel_follows_three_houses_in_the_short_game() -> None:
    state = orange(3, 3, 3, hotel_after=3)
    assert b.plan_build(state, 0, lots(1, 0, 0)) == (((16, HOTEL),), 100)
    assert reason(b.plan_build, orange(3, 3, 2, hotel_after=3), 0, lots(1, 0, 0)) == "not_even"
    assert reason(b.plan_build, orange(0, 0, 0, hotel_after=3), 0, lots(5, 0, 0)) == "invalid_amount"
    assert [b.to_level(state, rung) for rung in range(5)] == [0, 1, 2, 3, HOTEL]


@pytest.mark.parametrize(
    ("levels", "steps", "after", "refund"),
    [
        ((1, 0, 0), (1, 0, 0), (0,), 50),
        ((5, 5, 5), (1, 0, 0), (4,), 50),
        ((2, 2, 2), (2, 2, 2), (0, 0, 0), 300),
        ((5, 4, 4), (5, 4, 4), (0, 0, 0), 650),
        ((2, 1, 1), (2, 1, 1), (0, 0, 0), 200),
    ],
)
def test_a_sale_brings_half_the_price(levels: tuple[int, ...], steps: tuple[int, ...], after: Lots, refund: int) -> None:
    sold, paid = b.plan_sale(orange(*levels), 0, lots(*steps))
    assert tuple(level for _, level in sold) == after
    assert paid == refund


@pytest.mark.parametrize(
    ("levels", "steps", "expected"),
    [
        ((2, 2, 1), (0, 0, 1), "not_even"),
        ((1, 1, 0), (0, 0, 1), "no_buildings"),
        ((1, 1, 0), (2, 0, 0), "no_buildings"),
        ((1, 1, 0), (0, 0, 9), "invalid_amount"),
    ],
)
def test_a_sale_that_does_not_fit_the_group(levels: tuple[int, ...], steps: tuple[int, ...], expected: str) -> None:
    assert reason(b.plan_sale, orange(*levels), 0, lots(*steps)) == expected


def test_a_hotel_needs_houses_in_stock_to_become_them() -> None:
    # rules-cases B16 to B18
    assert b.plan_sale(orange(5, 5, 5, bank=(7, 9)), 0, lots(1, 0, 0))[1] == 50
    assert reason(b.plan_sale, orange(5, 5, 5, bank=(3, 9)), 0, lots(1, 0, 0)) == "too_few_buildings"
    assert b.plan_sale(orange(5, 5, 5, bank=(3, 9)), 0, lots(4, 4, 4))[1] == 600
    assert b.plan_sale(orange(5, 4, 4, bank=(0, 9)), 0, lots(2, 1, 2))[1] == 250
    assert b.plan_sale(orange(5, 5, 5, bank=(4, 0)), 0, lots(1, 0, 0))[1] == 50


@pytest.mark.parametrize(
    ("levels", "level", "expected"),
    [
        ((5, 5, 5), 1, ((16, 4), (18, 4), (19, 4))),
        ((5, 4, 4), 0, ((16, 5), (18, 4), (19, 4))),
        ((2, 2, 1), 1, ((16, 1), (18, 1))),
        ((5, 5, 4), 4, ((16, 1), (18, 1))),
    ],
)
def test_a_group_sale_brings_every_lot_down_to_a_level(levels: tuple[int, ...], level: int, expected: Lots) -> None:
    assert b.group_sale_lots(orange(*levels), 0, "orange", level) == expected


def test_a_group_sale_names_a_color_group_of_ones_own_and_a_level_below() -> None:
    state = orange(1, 1, 1)
    assert reason(b.group_sale_lots, state, 0, "orange", 1) == "no_buildings"
    assert reason(b.group_sale_lots, state, 0, "orange", 5) == "invalid_amount"
    assert reason(b.group_sale_lots, state, 0, "orange", -1) == "invalid_amount"
    assert reason(b.group_sale_lots, state, 0, "purple", 0) == "no_such_group"
    assert reason(b.group_sale_lots, state, 0, "railroad", 0) == "no_such_group"
    assert reason(b.group_sale_lots, state, 1, "orange", 0) == "not_owner"


@pytest.mark.parametrize(
    ("rounding", "deed", "tenth"),
    [
        ("up", 12, 8), ("down", 12, 7), ("nearest", 12, 8),  # 7.5 of a utility
        ("up", 37, 18), ("down", 37, 17), ("nearest", 37, 18),  # 17.5 of the first dark blue
        ("up", 39, 20), ("down", 39, 20), ("nearest", 39, 20),
    ],
)  # fmt: skip
def test_interest_is_a_tenth_rounded_as_the_ruleset_says(rounding: str, deed: int, tenth: int) -> None:
    # rules-cases G01, G02
    state = game(interest_rounding=rounding).state
    assert b.interest(state, deed) == tenth
    assert b.lift_cost(state, deed) == state.board.mortgage[deed] + tenth


@pytest.mark.parametrize(("deed", "cost"), [(12, 83), (37, 193), (39, 220), (1, 33), (5, 110)])
def test_lifting_costs_the_loan_and_a_tenth(deed: int, cost: int) -> None:
    assert b.lift_cost(game().state, deed) == cost


def test_a_mortgage_needs_a_free_deed_in_a_group_without_buildings() -> None:
    # rules.md MTG-01; rules-cases G04, G07, G08
    state = game(S(deeds=(*BROWN, 5, 15), mortgaged=(15,), levels=((1, 1),)), S(deeds=(25,))).state
    b.plan_mortgage(state, 0, (5,))
    assert reason(b.plan_mortgage, state, 0, (15,)) == "deed_mortgaged"
    assert reason(b.plan_mortgage, state, 0, (5, 3)) == "deed_improved"
    assert reason(b.plan_mortgage, state, 0, (25,)) == "not_owner"
    assert reason(b.plan_mortgage, state, 0, (35,)) == "not_owner"
    assert reason(b.plan_mortgage, state, 0, (5, 5)) == "duplicate_deed"
    assert reason(b.plan_mortgage, state, 0, ()) == "empty_command"
    assert reason(b.plan_mortgage, state, 0, (0,)) == "no_such_deed"


def test_a_lift_needs_a_mortgage_and_the_cash_for_all_of_it() -> None:
    state = game(S(cash=192, deeds=(5, 15, 37), mortgaged=(15, 37)), S()).state
    assert b.plan_lift(state, 0, (15,)) == 110
    assert reason(b.plan_lift, state, 0, (5,)) == "deed_not_mortgaged"
    assert reason(b.plan_lift, state, 0, (37,)) == "not_enough_cash"
    assert reason(b.plan_lift, state, 0, (15, 37)) == "not_enough_cash"
    assert reason(b.plan_lift, state, 1, (15,)) == "not_owner"


def test_buildings_anywhere_in_a_group_concern_all_of_it() -> None:
    state = orange(1, 0, 0)
    assert all(b.group_built(state, deed) for deed in ORANGE)
    assert not b.group_built(state, 5)


def test_a_group_is_open_to_whoever_has_all_of_it_free() -> None:
    state = game(S(deeds=(*BROWN, *DARK_BLUE, *RAILROADS, 16, 18), mortgaged=(39,)), S()).state
    group_of = state.board.group_of
    assert [b.open_group(state, 0, group_of[deed]) for deed in (1, 39, 5, 16)] == [True, False, False, False]
    assert not b.open_group(state, 1, group_of[1])


@pytest.mark.parametrize(
    ("levels", "houses", "hotels"),
    [((0, 0, 0), 12, 0), ((2, 2, 1), 7, 0), ((4, 4, 3), 1, 0), ((4, 4, 4), 0, 3), ((5, 4, 4), 0, 2), ((5, 5, 5), 0, 0)],
)
def test_what_a_seat_could_build_is_counted_by_room(levels: tuple[int, ...], houses: int, hotels: int) -> None:
    # design.md 4.1: houses are the sum of 4 - level over the open groups, hotels the lots of groups at four throughout
    state = orange(*levels, cash=0)
    assert (b.room(state, 0, "house"), b.room(state, 0, "hotel")) == (houses, hotels)
    assert b.room(state, 1, "house") == b.room(state, 1, "hotel") == 0


def test_without_even_building_every_lot_at_four_has_room_for_a_hotel() -> None:
    state = orange(4, 0, 4, even_build=False)
    assert (b.room(state, 0, "house"), b.room(state, 0, "hotel")) == (4, 2)
    assert b.legal_lots(state, 0, "hotel") == (16, 19)
    assert b.legal_lots(state, 0, "house") == (18,)


@pytest.mark.parametrize(
    ("levels", "house", "hotel"),
    [((0, 0, 0), ORANGE, ()), ((1, 0, 1), (18,), ()), ((4, 4, 4), (), ORANGE), ((5, 4, 4), (), (18, 19)), ((5, 5, 5), (), ())],
)
def test_the_next_building_goes_on_the_lowest_lots(levels: tuple[int, ...], house: Lots, hotel: Lots) -> None:
    state = orange(*levels, cash=0)
    assert (b.legal_lots(state, 0, "house"), b.legal_lots(state, 0, "hotel")) == (house, hotel)


def test_the_lots_of_several_groups_stand_in_board_order() -> None:
    state = game(S(deeds=(*RED, *PINK), levels=((11, 1),)), S()).state
    assert b.legal_lots(state, 0, "house") == (13, 14, 21, 23, 24)
