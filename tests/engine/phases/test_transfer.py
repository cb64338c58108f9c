"""The new owner of mortgaged deeds (rules.md MTG-04; rules-cases T04 to T07, K03, K04)."""

import msgspec
import pytest

from engine import commands as c
from engine import events as e
from engine.board import Board
from engine.chance import ScriptedChance
from engine.commands import Things
from engine.game import Game
from engine.ids import BANK
from engine.legal import default, phase_of, waiting
from engine.phases.transfer import fees
from engine.position import Position, build_state
from engine.ruleset import load_ruleset
from tests.engine.phases.positions import PHASES
from tests.engine.positions import BROWN, US, S, at_level, do, game, kinds, listed, option, payments, queueable, refusal, the


def received(cash: int, *own: int, **switches: object) -> Game:
    """Seat 0, with that much cash afterwards, has received Boardwalk (200) and Electric (75), both mortgaged."""
    giver = S(deeds=(39, 12), mortgaged=(39, 12))
    table = game(S(cash=max(cash + 1, 29), deeds=own, mortgaged=own[:1]), giver, S(), **switches)
    do(table, (0, c.OfferTrade(1, Things(1), Things(0, (39, 12)))), (1, c.AcceptOffer(1)))
    table.state.cash[0] = cash
    assert (phase_of(table.state), waiting(table.state)) == ("mortgage_transfer", (0,))
    return table


def test_each_deed_is_kept_for_a_tenth_or_lifted_at_once() -> None:
    # rules-cases T04, K03: 20 and 220 later, or 220 now
    table = received(1000)
    assert payments(do(table, (0, c.KeepMortgage(12)))) == [(0, BANK, 8, "transfer_fee")]
    events = do(table, (0, c.LiftMortgages((39,))))
    assert kinds(events) == [e.MoneyPaid, e.MortgageLifted]
    assert payments(events) == [(0, BANK, 220, "lift")]
    assert (table.state.mortgaged[12], table.state.mortgaged[39]) == (True, False)
    assert phase_of(table.state) == "before_roll"


def test_all_may_be_kept_in_one_answer() -> None:
    table = received(1000)
    assert fees(table.state, table.state.stack[-1]) == 28
    assert payments(do(table, (0, c.KeepMortgage()))) == [(0, BANK, 8, "transfer_fee"), (0, BANK, 20, "transfer_fee")]
    assert table.state.mortgaged[39]


def test_they_are_answered_in_any_order() -> None:
    # scenarios.md fine point 9
    for first, second in ((39, 12), (12, 39)):
        table = received(1000)
        do(table, (0, c.KeepMortgage(first)))
        assert option(table, 0, "keep_mortgage").deeds == (second,)
        do(table, (0, c.KeepMortgage(second)))
        assert phase_of(table.state) == "before_roll"


def test_only_the_deeds_received_are_answered_for() -> None:
    table = received(1000, 5, 15)
    assert refusal(table, 0, c.KeepMortgage(5)) == "no_such_deed"
    assert refusal(table, 0, c.KeepMortgage(-1)) == "no_such_deed"
    assert refusal(table, 1, c.KeepMortgage()) == "not_your_turn"
    assert refusal(table, 0, c.LiftMortgages((39, 5))) == "not_now"
    assert option(table, 0, "lift_mortgages").deeds == (12, 39)
    assert option(table, 0, "lift_mortgages", queued=True).deeds == (5, 15)


def test_other_mortgages_are_lifted_in_the_next_window() -> None:
    table = received(1000, 5)
    assert kinds(do(table, (0, c.LiftMortgages((5,))))) == [e.InterruptQueued]
    events = do(table, (0, c.KeepMortgage()))
    assert kinds(events)[-2:] == [e.MoneyPaid, e.MortgageLifted]


def test_without_other_deeds_no_lift_is_left_to_queue() -> None:
    assert queueable(received(1000), 0) == {"build_houses"}
    assert queueable(received(1000, 5), 0) == {"build_houses", "lift_mortgages"}


def test_who_has_too_little_raises_it_first() -> None:
    # rules-cases K04: the fee may not be waived
    table = received(10, 5, 15)
    assert refusal(table, 0, c.KeepMortgage()) == refusal(table, 0, c.KeepMortgage(39)) == "not_enough_cash"
    assert refusal(table, 0, c.LiftMortgages((39,))) == "not_enough_cash"
    assert option(table, 0, "keep_mortgage").deeds == (12,)
    assert "mortgage_deeds" in listed(table, 0)
    do(table, (0, c.MortgageDeeds((15,))), (0, c.KeepMortgage()))
    assert phase_of(table.state) == "before_roll"


@pytest.mark.parametrize(
    ("cash", "keep", "lift"),
    [
        (19, (12,), ()),
        (20, (12, 39), ()),
        (82, (12, 39), ()),
        (83, (12, 39), (12,)),
        (219, (12, 39), (12,)),
        (220, (12, 39), (12, 39)),
    ],
)
def test_each_answer_is_listed_within_the_cash(cash: int, keep: tuple[int, ...], lift: tuple[int, ...]) -> None:
    table = received(cash)
    assert option(table, 0, "keep_mortgage").deeds == keep
    lifts = option(table, 0, "lift_mortgages")
    assert (lifts.deeds if lifts else ()) == lift


def test_who_can_still_raise_it_is_not_bankrupt() -> None:
    table = received(10, 5, 15)
    assert "declare_bankruptcy" not in listed(table, 0)
    assert refusal(table, 0, c.DeclareBankruptcy()) == "can_still_pay"
    assert refusal(table, 1, c.DeclareBankruptcy()) == refusal(table, 1, c.Liquidate()) == "not_your_turn"


def test_who_cannot_is_bankrupt_to_the_bank() -> None:
    # rules-cases K04
    table = PHASES["mortgage_transfer, hopeless"]()
    assert {"declare_bankruptcy", "liquidate"} <= listed(table, 1)
    assert the(do(table, (1, c.DeclareBankruptcy())), e.SeatBankrupt) == e.SeatBankrupt(1)


@pytest.mark.parametrize(("cash", "answer"), [(28, c.KeepMortgage()), (27, c.Liquidate())])
def test_silence_keeps_all_after_raising_what_it_takes(cash: int, answer: c.Command) -> None:
    # scenarios.md fine point 8
    table = received(cash, 5, 15)
    assert default(table.state, 0) == answer
    do(table, (0, default(table.state, 0)))
    assert phase_of(table.state) == "before_roll"
    assert (table.state.mortgaged[39], table.state.mortgaged[15]) == (True, cash == 27)


def test_silence_of_who_cannot_pay_is_bankruptcy() -> None:
    table = PHASES["mortgage_transfer, hopeless"]()
    assert the(do(table, (1, default(table.state, 1))), e.SeatBankrupt).seat == 1


def test_buildings_may_be_sold_for_it_also_under_debt_only() -> None:
    heir = S(cash=40, deeds=BROWN, levels=at_level(BROWN, 1))
    table = game(heir, S(deeds=(39,), mortgaged=(39,)), S(), liquidation="debt_only")
    do(table, (0, c.OfferTrade(1, Things(1), Things(0, (39,)))), (1, c.AcceptOffer(1)))
    assert {"sell_houses", "sell_group"} <= listed(table, 0)
    do(table, (0, c.SellHouses(((1, 1),))), (0, c.KeepMortgage()))
    assert table.state.cash[0] == 40 - 1 + 25 - 20


def test_every_transfer_costs_the_interest_again() -> None:
    # rules-cases T07
    table = game(S(), S(deeds=(39,), mortgaged=(39,)), S())
    do(table, (0, c.OfferTrade(1, Things(1), Things(0, (39,)))), (1, c.AcceptOffer(1)), (0, c.KeepMortgage()))
    do(table, (2, c.OfferTrade(0, Things(1), Things(0, (39,)))), (0, c.AcceptOffer(2)))
    assert payments(do(table, (2, c.KeepMortgage()))) == [(2, BANK, 20, "transfer_fee")]




def test_interest_that_rounds_down_to_nothing_is_not_paid() -> None:
    spaces = tuple(msgspec.structs.replace(space, mortgage=9) if space.index == 39 else space for space in US.data.spaces)
    board = Board(msgspec.structs.replace(US.data, spaces=spaces))
    rules = load_ruleset("official", {"interest_rounding": "down"})
    table = Game(build_state(Position((S(), S(deeds=(39,), mortgaged=(39,)))), board, rules), ScriptedChance())
    do(table, (0, c.OfferTrade(1, Things(1), Things(0, (39,)))), (1, c.AcceptOffer(1)))
    assert do(table, (0, c.KeepMortgage())) == [e.MortgageKept(0, 39)]
