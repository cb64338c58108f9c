"""The atomic step after the throw: salary, rent, taxes, Free Parking, and what is owed where the cash is short."""

import pytest

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.ids import BANK
from engine.legal import phase_of
from tests.engine.positions import DARK_BLUE, S, do, game, kinds, of, payments, refusal, the


def landed(seat: S, *others: S, throw: tuple[int, int] = (1, 2), **switches: object) -> tuple[Game, list[e.Event]]:
    """Seat 0 throws; the game after it and all that came of it."""
    table = game(seat, *(others or (S(),)), dice=[throw, (4, 4)], **switches)
    return table, do(table, (0, c.RollDice()))


@pytest.mark.parametrize(
    ("space", "throw", "to", "salary"),
    [(37, (2, 3), 2, 200), (35, (2, 3), 0, 200), (34, (2, 3), 39, 0), (0, (2, 4), 6, 0), (39, (1, 2), 2, 200)],
)
def test_the_salary_is_for_landing_on_or_passing_go(space: int, throw: tuple[int, int], to: int, salary: int) -> None:
    # rules.md GO-01, GO-02; rules-cases M01, M02
    _, events = landed(S(space=space), throw=throw)
    assert the(events[:2], e.TokenMoved) == e.TokenMoved(0, space, to, bool(salary))
    assert [paid for paid in payments(events[:3]) if paid[3] == "salary"] == ([(BANK, 0, salary, "salary")] if salary else [])


def test_passing_go_is_remembered() -> None:
    table, _ = landed(S(space=38), first_lap="wait")
    assert table.state.lapped == [True, False]


def test_landing_exactly_on_go_may_pay_twice() -> None:
    assert payments(landed(S(space=37), go_exact=2)[1]) == [(BANK, 0, 400, "salary")]
    assert payments(landed(S(space=38), go_exact=2)[1]) == [(BANK, 0, 200, "salary")]


def test_a_ruleset_without_salary_pays_nothing() -> None:
    table, events = landed(S(space=37), go_salary=0)
    assert payments(events) == []
    assert table.state.lapped[0]


def test_the_salary_comes_before_the_tax_of_the_landing() -> None:
    # rules-cases M19
    table, events = landed(S(cash=10, space=38), throw=(1, 5))
    assert payments(events) == [(BANK, 0, 200, "salary"), (0, BANK, 200, "tax")]
    assert table.state.cash[0] == 10


@pytest.mark.parametrize(("board", "edition", "amount"), [
    ("us_classic", "default", 100), ("us_classic", "pre_2008", 75), ("uk_classic", "default", 100),
])  # fmt: skip
def test_the_luxury_tax_is_what_the_board_says(board: str, edition: str, amount: int) -> None:
    # rules.md TAX-02; rules-cases X18
    assert payments(landed(S(space=35), board=board, edition=edition)[1]) == [(0, BANK, amount, "tax")]


def test_the_income_tax_is_flat_or_by_choice() -> None:
    # rules.md TAX-01
    assert payments(landed(S(space=1))[1]) == [(0, BANK, 200, "tax")]
    table, events = landed(S(space=1), income_tax="choice")
    assert (phase_of(table.state), payments(events)) == ("tax_choice", [])
    assert payments(landed(S(space=35), income_tax="choice")[1]) == [(0, BANK, 100, "tax")]


@pytest.mark.parametrize(("space", "throw"), [(7, (1, 2)), (17, (1, 2)), (37, (1, 2))])
def test_corners_cost_nothing(space: int, throw: tuple[int, int]) -> None:
    # rules.md CRN-01: Just Visiting, Free Parking, GO
    table, events = landed(S(space=space), throw=throw, go_salary=0)
    assert kinds(events) == [e.DiceRolled, e.TokenMoved, e.WindowOpened]
    assert phase_of(table.state) == "after_roll"


def test_go_to_jail_goes_straight_there() -> None:
    # rules.md CRN-02, GO-03; rules-cases M16, D02
    table, events = landed(S(space=24), throw=(3, 3))
    assert kinds(events) == [e.DiceRolled, e.TokenMoved, e.SeatJailed, e.WindowOpened]
    assert (table.state.at[0], table.state.jail[0], table.state.doubles) == (10, 0, 0)


def test_what_the_bank_takes_collects_in_the_pot_and_the_lander_gets_it() -> None:
    # rules.md section 5: taxes, fines and card payments
    table = game(S(space=1), S(space=4), S(jail=2), dice=[(1, 2), (1, 2), (1, 2), (6, 4)], chance=["us_ch_speeding"],
                 free_parking="pot")  # fmt: skip
    do(table, (0, c.RollDice()), (0, c.EndTurn()), (1, c.RollDice()), (1, c.EndTurn()), (2, c.RollDice()))
    assert table.state.pot == 200 + 15 + 50
    table.state.at[0] = 10
    do(table, (2, c.DeclineDeed()), (0, c.Pass()), (1, c.Pass()), (2, c.Pass()), (2, c.EndTurn()))
    assert payments(do(table, (0, c.RollDice()))) == [(BANK, 0, 265, "free_parking")]
    assert table.state.pot == 0


def test_free_parking_pays_nothing_a_fixed_sum_or_an_empty_pot() -> None:
    assert payments(landed(S(space=17))[1]) == []
    assert payments(landed(S(space=17), free_parking="fixed", free_parking_amount=75)[1]) == [(BANK, 0, 75, "free_parking")]
    assert payments(landed(S(space=17), free_parking="pot")[1]) == []


def test_a_free_deed_is_offered_to_the_lander() -> None:
    # rules.md BUY-01
    table, events = landed(S(space=2))
    assert the(events, e.PurchaseOffered) == e.PurchaseOffered(0, 5)
    assert phase_of(table.state) == "purchase"


def test_before_the_first_lap_nothing_is_offered_where_the_ruleset_waits() -> None:
    table, events = landed(S(space=2), first_lap="wait")
    assert of(events, e.PurchaseOffered) == []
    assert phase_of(table.state) == "after_roll"
    assert phase_of(landed(S(space=38), first_lap="wait")[0].state) == "purchase"


def test_ones_own_deed_costs_nothing() -> None:
    # rules.md RNT-08
    assert payments(landed(S(space=2, deeds=(5,)))[1]) == []


def test_rent_is_paid_at_once_or_claimed() -> None:
    # rules.md RNT-01, RNT-02
    assert payments(landed(S(space=2), S(deeds=(5,)))[1]) == [(0, 1, 25, "rent")]
    table, events = landed(S(space=2), S(deeds=(5,)), rent_claim="before_next_roll")
    assert payments(events) == []
    assert the(events, e.ClaimOpened) == e.ClaimOpened(1, 0, 25, 5)
    assert phase_of(table.state) == "after_roll"


def test_who_has_too_little_owes_all_of_it_and_pays_no_part() -> None:
    table, events = landed(S(cash=24, space=2, deeds=(15,)), S(deeds=(5,)))
    assert the(events, e.DebtOpened) == e.DebtOpened(0, ((1, 25),), "rent")
    assert table.state.cash == [24, 1500]
    assert phase_of(table.state) == "debt"


def test_nobody_can_act_between_the_throw_and_what_it_costs() -> None:
    # rules.md TRN-02: it is all one command
    _, events = landed(S(space=34), S(deeds=DARK_BLUE), throw=(1, 2))
    assert kinds(events) == [e.DiceRolled, e.TokenMoved, e.MoneyPaid, e.WindowOpened]


def test_under_own_turn_the_purchase_comes_first_then_the_window_then_the_settling() -> None:
    # T0; scenarios.md fine point 3
    own = {"asset_window": "own_turn"}
    table, events = landed(S(space=2), **own)
    assert kinds(events) == [e.DiceRolled, e.TokenMoved, e.SettlementDeferred, e.PurchaseOffered]
    assert kinds(do(table, (0, c.BuyDeed()))) == [e.MoneyPaid, e.DeedBought, e.WindowOpened]
    assert phase_of(table.state) == "own_turn"
    assert kinds(do(table, (0, c.EndTurn()))) == [e.WindowClosed, e.WorkTaken, e.WindowOpened]


def test_under_own_turn_a_deed_bought_by_another_costs_its_lander_nothing() -> None:
    table, _ = landed(S(space=2), asset_window="own_turn")
    do(table, (0, c.DeclineDeed()), (1, c.PlaceBid(10)), (0, c.Pass()))
    assert (table.state.owner[5], phase_of(table.state)) == (1, "own_turn")
    assert payments(do(table, (0, c.EndTurn()))) == []


@pytest.mark.parametrize(
    ("space", "expected"),
    [(4, [(BANK, 0, 50, "card")]), (1, [(0, BANK, 200, "tax")]), (2, [(0, 1, 25, "rent")]), (7, [])],
)
def test_under_own_turn_cards_taxes_and_rent_wait_for_the_end_of_the_window(
    space: int, expected: list[tuple[int, int, int, str]]
) -> None:
    table = game(S(space=space), S(deeds=(5,)), dice=[(1, 2)], chance=["us_ch_dividend"], asset_window="own_turn")
    assert payments(do(table, (0, c.RollDice()))) == []
    assert phase_of(table.state) == "own_turn"
    assert refusal(table, 1, c.EndTurn()) == "not_your_turn"
    assert payments(do(table, (0, c.EndTurn()))) == expected
