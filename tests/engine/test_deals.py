"""The trades of the strong policy: what it takes, and its three kinds of price."""

import pytest

from engine import commands as c
from engine import deals
from engine.bargaining import is_good as is_good_to_careful
from engine.commands import Things
from engine.deals import is_good, last_that, least_gain, propose
from engine.state import Offer, State
from engine.strength import Standing, Swap
from engine.valuation import printed_worth
from tests.engine.positions import LIGHT_BLUE, ORANGE, S, at_level, do, game

CAREFUL, PRINTED, SHARED = 0, 1, 2  # the kinds of price by the round


def swap_state(round_: int = 1, cash: int = 1500) -> State:
    """Each of the first two seats holds what the other lacks."""
    state = game(S(cash=cash, deeds=(16, 18, 21)), S(cash=cash, deeds=(19, 23, 24)), S()).state
    state.round = round_
    return state


def offer(give: Things, get: Things) -> Offer:
    return Offer(1, 0, 1, give, get)


def made(state: State) -> Offer:
    """The offer of the first seat, as an open one."""
    proposed = propose(state, 0)
    assert proposed is not None
    return Offer(1, 0, proposed.to, proposed.give, proposed.get)


def test_a_swap_that_completes_a_group_on_each_side_is_good_for_both() -> None:
    swap = offer(Things(deeds=(21,)), Things(300, (19,)))  # the red deeds are worth more than the orange ones
    assert is_good(swap_state(), 0, swap)
    assert is_good(swap_state(), 1, swap)
    other_way = offer(Things(300, (21,)), Things(deeds=(19,)))
    assert not is_good(swap_state(), 0, other_way)


@pytest.mark.parametrize("deed", [1, 5, 12, 16, 24])
def test_an_early_deed_is_paid_what_it_is_plainly_worth_and_no_more(deed: int) -> None:
    state = game(S(deeds=(deed,)), S(), S(), S()).state
    price = state.board.price[deed]
    assert not is_good(state, 1, offer(Things(deeds=(deed,)), Things(round(1.2 * price))))


def test_between_two_more_is_asked_than_among_many() -> None:
    assert least_gain(game(S(), S()).state) > least_gain(game(S(), S(), S()).state) > 1


def test_the_last_deed_of_a_group_is_not_given_for_a_pair_of_utilities() -> None:
    # faults.md C143: completing an opponent's group must weigh in.
    state = game(S(deeds=(12, 28, 26, 27)), S(deeds=(29,)), S()).state
    assert not is_good(state, 1, offer(Things(110, (12, 28)), Things(deeds=(29,))))


def test_hardly_any_gain_is_no_deal() -> None:
    state = game(S(deeds=(5,)), S(deeds=(12,)), S()).state
    even = offer(Things(deeds=(5,)), Things(deeds=(12,)))
    assert not is_good(state, 0, even)
    assert not is_good(state, 1, even)


def test_nothing_is_paid_below_the_reserve() -> None:
    # faults.md C146: not all its cash for the last deed of a group.
    state = game(S(cash=500, deeds=(16, 18)), S(deeds=(19,)), S()).state
    assert is_good(state, 0, offer(Things(300), Things(deeds=(19,))))
    assert not is_good(state, 0, offer(Things(301), Things(deeds=(19,))))


def test_between_two_no_trade_is_good_for_both() -> None:
    state = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24))).state
    swap = offer(Things(deeds=(21,)), Things(deeds=(19,)))
    assert not (is_good(state, 0, swap) and is_good(state, 1, swap))


def test_the_price_for_the_careful_is_about_the_least_that_they_take() -> None:
    state = swap_state(CAREFUL)
    proposed = made(state)
    assert is_good(state, 0, proposed)
    assert is_good_to_careful(state, 1, proposed)
    paid = proposed.give.cash - proposed.get.cash - 40
    less = Offer(1, 0, 1, Things(max(0, paid), proposed.give.deeds), Things(max(0, -paid), proposed.get.deeds))
    assert not is_good_to_careful(state, 1, less)


def test_the_printed_price_is_a_trifle_more() -> None:
    state = swap_state(PRINTED)
    proposed = made(state)
    assert printed_worth(state, proposed.give) == printed_worth(state, proposed.get) + 5


@pytest.mark.parametrize("round_", [SHARED, SHARED + 3, SHARED + 6])
def test_a_shared_price_is_good_for_both(round_: int) -> None:
    state = swap_state(round_)
    proposed = made(state)
    assert is_good(state, 0, proposed)
    assert is_good(state, 1, proposed)


def test_the_share_changes_so_that_a_refused_offer_does_not_simply_come_back() -> None:
    assert len({made(swap_state(round_)) for round_ in (SHARED, SHARED + 3, SHARED + 6)}) == 3


@pytest.mark.parametrize("round_", [CAREFUL, PRINTED, SHARED])
def test_whatever_is_offered_gains_enough_and_is_legal(round_: int) -> None:
    table = game(S(deeds=(16, 18, 21, 5)), S(deeds=(19, 23, 24, 15)), S(deeds=(6, 8, 35)), S(deeds=(9, 25)))
    table.state.round = round_
    proposed = made(table.state)
    swap = Swap(Standing(table.state), 0, proposed.to, proposed.give, proposed.get)
    assert swap.ratios(proposed.give.cash - proposed.get.cash)[0] > least_gain(table.state)
    do(table, (0, c.OfferTrade(proposed.to, proposed.give, proposed.get)))


def test_of_two_none_offers_a_shared_price() -> None:
    state = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24))).state
    state.round = SHARED
    assert propose(state, 0) is None


def test_no_more_deals_are_weighed_than_others_would_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = swap_state(CAREFUL)
    assert propose(state, 0) is not None
    monkeypatch.setattr(deals, "_MOST_DEALS", 0)
    assert propose(state, 0) is None


def test_there_is_one_offer_a_turn() -> None:
    table = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24)), S())
    proposed = made(table.state)
    do(table, (0, c.OfferTrade(proposed.to, proposed.give, proposed.get)))
    assert propose(table.state, 0) is None


def test_nothing_is_offered_where_nothing_is_shared_or_buildings_stand() -> None:
    assert propose(game(S(deeds=ORANGE), S(deeds=LIGHT_BLUE), S()).state, 0) is None
    built = game(S(deeds=(5,)), S(deeds=ORANGE, levels=at_level(ORANGE, 1)), S()).state
    assert propose(built, 0) is None


def test_who_has_no_cash_to_spare_offers_none() -> None:
    state = game(S(cash=50, deeds=(16, 18)), S(deeds=(19,)), S()).state
    assert propose(state, 0) is None


def test_the_last_number_is_found_by_halving() -> None:
    assert last_that(0, 64, lambda number: number <= 64) == 64
    assert 39 <= last_that(0, 64, lambda number: number <= 40) <= 40
