"""The lander buys or declines (rules.md BUY-01, BUY-02; rules-cases P)."""

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.legal import default, phase_of, waiting
from tests.engine.positions import BROWN, S, do, game, kinds, listed, option, queueable, refusal, the


def offered(lander: S, *others: S, **switches: object) -> Game:
    """Seat 0 has landed on Reading, which costs 200."""
    table = game(lander, *(others or (S(),)), dice=[(1, 2)], **switches)
    do(table, (0, c.RollDice()))
    return table


def test_the_lander_buys_at_the_printed_price() -> None:
    table = offered(S(space=2))
    assert waiting(table.state) == (0,)
    assert do(table, (0, c.BuyDeed()))[:2] == [e.MoneyPaid(0, -1, 200, "purchase"), e.DeedBought(0, 5)]
    assert (table.state.cash[0], table.state.owner[5]) == (1300, 0)


def test_nobody_else_buys_or_declines() -> None:
    table = offered(S(space=2))
    assert refusal(table, 1, c.BuyDeed()) == refusal(table, 1, c.DeclineDeed()) == "not_your_turn"
    assert not {"buy_deed", "decline_deed"} & listed(table, 1)


def test_a_declined_deed_is_auctioned_at_once_among_everybody() -> None:
    # rules-cases P01: the decliner may bid too
    table = offered(S(space=2), S(), S(out=True), S())
    assert do(table, (0, c.DeclineDeed())) == [e.PurchaseDeclined(0, 5), e.AuctionOpened((0, 1, 3), 5)]


def test_without_auctions_it_stays_with_the_bank() -> None:
    table = offered(S(space=2), auctions=False)
    assert kinds(do(table, (0, c.DeclineDeed()))) == [e.PurchaseDeclined, e.WindowOpened]


def test_silence_declines() -> None:
    assert default(offered(S(space=2)).state, 0) == c.DeclineDeed()


def test_a_lander_without_the_cash_may_raise_it_first() -> None:
    # rules-cases P02, P03: it may sell and mortgage, but neither build nor lift at once
    table = offered(S(cash=150, space=2, deeds=(*BROWN, 12), levels=((1, 1),)))
    assert "buy_deed" not in listed(table, 0)
    assert refusal(table, 0, c.BuyDeed()) == "not_enough_cash"
    assert {"sell_houses", "mortgage_deeds"} <= listed(table, 0)
    assert queueable(table, 0) == {"build_houses", "lift_mortgages"}
    assert kinds(do(table, (0, c.BuildHouses(((3, 1),))))) == [e.InterruptQueued]
    do(table, (0, c.MortgageDeeds((12,))))
    assert {"buy_deed", "decline_deed"} <= listed(table, 0)
    do(table, (0, c.BuyDeed()))
    assert table.state.owner[5] == 0


def test_under_debt_only_not_even_for_a_purchase() -> None:
    # rules.md section 3, `liquidation`
    table = offered(S(cash=150, space=2, deeds=(12,)), liquidation="debt_only")
    assert refusal(table, 0, c.MortgageDeeds((12,))) == "only_in_debt"
    assert option(table, 0, "mortgage_deeds") is None


def test_a_deed_just_bought_may_be_mortgaged_in_the_next_window() -> None:
    # rules-cases G06
    table = offered(S(space=2))
    do(table, (0, c.BuyDeed()), (0, c.MortgageDeeds((5,))))
    assert table.state.mortgaged[5]


def test_under_first_lap_wait_only_those_bid_who_have_passed_go() -> None:
    table = game(S(space=38), S(), S(), dice=[(2, 1)], first_lap="wait")
    table.state.lapped[2] = True
    do(table, (0, c.RollDice()))
    assert phase_of(table.state) == "purchase"
    assert the(do(table, (0, c.DeclineDeed())), e.AuctionOpened).bidders == (0, 2)
