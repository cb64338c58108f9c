"""Going out of the game, and its end (official rules, Bankruptcy; rules-cases K, E)."""

import msgspec
import pytest

from engine import commands as c
from engine import events as e
from engine.bankruptcy import end_game, end_if_decided, own_debt
from engine.commands import Things
from engine.game import Game
from engine.ids import BANK, HOTEL
from engine.legal import phase_of, waiting
from tests.engine.positions import BROWN, DARK_BLUE, PINK, RAILROADS, S, at_level, do, game, of, payments, refusal, the

OWNER = S(space=10, deeds=DARK_BLUE, levels=at_level(DARK_BLUE, HOTEL))
ROLL, BANKRUPT = c.RollDice(), c.DeclareBankruptcy()


def ruined(debtor: S, *others: S, **switches: object) -> Game:
    """Seat 0 has landed on seat 1's hotel on Boardwalk and owes 2000."""
    table = game(msgspec.structs.replace(debtor, space=36), OWNER, *others, dice=[(1, 2)], **switches)
    do(table, (0, ROLL))
    debt = own_debt(table.state, 0)
    assert debt is not None
    assert (debt.creditors, debt.reason) == (((1, 2000),), "rent")
    return table


def test_everything_goes_to_the_creditor_as_it_lies() -> None:
    # rules-cases K02: the houses go back to the bank for half, their cash to the creditor
    seat = S(cash=50, deeds=(*BROWN, 16, 5), mortgaged=(5,), levels=at_level(BROWN, 1), cards=("chance",))
    table = ruined(seat, S())
    card = table.state.cards[0][0]
    events = do(table, (0, BANKRUPT))
    assert events[:9] == [
        e.BuildingsSold(0, ((1, 0), (3, 0))),
        e.MoneyPaid(BANK, 0, 50, "building_sale"),
        e.SeatBankrupt(0, 1),
        e.MoneyPaid(0, 1, 100, "bankruptcy"),
        e.CardTransferred(card, 0, 1),
        *[e.DeedTransferred(deed, 0, 1) for deed in (1, 3, 5, 16)],
    ]
    assert the(events, e.TransfersDue) == e.TransfersDue(1, (5,), deferred=True)
    assert (phase_of(table.state), waiting(table.state)) == ("mortgage_transfer", (1,))
    assert table.state.cash[0] == 0
    do(table, (1, c.KeepMortgage()))
    assert (table.state.turn, phase_of(table.state)) == (1, "before_roll")


def test_a_debt_that_can_be_paid_allows_no_bankruptcy() -> None:
    # rules-cases K01
    table = game(S(cash=100, space=2, deeds=(39,)), S(deeds=RAILROADS), dice=[(1, 2)])
    do(table, (0, ROLL))
    assert refusal(table, 0, BANKRUPT) == "can_still_pay"
    assert refusal(table, 1, BANKRUPT) == "not_in_debt"


def test_without_the_interest_rule_the_heir_is_asked_nothing() -> None:
    table = ruined(S(deeds=(5,), mortgaged=(5,)), S(), mortgage_transfer="none")
    assert of(do(table, (0, BANKRUPT)), e.TransfersDue) == []
    assert table.state.mortgaged[5]


def test_the_last_bankruptcy_ends_the_game_at_once() -> None:
    # rules-cases K05, K11: no fees, no auctions
    table = ruined(S(cash=10, deeds=(5,), mortgaged=(5,)))
    events = do(table, (0, BANKRUPT))
    assert of(events, e.TransfersDue) == []
    assert the(events, e.GameEnded) == e.GameEnded("last_one", (1,), (0, 1500 + 10 + 750 + 2 * 5 * 200 + 100))


def test_the_estate_of_a_seat_that_the_bank_ruins_is_auctioned() -> None:
    # rules-cases K06: buildings to stock, mortgages cancelled, cards under their decks, deeds singly in board order
    seat = S(cash=0, space=35, deeds=(*PINK, 5), mortgaged=(5, *PINK), cards=("community_chest",))
    table = game(seat, S(), S(), dice=[(1, 2), (4, 6)])
    do(table, (0, ROLL))
    card = table.state.cards[0][0]
    events = do(table, (0, BANKRUPT))
    assert events[:2] == [e.SeatBankrupt(0), e.CardReturned(card, 0)]
    assert of(events, e.DeedReturned) == [e.DeedReturned(deed, 0) for deed in (5, *PINK)]
    assert the(events, e.EstateOpened).deeds == (5, *PINK)
    assert the(events, e.AuctionOpened) == e.AuctionOpened((1, 2), 5)
    assert not any(table.state.mortgaged)
    sold = []
    while phase_of(table.state) == "auction":
        events = do(table, (1, c.PlaceBid(10)), (2, c.Pass()))
        sold += [bought.deed for bought in of(events, e.DeedBought)]
    assert sold == [5, *PINK]
    assert (table.state.turn, phase_of(table.state)) == (1, "before_roll")


@pytest.mark.parametrize("switches", [{"bank_bankruptcy": "return"}, {"auctions": False}])
def test_or_returned_to_the_bank(switches: dict[str, object]) -> None:
    # rules-cases K08
    table = game(S(cash=0, space=35, deeds=(5,), mortgaged=(5,)), S(), S(), dice=[(1, 2)], **switches)
    do(table, (0, ROLL))
    events = do(table, (0, BANKRUPT))
    assert of(events, e.EstateOpened) == []
    assert (table.state.owner[5], table.state.mortgaged[5]) == (BANK, False)
    assert table.state.turn == 1


def test_who_resigns_without_a_debt_is_bankrupt_to_the_bank() -> None:
    # rules-cases K20
    table = game(S(), S(cash=200, deeds=BROWN, levels=at_level(BROWN, HOTEL)), S())
    events = do(table, (1, c.Resign()))
    assert payments(events) == [(BANK, 1, 250, "building_sale"), (1, BANK, 450, "bankruptcy")]
    assert the(events, e.SeatBankrupt) == e.SeatBankrupt(1, resigned=True)
    assert (table.state.hotels, phase_of(table.state), table.state.turn) == (12, "auction", 0)


def test_who_resigns_with_a_debt_is_bankrupt_to_its_creditor() -> None:
    # rules-cases K21
    table = ruined(S(cash=70, deeds=(5,)), S())
    events = do(table, (0, c.Resign()))
    assert the(events, e.SeatBankrupt) == e.SeatBankrupt(0, 1, resigned=True)
    assert table.state.owner[5] == 1


def test_the_turn_goes_on_when_another_seat_goes_out() -> None:
    # rules-cases K10
    table = game(S(space=31), S(cash=0), S(), dice=[(1, 1), (1, 2)], chest=["us_cc_birthday"])
    do(table, (0, ROLL))
    assert (phase_of(table.state), waiting(table.state)) == ("debt", (1,))
    events = do(table, (1, BANKRUPT))
    assert payments(events) == [(2, 0, 10, "card")]
    assert (table.state.turn, table.state.doubles, phase_of(table.state)) == (0, 1, "after_roll")
    do(table, (0, ROLL))


def test_two_ruined_by_one_card_are_settled_in_seat_order() -> None:
    # rules-cases X09, X10: each is bankrupt to the drawer; the drawer's fees are asked after the whole card
    table = game(S(space=14), S(cash=4, deeds=(5,), mortgaged=(5,)), S(cash=4), S(), dice=[(1, 2)], chest=["us_cc_birthday"])
    do(table, (0, ROLL))
    events = do(table, (1, BANKRUPT))
    assert waiting(table.state) == (2,)
    events = do(table, (2, BANKRUPT))
    assert payments(events) == [(2, 0, 4, "bankruptcy"), (3, 0, 10, "card")]
    assert (phase_of(table.state), waiting(table.state)) == ("mortgage_transfer", (0,))
    assert table.state.cash[0] == 1500 + 4 + 4 + 10


def test_all_that_one_seat_receives_is_asked_together() -> None:
    # scenarios.md fine point 9
    poor = [S(cash=4, deeds=(deed,), mortgaged=(deed,)) for deed in (15, 5)]
    table = game(S(space=14), *poor, S(), dice=[(1, 2)], chest=["us_cc_birthday"])
    do(table, (0, ROLL), (1, BANKRUPT), (2, BANKRUPT))
    assert table.state.stack[-1].deeds == (5, 15)
    do(table, (0, c.KeepMortgage()))
    assert phase_of(table.state) == "after_roll"


def test_joint_creditors_share_the_cash_and_the_bank_sells_the_rest() -> None:
    # rules-cases X11 under `multi_creditor: split`: odd dollars go to the left
    seats = (S(cash=101, space=4, deeds=(5,), mortgaged=(5,)), S(), S(), S(), S())
    table = game(*seats, dice=[(1, 2)], chance=["us_ch_chairman"], multi_creditor="split")
    do(table, (0, ROLL))
    events = do(table, (0, BANKRUPT))
    assert payments(events) == [(0, seat, share, "bankruptcy") for seat, share in ((1, 26), (2, 25), (3, 25), (4, 25))]
    assert the(events, e.EstateOpened).deeds == (5,)


def test_what_was_owed_to_a_bankrupt_is_owed_to_its_creditor() -> None:
    # rules-cases K24
    seats = (S(cash=0, space=14), S(cash=4, deeds=(12,)), S(space=10, deeds=RAILROADS))
    table = game(*seats, S(), dice=[(1, 2)], chest=["us_cc_birthday"])
    do(table, (0, ROLL))
    assert waiting(table.state) == (1,)
    # seat 0, to which seat 1 and the others owe, leaves: what is owed to it is owed to the bank now
    events = do(table, (0, c.Resign()), (1, c.MortgageDeeds((12,))))
    assert [paid for paid in payments(events) if paid[3] == "card"] == [(seat, BANK, 10, "card") for seat in (1, 2, 3)]


def test_claims_of_a_bankrupt_go_to_its_creditor_and_claims_on_it_are_void() -> None:
    seats = (S(space=2), S(deeds=(5,), space=36, cash=0), OWNER, S())
    table = game(*seats, dice=[(1, 2), (1, 2)], rent_claim="before_second_roll")
    do(table, (0, ROLL), (0, c.EndTurn()), (1, ROLL))
    assert {(claim.creditor, claim.debtor) for claim in table.state.claims} == {(1, 0), (2, 1)}
    events = do(table, (2, c.ClaimRent()), (1, BANKRUPT))
    assert the(events, e.SeatBankrupt).creditor == 2
    assert [(claim.creditor, claim.debtor) for claim in table.state.claims] == [(2, 0)]


def test_offers_holds_stops_votes_and_interrupts_of_a_bankrupt_are_void() -> None:
    # rules-cases K18
    table = game(S(space=2), S(deeds=(15,)), S(), dice=[(1, 2)])
    do(
        table,
        (1, c.SetStops(True, True)),
        (1, c.CastVote(True)),
        (0, ROLL),
        (1, c.HoldWindow()),
        (1, c.MortgageDeeds((15,))),
        (1, c.OfferTrade(2, Things(1), Things(2))),
        (2, c.OfferTrade(1, Things(1), Things(2))),
    )
    do(table, (1, c.Resign()))
    state = table.state
    assert (state.offers, state.queue, state.pending_holds) == ({}, [], [])
    assert not any((*state.stop_before, *state.stop_after, *state.votes))


def test_the_deed_that_a_bankrupt_was_to_buy_or_to_pay_for_is_sold_with_its_estate() -> None:
    # rules-cases P08
    table = game(S(space=2, deeds=(15,)), S(), S(), dice=[(1, 2)])
    do(table, (0, ROLL))
    assert the(do(table, (0, c.Resign())), e.EstateOpened).deeds == (5, 15)
    table = game(S(space=2), S(cash=20), S(), dice=[(1, 2)], auction_bid_limit="none")
    do(table, (0, ROLL), (0, c.DeclineDeed()), (1, c.PlaceBid(90)), (0, c.Pass()), (2, c.Pass()))
    assert (phase_of(table.state), waiting(table.state)) == ("debt", (1,))
    events = do(table, (1, BANKRUPT))
    assert the(events, e.EstateOpened).deeds == (5,)
    assert the(events, e.AuctionOpened) == e.AuctionOpened((0, 2), 5)


def test_a_second_bankruptcy_waits_for_the_estate_of_the_first() -> None:
    # rules-cases K23: first in, first out
    table = game(S(), S(deeds=(5,)), S(deeds=(15,)), S())
    do(table, (1, c.Resign()), (2, c.Resign()))
    assert [type(frame).__name__ for frame in table.state.stack] == ["Window", "Estate", "Estate", "Auction"]
    assert table.state.stack[-1].deed == 5
    do(table, (0, c.Pass()), (3, c.Pass()))
    assert table.state.stack[-1].deed == 15


def test_a_number_of_bankruptcies_ends_the_game_by_count() -> None:
    seats = (S(cash=10), S(cash=20), S(cash=30), S(cash=30), S())
    table = game(*seats, early_end="bankruptcies", early_end_value=2)
    assert of(do(table, (0, c.Resign())), e.EndCalled) == []
    events = do(table, (4, c.Resign()))
    assert the(events, e.EndCalled) == e.EndCalled("bankruptcies")
    assert the(events, e.GameEnded) == e.GameEnded("bankruptcies", (2, 3), (0, 20, 30, 30, 0))


def test_that_end_waits_for_the_estate() -> None:
    # rules-cases E06
    table = game(S(), S(deeds=(5,)), S(), early_end="bankruptcies", early_end_value=1)
    do(table, (1, c.Resign()))
    assert phase_of(table.state) == "auction"
    events = do(table, (0, c.PlaceBid(10)), (2, c.Pass()))
    assert the(events, e.GameEnded).worth == (1500 - 10 + 200, 0, 1500)


def test_equal_worth_is_a_shared_win_and_the_bankrupt_never_win() -> None:
    # rules-cases E04
    table = game(S(cash=0), S(cash=0), S(out=True))
    end_game(table, "vote")
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (0, 1)


def test_the_game_is_not_decided_while_two_are_left() -> None:
    table = game(S(), S(), S(out=True))
    assert not end_if_decided(table)
    assert table.state.outcome is None


def test_nobody_owes_what_it_does_not_owe() -> None:
    assert own_debt(game().state, 0) is None
    assert own_debt(ruined(S(), S()).state, 1) is None
