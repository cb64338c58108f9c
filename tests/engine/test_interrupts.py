"""Commands that wait for the next window: what is taken in, in which order it runs, and what is dropped (design.md 4.1)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.interrupts import MAX_QUEUED
from engine.legal import phase_of
from tests.engine.positions import (
    BROWN,
    DARK_BLUE,
    ORANGE,
    RAILROADS,
    S,
    do,
    game,
    kinds,
    of,
    option,
    queueable,
    refusal,
    the,
)


def in_purchase(*others: S, **switches: object) -> Game:
    """Seat 0 is asked about Reading Railroad, so no window is open; `others` are the seats from 1 on."""
    table = game(S(space=2), *others, dice=[(1, 2), (1, 3)], **switches)
    table.handle(0, c.RollDice())
    assert phase_of(table.state) == "purchase"
    return table


def test_what_moves_assets_is_queued_and_runs_when_the_window_opens() -> None:
    # rules-cases B11, B26, R21, R23
    table = in_purchase(S(deeds=BROWN))
    assert do(table, (1, c.BuildHouses(((1, 1),)))) == [e.InterruptQueued(1, 1, c.BuildHouses(((1, 1),)))]
    events = do(table, (0, c.BuyDeed()))
    assert kinds(events)[-4:] == [e.WindowOpened, e.InterruptTaken, e.MoneyPaid, e.BuildingsBuilt]
    assert table.state.level[1] == 1
    assert table.state.queue == []


def test_interrupts_run_in_order_of_arrival_each_judged_again() -> None:
    table = in_purchase(S(cash=60, deeds=BROWN), S(cash=60, deeds=DARK_BLUE))
    do(
        table,
        (2, c.MortgageDeeds((37,))),
        (1, c.BuildHouses(((1, 1),))),
        (1, c.BuildHouses(((3, 1),))),
        (2, c.MortgageDeeds((37,))),
        (1, c.SellHouses(((1, 1),))),
        (1, c.MortgageDeeds((3,))),
    )
    events = do(table, (0, c.BuyDeed()))
    assert [(event.interrupt, event.seat) for event in of(events, e.InterruptTaken)] == [
        (1, 2), (2, 1), (3, 1), (4, 2), (5, 1), (6, 1),
    ]  # fmt: skip
    assert [(event.interrupt, event.reason) for event in of(events, e.InterruptDropped)] == [
        (3, "not_enough_cash"), (4, "deed_mortgaged"),
    ]  # fmt: skip
    # what became possible by an earlier one is done: the mortgage after the sale
    assert table.state.mortgaged[3]


def test_a_sale_and_the_mortgage_that_it_makes_possible_can_be_queued_together() -> None:
    table = in_purchase(S(cash=0, deeds=BROWN, levels=((1, 1),)))
    do(table, (1, c.SellHouses(((1, 1),))), (1, c.MortgageDeeds((1, 3))))
    events = do(table, (0, c.BuyDeed()))
    assert of(events, e.InterruptDropped) == []
    assert table.state.cash[1] == 25 + 60


def test_an_interrupt_that_opens_a_contest_lets_the_rest_wait() -> None:
    table = in_purchase(S(deeds=BROWN), S(deeds=(*ORANGE, 15)), bank=(1, 12))
    do(table, (1, c.BuildHouses(((1, 1),))), (2, c.MortgageDeeds((15,))))
    do(table, (0, c.BuyDeed()))
    assert phase_of(table.state) == "build_contest"
    assert [entry.id for entry in table.state.queue] == [2]
    events = do(table, (2, c.Pass()))
    assert kinds(events)[-3:] == [e.InterruptTaken, e.DeedMortgaged, e.MoneyPaid]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.BuildHouses(()), "empty_command"),
        (c.BuildHouses(((1, 1), (1, 1))), "duplicate_deed"),
        (c.BuildHouses(((15, 1),)), "not_buildable"),
        (c.SellHouses(((15, 1),)), "not_buildable"),
        (c.BuildHouses(((39, 1),)), "not_owner"),
        (c.BuildHouses(((0, 1),)), "no_such_deed"),
        (c.SellGroup("red", 0), "not_owner"),
        (c.SellGroup("railroad", 0), "no_such_group"),
        (c.SellGroup("no", 0), "no_such_group"),
        (c.MortgageDeeds((5,)), "not_owner"),
        (c.MortgageDeeds(()), "empty_command"),
        (c.LiftMortgages((40,)), "no_such_deed"),
        (c.AcceptOffer(7), "no_such_offer"),
    ],
)
def test_what_names_things_that_are_not_the_seats_is_refused_at_once(command: c.Command, reason: str) -> None:
    assert refusal(in_purchase(S(deeds=(*BROWN, 15))), 1, command) == reason


@pytest.mark.parametrize(
    "command",
    [
        c.BuildHouses(((1, 9),)), c.SellHouses(((1, 1),)), c.SellGroup("brown", 0), c.MortgageDeeds((1, 3)),
        c.LiftMortgages((15,)),
    ],
)  # fmt: skip
def test_the_rest_is_judged_when_it_runs(command: c.AssetCommand) -> None:
    table = in_purchase(S(deeds=(*BROWN, 15)))
    assert do(table, (1, command)) == [e.InterruptQueued(1, 1, command)]


def test_an_offer_is_accepted_for_later_by_the_seat_it_was_made_to() -> None:
    # rules-cases T12: executed in the next window, never between roll and rent
    table = in_purchase(S(deeds=(15,)), S())
    do(table, (2, c.OfferTrade(1, c.Things(40), c.Things(deeds=(15,)))))
    assert refusal(table, 2, c.AcceptOffer(1)) == "not_owner"
    assert kinds(do(table, (1, c.AcceptOffer(1)))) == [e.InterruptQueued]
    assert table.state.owner[15] == 1
    events = do(table, (0, c.BuyDeed()))
    assert kinds(events)[-4:] == [e.InterruptTaken, e.OfferClosed, e.MoneyPaid, e.DeedTransferred]
    assert table.state.owner[15] == 2


def test_an_accepted_offer_that_died_meanwhile_is_dropped() -> None:
    table = in_purchase(S(deeds=(15,)), S())
    do(table, (1, c.MortgageDeeds((15,))), (2, c.OfferTrade(1, c.Things(40), c.Things(deeds=(15,)))), (1, c.AcceptOffer(1)))
    events = do(table, (0, c.BuyDeed()))
    assert the(events, e.OfferClosed) == e.OfferClosed(1, "void")
    assert the(events, e.InterruptDropped) == e.InterruptDropped(2, 1, "no_such_offer")


def test_a_debtor_does_not_queue_its_own_builds_and_lifts() -> None:
    # rules-cases B13; scenarios.md fine point 2
    seats = (S(cash=0, space=2, deeds=(*BROWN, 15), mortgaged=(15,)), S(deeds=(5, *DARK_BLUE, 25), mortgaged=(25,)))
    table = game(*seats, dice=[(1, 2)])
    table.handle(0, c.RollDice())
    assert phase_of(table.state) == "debt"
    assert refusal(table, 0, c.BuildHouses(((1, 1),))) == "in_debt"
    assert refusal(table, 0, c.LiftMortgages((15,))) == "in_debt"
    assert queueable(table, 0) == set()
    assert queueable(table, 1) == {"build_houses", "lift_mortgages", "sell_houses", "mortgage_deeds"}
    assert kinds(do(table, (1, c.BuildHouses(((39, 1),))), (1, c.LiftMortgages((25,))))) == [e.InterruptQueued] * 2


def test_a_seat_may_take_its_own_interrupts_back() -> None:
    table = in_purchase(S(deeds=BROWN), S())
    do(table, (1, c.BuildHouses(((1, 1),))))
    assert option(table, 1, "withdraw_interrupt").ids == (1,)
    assert option(table, 2, "withdraw_interrupt") is None
    assert refusal(table, 2, c.WithdrawInterrupt(1)) == "no_such_interrupt"
    assert refusal(table, 1, c.WithdrawInterrupt(2)) == "no_such_interrupt"
    assert do(table, (1, c.WithdrawInterrupt(1))) == [e.InterruptWithdrawn(1, 1)]
    assert table.state.queue == []
    assert of(do(table, (0, c.BuyDeed())), e.InterruptTaken) == []


def test_no_seat_may_queue_more_than_a_number() -> None:
    table = in_purchase(S(deeds=BROWN), S(deeds=(15,)))
    for _ in range(MAX_QUEUED):
        do(table, (1, c.MortgageDeeds((1,))))
    assert refusal(table, 1, c.MortgageDeeds((1,))) == "too_many_queued"
    assert queueable(table, 1) == set()
    assert queueable(table, 2) == {"lift_mortgages", "mortgage_deeds"}
    do(table, (2, c.MortgageDeeds((15,))), (1, c.WithdrawInterrupt(3)), (1, c.MortgageDeeds((1,))))
    assert table.state.queue[-1].id == MAX_QUEUED + 2


def test_under_own_turn_nothing_is_queued() -> None:
    # scenarios.md fine point 2
    table = in_purchase(S(deeds=BROWN), asset_window="own_turn")
    assert refusal(table, 1, c.BuildHouses(((1, 1),))) == "not_now"
    assert refusal(table, 1, c.MortgageDeeds((1,))) == "not_now"
    assert queueable(table, 1) == set()


def test_under_debt_only_no_sale_or_mortgage_is_queued() -> None:
    table = in_purchase(S(deeds=BROWN), liquidation="debt_only")
    for command in (c.SellHouses(((1, 1),)), c.SellGroup("brown", 0), c.MortgageDeeds((1,))):
        assert refusal(table, 1, command) == "only_in_debt"
    assert queueable(table, 1) == {"build_houses", "lift_mortgages"}


def test_everything_listed_as_queueable_is_taken_in() -> None:
    table = in_purchase(S(deeds=(*RAILROADS[1:], *BROWN)))
    assert option(table, 1, "mortgage_deeds", queued=True).deeds == (1, 3, 15, 25, 35)
    assert option(table, 1, "build_houses", queued=True).deeds == BROWN
    for deed in RAILROADS[1:]:
        assert kinds(do(table, (1, c.MortgageDeeds((deed,))))) == [e.InterruptQueued]
