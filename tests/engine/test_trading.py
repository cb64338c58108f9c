"""Offers and trades: what may be offered, what kills an offer, what may settle, and the settling (rules.md TRD)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.commands import Things
from engine.game import Game
from engine.legal import phase_of
from engine.state import Offer
from engine.trading import MAX_OFFERS, cards_for, stands
from tests.engine.positions import LIGHT_BLUE, S, do, game, kinds, listed, of, option, payments, refusal, the

NOTHING = Things()


def pair(give: Things, get: Things) -> Game:
    """Seat 0 with railroads, a mortgaged Boardwalk and two jail cards; seat 1 with a house on a light blue lot."""
    rich = S(cash=500, deeds=(5, 15, 39), mortgaged=(39,), cards=("chance", "community_chest"))
    other = S(cash=300, deeds=(*LIGHT_BLUE, 25), levels=((6, 1),))
    table = game(rich, other, S(out=True), S())
    if give != NOTHING or get != NOTHING:
        do(table, (0, c.OfferTrade(1, give, get)))
    return table


@pytest.mark.parametrize(
    ("to", "give", "get", "reason"),
    [
        (1, NOTHING, NOTHING, "empty_command"),
        (1, Things(100), NOTHING, "one_sided"),
        (1, NOTHING, Things(100), "one_sided"),
        (0, Things(1), Things(2), "same_seat"),
        (2, Things(1), Things(2), "out_of_game"),
        (4, Things(1), Things(2), "no_such_seat"),
        (-1, Things(1), Things(2), "no_such_seat"),
        (1, Things(-1), Things(2), "invalid_amount"),
        (1, Things(1), Things(-2), "invalid_amount"),
        (1, Things(501), Things(2), "not_enough_cash"),
        (1, Things(0, (5, 5)), Things(2), "duplicate_deed"),
        (1, Things(0, (25,)), Things(2), "not_owner"),
        (1, Things(1), Things(0, (5,)), "not_owner"),
        (1, Things(1), Things(0, (35,)), "not_owner"),
        (1, Things(0, (10,)), Things(2), "no_such_deed"),
        (1, Things(1), Things(0, (99,)), "no_such_deed"),
        (1, Things(1), Things(0, (), ("chance",)), "card_not_held"),
        (1, Things(0, (), ("chance", "chance")), Things(1), "card_not_held"),
        (1, Things(0, (), ("treasure",)), Things(1), "card_not_held"),
    ],
)
def test_what_may_not_be_offered(to: int, give: Things, get: Things, reason: str) -> None:
    table = pair(NOTHING, NOTHING)
    assert refusal(table, 0, c.OfferTrade(to, give, get)) == reason
    assert (table.state.offers, table.state.next_offer) == ({}, 1)


@pytest.mark.parametrize(
    ("give", "get"),
    [
        (Things(500), Things(0, (25,))),
        (Things(0, (5,)), Things(999_999)),
        (Things(0, (39,)), Things(1)),
        (Things(0, (), ("chance", "community_chest")), Things(1)),
        (Things(1), Things(0, LIGHT_BLUE)),
    ],
)
def test_what_one_has_may_be_offered_for_what_the_other_may_have(give: Things, get: Things) -> None:
    # scenarios.md fine point 10: the other's cash and the buildings are judged at acceptance
    assert pair(give, get).state.offers[1].give == give


def test_gifts_where_the_ruleset_allows_them() -> None:
    # rules.md TRD-04
    table = game(S(deeds=(5,)), S(), one_sided_trades=True)
    do(table, (0, c.OfferTrade(1, Things(0, (5,)), NOTHING)), (1, c.AcceptOffer(1)))
    assert table.state.owner[5] == 1
    assert refusal(table, 0, c.OfferTrade(1, NOTHING, NOTHING)) == "empty_command"


def test_a_trade_swaps_money_deeds_and_cards() -> None:
    # rules.md TRD-01; rules-cases T02, T08
    table = pair(Things(50, (15, 5), ("community_chest",)), Things(20, (25,)))
    card = table.state.cards[0][1]
    events = do(table, (1, c.AcceptOffer(1)))
    assert events == [
        e.OfferClosed(1, "accepted"),
        e.MoneyPaid(0, 1, 50, "trade"),
        e.DeedTransferred(5, 0, 1),
        e.DeedTransferred(15, 0, 1),
        e.CardTransferred(card, 0, 1),
        e.MoneyPaid(1, 0, 20, "trade"),
        e.DeedTransferred(25, 1, 0),
    ]
    assert table.state.cash[:2] == [470, 330]
    assert [table.state.owner[deed] for deed in (5, 15, 25)] == [1, 1, 0]
    assert table.state.cards[1] == [card]


@pytest.mark.parametrize("deed", LIGHT_BLUE)
def test_no_deed_of_a_group_with_buildings_changes_hands(deed: int) -> None:
    # rules.md TRD-03; rules-cases T01
    table = pair(Things(10), Things(0, (deed,)))
    assert refusal(table, 1, c.AcceptOffer(1)) == "deed_improved"
    assert "accept_offer" not in listed(table, 1)
    do(table, (1, c.SellHouses(((6, 1),))), (1, c.AcceptOffer(1)))
    assert table.state.owner[deed] == 0


def test_spent_cash_makes_the_acceptance_refused_and_the_offer_stays() -> None:
    # rules-cases T11
    table = pair(Things(400), Things(0, (25,)))
    do(table, (0, c.LiftMortgages((39,))))
    assert refusal(table, 1, c.AcceptOffer(1)) == "not_enough_cash"
    assert list(table.state.offers) == [1]
    do(table, (0, c.MortgageDeeds((5, 15))), (1, c.AcceptOffer(1)))
    assert table.state.owner[25] == 0


def test_the_taker_needs_its_cash_too() -> None:
    assert refusal(pair(Things(0, (5,)), Things(301)), 1, c.AcceptOffer(1)) == "not_enough_cash"


def test_the_receiver_of_a_mortgaged_deed_must_have_the_interest_after_the_swap() -> None:
    # rules-cases T05
    assert refusal(pair(Things(0, (39,)), Things(281)), 1, c.AcceptOffer(1)) == "transfer_fee"
    table = pair(Things(0, (39,)), Things(280))
    events = do(table, (1, c.AcceptOffer(1)))
    assert the(events, e.TransfersDue) == e.TransfersDue(1, (39,))
    assert phase_of(table.state) == "mortgage_transfer"


def test_without_the_interest_rule_a_mortgaged_deed_just_changes_hands() -> None:
    table = game(S(deeds=(39,), mortgaged=(39,)), S(cash=10), mortgage_transfer="none")
    events = do(table, (0, c.OfferTrade(1, Things(0, (39,)), Things(10))), (1, c.AcceptOffer(1)))
    assert of(events, e.TransfersDue) == []
    assert (table.state.owner[39], table.state.mortgaged[39]) == (1, True)


def test_both_receivers_of_mortgaged_deeds_are_asked_in_seat_order() -> None:
    # rules-cases T06; scenarios.md fine point 9
    table = game(S(deeds=(39, 5), mortgaged=(39, 5)), S(deeds=(15,), mortgaged=(15,)))
    events = do(table, (1, c.OfferTrade(0, Things(0, (15,)), Things(0, (39, 5)))), (0, c.AcceptOffer(1)))
    assert [(due.seat, due.deeds) for due in of(events, e.TransfersDue)] == [(1, (5, 39)), (0, (15,))]
    assert option(table, 0, "keep_mortgage").deeds == (15,)
    do(table, (0, c.KeepMortgage()))
    assert option(table, 1, "keep_mortgage").deeds == (5, 39)


@pytest.mark.parametrize(
    "act",
    [
        (0, c.MortgageDeeds((5,))),
        (0, c.LiftMortgages((39,))),
        (1, c.MortgageDeeds((25,))),
        (0, c.OfferTrade(3, Things(0, (5,)), Things(1))),
        (0, c.OfferTrade(3, Things(0, (), ("chance",)), Things(1))),
        (1, c.Resign()),
        (0, c.Resign()),
    ],
)
def test_an_offer_dies_when_anything_in_it_moves_or_a_party_is_out(act: tuple[int, c.Command]) -> None:
    # rules-cases T11, K18
    table = pair(Things(1, (5, 39), ("chance",)), Things(1, (25,)))
    events = do(table, act)
    if isinstance(act[1], c.OfferTrade):
        assert of(events, e.OfferClosed) == []
        events = do(table, (3, c.AcceptOffer(2)))
    assert e.OfferClosed(1, "void") in events
    assert 1 not in table.state.offers


def test_an_offer_survives_what_does_not_concern_it() -> None:
    table = pair(Things(1, (5,)), Things(0, (25,)))
    do(table, (0, c.MortgageDeeds((15,))), (1, c.SellHouses(((6, 1),))), (1, c.MortgageDeeds((6,))))
    assert list(table.state.offers) == [1]


def test_an_offer_of_a_card_that_was_used_is_dead() -> None:
    table = game(S(jail=0, cards=("chance",)), S())
    do(table, (0, c.OfferTrade(1, Things(0, (), ("chance",)), Things(30))))
    assert e.OfferClosed(1, "void") in do(table, (0, c.UseJailCard()))


def test_two_cards_of_one_deck_need_two_cards() -> None:
    state = game(S(cards=("chance", "community_chest")), S()).state
    held = state.cards[0]
    assert cards_for(state, 0, Things(cards=("community_chest", "chance"))) == held[::-1]
    assert cards_for(state, 0, Things(cards=("chance", "chance"))) == held[:1]
    assert cards_for(state, 1, Things(cards=("chance",))) == []


def test_an_offer_stands_as_it_was_made() -> None:
    state = game(S(deeds=(5, 15), mortgaged=(15,)), S(cards=("chance",))).state
    made = Offer(1, 0, 1, Things(deeds=(5, 15)), Things(cards=("chance",)), (15,))
    assert stands(state, made)
    assert not stands(state, Offer(1, 0, 1, made.give, made.get, ()))
    assert not stands(state, Offer(1, 0, 1, made.give, made.get, (5, 15)))
    assert not stands(state, Offer(1, 1, 0, made.give, made.get, (15,)))
    assert not stands(state, Offer(1, 0, 1, Things(cards=("chance",)), Things(1)))


def test_offers_are_numbered_and_bounded_for_each_pair_in_a_turn() -> None:
    # scenarios.md fine point 10: at least eight between one pair in one window
    assert MAX_OFFERS >= 4 * 8
    table = game(S(jail=0), S(), S(), dice=[(1, 2)])
    offer = c.OfferTrade(1, Things(1), Things(2))
    for number in range(1, MAX_OFFERS + 1):
        assert do(table, (0, offer)) == [e.OfferMade(number, 0, 1, offer.give, offer.get)]
    assert refusal(table, 0, offer) == "too_many_offers"
    do(table, (0, c.OfferTrade(2, Things(1), Things(2))), (1, c.OfferTrade(0, Things(1), Things(2))))
    do(table, (0, c.RollDice()), (0, c.EndTurn()), (0, offer))
    assert table.state.next_offer == MAX_OFFERS + 4


def debtor_with(**seat: object) -> Game:
    """Seat 0 owes seat 1 the 100 of three railroads."""
    table = game(S(space=2, **seat), S(deeds=(5, 15, 25)), S(cash=50, deeds=(39, 12), mortgaged=(39,)), dice=[(1, 2)])
    do(table, (0, c.RollDice()))
    assert phase_of(table.state) == "debt"
    return table


def test_a_debtor_trades_only_if_the_debt_stays_payable() -> None:
    # rules-cases K12, K15
    table = debtor_with(cash=20, deeds=(35,))  # could raise 120
    do(table, (0, c.OfferTrade(2, Things(0, (35,)), Things(1))))
    assert refusal(table, 2, c.AcceptOffer(1)) == "debt_unpayable"
    do(table, (0, c.OfferTrade(2, Things(0, (35,)), Things(0, (12,)))))
    assert refusal(table, 2, c.AcceptOffer(2)) == "debt_unpayable"
    do(table, (0, c.OfferTrade(2, Things(0, (35,)), Things(5, (12,)))))
    events = do(table, (2, c.AcceptOffer(3)))
    assert kinds(events) == [e.OfferClosed, e.DeedTransferred, e.MoneyPaid, e.DeedTransferred, e.OfferClosed, e.OfferClosed]
    assert phase_of(table.state) == "debt"


def test_a_mortgaged_deed_received_counts_only_for_the_interest_it_costs() -> None:
    offer = c.OfferTrade(0, Things(0, (39,)), Things(11))
    table = debtor_with(cash=50, deeds=(9,))  # could raise 110, and 79 after the trade and the interest of 20
    do(table, (2, offer))
    assert refusal(table, 0, c.AcceptOffer(1)) == "debt_unpayable"
    table = debtor_with(cash=71, deeds=(9,))
    do(table, (2, offer), (0, c.AcceptOffer(1)))
    assert phase_of(table.state) == "mortgage_transfer"


def test_without_the_interest_rule_it_costs_the_debtor_nothing() -> None:
    seats = (S(cash=51, space=2, deeds=(9,)), S(deeds=(5, 15, 25)), S(deeds=(39,), mortgaged=(39,)))
    table = game(*seats, dice=[(1, 2)], mortgage_transfer="none")
    do(table, (0, c.RollDice()), (2, c.OfferTrade(0, Things(0, (39,)), Things(11))), (0, c.AcceptOffer(1)))
    assert (phase_of(table.state), table.state.owner[39]) == ("debt", 0)


def test_the_creditor_may_take_things_for_part_of_the_debt() -> None:
    # rules-cases K14
    table = debtor_with(cash=90, deeds=(37,))
    events = do(table, (0, c.OfferTrade(1, Things(0, (37,)), Things(60))), (1, c.AcceptOffer(1)))
    assert payments(events) == [(1, 0, 60, "trade"), (0, 1, 100, "rent")]
