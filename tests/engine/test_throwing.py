"""The throw of a turn: doubles, jail and the ways out of it, and the claims that a throw ends (rules.md TRN, JAL, RNT-02)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.errors import IllegalCommand
from engine.game import Game
from engine.ids import BANK
from engine.legal import phase_of
from engine.state import FREE
from engine.throwing import claims_at_stake, held_card
from tests.engine.positions import ORANGE, S, do, game, kinds, listed, of, payments, refusal, the

ROLL, END = c.RollDice(), c.EndTurn()


def test_doubles_are_resolved_fully_before_the_next_throw() -> None:
    # rules.md TRN-03; rules-cases D01
    table = game(S(space=3), S(), dice=[(1, 1), (1, 2)])
    do(table, (0, ROLL))
    assert phase_of(table.state) == "purchase"
    assert refusal(table, 0, ROLL) == "not_now"
    do(table, (0, c.DeclineDeed()))
    assert refusal(table, 0, ROLL) == "not_now"
    do(table, (0, c.Pass()), (1, c.Pass()), (0, ROLL))
    assert table.state.at[0] == 8


def test_the_window_after_doubles_waits_for_the_next_throw() -> None:
    table = game(S(space=4), S(), dice=[(3, 3), (4, 6)])
    do(table, (0, ROLL))
    assert (phase_of(table.state), table.state.at[0], table.state.doubles) == ("after_roll", 10, 1)
    assert refusal(table, 0, END) == "roll_due"
    do(table, (0, ROLL))
    assert (table.state.at[0], table.state.doubles) == (20, 0)
    assert refusal(table, 0, ROLL) == "not_now"
    do(table, (0, END))
    assert table.state.turn == 1


def test_the_third_doubles_in_a_row_lead_to_jail_without_a_move() -> None:
    # rules.md TRN-04; rules-cases D04
    table = game(S(space=20), S(deeds=(28,)), dice=[(4, 4)], phase="after_roll", doubles=2)
    events = do(table, (0, ROLL))
    assert events == [e.DiceRolled(0, (4, 4), 3), e.SeatJailed(0, "doubles"), e.WindowOpened("after_roll")]
    assert (table.state.at[0], table.state.jail[0], table.state.doubles) == (10, 0, 0)
    assert refusal(table, 0, ROLL) == "not_now"


def test_doubles_of_the_turn_before_do_not_count() -> None:
    # rules-cases D05
    table = game(S(space=4), S(space=4), dice=[(3, 3), (5, 5), (1, 2), (3, 3)])
    do(table, (0, ROLL), (0, ROLL))
    assert table.state.doubles == 2
    do(table, (0, ROLL), (0, c.DeclineDeed()), (0, c.Pass()), (1, c.Pass()), (0, END), (1, ROLL))
    assert (table.state.turn, table.state.doubles) == (1, 1)


@pytest.mark.parametrize(("failed", "throw"), [(0, (1, 2)), (1, (6, 5))])
def test_a_failed_throw_stays_in_jail_and_the_window_follows(failed: int, throw: tuple[int, int]) -> None:
    # rules-cases J01
    table = game(S(jail=failed), S(), dice=[throw])
    events = do(table, (0, ROLL))
    assert events == [e.DiceRolled(0, throw), e.JailThrowFailed(0, failed + 1), e.WindowOpened("after_roll")]
    assert table.state.jail[0] == failed + 1
    assert refusal(table, 0, c.PayFine()) == "not_now"


def test_the_third_failed_throw_pays_the_fine_and_moves_by_it() -> None:
    # rules.md JAL-06; rules-cases J02
    table = game(S(cash=300, jail=2), S(), dice=[(2, 5)])
    events = do(table, (0, ROLL))
    assert kinds(events) == [
        e.DiceRolled, e.JailThrowFailed, e.DepartureDue, e.MoneyPaid, e.WorkTaken, e.JailLeft, e.TokenMoved, e.CardDrawn,
        e.TokenMoved, e.MoneyPaid, e.WindowOpened,
    ]  # fmt: skip
    assert payments(events)[0] == (0, BANK, 50, "jail_fine")
    assert of(events, e.TokenMoved)[0] == e.TokenMoved(0, 10, 17)
    assert table.state.jail[0] == FREE


def test_who_cannot_pay_that_fine_raises_it_first_and_then_moves_by_the_same_throw() -> None:
    # rules-cases J03
    table = game(S(cash=30, jail=2, deeds=(5,)), S(), dice=[(2, 6)])
    assert the(do(table, (0, ROLL)), e.DebtOpened) == e.DebtOpened(0, ((BANK, 50),), "jail_fine")
    assert table.state.at[0] == 10
    events = do(table, (0, c.MortgageDeeds((5,))))
    assert the(events, e.JailLeft) == e.JailLeft(0, "fine")
    assert the(events, e.TokenMoved) == e.TokenMoved(0, 10, 18)
    assert phase_of(table.state) == "purchase"


def test_who_cannot_raise_it_is_bankrupt_to_the_bank_and_does_not_move() -> None:
    # rules-cases J04
    table = game(S(cash=30, jail=2), S(), S(), dice=[(2, 6)])
    do(table, (0, ROLL))
    events = do(table, (0, c.DeclareBankruptcy()))
    assert the(events, e.SeatBankrupt) == e.SeatBankrupt(0)
    assert of(events, e.TokenMoved) == []
    assert table.state.turn == 1


def test_no_fine_is_no_debt() -> None:
    table = game(S(cash=0, jail=2), S(), dice=[(2, 6)], jail_fine=0)
    events = do(table, (0, ROLL))
    assert payments(events) == []
    assert table.state.at[0] == 18


@pytest.mark.parametrize("failed", [0, 1, 2])
def test_doubles_leave_jail_and_allow_no_further_throw(failed: int) -> None:
    # rules.md JAL-04, JAL-05; rules-cases D08, D12
    table = game(S(jail=failed), S(), dice=[(5, 5)])
    events = do(table, (0, ROLL))
    assert kinds(events) == [e.DiceRolled, e.JailLeft, e.TokenMoved, e.WindowOpened]
    assert the(events, e.JailLeft).means == "doubles"
    assert (table.state.at[0], table.state.doubles) == (20, 0)
    assert refusal(table, 0, ROLL) == "not_now"


def test_the_literal_reading_throws_again_after_doubles_out_of_jail() -> None:
    table = game(S(jail=0), S(), dice=[(5, 5), (4, 6)], jail_doubles_roll_again=True)
    do(table, (0, ROLL))
    assert table.state.doubles == 1
    do(table, (0, ROLL))
    assert table.state.jail[0] == 0  # on to Go To Jail


def test_after_the_fine_the_throw_is_like_any_other() -> None:
    # rules.md JAL-08; rules-cases D06, J16
    table = game(S(jail=1), S(), dice=[(5, 5), (2, 1)])
    events = do(table, (0, c.PayFine()))
    assert events == [e.MoneyPaid(0, BANK, 50, "jail_fine"), e.JailLeft(0, "fine")]
    assert refusal(table, 0, END) == "roll_due"
    do(table, (0, ROLL))
    assert (table.state.at[0], table.state.doubles) == (20, 1)


def test_a_card_leaves_jail_and_goes_under_its_own_deck() -> None:
    # rules.md JAL-03, CRD-02; rules-cases J14
    table = game(S(jail=2, cards=("chance", "community_chest")), S())
    card = table.state.cards[0][1]
    events = do(table, (0, c.UseJailCard("community_chest")))
    assert events == [e.CardReturned(card, 0), e.JailLeft(0, "card")]
    assert table.state.returned["community_chest"] == [card]
    assert len(table.state.cards[0]) == 1


def test_without_a_deck_named_the_chance_card_goes_first() -> None:
    # scenarios.md fine point 14
    state = game(S(jail=0, cards=("community_chest", "chance")), S()).state
    assert state.board.deck_of[held_card(state, 0, None)] == "chance"
    assert state.board.deck_of[held_card(state, 0, "community_chest")] == "community_chest"


@pytest.mark.parametrize("deck", [None, "chance", "community_chest", "no such deck"])
def test_only_held_cards_are_used(deck: str | None) -> None:
    state = game(S(jail=0), S(cards=("chance", "community_chest"))).state
    with pytest.raises(IllegalCommand) as refused:
        held_card(state, 0, deck)
    assert refused.value.reason == "card_not_held"


def test_a_card_after_the_third_failed_throw_is_refused() -> None:
    # rules-cases J05
    table = game(S(jail=2, cash=20, deeds=(5,), cards=("chance",)), S(), dice=[(2, 6)])
    do(table, (0, ROLL))
    assert refusal(table, 0, c.UseJailCard()) == "not_now"


def third_throw(cash: int) -> Game:
    """Seat 0 has failed for the third time and holds a card."""
    seat = S(jail=2, cash=cash, cards=("chance",), deeds=(5,))
    table = game(seat, S(), dice=[(2, 6)], jail_card_after_third_roll=True)
    do(table, (0, ROLL))
    return table


def test_where_the_ruleset_allows_it_the_seat_chooses_between_card_and_fine() -> None:
    # rules.md JAL-09
    table = third_throw(300)
    assert (phase_of(table.state), table.state.at[0]) == ("debt", 10)
    assert {"use_jail_card", "pay_fine"} <= listed(table, 0)
    events = do(table, (0, c.UseJailCard()))
    assert payments(events) == []
    assert [left.means for left in of(events, e.JailLeft)] == ["card"]
    assert table.state.at[0] == 18
    table = third_throw(300)
    assert payments(do(table, (0, c.PayFine())))[0] == (0, BANK, 50, "jail_fine")
    assert table.state.at[0] == 18


def test_that_choice_needs_the_cash_for_the_fine() -> None:
    assert "pay_fine" in listed(third_throw(50), 0)
    table = third_throw(49)
    assert "pay_fine" not in listed(table, 0)
    assert refusal(table, 0, c.PayFine()) == "not_enough_cash"
    assert refusal(table, 1, c.PayFine()) == "not_your_turn"
    assert refusal(table, 1, c.UseJailCard()) == "not_your_turn"
    assert refusal(table, 0, c.UseJailCard("community_chest")) == "card_not_held"
    do(table, (0, c.MortgageDeeds((5,))))
    assert phase_of(table.state) == "debt"
    do(table, (0, c.PayFine()))
    assert table.state.cash[0] == 49 + 100 - 50


def test_a_new_stay_counts_from_nothing() -> None:
    # rules-cases J12, J17
    table = game(S(jail=2), S(), dice=[(6, 6)], chance=["us_ch_jail"])
    do(table, (0, ROLL))
    assert (table.state.at[0], table.state.jail[0], table.state.doubles) == (10, 0, 0)


def claimed(mode: str, second: tuple[int, int] = (4, 6)) -> Game:
    """Seat 0 has landed on Reading, which is seat 2's, and may be asked for the rent; seat 1 will throw `second`."""
    seats = (S(space=2), S(space=10), S(deeds=(5,), space=10), S(space=10))
    table = game(*seats, dice=[(1, 2), second, (4, 6), (4, 6)], rent_claim=mode)
    do(table, (0, ROLL))
    assert [claim.creditor for claim in table.state.claims] == [2]
    return table


def test_the_right_to_ask_ends_with_the_next_players_throw() -> None:
    # rules-cases R14
    table = claimed("before_next_roll")
    do(table, (0, END))
    assert "claim_rent" in listed(table, 2)
    events = do(table, (1, ROLL))
    assert the(events, e.ClaimExpired) == e.ClaimExpired(2, 0, 5)
    assert refusal(table, 2, c.ClaimRent()) == "nothing_to_claim"


def test_a_throw_that_would_end_a_right_is_known_beforehand() -> None:
    # rules-cases N01: a table may let such a throw wait
    table = claimed("before_next_roll")
    assert claims_at_stake(table.state) == []
    do(table, (0, END))
    assert [(claim.creditor, claim.debtor) for claim in claims_at_stake(table.state)] == [(2, 0)]
    do(table, (2, c.ClaimRent()))
    assert claims_at_stake(table.state) == []


@pytest.mark.parametrize(("mode", "at_stake"), [("before_next_roll", 1), ("before_second_roll", 0)])
def test_the_first_of_two_throws_puts_nothing_at_stake(mode: str, at_stake: int) -> None:
    table = claimed(mode)
    do(table, (0, END))
    assert len(claims_at_stake(table.state)) == at_stake


def test_an_owner_who_throws_gives_up_its_own_right_knowingly() -> None:
    # rules-cases R16
    table = claimed("before_second_roll")
    do(table, (0, END), (1, ROLL), (1, END))
    assert table.state.turn == 2
    assert claims_at_stake(table.state) == []


def test_or_with_the_second_players_throw() -> None:
    # rules-cases R17, R16: also when that is the owner's own
    table = claimed("before_second_roll")
    do(table, (0, END), (1, ROLL), (1, END))
    assert "claim_rent" in listed(table, 2)
    assert of(do(table, (2, ROLL)), e.ClaimExpired) == [e.ClaimExpired(2, 0, 5)]


def test_the_landers_own_extra_throw_does_not_end_it() -> None:
    # rules-cases R15: two landings are two claims
    table = game(S(space=3), S(deeds=(5, 15)), S(), dice=[(1, 1), (4, 6)], rent_claim="before_next_roll")
    events = do(table, (0, ROLL), (0, ROLL))
    assert [claim.deed for claim in of(events, e.ClaimOpened)] == [5, 15]
    assert payments(do(table, (1, c.ClaimRent()))) == [(0, 1, 50, "rent"), (0, 1, 50, "rent")]


def test_a_second_throw_of_the_same_turn_counts_no_further() -> None:
    table = claimed("before_second_roll", (5, 5))
    do(table, (0, END), (1, ROLL), (1, ROLL))
    assert [claim.throws for claim in table.state.claims] == [1]
    assert "claim_rent" in listed(table, 2)


def test_rents_on_full_groups_are_claimed_as_they_stood_at_the_landing() -> None:
    # rules-cases R22
    table = game(S(space=14), S(deeds=(16, 18)), S(deeds=(19,)), dice=[(1, 3)], rent_claim="before_next_roll")
    do(table, (0, ROLL))
    do(table, (1, c.OfferTrade(2, c.Things(100), c.Things(deeds=(19,)))), (2, c.AcceptOffer(1)))
    assert table.state.owns_group(1, table.state.board.group_of[ORANGE[0]])
    assert payments(do(table, (1, c.ClaimRent()))) == [(0, 1, 14, "rent")]
