"""Rivals for the bank's last buildings (design.md 4.1; scenarios.md fine point 5; rules-cases B07 to B10, N05)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.ids import HOTEL
from engine.legal import default, phase_of, waiting
from tests.engine.positions import (
    BROWN,
    DARK_BLUE,
    ORANGE,
    PINK,
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


def contest(stock: int, count: int = 2, level: int = 0, *others: S, **switches: object) -> Game:
    """Seat 0 (orange) asks for `count` houses, seat 1 (dark blue) and the others may want some."""
    seats = (S(deeds=ORANGE, levels=at_level(ORANGE, level)), S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, level)), *others)
    table = game(*seats, bank=(stock, 12), **switches)
    do(table, (0, c.BuildHouses(tuple((deed, 1) for deed in ORANGE[:count]))))
    assert phase_of(table.state) == "build_contest"
    return table


def test_each_rival_is_asked_once_how_many_it_wants() -> None:
    table = contest(3, 2, 0, S(deeds=BROWN), S(deeds=(5,)))
    assert waiting(table.state) == (1, 2)
    assert option(table, 1, "want_buildings").high == 8
    assert do(table, (2, c.WantBuildings(1))) == [e.BuildingsWanted(2, 1)]
    assert refusal(table, 2, c.WantBuildings(2)) == "already_answered"
    assert refusal(table, 2, PASS) == "already_answered"
    assert refusal(table, 0, c.WantBuildings(2)) == "already_answered"
    assert refusal(table, 3, c.WantBuildings(0)) == refusal(table, 3, PASS) == "not_your_turn"


@pytest.mark.parametrize(("count", "reason"), [(-1, "invalid_amount"), (9, "invalid_amount")])
def test_nobody_wants_more_than_it_has_room_for(count: int, reason: str) -> None:
    assert refusal(contest(3), 1, c.WantBuildings(count)) == reason


def test_silence_and_a_pass_want_none() -> None:
    table = contest(3)
    assert default(table.state, 1) == PASS
    events = do(table, (1, PASS))
    assert events[0] == e.BuildingsWanted(1, 0)
    assert the(events, e.BuildingsBuilt) == e.BuildingsBuilt(0, ((16, 1), (18, 1)))
    assert phase_of(table.state) == "before_roll"


def test_wishes_within_the_stock_are_served_at_list_price_the_asker_first() -> None:
    # rules-cases B07: until the rest covers the remaining wishes
    table = contest(3, 2)
    events = do(table, (1, c.WantBuildings(1)))
    assert kinds(events) == [e.BuildingsWanted, e.MoneyPaid, e.BuildingsBuilt, e.WishDropped, e.PlacementDue]
    assert (waiting(table.state), listed(table, 1) & {"place_building", "pass"}) == ((1,), {"place_building", "pass"})
    assert payments(do(table, (1, c.PlaceBuilding(39)))) == [(1, -1, 200, "building")]
    assert (table.state.level[39], table.state.houses, phase_of(table.state)) == (1, 0, "before_roll")


def test_each_is_asked_to_place_one_by_one() -> None:
    table = contest(4, 1, 0, S(deeds=BROWN))
    do(table, (1, c.WantBuildings(2)), (2, c.WantBuildings(1)))
    asked = []
    while phase_of(table.state) == "build_contest":
        seat = waiting(table.state)[0]
        asked.append(seat)
        do(table, (seat, c.PlaceBuilding(option(table, seat, "place_building").deeds[0])))
    assert asked == [1, 1, 2]
    assert table.state.houses == 0


def test_a_placement_at_list_price_may_be_given_up() -> None:
    table = contest(3, 2)
    do(table, (1, c.WantBuildings(1)))
    assert default(table.state, 1) == PASS
    events = do(table, (1, PASS))
    assert kinds(events) == [e.WishDropped, e.ContestClosed]
    assert table.state.houses == 1


def test_wishes_beyond_the_stock_are_auctioned_one_by_one() -> None:
    # rules-cases B07, N05
    table = contest(3, 2)
    assert kinds(do(table, (1, c.WantBuildings(3)))) == [e.BuildingsWanted, e.AuctionOpened]
    do(table, (0, c.PlaceBid(20)), (1, c.PlaceBid(30)), (0, PASS))
    events = do(table, (1, c.PlaceBuilding(37)))
    # two left for the wishes of two and two
    assert kinds(events) == [e.BuildingPlaced, e.AuctionOpened]
    do(table, (0, c.PlaceBid(40)), (1, PASS), (0, c.PlaceBuilding(18)))
    do(table, (1, c.PlaceBid(50)), (0, PASS), (1, c.PlaceBuilding(39)))
    assert (table.state.houses, phase_of(table.state)) == (0, "before_roll")
    assert [table.state.level[deed] for deed in (*ORANGE, *DARK_BLUE)] == [0, 1, 0, 1, 1]


def test_whoever_is_left_alone_is_served_at_list_price_as_far_as_the_stock_goes() -> None:
    table = contest(2, 1)
    do(table, (1, c.WantBuildings(2)), (0, c.PlaceBid(20)), (1, PASS))
    events = do(table, (0, c.PlaceBuilding(16)))
    assert the(events, e.PlacementDue) == e.PlacementDue(1)
    events = do(table, (1, c.PlaceBuilding(37)))
    assert payments(events) == [(1, -1, 200, "building")]
    assert (phase_of(table.state), table.state.houses) == ("before_roll", 0)


def test_after_an_auction_the_asker_places_one_by_one_too() -> None:
    table = contest(3, 2, 0, S())
    do(table, (1, c.WantBuildings(2)), (1, c.PlaceBid(20)), (0, PASS), (1, c.PlaceBuilding(37)))
    do(table, (1, c.Resign()), (0, c.PlaceBid(10)))
    events = do(table, (0, c.PlaceBuilding(16)))
    assert the(events, e.PlacementDue) == e.PlacementDue(0)
    assert payments(do(table, (0, c.PlaceBuilding(18)))) == [(0, -1, 100, "building")]


def test_a_building_that_was_won_has_to_be_placed_where_it_fits() -> None:
    table = contest(1, 1, 3)
    do(table, (1, c.WantBuildings(1)), (1, c.PlaceBid(30)), (0, PASS))
    assert default(table.state, 1) == c.PlaceBuilding(37)
    assert refusal(table, 1, PASS) == "not_now"
    assert refusal(table, 0, PASS) == "already_answered"
    assert refusal(table, 0, c.PlaceBuilding(16)) == "not_your_turn"
    assert refusal(table, 1, c.PlaceBuilding(16)) == "not_buildable"
    assert refusal(table, 1, c.PlaceBuilding(40)) == "not_buildable"
    assert option(table, 1, "place_building").deeds == DARK_BLUE
    assert payments(do(table, (1, c.PlaceBuilding(39)))) == []


def test_a_hold_is_given_back_in_a_contest_too() -> None:
    table = game(
        S(deeds=ORANGE, levels=at_level(ORANGE, 3)), S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 3)), S(), bank=(1, 12)
    )
    do(table, (1, c.HoldWindow()), (2, c.HoldWindow()), (0, c.BuildHouses(((16, 1),))))
    # a rival that is asked says none by its pass, anybody else gives its hold back
    assert do(table, (2, PASS)) == [e.HoldReturned(2)]
    do(table, (1, c.WantBuildings(1)), (1, c.PlaceBid(30)), (0, PASS))
    assert "pass" in listed(table, 1)
    assert do(table, (1, PASS)) == [e.HoldReturned(1)]
    assert refusal(table, 1, PASS) == "not_now"


def test_who_can_no_longer_pay_the_list_price_drops_out() -> None:
    table = contest(4, 1, 0, S(cash=60, deeds=BROWN))
    do(table, (1, c.WantBuildings(1)), (2, c.WantBuildings(2)), (1, c.PlaceBuilding(37)), (2, c.PlaceBuilding(1)))
    assert table.state.cash[2] == 10
    assert (phase_of(table.state), table.state.houses) == ("before_roll", 1)


def test_a_lot_beyond_the_cash_is_not_placeable() -> None:
    table = contest(3, 1, 0, S(cash=120, deeds=(*BROWN, *PINK)))
    do(table, (1, PASS), (2, c.WantBuildings(2)))
    assert option(table, 2, "place_building").deeds == (*BROWN, *PINK)
    do(table, (2, c.PlaceBuilding(1)))
    assert option(table, 2, "place_building").deeds == (3,)
    assert refusal(table, 2, c.PlaceBuilding(11)) == "not_enough_cash"


def test_hotels_are_contested_like_houses() -> None:
    seats = (S(deeds=ORANGE, levels=at_level(ORANGE, 4)), S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 4)))
    table = game(*seats, bank=(0, 1))
    do(table, (0, c.BuildHouses(((16, 1),))))
    assert option(table, 1, "want_buildings").high == 2
    do(table, (1, c.WantBuildings(1)), (1, c.PlaceBid(500)), (0, PASS), (1, c.PlaceBuilding(37)))
    assert (table.state.level[37], table.state.hotels, table.state.houses) == (HOTEL, 0, 4)
    assert phase_of(table.state) == "before_roll"


def test_buyers_come_before_sellers_while_a_contest_is_open() -> None:
    # rules-cases B20
    table = contest(3)
    assert kinds(do(table, (1, c.SellHouses(((37, 1),))))) == [e.InterruptQueued]
    assert queueable(table, 1) == {"build_houses", "lift_mortgages", "sell_houses", "mortgage_deeds"}


def test_the_asker_may_leave_and_the_rest_is_for_the_others() -> None:
    table = contest(1, 1, 3, S())
    do(table, (1, c.WantBuildings(1)), (0, c.Resign()))
    # a seat whose rivals have given up bids against nobody, or is served at list price
    assert waiting(table.state) == (1,)


def test_a_rival_that_leaves_is_waited_for_no_more() -> None:
    table = contest(3, 2, 0, S())
    events = do(table, (1, c.Resign()))
    assert of(events, e.BuildingsBuilt) == [e.BuildingsBuilt(0, ((16, 1), (18, 1)))]


def test_a_contest_without_wishes_is_over() -> None:
    table = contest(3, 2, 0, S())
    events = do(table, (0, c.Resign()), (1, PASS))
    assert of(events, e.ContestClosed) == [e.ContestClosed()]


def test_an_asker_that_sold_its_lots_for_a_bid_is_served_on_those_it_still_has() -> None:
    # the high bidder is ruined by its bid after the asker has mortgaged the lot that it typed
    asker = S(deeds=(*ORANGE, *BROWN), levels=at_level(ORANGE, 3))
    table = game(asker, S(deeds=DARK_BLUE, levels=at_level(DARK_BLUE, 3)), S(), bank=(1, 12), auction_bid_limit="none")
    do(table, (0, c.BuildHouses(((16, 1),))), (1, c.WantBuildings(1)), (1, c.PlaceBid(9000)))
    do(table, (0, c.SellGroup("orange", 0)), (0, c.MortgageDeeds((16,))), (0, PASS))
    events = do(table, (1, c.DeclareBankruptcy()))
    assert the(events, e.PlacementDue) == e.PlacementDue(0)
    assert option(table, 0, "place_building").deeds == BROWN
