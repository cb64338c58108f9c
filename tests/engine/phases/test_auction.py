"""Open outcry (rules.md BUY; rules-cases P, B09, B10; scenarios.md fine point 4)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.ids import BANK
from engine.legal import default, phase_of, waiting
from engine.phases.auction import UNBOUNDED_BID, deed_bidders
from tests.engine.phases.positions import PHASES
from tests.engine.positions import (
    BROWN,
    DARK_BLUE,
    ORANGE,
    S,
    at_level,
    do,
    game,
    kinds,
    listed,
    of,
    option,
    payments,
    queueable,
    refusal,
    the,
)

PASS = c.Pass()


def bid(amount: int) -> c.PlaceBid:
    return c.PlaceBid(amount)


def auction(*seats: S, **switches: object) -> Game:
    """Seat 0 has declined Reading."""
    table = game(*(seats or (S(space=2), S(), S())), dice=[(1, 2)], **switches)
    do(table, (0, c.RollDice()), (0, c.DeclineDeed()))
    return table


def test_anybody_may_bid_in_any_order() -> None:
    # rules.md BUY-03; rules-cases P10: also from jail
    table = auction(S(space=2), S(jail=1), S())
    assert waiting(table.state) == (0, 1, 2)
    events = do(table, (2, bid(10)), (0, bid(15)), (1, bid(16)), (0, PASS), (2, PASS))
    assert events[-4:] == [
        e.AuctionClosed(1, 16), e.MoneyPaid(1, BANK, 16, "auction"), e.DeedBought(1, 5), e.WindowOpened("after_roll"),
    ]  # fmt: skip


@pytest.mark.parametrize(("opening", "increment"), [(10, 1), (1, 1), (50, 10)])
def test_the_first_bid_and_the_raises_have_their_least(opening: int, increment: int) -> None:
    # rules.md BUY-04; rules-cases P05
    table = auction(auction_opening=opening, auction_increment=increment)
    assert option(table, 1, "place_bid").low == opening
    assert refusal(table, 1, bid(opening - 1)) == "bid_too_low"
    do(table, (1, bid(opening)))
    assert option(table, 2, "place_bid").low == opening + increment
    assert refusal(table, 2, bid(opening + increment - 1)) == "bid_too_low"
    do(table, (2, bid(opening + increment)))


@pytest.mark.parametrize("amount", [0, -1, -(10**9)])
def test_no_bid_is_nothing_or_less(amount: int) -> None:
    assert refusal(auction(auction_opening=1), 1, bid(amount)) == "bid_too_low"


@pytest.mark.parametrize(("limit", "most"), [("cash", 80), ("liquidation", 155), ("none", UNBOUNDED_BID)])
def test_the_ruleset_bounds_the_bids(limit: str, most: int) -> None:
    # rules.md BUY-06; rules-cases P07
    table = auction(S(space=2), S(cash=80, deeds=(12,)), auction_bid_limit=limit)
    assert option(table, 1, "place_bid").high == most
    assert refusal(table, 1, bid(most + 1)) == "bid_above_limit"
    do(table, (1, bid(most)))


def test_a_bidder_that_cannot_reach_the_price_is_listed_no_bid_but_may_pass() -> None:
    table = auction(S(space=2), S(cash=9), S())
    assert "place_bid" not in listed(table, 1)
    assert refusal(table, 1, bid(10)) == "bid_above_limit"
    do(table, (1, PASS))


def test_a_pass_counts_until_the_next_raise() -> None:
    # rules-cases P11
    table = auction()
    do(table, (1, PASS), (2, bid(20)))
    assert waiting(table.state) == (0, 1)
    assert refusal(table, 1, bid(20)) == "bid_too_low"
    do(table, (1, PASS))
    assert refusal(table, 1, PASS) == "already_answered"
    assert "place_bid" in listed(table, 1)
    do(table, (1, bid(21)))
    assert waiting(table.state) == (0, 2)


def test_the_high_bidder_neither_passes_nor_outbids_itself() -> None:
    # rules-cases P12
    table = auction()
    do(table, (1, bid(20)))
    assert refusal(table, 1, PASS) == "high_bidder"
    assert refusal(table, 1, bid(30)) == "already_high"
    assert not {"pass", "place_bid"} & listed(table, 1)


def test_a_pass_may_name_the_price_it_answers() -> None:
    table = auction()
    assert refusal(table, 0, c.Pass(10)) == "stale"
    do(table, (0, c.Pass(0)), (1, bid(20)))
    assert refusal(table, 0, c.Pass(0)) == "stale"
    do(table, (0, c.Pass(20)))


def test_a_deed_without_a_bid_stays_with_the_bank() -> None:
    # rules.md BUY-05
    table = auction()
    events = do(table, (0, PASS), (1, PASS), (2, PASS))
    assert the(events, e.AuctionClosed) == e.AuctionClosed(BANK)
    assert (table.state.owner[5], payments(events)) == (BANK, [])


def test_silence_passes() -> None:
    table = auction()
    assert default(table.state, 1) == PASS


def test_a_bidder_may_raise_money_meanwhile_but_not_build() -> None:
    # rules-cases P03
    table = auction(S(space=2), S(cash=0, deeds=(12,)), S(deeds=BROWN))
    do(table, (1, c.MortgageDeeds((12,))))
    assert option(table, 1, "place_bid").high == 75
    assert kinds(do(table, (2, c.BuildHouses(((1, 1),))))) == [e.InterruptQueued]
    assert "mortgage_deeds" not in queueable(table, 1)


def test_who_may_not_bid_queues_its_mortgages() -> None:
    table = game(S(space=38), S(deeds=(12,)), S(), dice=[(2, 1)], first_lap="wait")
    do(table, (0, c.RollDice()), (0, c.DeclineDeed()))
    assert deed_bidders(table.state) == (0,)
    assert refusal(table, 1, bid(10)) == refusal(table, 1, PASS) == "not_a_bidder"
    assert kinds(do(table, (1, c.MortgageDeeds((12,))))) == [e.InterruptQueued]


def test_an_auction_that_nobody_may_join_is_over_at_once() -> None:
    table = game(S(deeds=(5,)), S(), S(), first_lap="wait")
    events = do(table, (0, c.Resign()))
    assert the(events, e.AuctionOpened).bidders == ()
    assert the(events, e.AuctionClosed) == e.AuctionClosed(BANK)
    assert table.state.turn == 1


def test_a_winner_that_cannot_pay_owes_its_bid_and_gets_the_deed_when_it_is_paid() -> None:
    # rules-cases P08, P09
    table = auction(S(space=2), S(cash=80, deeds=(12,)), auction_bid_limit="none")
    events = do(table, (1, bid(100)), (0, PASS))
    assert the(events, e.DebtOpened) == e.DebtOpened(1, ((BANK, 100),), "auction", 5)
    assert refusal(table, 1, c.MortgageDeeds((5,))) == "not_owner"
    events = do(table, (1, c.MortgageDeeds((12,))))
    assert kinds(events)[2:5] == [e.MoneyPaid, e.DebtSettled, e.DeedBought]
    assert table.state.owner[5] == 1


def test_when_the_high_bidder_resigns_the_bidding_starts_again() -> None:
    # scenarios.md fine point 4
    table = auction()
    do(table, (1, bid(300)), (2, PASS), (1, c.Resign()))
    assert waiting(table.state) == (0, 2)
    assert option(table, 2, "place_bid").low == 10


def test_when_another_bidder_resigns_the_bid_stands() -> None:
    table = auction()
    events = do(table, (1, bid(300)), (2, PASS), (0, c.Resign()))
    assert the(events, e.AuctionClosed) == e.AuctionClosed(1, 300)


def test_a_hold_is_given_back_by_who_has_no_pass_to_say() -> None:
    table = auction()
    do(table, (1, c.HoldWindow()), (1, PASS))
    assert table.state.pending_holds == [1]
    assert "pass" in listed(table, 1)
    assert do(table, (1, PASS)) == [e.HoldReturned(1)]
    assert refusal(table, 1, PASS) == "already_answered"


def last_house(mode: object, **switches: object) -> Game:
    """Seat 0 (orange, 100) and seat 1 (dark blue, 200) want the last house."""
    seats = (S(deeds=ORANGE, levels=at_level(ORANGE, 3)), S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 3)), S())
    table = game(*seats, bank=(1, 12), building_auction_opening=mode, **switches)
    do(table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)))
    assert phase_of(table.state) == "auction"
    return table


@pytest.mark.parametrize(("mode", "first", "second"), [(10, 10, 10), ("lowest_deed", 100, 100), ("own_deed", 100, 200)])
def test_the_opening_bid_for_a_building(mode: object, first: int, second: int) -> None:
    # rules.md BLD-08; rules-cases B09
    table = last_house(mode)
    assert [option(table, seat, "place_bid").low for seat in (0, 1)] == [first, second]
    assert refusal(table, 1, bid(second - 1)) == "bid_too_low"


def test_a_seats_own_least_holds_for_raises_too() -> None:
    table = last_house("own_deed")
    do(table, (0, bid(100)))
    assert option(table, 1, "place_bid").low == 200
    do(table, (1, bid(200)))
    assert option(table, 0, "place_bid").low == 201


def test_only_those_who_asked_for_a_building_bid_for_it() -> None:
    table = last_house(10)
    assert waiting(table.state) == (0, 1)
    assert refusal(table, 2, bid(10)) == "not_a_bidder"


def test_the_winner_of_a_building_pays_and_places_it() -> None:
    table = last_house(10)
    events = do(table, (1, bid(30)), (0, PASS))
    assert kinds(events) == [e.BidPlaced, e.BidPassed, e.AuctionClosed, e.MoneyPaid, e.PlacementDue]
    assert (phase_of(table.state), waiting(table.state)) == ("build_contest", (1,))
    do(table, (1, c.PlaceBuilding(39)))
    assert (table.state.level[39], table.state.houses) == (4, 0)


def test_a_building_that_nobody_wants_after_all_ends_the_contest() -> None:
    table = last_house(10)
    events = do(table, (1, PASS), (0, PASS))
    assert kinds(events)[-2:] == [e.AuctionClosed, e.ContestClosed]
    assert phase_of(table.state) == "before_roll"


def test_a_bid_is_void_at_the_award_if_its_lot_is_gone() -> None:
    # rules-cases B10
    table = last_house(10)
    do(table, (1, bid(50)), (1, c.SellGroup("dark_blue", 0)), (1, c.MortgageDeeds((37,))))
    events = do(table, (0, PASS))
    assert the(events, e.AuctionRestarted).bidders == (0,)
    assert payments(events) == []
    events = do(table, (0, bid(10)))
    assert the(events, e.AuctionClosed) == e.AuctionClosed(0, 10)


def test_who_has_lost_its_lot_bids_no_more_but_may_pass() -> None:
    table = last_house(10)
    do(table, (1, c.SellGroup("dark_blue", 0)), (1, c.MortgageDeeds((37,))))
    assert refusal(table, 1, bid(50)) == "not_a_bidder"
    assert "place_bid" not in listed(table, 1)
    assert of(do(table, (1, PASS)), e.BidPassed) == [e.BidPassed(1)]


def test_nobody_with_a_lot_is_left_to_set_the_least_bid() -> None:
    table = last_house("lowest_deed")
    for seat, group, deed in ((0, "orange", 16), (1, "dark_blue", 37)):
        do(table, (seat, c.SellGroup(group, 0)), (seat, c.MortgageDeeds((deed,))))
    assert [option(table, seat, "place_bid") for seat in (0, 1)] == [None, None]
    do(table, (0, PASS), (1, PASS))
    assert phase_of(table.state) == "before_roll"


def test_a_winner_that_owes_for_a_building_places_it_when_it_is_paid() -> None:
    table = last_house(10, auction_bid_limit="none")
    do(table, (1, bid(1550)), (0, PASS))
    assert phase_of(table.state) == "debt"
    events = do(table, (1, c.SellHouses(((37, 1),))))
    assert kinds(events)[2:] == [e.MoneyPaid, e.DebtSettled, e.PlacementDue]


def test_a_ruined_winner_of_a_building_leaves_the_contest_to_the_others() -> None:
    table = last_house(10, auction_bid_limit="none")
    do(table, (1, bid(5000)), (0, PASS))
    events = do(table, (1, c.DeclareBankruptcy()))
    assert the(events, e.SeatBankrupt).creditor == BANK
    assert the(events, e.PlacementDue) == e.PlacementDue(0)
    assert the(events, e.EstateOpened).deeds == DARK_BLUE


def test_both_positions_of_an_auction_wait_for_the_rest() -> None:
    assert waiting(PHASES["auction"]().state) == (0,)
    assert waiting(PHASES["auction, of a building"]().state) == (0, 1)
