"""Carrying out builds, sales, mortgages and lifts; contests for scarce buildings; raising money in the standard order."""

import pytest

from engine import assets
from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.ids import BANK, HOTEL
from engine.legal import phase_of
from tests.engine.positions import BROWN, DARK_BLUE, ORANGE, PINK, RED, S, at_level, do, game, kinds, of, payments, refusal, the


def raise_cash(table: Game, target: int) -> list[int]:
    """Raise the cash of seat 0 to `target`; the deeds mortgaged for it."""
    before = list(table.state.mortgaged)
    assets.raise_cash(table, 0, target)
    return [deed for deed in table.state.deeds_of(0) if table.state.mortgaged[deed] and not before[deed]]


def levels(table: Game, deeds: tuple[int, ...]) -> list[int]:
    return [table.state.level[deed] for deed in deeds]


def test_a_build_pays_the_bank_and_takes_its_houses() -> None:
    table = game(S(cash=500, deeds=ORANGE), S())
    events = do(table, (0, c.BuildHouses(((16, 1), (18, 1)))))
    assert events == [e.MoneyPaid(0, BANK, 200, "building"), e.BuildingsBuilt(0, ((16, 1), (18, 1)))]
    assert (table.state.cash[0], table.state.houses) == (300, 30)


def test_a_hotel_hands_four_houses_back() -> None:
    # rules.md BLD-03
    table = game(S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 4)), S())
    do(table, (0, c.BuildHouses(((39, 1),))))
    assert (table.state.level[39], table.state.houses, table.state.hotels) == (HOTEL, 28, 11)


def test_a_sale_brings_half_of_the_deed_price_and_hands_the_buildings_back() -> None:
    # rules.md SEL-01, SEL-03
    table = game(S(cash=0, deeds=DARK_BLUE, levels=((37, 4), (39, HOTEL))), S())
    events = do(table, (0, c.SellHouses(((39, 1),))))
    assert events == [e.BuildingsSold(0, ((39, 4),)), e.MoneyPaid(BANK, 0, 100, "building_sale")]
    assert (table.state.houses, table.state.hotels) == (24, 12)


def test_a_group_sale_falls_at_once_to_an_even_state() -> None:
    # rules-cases B17: three orange hotels, three houses in the bank
    table = game(S(cash=0, deeds=ORANGE, levels=at_level(ORANGE, HOTEL)), S(), bank=(3, None))
    assert refusal(table, 0, c.SellHouses(((16, 1),))) == "too_few_buildings"
    do(table, (0, c.SellGroup("orange", 1)))
    assert [table.state.level[deed] for deed in ORANGE] == [1, 1, 1]
    assert (table.state.cash[0], table.state.houses) == (600, 0)


def test_each_mortgage_brings_its_value_and_each_lift_costs_a_tenth_more() -> None:
    table = game(S(cash=110, deeds=(5, 39)), S())
    assert payments(do(table, (0, c.MortgageDeeds((5, 39))))) == [(BANK, 0, 100, "mortgage"), (BANK, 0, 200, "mortgage")]
    assert payments(do(table, (0, c.LiftMortgages((39, 5))))) == [(0, BANK, 220, "lift"), (0, BANK, 110, "lift")]
    assert table.state.cash[0] == 80
    assert not any(table.state.mortgaged)


def test_nobody_is_asked_while_enough_is_left_for_all() -> None:
    # rules-cases B08: the bank has three, one is asked for, the rival has room for two
    rival = S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 3))
    table = game(S(deeds=ORANGE, levels=at_level(ORANGE, 3)), rival, bank=(3, 12))
    assert kinds(do(table, (0, c.BuildHouses(((16, 1),))))) == [e.MoneyPaid, e.BuildingsBuilt]


@pytest.mark.parametrize("stock", [2, 3])
def test_a_contest_opens_where_too_little_would_be_left_for_a_rival(stock: int) -> None:
    rival = S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 3))
    table = game(S(deeds=ORANGE, levels=at_level(ORANGE, 3)), rival, S(), bank=(stock, 12))
    events = do(table, (0, c.BuildHouses(((16, 1), (18, 1)))))
    assert events == [e.ContestOpened("house", 0, ((16, 1), (18, 1)), 2, (1,))]
    assert phase_of(table.state) == "build_contest"


def test_hotels_are_contested_too() -> None:
    rival = S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 4))
    table = game(S(deeds=ORANGE, levels=at_level(ORANGE, 4)), rival, bank=(0, 2))
    assert the(do(table, (0, c.BuildHouses(((16, 1),)))), e.ContestOpened).building == "hotel"


def test_houses_and_hotels_are_not_contested_in_one_command() -> None:
    seats = (
        S(cash=5000, deeds=(*ORANGE, *RED), levels=at_level(ORANGE, 4)),
        S(deeds=(*DARK_BLUE, *BROWN), levels=at_level(DARK_BLUE, 4)),
    )
    table = game(*seats, bank=(3, 1))
    assert refusal(table, 0, c.BuildHouses(((16, 1), (21, 2), (23, 2), (24, 2)))) == "mixed_contest"
    # one house with the hotel hands back more houses than it takes, so that only the hotel is scarce
    assert the(do(table, (0, c.BuildHouses(((16, 1), (21, 1))))), e.ContestOpened).building == "hotel"


@pytest.mark.parametrize(
    ("rival", "switches"),
    [
        (S(cash=199, deeds=DARK_BLUE), {}),
        (S(deeds=DARK_BLUE, mortgaged=(37,)), {}),
        (S(deeds=DARK_BLUE[:1]), {}),
        (S(deeds=DARK_BLUE), {"building_shortage": "first_come"}),
    ],
    ids=["poor", "mortgaged", "incomplete", "first come"],
)
def test_no_contest_without_a_rival_or_a_ruleset_for_it(rival: S, switches: dict[str, object]) -> None:
    # design.md 4.1: rivals have a legal lot and can pay for one building
    table = game(S(deeds=ORANGE), rival, bank=(2, 12), **switches)
    assert of(do(table, (0, c.BuildHouses(((16, 1), (18, 1))))), e.BuildingsBuilt)


def test_no_contest_where_the_bank_never_runs_out_or_rivals_may_not_build_now() -> None:
    table = game(S(deeds=ORANGE), S(deeds=DARK_BLUE), building_stock="unlimited", houses=0)
    assert of(do(table, (0, c.BuildHouses(((16, 1), (18, 1))))), e.BuildingsBuilt)
    assert table.state.houses == 0
    own = game(S(deeds=ORANGE), S(deeds=DARK_BLUE), bank=(2, 12), asset_window="own_turn")
    assert assets.rivals(own.state, 0, "house") == []


def test_rivals_stand_in_order_from_the_left() -> None:
    seats = (S(deeds=BROWN), S(deeds=ORANGE), S(out=True), S(deeds=PINK))
    assert assets.rivals(game(*seats).state, 1, "house") == [3, 0]


def test_money_is_raised_by_buildings_first_evenly_from_the_top() -> None:
    # rules-cases N02
    table = game(S(cash=0, deeds=(*ORANGE, 5), levels=((16, 2), (18, 1), (19, 1))), S())
    assert raise_cash(table, 140) == []
    assert levels(table, ORANGE) == [0, 0, 1]
    assert table.state.cash[0] == 150


def test_the_cheapest_buildings_go_first() -> None:
    table = game(S(cash=0, deeds=(*BROWN, *DARK_BLUE), levels=(*at_level(BROWN, 1), *at_level(DARK_BLUE, 1))), S())
    assert raise_cash(table, 60) == []
    assert levels(table, (*BROWN, *DARK_BLUE)) == [0, 0, 0, 1]
    assert table.state.cash[0] == 150


def test_then_the_cheapest_mortgages_until_it_is_enough() -> None:
    table = game(S(cash=10, deeds=(39, 5, 12, 1), mortgaged=(1,)), S())
    assert raise_cash(table, 150) == [5, 12]
    assert table.state.cash[0] == 185


def test_what_is_enough_already_sells_nothing() -> None:
    table = game(S(cash=150, deeds=(*BROWN, 5), levels=at_level(BROWN, 1)), S())
    assert raise_cash(table, 150) == []
    assert levels(table, BROWN) == [1, 1]


def test_everything_is_raised_where_it_takes_everything() -> None:
    table = game(S(cash=0, deeds=BROWN, levels=at_level(BROWN, 1)), S())
    assert raise_cash(table, 5000) == [1, 3]
    assert table.state.cash[0] == 2 * 25 + 2 * 30


@pytest.mark.parametrize(
    ("houses", "target", "after", "cash"),
    [
        (3, 1, [1, 1, 1], 600),
        (0, 1, [0, 0, 0], 750),
        (4, 1, [4, 5, 5], 50),
        (4, 60, [1, 1, 1], 600),
        (11, 101, [3, 3, 3], 300),
        (12, 101, [4, 4, 4], 150),
    ],
)
def test_hotels_fall_together_as_far_as_the_stock_of_houses_forces_them(
    houses: int, target: int, after: list[int], cash: int
) -> None:
    # rules-cases B17
    table = game(S(cash=0, deeds=ORANGE, levels=at_level(ORANGE, HOTEL)), S(), bank=(houses, None))
    raise_cash(table, target)
    assert (levels(table, ORANGE), table.state.cash[0]) == (after, cash)
