"""A seat owes more than its cash (official rules, Bankruptcy; rules.md DBT; rules-cases K, B13)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.commands import Things
from engine.game import Game
from engine.ids import BANK
from engine.legal import default, phase_of, waiting
from engine.phases.debt import may_use_card, owed_by
from tests.engine.phases.positions import PHASES
from tests.engine.positions import (
    BROWN,
    RAILROADS,
    S,
    at_level,
    do,
    game,
    kinds,
    listed,
    option,
    payments,
    queueable,
    refusal,
    the,
)


def debt(debtor: S, *others: S, **switches: object) -> Game:
    """Seat 0 owes seat 1 the 200 of four railroads."""
    table = game(debtor, S(deeds=RAILROADS), *(others or (S(),)), dice=[(1, 2)], **switches)
    do(table, (0, c.RollDice()))
    assert (phase_of(table.state), waiting(table.state)) == ("debt", (0,))
    return table


HOPEFUL = S(cash=20, space=2, deeds=(*BROWN, 39), levels=at_level(BROWN, 1))
HOPELESS = S(cash=20, space=2, deeds=(12,))


def test_the_debt_settles_by_itself_as_soon_as_the_cash_suffices() -> None:
    # rules-cases K17
    table = debt(HOPEFUL)
    do(table, (0, c.SellHouses(((1, 1),))))
    assert phase_of(table.state) == "debt"
    events = do(table, (0, c.MortgageDeeds((39,))))
    assert kinds(events)[2:] == [e.MoneyPaid, e.DebtSettled, e.WindowOpened]
    assert payments(events)[-1] == (0, 1, 200, "rent")


def test_a_debtor_sells_and_mortgages_also_where_the_ruleset_allows_it_only_in_debt() -> None:
    # rules.md SEL-02, MTG-03
    table = debt(HOPEFUL, liquidation="debt_only")
    assert {"sell_houses", "sell_group", "mortgage_deeds"} <= listed(table, 0)
    do(table, (0, c.SellGroup("brown", 0)), (0, c.MortgageDeeds((39,))))
    assert phase_of(table.state) == "after_roll"


@pytest.mark.parametrize("command", [c.BuildHouses(((1, 1),)), c.LiftMortgages((39,))])
def test_a_debtor_neither_builds_nor_lifts(command: c.Command) -> None:
    # rules-cases B13
    assert refusal(debt(HOPEFUL), 0, command) == "in_debt"


def test_the_others_queue_theirs() -> None:
    table = debt(HOPEFUL, S(deeds=(12,)))
    assert queueable(table, 2) == {"lift_mortgages", "mortgage_deeds"}
    assert kinds(do(table, (2, c.MortgageDeeds((12,))))) == [e.InterruptQueued]


def test_bankruptcy_is_only_for_what_cannot_be_raised() -> None:
    # rules-cases K01, BNK-01
    table = debt(HOPEFUL)
    assert "declare_bankruptcy" not in listed(table, 0)
    assert refusal(table, 0, c.DeclareBankruptcy()) == "can_still_pay"
    table = debt(HOPELESS)
    assert "declare_bankruptcy" in listed(table, 0)
    assert refusal(table, 1, c.DeclareBankruptcy()) == refusal(table, 1, c.Liquidate()) == "not_in_debt"
    assert the(do(table, (0, c.DeclareBankruptcy())), e.SeatBankrupt) == e.SeatBankrupt(0, 1)


def test_silence_liquidates_as_far_as_it_must() -> None:
    # rules-cases N02; scenarios.md fine point 8
    table = debt(HOPEFUL)
    assert default(table.state, 0) == c.Liquidate()
    events = do(table, (0, c.Liquidate()))
    assert kinds(events) == [
        e.BuildingsSold, e.MoneyPaid, e.BuildingsSold, e.MoneyPaid, e.DeedMortgaged, e.MoneyPaid, e.DeedMortgaged, e.MoneyPaid,
        e.DeedMortgaged, e.MoneyPaid, e.MoneyPaid, e.DebtSettled, e.WindowOpened,
    ]  # fmt: skip
    assert table.state.cash[0] == 20 + 50 + 60 + 200 - 200


def test_or_goes_bankrupt_where_that_is_not_enough() -> None:
    assert the(do(debt(HOPELESS), (0, c.Liquidate())), e.SeatBankrupt).creditor == 1


def test_a_failed_attempt_is_not_rolled_back() -> None:
    # rules-cases K13
    table = debt(HOPELESS)
    do(table, (0, c.MortgageDeeds((12,))))
    events = do(table, (0, c.DeclareBankruptcy()))
    assert payments(events) == [(0, 1, 95, "bankruptcy")]
    assert the(events, e.TransfersDue).deeds == (12,)


def test_a_debt_fixed_is_not_changed_by_what_is_sold_for_it() -> None:
    # rules-cases X05
    seat = S(cash=0, space=4, deeds=BROWN, levels=at_level(BROWN, 4))
    table = game(seat, S(), dice=[(1, 2)], chance=["us_ch_general_repairs"])
    do(table, (0, c.RollDice()))
    assert owed_by(table.state, 0) == 200
    do(table, (0, c.SellHouses(((1, 2), (3, 2)))))
    assert owed_by(table.state, 0) == 200


def test_the_fine_is_paid_by_itself_and_not_by_word() -> None:
    table = debt(HOPEFUL)
    assert refusal(table, 0, c.PayFine()) == "not_now"
    assert refusal(table, 0, c.UseJailCard()) == "not_now"
    assert refusal(table, 1, c.PayFine()) == refusal(table, 1, c.UseJailCard()) == "not_your_turn"


def test_a_card_stands_in_for_the_fine_only_where_the_ruleset_says_so() -> None:
    # rules.md JAL-09
    table = PHASES["debt, fine or card"]()
    assert may_use_card(table.state, table.state.stack[-1])
    assert {"use_jail_card", "pay_fine", "liquidate"} <= listed(table, 0)
    assert option(table, 0, "use_jail_card").names == ("chance",)
    table = debt(S(cash=20, space=2, deeds=(39,), cards=("chance",)), jail_card_after_third_roll=True)
    assert not may_use_card(table.state, table.state.stack[-1])


def test_by_silence_the_fine_is_paid_and_the_card_kept() -> None:
    table = PHASES["debt, fine or card"]()
    events = do(table, (0, default(table.state, 0)))
    assert payments(events)[0] == (0, BANK, 50, "jail_fine")
    assert len(table.state.cards[0]) == 1


def test_a_trade_with_the_debtor_settles_at_once_if_it_helps() -> None:
    # rules-cases K14, K15
    table = PHASES["debt"]()
    assert option(table, 0, "accept_offer").ids == (1,)  # the second would leave it unpayable
    assert option(table, 2, "accept_offer").ids == (3,)
    events = do(table, (2, c.AcceptOffer(3)))
    assert kinds(events)[:3] == [e.OfferClosed, e.DeedTransferred, e.MoneyPaid]
    assert payments(events)[-1] == (0, 1, 200, "rent")


def test_a_trade_that_would_make_it_unpayable_is_refused() -> None:
    # rules-cases K12
    table = debt(S(cash=20, space=2, deeds=(39,)))
    do(table, (0, c.OfferTrade(2, Things(0, (39,)), Things(1))))
    assert refusal(table, 2, c.AcceptOffer(1)) == "debt_unpayable"
    assert option(table, 2, "accept_offer") is None


def test_a_trade_of_others_waits() -> None:
    table = PHASES["debt"]()
    assert option(table, 1, "accept_offer", queued=True).ids == (4,)
    assert kinds(do(table, (1, c.AcceptOffer(4)))) == [e.InterruptQueued]
    assert refusal(table, 0, c.AcceptOffer(4)) == "not_owner"
    assert refusal(table, 0, c.AcceptOffer(9)) == "no_such_offer"


def test_all_debts_of_a_seat_count_for_what_it_may_give_away() -> None:
    seats = (S(cash=60, space=4, deeds=(12,)), S(), S(), S())
    table = game(*seats, dice=[(1, 2)], chance=["us_ch_chairman"])
    do(table, (0, c.RollDice()))
    assert (owed_by(table.state, 0), owed_by(table.state, 1)) == (100, 0)
    assert waiting(table.state) == (0,)


def test_debts_are_paid_in_the_order_in_which_they_arose() -> None:
    # rules-cases K16, X12
    seats = (S(cash=60, space=4, deeds=(12, 5)), S(), S(), S())
    table = game(*seats, dice=[(1, 2)], chance=["us_ch_chairman"])
    assert payments(do(table, (0, c.RollDice()))) == [(0, 1, 50, "card")]
    events = do(table, (0, c.MortgageDeeds((12,))))
    assert payments(events)[1:] == [(0, 2, 50, "card")]
    events = do(table, (0, c.MortgageDeeds((5,))))
    assert payments(events)[1:] == [(0, 3, 50, "card")]
    assert phase_of(table.state) == "after_roll"


def test_joint_creditors_are_paid_together() -> None:
    seats = (S(cash=60, space=4, deeds=(5,)), S(), S())
    table = game(*seats, dice=[(1, 2)], chance=["us_ch_chairman"], multi_creditor="split")
    do(table, (0, c.RollDice()))
    assert owed_by(table.state, 0) == 100
    assert payments(do(table, (0, c.MortgageDeeds((5,)))))[1:] == [(0, 1, 50, "card"), (0, 2, 50, "card")]
