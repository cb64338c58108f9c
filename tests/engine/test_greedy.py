"""The greedy policy: takes what it can get and thinks of nothing else."""

import pytest

from engine import commands as c
from engine.commands import Things
from engine.game import Game
from engine.greedy import greedy, greedy_interrupt
from engine.policy import careful
from tests.engine.positions import LIGHT_BLUE, ORANGE, S, do, game


def landed(table: Game) -> Game:
    """The game after the first seat's throw."""
    table.handle(0, c.RollDice())
    return table


def test_it_buys_with_its_last_dollar_but_not_on_credit() -> None:
    for cash, answer in ((100, c.BuyDeed()), (99, c.DeclineDeed())):
        assert greedy(landed(game(S(cash=cash), S(), dice=[(2, 4)])).state, 0) == answer


def test_it_bids_up_to_the_printed_price() -> None:
    table = landed(game(S(), S(), dice=[(2, 4)]))
    table.handle(0, c.DeclineDeed())
    assert greedy(table.state, 1) == c.PlaceBid(20)
    do(table, (0, c.PlaceBid(95)))
    assert greedy(table.state, 1) == c.PlaceBid(100)
    do(table, (1, c.PlaceBid(100)))
    assert greedy(table.state, 0) == c.Pass()


def test_it_builds_with_all_its_cash_and_then_throws() -> None:
    table = game(S(cash=150, deeds=LIGHT_BLUE), S())
    build = greedy(table.state, 0)
    assert build == c.BuildHouses(((6, 1), (8, 1), (9, 1)))
    do(table, (0, c.BuildHouses(((6, 1), (8, 1), (9, 1)))))
    assert greedy(table.state, 0) == c.RollDice()


def test_it_lifts_what_it_can() -> None:
    assert greedy(game(S(cash=110, deeds=(5,), mortgaged=(5,)), S()).state, 0) == c.LiftMortgages((5,))
    assert greedy(game(S(cash=109, deeds=(5,), mortgaged=(5,)), S()).state, 0) == c.RollDice()


def test_it_leaves_jail_at_once() -> None:
    assert greedy(game(S(space=10, jail=0, cash=50), S()).state, 0) == c.PayFine()
    assert greedy(game(S(space=10, jail=0, cash=49), S()).state, 0) == c.RollDice()


@pytest.mark.parametrize(("cash", "answer"), [(20, c.RejectOffer(1)), (21, c.AcceptOffer(1))])
def test_it_takes_the_higher_printed_price_and_does_not_see_a_group(cash: int, answer: c.SeatCommand) -> None:
    table = game(S(deeds=(19,)), S(deeds=(16, 18, 9, 1)), S())
    do(table, (1, c.OfferTrade(0, Things(cash, (9, 1)), Things(deeds=(19,)))))
    assert greedy(table.state, 0) == answer


def test_unasked_it_answers_offers_and_claims_rents() -> None:
    table = game(S(deeds=(5,)), S(deeds=(12,)))
    assert greedy_interrupt(table.state, 1) is None
    do(table, (0, c.OfferTrade(1, Things(deeds=(5,)), Things(deeds=(12,)))))
    assert greedy_interrupt(table.state, 1) == c.AcceptOffer(1)
    claiming = landed(game(S(), S(deeds=(6,)), dice=[(2, 4)], rent_claim="before_next_roll"))
    assert greedy_interrupt(claiming.state, 1) == c.ClaimRent()


def test_who_is_out_says_nothing() -> None:
    assert greedy_interrupt(game(S(), S(), S(out=True)).state, 2) is None


def test_for_a_building_it_bids_as_the_careful_do() -> None:
    table = game(S(deeds=ORANGE), S(deeds=LIGHT_BLUE), bank=(1, 12))
    do(table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)))
    assert greedy(table.state, 1) == careful(table.state, 1) == c.PlaceBid(10)
