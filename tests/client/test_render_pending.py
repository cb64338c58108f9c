"""What happens about auctions, debts, contests, claims, holds and offers, line by line."""

from client.render_events import describe_event
from client.render_pending import PENDING
from engine import commands as c
from engine import events as e
from engine.commands import Things
from engine.ids import BANK
from tests.client.views import check_snapshot, view_of
from tests.engine.positions import LIGHT_BLUE, ORANGE, S, at_level, do, game

EXAMPLES: tuple[e.Event, ...] = (
    e.WindowOpened("after_roll", (1, 2)),
    e.AuctionOpened((0, 1, 2), 39),
    e.AuctionOpened((0, 1), building="hotel"),
    e.BidPlaced(1, 61),
    e.BidPassed(0),
    e.AuctionRestarted((0, 2)),
    e.AuctionClosed(1, 61),
    e.AuctionClosed(BANK),
    e.DebtOpened(0, ((1, 50),), "rent"),
    e.DebtOpened(0, ((1, 50), (2, 50)), "card"),
    e.DebtOpened(0, ((BANK, 200),), "tax"),
    e.DebtSettled(0),
    e.TransfersDue(1, (5, 12)),
    e.EstateOpened((5, 12, 39)),
    e.ContestOpened("house", 0, ((16, 1), (18, 1)), 2, (1, 2)),
    e.BuildingsWanted(1, 3),
    e.BuildingsWanted(2, 0),
    e.PlacementDue(1, 61),
    e.PlacementDue(1),
    e.BuildingPlaced(1, 6),
    e.WishDropped(1),
    e.ContestClosed(),
    e.ClaimOpened(1, 0, 26, 39),
    e.RentClaimed(1, 0, 39),
    e.ClaimExpired(1, 0, 39),
    e.WindowHeld(1),
    e.WindowHeld(1, pending=True),
    e.HoldReturned(1),
    e.StopsSet(1, True, True),
    e.StopsSet(1, False, True),
    e.StopsSet(1, False, False),
    e.InterruptQueued(4, 0, c.BuildHouses(((16, 2), (18, 1)))),
    e.InterruptDropped(4, 0, "not_enough_cash"),
    e.InterruptDropped(4, 0, "a_reason_of_tomorrow"),
    e.InterruptWithdrawn(4, 0),
    e.OfferMade(3, 0, 1, Things(120, (39,)), Things(0, (5,), ("chance",))),
    e.OfferClosed(3, "accepted"),
    e.OfferClosed(3, "rejected"),
    e.OfferClosed(3, "withdrawn"),
    e.OfferClosed(3, "countered"),
    e.OfferClosed(3, "void"),
    e.OfferClosed(3, "expired"),
)


def test_the_lines_of_pending_business() -> None:
    owner = S(deeds=(*LIGHT_BLUE, 5, 12), levels=at_level(LIGHT_BLUE, 1), mortgaged=(5,))
    view = view_of(game(S(), owner, S()))
    check_snapshot("events_pending", [str(describe_event(event, view)) for event in EXAMPLES])


def test_there_is_an_example_of_each() -> None:
    assert {type(event) for event in EXAMPLES} == set(PENDING) - {e.InterruptTaken}


def test_a_placement_names_what_is_placed() -> None:
    seats = (S(cash=2000, deeds=ORANGE), S(cash=2000, deeds=LIGHT_BLUE))
    table = game(*seats, bank=(9, None))
    do(table, (0, c.BuildHouses(((16, 1), (18, 1), (19, 1)))), (1, c.WantBuildings(1)))
    assert describe_event(e.PlacementDue(1), view_of(table)) == "Bob places a house at the list price"
    do(table, (1, c.PlaceBuilding(9)))
    assert describe_event(e.BuildingPlaced(1, 9), view_of(table)) == "Bob builds: Connecticut Avenue 1 house"
