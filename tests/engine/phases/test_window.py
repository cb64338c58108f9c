"""The windows: who may do what, who holds them, and what closes them (design.md 4.1; rules.md section 1.8, 1.9)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.commands import Things
from engine.game import Game
from engine.ids import TABLE
from engine.legal import default, phase_of, waiting
from tests.engine.phases.positions import PHASES
from tests.engine.positions import (
    BROWN,
    S,
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

ROLL, END, PASS, HOLD = c.RollDice(), c.EndTurn(), c.Pass(), c.HoldWindow()
ASSETS = {"build_houses", "sell_houses", "sell_group", "mortgage_deeds", "lift_mortgages"}
OWNER = S(deeds=(*BROWN, 5, 12), mortgaged=(12,), levels=((1, 1),))


def test_before_the_roll_the_turns_seat_rolls_and_nobody_ends() -> None:
    table = game(S(space=10), S(), dice=[(4, 6)])
    assert waiting(table.state) == (0,)
    assert refusal(table, 0, END) == "roll_due"
    assert refusal(table, 1, ROLL) == refusal(table, 1, END) == "not_your_turn"
    assert default(table.state, 0) == ROLL
    do(table, (0, ROLL))
    assert phase_of(table.state) == "after_roll"


def test_after_the_roll_it_ends_its_turn() -> None:
    table = PHASES["after_roll"]()
    assert refusal(table, 0, ROLL) == "not_now"
    assert default(table.state, 0) == END
    assert the(do(table, (0, END)), e.TurnStarted).seat == 1


def test_after_doubles_it_rolls_again() -> None:
    table = PHASES["after_roll, doubles"]()
    assert refusal(table, 0, END) == "roll_due"
    assert default(table.state, 0) == ROLL
    assert "end_turn" not in listed(table, 0)
    do(table, (0, ROLL))


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_window_everybody_may_move_assets_at_once(seat: int) -> None:
    # rules.md BLD-06; rules-cases B12, B25, P17: also between turns and out of turn
    seats = [S(space=10), S(space=10)]
    seats[seat] = OWNER
    table = game(*seats)
    assert listed(table, seat) >= ASSETS
    assert queueable(table, seat) == set()
    events = do(
        table, (seat, c.BuildHouses(((3, 1),))), (seat, c.SellHouses(((1, 1),))), (seat, c.SellGroup("brown", 0)),
        (seat, c.MortgageDeeds((5,))), (seat, c.LiftMortgages((12,))),
    )  # fmt: skip
    assert kinds(events)[1::2] == [e.BuildingsBuilt, e.MoneyPaid, e.MoneyPaid, e.MoneyPaid, e.MortgageLifted]


def test_under_debt_only_money_is_not_raised_in_a_window() -> None:
    # rules.md SEL-02, MTG-03; rules-cases B25
    table = game(S(), OWNER, liquidation="debt_only")
    assert listed(table, 1) & ASSETS == {"build_houses", "lift_mortgages"}
    for command in (c.SellHouses(((1, 1),)), c.SellGroup("brown", 0), c.MortgageDeeds((5,))):
        assert refusal(table, 1, command) == "only_in_debt"


def own_turn(*others: S, **switches: object) -> Game:
    """Seat 0, with the browns, has landed on seat 1's Reading; its asset window is open."""
    table = game(
        S(space=2, deeds=(*BROWN, 12), mortgaged=(12,)), *(others or (S(deeds=(5,)),)), dice=[(1, 2)],
        asset_window="own_turn", **switches,
    )  # fmt: skip
    do(table, (0, ROLL))
    assert (phase_of(table.state), waiting(table.state)) == ("own_turn", (0,))
    return table


def test_under_own_turn_only_the_seat_to_move_does_so_once_per_roll() -> None:
    # rules-cases B23, B24; scenarios.md fine point 3
    table = own_turn()
    assert refusal(table, 1, c.MortgageDeeds((5,))) == "not_now"
    assert listed(table, 1) & ASSETS == set()
    do(table, (0, c.BuildHouses(((1, 1),))), (0, c.LiftMortgages((12,))), (0, END))
    assert phase_of(table.state) == "after_roll"
    assert refusal(table, 0, c.BuildHouses(((3, 1),))) == "not_now"
    assert listed(table, 0) & ASSETS == set()


def test_under_own_turn_the_windows_around_it_move_nothing() -> None:
    table = game(S(deeds=BROWN), S(), asset_window="own_turn")
    assert refusal(table, 0, c.BuildHouses(((1, 1),))) == "not_now"


def test_the_asset_window_is_shut_by_its_seat_alone_whoever_holds() -> None:
    table = own_turn()
    assert refusal(table, 1, END) == "not_your_turn"
    assert refusal(table, 0, ROLL) == "not_now"
    assert default(table.state, 0) == END
    assert do(table, (1, HOLD)) == [e.WindowHeld(1, pending=True)]
    assert payments(do(table, (0, END))) == [(0, 1, 25, "rent")]
    assert waiting(table.state) == (0, 1)


def test_a_hold_for_the_next_window_may_be_given_back_in_the_asset_window() -> None:
    table = own_turn()
    do(table, (1, HOLD))
    assert do(table, (1, PASS)) == [e.HoldReturned(1)]
    assert refusal(table, 1, PASS) == "not_holding"


def test_under_own_turn_a_trade_settles_in_the_window_of_one_of_its_parties() -> None:
    # scenarios.md fine point 2
    table = own_turn(S(deeds=(5, 15)), S(deeds=(25,)))
    offers = ((0, 1, 15), (2, 0, 1), (2, 1, 5))
    for seat, to, deed in offers:
        do(table, (seat, c.OfferTrade(to, Things(10), Things(0, (deed,)))))
    assert (option(table, 1, "accept_offer").ids, option(table, 0, "accept_offer").ids) == ((1,), (2,))
    assert refusal(table, 1, c.AcceptOffer(3)) == "not_now"
    do(table, (1, c.AcceptOffer(1)), (0, END))
    assert refusal(table, 0, c.AcceptOffer(2)) == "not_now"


def test_the_way_out_of_jail_is_before_the_roll_and_ones_own() -> None:
    # rules.md JAL-02, JAL-03; rules-cases J08, J15
    table = PHASES["before_roll, in jail"]()
    assert {"pay_fine", "use_jail_card", "roll_dice"} <= listed(table, 0)
    assert option(table, 0, "use_jail_card").names == ("chance", "community_chest")
    for command in (c.PayFine(), c.UseJailCard()):
        assert refusal(table, 1, command) == "not_your_turn"
    do(table, (0, ROLL))
    assert refusal(table, 0, c.PayFine()) == refusal(table, 0, c.UseJailCard()) == "not_now"


def test_who_only_visits_pays_no_fine() -> None:
    table = game(S(space=10, cards=("chance",)), S())
    assert refusal(table, 0, c.PayFine()) == refusal(table, 0, c.UseJailCard()) == "not_in_jail"
    assert not {"pay_fine", "use_jail_card"} & listed(table, 0)


def test_a_voluntary_fine_makes_no_debt() -> None:
    # rules-cases J06
    table = game(S(jail=0, cash=40, deeds=(5,)), S())
    assert refusal(table, 0, c.PayFine()) == "not_enough_cash"
    assert "pay_fine" not in listed(table, 0)
    do(table, (0, c.MortgageDeeds((5,))), (0, c.PayFine()))
    assert table.state.cash[0] == 90


def test_a_fine_of_nothing_is_paid_by_nothing() -> None:
    table = game(S(jail=0, cash=0), S(), jail_fine=0)
    assert do(table, (0, c.PayFine())) == [e.JailLeft(0, "fine")]


def test_only_held_cards_leave_jail() -> None:
    table = game(S(jail=0, cards=("chance",)), S())
    assert refusal(table, 0, c.UseJailCard("community_chest")) == "card_not_held"
    do(table, (0, c.UseJailCard("chance")))
    assert table.state.jail[0] == -1


def test_a_card_bought_in_the_window_may_be_used_at_once() -> None:
    # rules-cases J07
    table = game(S(jail=2), S(cards=("chance",)))
    do(table, (1, c.OfferTrade(0, Things(0, (), ("chance",)), Things(40))), (0, c.AcceptOffer(1)), (0, c.UseJailCard()))
    assert table.state.jail[0] == -1


@pytest.mark.parametrize(("phase", "closing"), [("before_roll", ROLL), ("after_roll", END)])
def test_a_window_cannot_be_closed_while_another_seat_holds_it(phase: str, closing: c.Command) -> None:
    # design.md 4.1
    table = game(S(space=10), S(), S(), phase=phase, dice=[(4, 6)])  # type: ignore[arg-type]  # the two phases
    do(table, (2, HOLD), (1, HOLD))
    assert waiting(table.state) == (0, 2, 1)
    assert c.tag_of(type(closing)) not in listed(table, 0)
    assert refusal(table, 0, closing) == "window_held"
    assert default(table.state, 1) == PASS
    do(table, (1, PASS))
    assert refusal(table, 0, closing) == "window_held"
    do(table, (2, PASS), (0, closing))


def test_only_holders_pass() -> None:
    table = game(S(), S(), S())
    assert refusal(table, 1, PASS) == "not_holding"
    assert "pass" not in listed(table, 1)
    do(table, (1, HOLD))
    assert "pass" in listed(table, 1)
    assert refusal(table, 2, PASS) == "not_holding"


def test_a_holder_that_resigns_holds_no_more() -> None:
    table = game(S(space=10), S(), S(), dice=[(4, 6)])
    do(table, (1, HOLD), (1, c.Resign()), (0, ROLL))


def claims(mode: str = "before_next_roll", cash: int = 1500) -> Game:
    """Seat 0 has landed on seat 1's Oriental and, after doubles, on seat 1's Vermont; both rents may be claimed."""
    table = game(
        S(cash=cash, space=4, deeds=(12, 28)), S(deeds=(6, 8)), S(deeds=(9,)), dice=[(1, 1), (1, 1)], rent_claim=mode
    )
    do(table, (0, ROLL), (0, ROLL))
    return table


def test_a_claim_collects_all_open_rents_of_the_speaker_oldest_first() -> None:
    # scenarios.md fine point 12; rules-cases R15
    table = claims()
    assert "claim_rent" in listed(table, 1)
    assert "claim_rent" not in listed(table, 2)
    assert refusal(table, 2, c.ClaimRent()) == "nothing_to_claim"
    events = do(table, (1, c.ClaimRent()))
    assert [claim.deed for claim in of(events, e.RentClaimed)] == [6, 8]
    assert payments(events) == [(0, 1, 6, "rent"), (0, 1, 6, "rent")]
    assert refusal(table, 1, c.ClaimRent()) == "nothing_to_claim"


def test_claims_beyond_the_cash_are_debts_in_their_order() -> None:
    table = claims(cash=8)
    events = do(table, (1, c.ClaimRent()))
    assert payments(events) == [(0, 1, 6, "rent")]
    assert the(events, e.DebtOpened) == e.DebtOpened(0, ((1, 6),), "rent")
    events = do(table, (0, c.MortgageDeeds((12,))))
    assert payments(events)[-1] == (0, 1, 6, "rent")
    assert phase_of(table.state) == "after_roll"


def test_two_claims_without_any_cash_are_two_debts() -> None:
    table = claims(cash=0)
    do(table, (1, c.ClaimRent()))
    assert [type(frame).__name__ for frame in table.state.stack] == ["Window", "Debt", "Debt"]
    do(table, (0, c.Liquidate()))
    assert phase_of(table.state) == "after_roll"
    assert table.state.cash[0] == 75 - 12


def test_only_the_addressee_accepts_and_only_what_may_settle() -> None:
    table = PHASES["before_roll"]()
    assert refusal(table, 0, c.AcceptOffer(1)) == "not_owner"
    assert refusal(table, 1, c.AcceptOffer(2)) == "no_such_offer"
    assert kinds(do(table, (1, c.AcceptOffer(1)))) == [e.OfferClosed, e.DeedTransferred, e.MoneyPaid]


def test_the_window_of_a_seat_that_leaves_passes_on() -> None:
    table = game(S(), S(), S())
    events = do(table, (0, c.Resign()))
    assert the(events, e.TurnStarted).seat == 1
    table = own_turn(S(deeds=(5,)), S(), bank_bankruptcy="return")
    events = do(table, (0, c.Resign()))
    assert (table.state.turn, phase_of(table.state)) == (1, "before_roll")


def test_an_end_by_count_waits_for_the_asset_window() -> None:
    table = own_turn(early_end="host")
    do(table, (TABLE, c.CallEnd("host")))
    assert phase_of(table.state) == "own_turn"
    events = do(table, (0, END))
    assert the(events, e.GameEnded).reason == "host"
