"""The questions about nothing but a choice: a card with alternatives, and the income tax (rules.md TAX-01)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.ids import BANK
from engine.legal import default, phase_of, waiting
from tests.engine.phases.positions import PHASES
from tests.engine.positions import BROWN, S, do, game, kinds, listed, option, payments, queueable, refusal, the


def fine_or_chance(space: int = 14, *chance: str, cash: int = 1500) -> Game:
    """Seat 0 has drawn the London card with a choice."""
    table = game(
        S(cash=cash, space=space), S(deeds=BROWN), dice=[(1, 2)], chance=chance, chest=["uk_cc_fine_or_chance"],
        board="uk_classic",
    )  # fmt: skip
    do(table, (0, c.RollDice()))
    assert (phase_of(table.state), waiting(table.state)) == ("card_choice", (0,))
    return table


def test_the_first_alternative_pays() -> None:
    events = do(fine_or_chance(), (0, c.ChooseOption(1)))
    assert events[:2] == [e.CardChosen(0, 1), e.MoneyPaid(0, BANK, 10, "card")]


def test_the_first_alternative_may_be_a_debt() -> None:
    table = fine_or_chance(cash=9)
    assert the(do(table, (0, c.ChooseOption(1))), e.DebtOpened).creditors == ((BANK, 10),)


def test_the_second_draws_a_chance_card() -> None:
    events = do(fine_or_chance(14, "uk_ch_loan"), (0, c.ChooseOption(2)))
    assert kinds(events)[:2] == [e.CardChosen, e.CardDrawn]
    assert payments(events) == [(BANK, 0, 150, "card")]


@pytest.mark.parametrize(("space", "to", "phase"), [(39, 39, "purchase"), (30, 10, "after_roll")])
def test_that_card_is_obeyed_from_where_the_token_stands(space: int, to: int, phase: str) -> None:
    # rules-cases M22: from 2 three back to Mayfair without salary, from 33 three back to 30 and to jail
    table = fine_or_chance(space, "uk_ch_back_3")
    events = do(table, (0, c.ChooseOption(2)))
    assert payments(events) == []
    assert (table.state.at[0], phase_of(table.state)) == (to, phase)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_there_are_two_alternatives(number: int) -> None:
    assert refusal(fine_or_chance(), 0, c.ChooseOption(number)) == "invalid_amount"


@pytest.mark.parametrize(("name", "command"), [("card_choice", c.ChooseOption(1)), ("tax_choice", c.PayTax("flat"))])
def test_only_the_seat_that_is_asked_chooses_and_the_others_queue(name: str, command: c.Command) -> None:
    table = PHASES[name]()
    assert default(table.state, 0) == command
    assert refusal(table, 1, command) == "not_your_turn"
    assert c.tag_of(type(command)) not in listed(table, 1)
    assert queueable(table, 1) == {"build_houses", "lift_mortgages", "sell_houses", "mortgage_deeds"}
    assert c.tag_of(type(command)) in listed(table, 0)
    assert option(table, 0, "mortgage_deeds") is None


def taxed(method: str, seat: S) -> list[tuple[int, int, int, str]]:
    table = game(seat, S(), dice=[(1, 2)], income_tax="choice")
    return payments(do(table, (0, c.RollDice()), (0, c.PayTax(method))))  # type: ignore[arg-type]  # the two methods


@pytest.mark.parametrize(("cash", "share"), [(534, 214), (526, 213), (525, 213)])
def test_the_share_is_a_tenth_of_the_worth_rounded_up(cash: int, share: int) -> None:
    # rules-cases X03: deeds printed 1200, some mortgaged, four houses at 100
    deeds = (16, 18, 19, 39, 9, 1, 3)
    seat = S(cash=cash, space=1, deeds=deeds, mortgaged=(39, 1), levels=((16, 2), (18, 1), (19, 1)))
    assert taxed("share", seat) == [(0, BANK, share, "tax")]
    assert taxed("flat", seat) == [(0, BANK, 200, "tax")]


def test_a_share_beyond_the_cash_is_a_debt() -> None:
    table = game(S(cash=10, space=1, deeds=(39,)), S(), dice=[(1, 2)], income_tax="choice")
    do(table, (0, c.RollDice()))
    assert the(do(table, (0, c.PayTax("share"))), e.DebtOpened).creditors == ((BANK, 41),)
