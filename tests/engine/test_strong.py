"""The strong policy: what it does otherwise than the careful one."""

import pytest

from engine import commands as c
from engine.commands import Things
from engine.game import Game
from engine.policy import careful
from engine.strong import strong, strong_interrupt
from engine.valuation import reserve
from tests.engine.positions import BROWN, DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, RAILROADS, S, at_level, do, game


def landed(table: Game) -> Game:
    """The game after the first seat's throw."""
    table.handle(0, c.RollDice())
    return table


def offered(seat: S, *others: S) -> Game:
    """The first seat has thrown 6 and may buy the first light blue deed, for 100."""
    return landed(game(seat, *others, dice=[(2, 4)]))


def test_it_buys_whatever_its_cash_pays_for() -> None:
    assert strong(offered(S(cash=100), S()).state, 0) == c.BuyDeed()
    assert careful(offered(S(cash=100), S()).state, 0) == c.DeclineDeed()


def test_it_mortgages_for_a_deed_that_completes_a_group() -> None:
    assert strong(offered(S(cash=20, deeds=(5, 8, 9)), S()).state, 0) == c.MortgageDeeds((5,))
    assert strong(offered(S(cash=20, deeds=(5,)), S(deeds=(8, 9))).state, 0) == c.MortgageDeeds((5,))
    assert strong(offered(S(cash=20, deeds=(5,)), S(deeds=(8,))).state, 0) == c.DeclineDeed()
    assert strong(offered(S(cash=10, deeds=(12,)), S(deeds=(8, 9))).state, 0) == c.DeclineDeed()


def test_it_mortgages_for_any_deed_where_much_is_left() -> None:
    assert isinstance(strong(offered(S(cash=20, deeds=RAILROADS), S()).state, 0), c.MortgageDeeds)


def test_it_mortgages_nothing_where_that_is_for_debts_only() -> None:
    table = landed(game(S(cash=20, deeds=(5, 8, 9)), S(), dice=[(2, 4)], liquidation="debt_only"))
    assert strong(table.state, 0) == c.DeclineDeed()


def auctioned(*seats: S) -> Game:
    """The first light blue deed is up for auction."""
    table = landed(game(*seats, dice=[(2, 4)]))
    table.handle(0, c.DeclineDeed())
    return table


def test_it_bids_in_small_steps_as_high_as_the_careful() -> None:
    table = auctioned(S(), S(), S())
    assert strong(table.state, 1) == c.PlaceBid(15)
    do(table, (0, c.PlaceBid(90)))
    assert strong(table.state, 1) == c.PlaceBid(96)
    do(table, (2, c.PlaceBid(200)))
    assert strong(table.state, 1) == c.Pass() == careful(table.state, 1)


def test_it_goes_further_for_a_group_and_to_keep_a_rival_from_one() -> None:
    for first, second, more in (((), (8, 9), True), ((8, 9), (), True), ((), (8,), False)):
        table = auctioned(S(deeds=first), S(deeds=second), S())
        do(table, (0, c.PlaceBid(200)))
        assert isinstance(strong(table.state, 1), c.PlaceBid) is more


def test_it_does_not_bid_its_last_dollars_but_nearly_for_a_group() -> None:
    assert strong(auctioned(S(), S(cash=59), S()).state, 1) == c.Pass()
    assert strong(auctioned(S(), S(cash=60), S()).state, 1) == c.PlaceBid(10)
    assert strong(auctioned(S(), S(cash=43, deeds=(8, 9)), S()).state, 1) == c.PlaceBid(10)


def test_it_builds_with_a_smaller_reserve_once_its_turn_is_over() -> None:
    threatened = (S(cash=400, deeds=ORANGE), S(deeds=LIGHT_BLUE, levels=at_level(LIGHT_BLUE, 5)))
    before = game(*threatened).state
    after = game(*threatened, phase="after_roll").state
    assert reserve(before, 0) == 300
    first, then = strong(before, 0), strong(after, 0)
    assert isinstance(then, c.BuildHouses)
    built = sum(steps for _, steps in first.lots) if isinstance(first, c.BuildHouses) else 0
    assert sum(steps for _, steps in then.lots) > built


def test_it_mortgages_single_deeds_to_build_up_to_three_houses() -> None:
    def answer(cash: int, level: int, **switches: object) -> c.SeatCommand | None:
        seat = S(cash=cash, deeds=(*ORANGE, 12), levels=at_level(ORANGE, level))
        return strong(game(seat, S(), phase="after_roll", **switches).state, 0)

    assert answer(75, 2) == c.MortgageDeeds((12,))
    assert answer(74, 2) == c.EndTurn()  # that would not pay for a house and leave the reserve of 50
    assert answer(75, 3) == c.EndTurn()
    assert answer(75, 2, liquidation="debt_only") == c.EndTurn()
    table = game(S(cash=75, deeds=(*ORANGE, 12), levels=at_level(ORANGE, 2)), S(), phase="after_roll")
    do(table, (0, c.MortgageDeeds((12,))))
    assert strong(table.state, 0) == c.BuildHouses(((19, 1),))


def test_it_builds_no_hotels_while_the_houses_would_help_a_rival() -> None:
    def answer(houses: int, rival: S) -> c.SeatCommand | None:
        seats = (S(cash=1500, deeds=ORANGE, levels=at_level(ORANGE, 4)), rival, S())
        return strong(game(*seats, phase="after_roll", bank=(houses, 12)).state, 0)

    assert answer(11, S(deeds=GREEN)) == c.EndTurn()
    assert isinstance(answer(12, S(deeds=GREEN)), c.BuildHouses)
    assert isinstance(answer(11, S()), c.BuildHouses)


def test_it_offers_before_it_builds_and_throws() -> None:
    table = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24)), S())
    offer = strong(table.state, 0)
    assert isinstance(offer, c.OfferTrade)
    do(table, (0, offer))
    assert strong(table.state, 0) == c.RollDice()
    late = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24)), S(), phase="after_roll")
    assert strong(late.state, 0) == c.EndTurn()


@pytest.mark.parametrize(("get", "answer"), [(Things(300, (19,)), c.AcceptOffer(1)), (Things(10), c.RejectOffer(1))])
def test_it_answers_offers_asked_or_not(get: Things, answer: c.SeatCommand) -> None:
    for turn in (0, 1):
        seats = [S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24))]
        table = game(*(seats if turn == 0 else seats[::-1]), S())
        do(table, (1 - turn, c.OfferTrade(turn, get, Things(deeds=(21,)))))
        say = strong if turn == 0 else strong_interrupt
        assert say(table.state, turn) == answer


def test_unasked_it_builds_and_claims() -> None:
    assert isinstance(strong_interrupt(game(S(), S(deeds=BROWN)).state, 1), c.BuildHouses)
    assert strong_interrupt(game(S(), S()).state, 1) is None
    assert strong_interrupt(game(S(), S(), S(out=True)).state, 2) is None
    claiming = landed(game(S(), S(deeds=(6,)), dice=[(2, 4)], rent_claim="before_next_roll"))
    assert strong_interrupt(claiming.state, 1) == c.ClaimRent()


def test_a_holder_builds_and_passes() -> None:
    table = game(S(), S(cash=200, deeds=DARK_BLUE))
    do(table, (1, c.HoldWindow()))
    assert strong(table.state, 1) == c.Pass()


def test_for_a_building_it_goes_to_the_list_price_and_can_always_open() -> None:
    table = game(S(deeds=ORANGE), S(deeds=LIGHT_BLUE), bank=(1, 12))
    do(table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)))
    assert strong(table.state, 1) == c.PlaceBid(15)
    do(table, (0, c.PlaceBid(50)))
    assert strong(table.state, 1) == c.Pass()
    poor = game(S(cash=150, deeds=ORANGE), S(deeds=LIGHT_BLUE), bank=(1, 12), phase="after_roll")
    build = strong(poor.state, 0)
    assert isinstance(build, c.BuildHouses)
    do(poor, (0, build), (1, c.WantBuildings(1)))
    assert strong(poor.state, 0) == c.PlaceBid(15)
