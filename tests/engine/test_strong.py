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


def test_it_bids_in_small_steps_up_to_what_it_is_better_off_with() -> None:
    table = auctioned(S(), S(), S())
    assert strong(table.state, 1) == c.PlaceBid(15)
    do(table, (0, c.PlaceBid(90)))
    assert strong(table.state, 1) == c.PlaceBid(96)
    do(table, (0, c.PlaceBid(1000)))
    assert strong(table.state, 1) == c.Pass()


def test_it_goes_further_for_a_group_and_to_keep_a_rival_from_one() -> None:
    own, rivals, nobodys = (
        auctioned(S(deeds=deeds[0]), S(deeds=deeds[1]), S()) for deeds in (((), (8, 9)), ((8, 9), ()), ((), (8,)))
    )
    for table, most in ((own, True), (rivals, True), (nobodys, False)):
        do(table, (0, c.PlaceBid(400)))
        assert isinstance(strong(table.state, 1), c.PlaceBid) is most


def test_it_does_not_bid_its_last_dollars() -> None:
    table = auctioned(S(), S(cash=60), S())
    assert strong(table.state, 1) == c.Pass()


def test_it_builds_with_a_smaller_reserve_once_its_turn_is_over() -> None:
    threatened = (S(cash=400, deeds=ORANGE), S(deeds=LIGHT_BLUE, levels=at_level(LIGHT_BLUE, 5)))
    before = game(*threatened).state
    after = game(*threatened, phase="after_roll").state
    assert 300 > reserve(before, 0) > 100
    first, then = strong(before, 0), strong(after, 0)
    assert isinstance(then, c.BuildHouses)
    built = sum(steps for _, steps in first.lots) if isinstance(first, c.BuildHouses) else 0
    assert sum(steps for _, steps in then.lots) > built


def test_it_mortgages_single_deeds_to_build_up_to_three_houses() -> None:
    poor = game(S(cash=60, deeds=(*ORANGE, 12)), S(), phase="after_roll")
    assert strong(poor.state, 0) == c.MortgageDeeds((12,))
    do(poor, (0, c.MortgageDeeds((12,))))
    assert poor.state.cash[0] == 135
    assert strong(poor.state, 0) == c.EndTurn()
    poorer = game(S(cash=110, deeds=(*ORANGE, 12)), S(), phase="after_roll")
    do(poorer, (0, c.MortgageDeeds((12,))))
    assert isinstance(strong(poorer.state, 0), c.BuildHouses)
    grown = game(S(cash=110, deeds=(*ORANGE, 12), levels=at_level(ORANGE, 3)), S(), phase="after_roll")
    assert strong(grown.state, 0) == c.EndTurn()


def test_it_builds_no_hotels_while_the_houses_would_help_a_rival() -> None:
    def answer(houses: int, rival: S) -> c.SeatCommand | None:
        seats = (S(cash=1500, deeds=ORANGE, levels=at_level(ORANGE, 4)), rival, S())
        return strong(game(*seats, phase="after_roll", bank=(houses, 12)).state, 0)

    assert answer(11, S(deeds=GREEN)) == c.EndTurn()
    assert isinstance(answer(12, S(deeds=GREEN)), c.BuildHouses)
    assert isinstance(answer(11, S()), c.BuildHouses)


def test_it_offers_before_it_builds_and_throws() -> None:
    table = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24)), S())
    assert isinstance(offer := strong(table.state, 0), c.OfferTrade)
    do(table, (0, offer))
    assert strong(table.state, 0) == c.RollDice()
    late = game(S(deeds=(16, 18, 21)), S(deeds=(19, 23, 24)), S(), phase="after_roll")
    assert strong(late.state, 0) == c.EndTurn()


@pytest.mark.parametrize(("get", "answer"), [(Things(300, (19,)), c.AcceptOffer(1)), (Things(deeds=(19,)), c.RejectOffer(1))])
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


def test_for_a_building_it_bids_as_the_careful_do() -> None:
    table = game(S(deeds=ORANGE), S(deeds=LIGHT_BLUE), bank=(1, 12))
    do(table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)))
    assert strong(table.state, 1) == careful(table.state, 1)
