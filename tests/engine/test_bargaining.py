"""The trades of the careful policy: good for both sides, within the purse, and at most one a turn."""

import pytest

from engine import commands as c
from engine.bargaining import can_settle, is_good, propose
from engine.commands import Things
from engine.state import Offer, State
from tests.engine.positions import LIGHT_BLUE, ORANGE, S, at_level, do, game


def offer(give: Things, get: Things) -> Offer:
    return Offer(1, 0, 1, give, get)


def swap_state(cash: int = 1500) -> State:
    """Each of the first two seats holds what the other lacks."""
    return game(S(cash=cash, deeds=(16, 18, 21)), S(cash=cash, deeds=(19, 23, 24)), S()).state


def test_a_swap_that_completes_a_group_on_each_side_is_good_for_both() -> None:
    swap = offer(Things(deeds=(21,)), Things(deeds=(19,)))
    assert is_good(swap_state(), 0, swap)
    assert is_good(swap_state(), 1, swap)


def test_a_trade_with_a_loser_is_good_for_the_other_only() -> None:
    state = game(S(deeds=(5,)), S(deeds=(12,)), S()).state
    dear = offer(Things(500), Things(deeds=(12,)))
    assert not is_good(state, 0, dear)
    assert is_good(state, 1, dear)


def test_what_completes_a_partner_s_group_costs_more_than_its_price() -> None:
    state = game(S(deeds=(16, 18)), S(deeds=(19,)), S()).state
    assert not is_good(state, 1, offer(Things(300), Things(deeds=(19,))))
    assert is_good(state, 1, offer(Things(900), Things(deeds=(19,))))


def test_nothing_is_paid_below_the_reserve() -> None:
    state = game(S(cash=500, deeds=(16, 18)), S(deeds=(19,)), S()).state
    assert is_good(state, 0, offer(Things(300), Things(deeds=(19,))))
    assert not is_good(state, 0, offer(Things(301), Things(deeds=(19,))))


@pytest.mark.parametrize(("transfer", "most"), [("interest_now", 290), ("none", 300)])
def test_the_interest_on_a_mortgaged_deed_comes_out_of_the_purse(transfer: str, most: int) -> None:
    table = game(S(cash=500, deeds=(16, 18)), S(deeds=(19,), mortgaged=(19,)), S(), mortgage_transfer=transfer)
    assert is_good(table.state, 0, offer(Things(most), Things(deeds=(19,))))
    assert not is_good(table.state, 0, offer(Things(most + 1), Things(deeds=(19,))))


def test_the_missing_deed_is_asked_for_with_money_that_both_like() -> None:
    state = game(S(deeds=(16, 18)), S(deeds=(19,)), S()).state
    made = propose(state, 0)
    assert made is not None
    assert (made.to, made.give.deeds, made.get) == (1, (), Things(deeds=(19,)))
    assert 180 < made.give.cash <= 1300


def test_a_swap_is_offered_where_there_is_no_money() -> None:
    made = propose(swap_state(cash=200), 0)
    assert made is not None
    assert (made.give, made.get) == (Things(deeds=(21,)), Things(deeds=(19,)))


def test_the_price_moves_with_the_round() -> None:
    state = game(S(deeds=(16, 18)), S(deeds=(19,)), S()).state
    prices = []
    for state.round in (1, 2, 3):
        made = propose(state, 0)
        assert made is not None
        prices.append(made.give.cash)
    assert len(set(prices)) == 3


def test_one_offer_a_turn() -> None:
    table = game(S(deeds=(16, 18)), S(deeds=(19,)), S())
    made = propose(table.state, 0)
    assert made is not None
    do(table, (0, made), (1, c.RejectOffer(1)))
    assert propose(table.state, 0) is None


@pytest.mark.parametrize(
    "seats",
    [
        (S(deeds=(16, 18)), S()),  # the bank has the missing deed
        (S(deeds=(16,)), S(deeds=(18,)), S(deeds=(19,))),  # two others have a part each
        (S(deeds=(5,)), S(deeds=(15, 25, 35))),  # nothing can be built on railroads
        (S(cash=150, deeds=(16, 18)), S(deeds=(19,))),  # nothing to pay with
        (S(), S(deeds=ORANGE)),
    ],
)
def test_nothing_is_offered_where_nothing_fits(seats: tuple[S, ...]) -> None:
    assert propose(game(*seats).state, 0) is None


def test_an_offer_settles_only_with_cash_and_without_buildings() -> None:
    levels = at_level(LIGHT_BLUE, 1)
    state = game(S(cash=100, deeds=(5,)), S(deeds=(12, *LIGHT_BLUE), levels=levels)).state
    assert can_settle(state, offer(Things(100), Things(deeds=(12,))))
    assert not can_settle(state, offer(Things(101), Things(deeds=(12,))))
    assert not can_settle(state, offer(Things(100), Things(deeds=(6,))))
