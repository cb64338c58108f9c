"""What events about pending business do: openings, auctions, contests, holds, interrupts, offers, bankruptcies."""

import pytest

from engine import commands as c
from engine import events as e
from engine import frames as f
from engine.apply import apply, fold
from engine.commands import Things
from engine.ids import BANK, HOTEL
from engine.state import Claim, Interrupt, Offer, State
from tests.engine.positions import BROWN, ORANGE, S, at_level, game


def four(*frames: f.AnyFrame, **switches: object) -> State:
    """Four seats, seat 0 to move, with these frames above the step."""
    state = game(S(), S(), S(), S(), **switches).state
    state.stack = [f.Step(), *frames]
    state.next_prompt = 100
    return state


def thrown(state: State, *totals: tuple[int, int]) -> f.AnyFrame:
    for seat, total in totals:
        apply(state, e.OpeningThrown(seat, (total // 2, total - total // 2)))
    return state.stack[-1]


def test_an_opening_round_is_settled_when_everybody_has_thrown() -> None:
    state = game(S(), S(), S(), phase="opening_roll").state
    assert thrown(state, (0, 5), (1, 9)) == f.OpeningRoll(1, ((0, 1, 2),), (0, 1, 2), (5, 9))
    assert thrown(state, (2, 9)) == f.OpeningRoll(4, ((1, 2), (0,)), (1, 2))
    assert state.next_prompt == 7
    assert thrown(state, (1, 4), (2, 6)) == f.OpeningRoll(7, ((2,), (1,), (0,)), ())


def test_a_new_high_bid_undoes_every_pass() -> None:
    # rules-cases P11
    state = apply(four(), e.AuctionOpened((0, 1, 2), 5))
    assert state.stack[-1] == f.Auction(100, (0, 1, 2), 5)
    fold(state, [e.BidPassed(1), e.BidPassed(2)])
    assert state.stack[-1] == f.Auction(100, (0, 1, 2), 5, passed=(1, 2))
    apply(state, e.BidPlaced(0, 40))
    assert state.stack[-1] == f.Auction(100, (0, 1, 2), 5, high=40, leader=0)
    fold(state, [e.BidPassed(1), e.AuctionRestarted((1, 2))])
    assert state.stack[-1] == f.Auction(104, (1, 2), 5)
    assert apply(state, e.AuctionClosed(BANK)).stack == [f.Step()]


def test_a_deed_under_the_hammer_leaves_its_estate() -> None:
    state = apply(four(f.Estate((5, 15))), e.AuctionOpened((1, 2), 5))
    assert state.stack[1:] == [f.Estate((15,)), f.Auction(100, (1, 2), 5)]
    state = apply(four(f.Estate((5, 15))), e.AuctionOpened((1, 2), building="house"))
    assert state.stack[1:] == [f.Estate((5, 15)), f.Auction(100, (1, 2), building="house")]


def test_a_debt_says_what_it_pays_for() -> None:
    state = apply(four(), e.DebtOpened(1, ((BANK, 90),), "auction", 5))
    assert state.stack[-1] == f.Debt(1, ((BANK, 90),), "auction", 100, 5)
    assert apply(state, e.DebtSettled(1)).stack == [f.Step()]


def contested(building: f.Building = "house") -> State:
    state = game(S(deeds=ORANGE, levels=at_level(ORANGE, 3)), S(deeds=BROWN, levels=at_level(BROWN, 4)), S(), S()).state
    return apply(state, e.ContestOpened(building, 0, ((16, 1),), 1, (1, 2)))


def test_the_asker_of_a_contest_has_answered_by_asking() -> None:
    state = contested()
    assert state.stack[-1] == f.BuildContest(5, "house", 0, ((16, 1),), (1, 2), ((0, 1),))
    apply(state, e.BuildingsWanted(2, 3))
    assert state.stack[-1] == f.BuildContest(5, "house", 0, ((16, 1),), (1,), ((0, 1), (2, 3)))


def test_a_placement_serves_a_wish() -> None:
    state = fold(contested(), [e.BuildingsWanted(1, 0), e.BuildingsWanted(2, 2), e.PlacementDue(0, 60)])
    contest = state.stack[-1]
    assert isinstance(contest, f.BuildContest)
    assert (contest.placer, contest.price, contest.prompt) == (0, 60, 9)
    houses = state.houses
    apply(state, e.BuildingPlaced(0, 16))
    contest = state.stack[-1]
    assert isinstance(contest, f.BuildContest)
    assert (contest.placer, contest.price, contest.wishes) == (BANK, -1, ((0, 0), (1, 0), (2, 2)))
    assert (state.level[16], state.houses) == (4, houses - 1)


def test_an_auction_makes_a_contest_one_of_auctions() -> None:
    auction = [e.AuctionOpened((0, 2), building="house"), e.AuctionClosed(0, 5)]
    for events, auctioned in (([e.PlacementDue(2)], False), (auction, True)):
        contest = fold(contested(), events).stack[-1]
        assert isinstance(contest, f.BuildContest)
        assert contest.auctioned is auctioned


def test_a_placed_hotel_hands_its_houses_back() -> None:
    state = fold(contested("hotel"), [e.PlacementDue(1, 30)])
    houses, hotels = state.houses, state.hotels
    apply(state, e.BuildingPlaced(1, 1))
    assert (state.level[1], state.houses, state.hotels) == (HOTEL, houses + 4, hotels - 1)


def test_a_dropped_wish_is_given_up_whole() -> None:
    state = fold(contested(), [e.BuildingsWanted(2, 3), e.WishDropped(2), e.WishDropped(3)])
    contest = state.stack[-1]
    assert isinstance(contest, f.BuildContest)
    assert contest.wishes == ((0, 1), (2, 0))
    assert isinstance(apply(state, e.ContestClosed()).stack[-1], f.Window)


def test_the_oldest_claim_on_the_same_debtor_and_deed_ends_first() -> None:
    state = four()
    state.claims = [Claim(1, 0, 8, 3), Claim(1, 0, 25, 5, 1), Claim(1, 0, 25, 5), Claim(2, 0, 9, 5)]
    apply(state, e.RentClaimed(1, 0, 5))
    assert state.claims == [Claim(1, 0, 8, 3), Claim(1, 0, 25, 5), Claim(2, 0, 9, 5)]
    fold(state, [e.ClaimExpired(1, 0, 5), e.ClaimExpired(2, 0, 5), e.ClaimExpired(2, 0, 5)])
    assert state.claims == [Claim(1, 0, 8, 3)]


def test_a_window_is_held_and_given_back() -> None:
    state = game(S(), S(), S()).state
    fold(state, [e.WindowHeld(1), e.WindowHeld(2)])
    assert state.stack == [f.Window("before_roll", 1, (1, 2))]
    assert state.holds_used == [0, 1, 1]
    apply(state, e.HoldReturned(1))
    assert state.stack == [f.Window("before_roll", 1, (2,))]


def test_a_hold_for_the_next_window_waits_apart() -> None:
    state = four()
    fold(state, [e.WindowHeld(3, pending=True), e.WindowHeld(1, pending=True), e.HoldReturned(3)])
    assert (state.pending_holds, state.holds_used) == ([1], [0, 1, 0, 1])


def test_stops_are_kept_for_each_seat() -> None:
    state = fold(four(), [e.StopsSet(1, True, False), e.StopsSet(2, True, True), e.StopsSet(2, False, True)])
    assert (state.stop_before, state.stop_after) == ([False, True, False, False], [False, False, True, False])


def test_interrupts_wait_in_order_and_leave_by_their_number() -> None:
    first, second = c.MortgageDeeds((5,)), c.MortgageDeeds((15,))
    state = fold(four(), [e.InterruptQueued(1, 2, first), e.InterruptQueued(2, 1, second)])
    assert state.queue == [Interrupt(1, 2, first), Interrupt(2, 1, second)]
    assert state.next_interrupt == 3
    assert apply(state, e.InterruptTaken(1, 2)).queue == [Interrupt(2, 1, second)]
    assert apply(state, e.InterruptWithdrawn(2, 1)).queue == []


def test_an_offer_remembers_how_its_deeds_lay() -> None:
    state = game(S(deeds=(5, 15), mortgaged=(15,)), S(deeds=(25, 35), mortgaged=(25,))).state
    give, get = Things(1, (5, 15)), Things(0, (25, 35))
    apply(state, e.OfferMade(4, 0, 1, give, get))
    assert state.offers == {4: Offer(4, 0, 1, give, get, (15, 25))}
    assert (state.offers_made, state.next_offer) == ([0, 1, 0, 0], 5)
    assert apply(state, e.OfferClosed(4, "rejected")).offers == {}


OUT = e.SeatBankrupt(1, 2)


@pytest.mark.parametrize(
    "frame",
    [
        f.Purchase(1, 5, 9),
        f.Settlement(1, 5),
        f.Departure(1),
        f.CardChoice(1, "card", 9),
        f.TaxChoice(1, 4, 9),
        f.MortgageTransfer(1, (5,), 9),
        f.Debt(1, ((0, 50),), "rent", 9),
    ],
    ids=lambda frame: type(frame).__name__,
)
def test_what_a_bankrupt_was_asked_is_asked_no_more(frame: f.AnyFrame) -> None:
    assert apply(four(f.Estate((5,)), frame), OUT).stack == [f.Step(), f.Estate((5,))]
    assert apply(four(frame), e.SeatBankrupt(3)).stack == [f.Step(), frame]


def test_the_asset_window_of_a_bankrupt_goes_with_its_settlement() -> None:
    window = f.Window("own_turn", 9)
    assert apply(four(f.Settlement(1, 5, window_done=True), window), OUT).stack == [f.Step()]
    assert len(apply(four(f.Settlement(0, 5, window_done=True), window), OUT).stack) == 3


@pytest.mark.parametrize(
    ("creditors", "heir", "left"),
    [
        (((1, 50),), 2, ((2, 50),)),
        (((1, 50),), BANK, ((BANK, 50),)),
        (((1, 50), (2, 50), (3, 50)), 2, ((2, 50), (2, 50), (3, 50))),
        (((1, 50),), 0, ()),
        (((3, 50),), 2, ((3, 50),)),
    ],
)
def test_what_is_owed_to_a_bankrupt_is_owed_to_its_heir(
    creditors: tuple[tuple[int, int], ...], heir: int, left: tuple[tuple[int, int], ...]
) -> None:
    # rules-cases K24; a debtor that inherits its own debt owes nothing
    debt = apply(four(f.Debt(0, creditors, "card", 9)), e.SeatBankrupt(1, heir)).stack[-1]
    assert isinstance(debt, f.Debt)
    assert debt.creditors == left


@pytest.mark.parametrize(
    ("auction", "left"),
    [
        (f.Auction(9, (0, 1, 2), 5, None, 60, 1, (0,)), f.Auction(9, (0, 2), 5)),
        (f.Auction(9, (0, 1, 2), 5, None, 60, 0, (1, 2)), f.Auction(9, (0, 2), 5, None, 60, 0, (2,))),
        (f.Auction(9, (1, 2), building="hotel", high=20, leader=2), f.Auction(9, (2,), building="hotel", high=20, leader=2)),
    ],
)
def test_an_auction_goes_on_without_a_bankrupt_and_anew_without_its_high_bidder(auction: f.Auction, left: f.Auction) -> None:
    # scenarios.md fine point 4
    assert apply(four(auction), OUT).stack[-1] == left


def test_a_contest_goes_on_without_a_bankrupt() -> None:
    contest = f.BuildContest(9, "house", 0, ((16, 1),), (1, 3), ((0, 1), (2, 2)))
    assert apply(four(contest), OUT).stack[-1] == f.BuildContest(9, "house", 0, ((16, 1),), (3,), ((0, 1), (2, 2)))
    placing = f.BuildContest(9, "house", 0, ((16, 1),), (), ((0, 1), (1, 2)), 1, 30, True)
    assert apply(four(placing), OUT).stack[-1] == f.BuildContest(
        9, "house", 0, ((16, 1),), (), ((0, 1),), BANK, -1, True
    )
    assert apply(four(placing), e.SeatBankrupt(0)).stack[-1] == f.BuildContest(
        9, "house", 0, ((16, 1),), (), ((1, 2),), 1, 30, True
    )


def test_claims_of_a_bankrupt_pass_to_its_heir_but_not_to_the_bank_or_its_own_debtor() -> None:
    claims = [Claim(1, 0, 8, 3), Claim(1, 2, 9, 6), Claim(0, 1, 7, 9), Claim(3, 0, 5, 5, 1)]
    for heir, left in ((2, [Claim(2, 0, 8, 3), claims[3]]), (BANK, [claims[3]]), (0, [Claim(0, 2, 9, 6), claims[3]])):
        state = four()
        state.claims = list(claims)
        assert apply(state, e.SeatBankrupt(1, heir)).claims == left


def test_holds_stops_votes_jail_and_interrupts_of_a_bankrupt_are_void() -> None:
    state = four()
    fold(state, [e.StopsSet(1, True, True), e.VoteCast(1, True), e.SeatJailed(1, "card")])
    fold(state, [e.WindowHeld(1, pending=True), e.WindowHeld(2, pending=True)])
    fold(state, [e.InterruptQueued(1, 1, c.AcceptOffer(1)), e.InterruptQueued(2, 2, c.AcceptOffer(1))])
    apply(state, OUT)
    assert state.out == [False, True, False, False]
    assert not any((*state.stop_before, *state.stop_after, *state.votes))
    assert (state.jail[1], state.pending_holds) == (-1, [2])
    assert [entry.id for entry in state.queue] == [2]


def test_a_bankrupt_holds_no_window() -> None:
    state = game(S(), S(), S()).state
    fold(state, [e.WindowHeld(1), e.WindowHeld(2), OUT])
    assert state.stack == [f.Window("before_roll", 1, (2,))]


def test_the_doubles_of_the_turn_go_with_the_seat_whose_turn_it_is() -> None:
    # rules-cases D10
    for seat, doubles in ((1, 1), (0, 0)):
        state = game(S(), S(), S(), phase="after_roll", doubles=1).state
        assert apply(state, e.SeatBankrupt(seat)).doubles == doubles


@pytest.mark.parametrize(
    ("opening", "seat", "left"),
    [
        (f.OpeningRoll(1, ((0, 1, 2, 3),), (0, 1, 2, 3), (5,)), 1, f.OpeningRoll(1, ((0, 2, 3),), (0, 2, 3), (5,))),
        (f.OpeningRoll(1, ((0, 1, 2, 3),), (0, 1, 2, 3), (5, 7)), 0, f.OpeningRoll(1, ((1, 2, 3),), (1, 2, 3), (7,))),
        (f.OpeningRoll(1, ((0, 1, 2),), (0, 1, 2), (5, 7)), 2, f.OpeningRoll(100, ((1,), (0,)), ())),
        (f.OpeningRoll(1, ((1, 2), (0,)), (1, 2)), 2, f.OpeningRoll(100, ((1,), (0,)), ())),
        (f.OpeningRoll(1, ((2,), (0,), (1,)), ()), 2, f.OpeningRoll(100, ((0,), (1,)), ())),
    ],
)
def test_a_seat_that_leaves_during_the_opening_has_no_place_in_the_order(
    opening: f.OpeningRoll, seat: int, left: f.OpeningRoll
) -> None:
    state = four()
    state.stack = [opening]
    assert apply(state, e.SeatBankrupt(seat, resigned=True)).stack == [left]
