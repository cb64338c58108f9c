"""The only writer of a state: what each event about turns, money, deeds and cards does to it."""

import pytest

from engine import events as e
from engine import frames as f
from engine.apply import apply, fold
from engine.holdings import holdings
from engine.ids import BANK, HOTEL
from engine.ruleset import load_ruleset, presets
from engine.state import FREE, State, new_state
from tests.engine.positions import BROWN, S, at_level, game, playing
from tests.properties.walk import image


def top(state: State) -> f.AnyFrame:
    return state.stack[-1]


def test_apply_changes_the_state_it_is_given_and_hands_it_back() -> None:
    state = game().state
    assert apply(state, e.MoneyPaid(0, 1, 50, "rent")) is state
    assert fold(state, [e.MoneyPaid(0, 1, 50, "rent")] * 2) is state
    assert state.cash == [1350, 1650]


def test_folding_nothing_changes_nothing() -> None:
    state = game().state
    before = image(state)
    assert image(fold(state, ())) == before


@pytest.mark.parametrize("preset", list(presets()))
def test_a_client_that_folds_step_by_step_sees_every_position(preset: str) -> None:
    rules = load_ruleset(preset)
    follower: State | None = None
    for table, events in playing(rules, 3, seed=21, steps=250):
        if follower is None:
            follower = new_state(table.state.board, rules, 3)
        fold(follower, events)
        assert image(follower) == image(table.state)


@pytest.mark.parametrize(
    "event",
    [e.GameStarted(), e.RentRolled(0, (1, 2)), e.InterruptDropped(1, 0, "not_now"), e.TimeRanOut(0)],
)
def test_some_events_only_tell_what_happened(event: e.Event) -> None:
    state = game().state
    before = image(state)
    assert image(apply(state, event)) == before


def test_money_goes_from_seat_to_seat_or_to_and_from_the_bank() -> None:
    state = game(S(cash=100), S(cash=100)).state
    fold(state, [e.MoneyPaid(0, 1, 30, "rent"), e.MoneyPaid(1, BANK, 50, "tax"), e.MoneyPaid(BANK, 0, 200, "salary")])
    assert (state.cash, state.pot) == ([270, 80], 0)


@pytest.mark.parametrize(("reason", "pot"), [("tax", 40), ("card", 40), ("jail_fine", 40), ("building", 0), ("purchase", 0)])
def test_taxes_fines_and_card_payments_to_the_bank_fill_the_pot(reason: e.Reason, pot: int) -> None:
    # rules.md section 5
    state = game(free_parking="pot").state
    apply(state, e.MoneyPaid(0, BANK, 40, reason))
    apply(state, e.MoneyPaid(0, 1, 40, reason))
    assert state.pot == pot
    apply(state, e.MoneyPaid(BANK, 1, pot, "free_parking"))
    assert state.pot == 0


def test_a_turn_opens_its_window_and_forgets_what_belonged_to_the_last() -> None:
    state = game(phase="after_roll", doubles=1).state
    state.holds_used, state.offers_made, state.pending_holds = [1, 2], [0, 3, 1, 0], [1]
    prompt = state.next_prompt
    apply(state, e.TurnStarted(1, 4, (0,), (1, 0)))
    assert (state.turn, state.round, state.doubles, state.order) == (1, 4, 0, [1, 0])
    assert state.stack == [f.Window("before_roll", prompt, (0,))]
    assert state.next_prompt == prompt + 2
    assert (state.holds_used, state.offers_made, state.pending_holds) == ([0, 0], [0] * 4, [])


def test_the_order_stays_when_a_turn_names_none() -> None:
    state = game(S(), S(), S()).state
    state.order = [2, 0, 1]
    apply(state, e.TurnStarted(2, 1))
    assert state.order == [2, 0, 1]


def test_a_throw_closes_the_window_and_the_next_one_opens_with_its_holders() -> None:
    state = game().state
    state.pending_holds = [1]
    apply(state, e.DiceRolled(0, (3, 3), 1))
    assert (state.stack, state.dice, state.doubles) == ([f.Step()], (3, 3), 1)
    apply(state, e.WindowOpened("after_roll", (1,)))
    assert state.stack == [f.Window("after_roll", 3, (1,))]
    assert state.pending_holds == []


def test_an_asset_window_stands_on_the_settlement_that_waits_for_it() -> None:
    state = game(asset_window="own_turn").state
    fold(state, [e.DiceRolled(0, (1, 2)), e.SettlementDeferred(0, 7, "card", True), e.WindowOpened("own_turn")])
    assert state.stack == [f.Step(), f.Settlement(0, 7, "card", True, True), f.Window("own_turn", 3)]
    fold(state, [e.WindowClosed(), e.WorkTaken()])
    assert state.stack == [f.Step()]


def test_tokens_move_and_passing_go_is_remembered() -> None:
    state = game().state
    apply(state, e.TokenMoved(1, 0, 7))
    assert (state.at, state.lapped) == ([0, 7], [False, False])
    apply(state, e.TokenMoved(1, 7, 0, True))
    assert (state.at, state.lapped) == ([0, 0], [False, True])


def test_jail_takes_the_doubles_of_the_turn_and_counts_failed_throws() -> None:
    state = game(phase="after_roll", doubles=1).state
    apply(state, e.SeatJailed(1, "card"))
    assert (state.at[1], state.jail[1], state.doubles) == (10, 0, 1)
    fold(state, [e.SeatJailed(0, "doubles"), e.JailThrowFailed(0, 2)])
    assert (state.jail[0], state.doubles) == (2, 0)
    apply(state, e.JailLeft(0, "fine"))
    assert (state.jail[0], state.at[0]) == (FREE, 10)


def test_a_departure_waits_below_its_debt() -> None:
    state = game(S(jail=2), S()).state
    fold(state, [e.DiceRolled(0, (1, 2)), e.DepartureDue(0), e.DebtOpened(0, ((BANK, 50),), "jail_fine")])
    assert [type(frame) for frame in state.stack] == [f.Step, f.Departure, f.Debt]
    fold(state, [e.DebtSettled(0), e.WorkTaken()])
    assert state.stack == [f.Step()]


def test_a_bought_deed_closes_its_purchase_only() -> None:
    state = game().state
    fold(state, [e.DiceRolled(0, (2, 3)), e.PurchaseOffered(0, 5)])
    assert top(state) == f.Purchase(0, 5, 3)
    apply(state, e.DeedBought(0, 6))
    assert isinstance(top(state), f.Purchase)
    apply(state, e.DeedBought(0, 5))
    assert (state.stack, state.deeds_of(0)) == ([f.Step()], [5, 6])


def test_a_declined_purchase_is_over() -> None:
    state = game().state
    fold(state, [e.DiceRolled(0, (2, 3)), e.PurchaseOffered(0, 5), e.PurchaseDeclined(0, 5)])
    assert state.stack == [f.Step()]


def test_deeds_are_dealt_transferred_and_returned_free() -> None:
    state = game(S(deeds=(5,), mortgaged=(5,)), S()).state
    fold(state, [e.DeedDealt(1, 12), e.DeedTransferred(5, 0, 1)])
    assert (state.deeds_of(1), state.mortgaged[5]) == ([5, 12], True)
    apply(state, e.DeedReturned(5, 1))
    assert (state.owner[5], state.mortgaged[5]) == (BANK, False)


@pytest.mark.parametrize(
    ("before", "after", "houses", "hotels"),
    [(0, 1, -2, 0), (1, 4, -6, 0), (4, HOTEL, 8, -2), (HOTEL, 0, 0, 2), (HOTEL, 4, -8, 2), (3, 1, 4, 0)],
)
def test_buildings_come_from_the_bank_and_go_back(before: int, after: int, houses: int, hotels: int) -> None:
    # rules.md BLD-09
    state = game(S(deeds=BROWN, levels=at_level(BROWN, before)), S()).state
    had = (state.houses, state.hotels)
    apply(state, (e.BuildingsBuilt if after > before else e.BuildingsSold)(0, at_level(BROWN, after)))
    assert [state.level[deed] for deed in BROWN] == [after, after]
    assert (state.houses, state.hotels) == (had[0] + houses, had[1] + hotels)


def test_an_unlimited_bank_counts_nothing() -> None:
    state = game(S(deeds=BROWN), S(), building_stock="unlimited").state
    apply(state, e.BuildingsBuilt(0, ((1, 4), (3, HOTEL))))
    assert (state.level[3], state.houses, state.hotels) == (HOTEL, 32, 12)


def test_mortgages_turn_deeds_down_and_up() -> None:
    state = game(S(deeds=(5,)), S()).state
    assert apply(state, e.DeedMortgaged(0, 5)).mortgaged[5]
    assert not apply(state, e.MortgageLifted(0, 5)).mortgaged[5]


def transferred(state: State) -> State:
    return fold(state, [e.DiceRolled(0, (1, 2)), e.TransfersDue(1, (5, 39))])


def test_each_received_mortgage_is_answered_once() -> None:
    state = transferred(game(S(), S(deeds=(5, 12, 39), mortgaged=(5, 12, 39))).state)
    assert top(state) == f.MortgageTransfer(1, (5, 39), 3)
    apply(state, e.MortgageLifted(1, 12))
    apply(state, e.MortgageKept(1, 5))
    assert top(state) == f.MortgageTransfer(1, (39,), 3)
    apply(state, e.MortgageLifted(1, 39))
    assert state.stack == [f.Step()]


def test_what_a_bankruptcy_leaves_comes_after_all_that_is_pending() -> None:
    state = transferred(game(S(), S(), S()).state)
    apply(state, e.TransfersDue(0, (1,), deferred=True))
    apply(state, e.EstateOpened((15, 25)))
    assert state.stack[1:] == [f.Estate((15, 25)), f.MortgageTransfer(0, (1,), 7), f.MortgageTransfer(1, (5, 39), 4)]


def test_all_that_one_seat_receives_is_one_question() -> None:
    # scenarios.md fine point 9
    state = transferred(game(S(), S(), S()).state)
    apply(state, e.TransfersDue(1, (12, 1), deferred=True))
    assert state.stack[1:] == [f.MortgageTransfer(1, (1, 5, 12, 39), 4)]


def test_a_drawn_card_goes_under_its_deck_and_a_jail_card_is_kept() -> None:
    state = game().state
    fold(state, [e.CardDrawn(0, "us_ch_loan"), e.CardDrawn(1, "us_ch_goojf")])
    assert state.returned["chance"] == ["us_ch_loan"]
    assert state.cards == [[], ["us_ch_goojf"]]
    assert len(state.undrawn["chance"]) == 14
    apply(state, e.CardTransferred("us_ch_goojf", 1, 0))
    assert state.cards == [["us_ch_goojf"], []]
    apply(state, e.CardReturned("us_ch_goojf", 0))
    assert (state.cards, state.returned["chance"]) == ([[], []], ["us_ch_loan", "us_ch_goojf"])


def test_a_deck_that_is_used_up_goes_round_in_the_order_of_its_return() -> None:
    # rules-cases X14: a used card comes back only after the cards now above it
    state = game().state
    order = list(state.undrawn["chance"])
    fold(state, [e.CardDrawn(0, card) for card in order])
    assert state.undrawn["chance"] == []
    assert state.returned["chance"] == [card for card in order if card != "us_ch_goojf"]
    first = state.returned["chance"][0]
    fold(state, [e.CardReturned("us_ch_goojf", 0), e.CardDrawn(1, first)])
    assert state.returned["chance"][-2:] == ["us_ch_goojf", first]


def test_with_random_cards_only_held_ones_leave_the_pool() -> None:
    # rules.md CRD-02
    state = game(card_draw="random").state
    fold(state, [e.CardDrawn(0, "us_ch_loan"), e.CardDrawn(0, "us_ch_goojf")])
    assert len(state.undrawn["chance"]) == 15
    assert state.returned["chance"] == []
    apply(state, e.CardReturned("us_ch_goojf", 0))
    assert len(state.undrawn["chance"]) == 16


@pytest.mark.parametrize(
    ("asked", "frame", "answered"),
    [
        (e.CardChoiceOffered(0, "uk"), f.CardChoice(0, "uk", 3), e.CardChosen(0, 1)),
        (e.TaxChoiceOffered(0, 4), f.TaxChoice(0, 4, 3), e.TaxChosen(0, "flat")),
    ],
)
def test_a_choice_is_asked_and_answered(asked: e.Event, frame: f.AnyFrame, answered: e.Event) -> None:
    state = apply(game().state, asked)
    assert (top(state), state.next_prompt) == (frame, 5)
    assert len(apply(state, answered).stack) == 1


def test_claims_are_opened_and_counted_by_the_throws_of_others() -> None:
    state = game(S(), S(), S()).state
    fold(state, [e.ClaimOpened(1, 0, 25, 5), e.ClaimOpened(0, 2, 8, 3), e.DiceRolled(2, (1, 2))])
    assert [(claim.creditor, claim.throws) for claim in state.claims] == [(1, 1), (0, 0)]
    apply(state, e.DiceRolled(2, (1, 2)))
    assert [claim.throws for claim in state.claims] == [1, 0]


def test_votes_and_ends_are_noted() -> None:
    state = game().state
    fold(state, [e.VoteCast(0, True), e.VoteCast(1, True), e.VoteCast(0, False)])
    assert state.votes == [False, True]
    apply(state, e.EndCalled("time", after_round=True))
    assert (state.ending, state.last_round) == ("", "time")
    apply(state, e.EndCalled("host"))
    assert state.ending == "host"


def test_a_finished_game_has_nothing_pending() -> None:
    state = game().state
    fold(state, [e.ClaimOpened(1, 0, 25, 5), e.AuctionOpened((0, 1), 5), e.GameEnded("vote", (1,), (5, 9))])
    assert state.stack == [f.GameOver()]
    assert (state.queue, state.offers, state.claims) == ([], {}, [])
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners, state.outcome.worth) == ("vote", (1,), (5, 9))


@pytest.mark.parametrize("forget", [
    e.DeedDealt(0, 5), e.DeedBought(0, 5), e.DeedTransferred(5, 1, 0), e.DeedReturned(5, 1), e.DeedMortgaged(1, 5),
    e.MortgageLifted(1, 5), e.BuildingsBuilt(0, ((1, 1),)), e.BuildingsSold(0, ((1, 0),)),
], ids=lambda event: type(event).__name__)  # fmt: skip
def test_whatever_moves_an_asset_makes_the_memory_of_holdings_void(forget: e.Event) -> None:
    state = game(S(deeds=BROWN), S(deeds=(5,))).state
    holdings(state, 0)
    assert state.memo
    apply(state, forget)
    assert state.memo == {}


def test_an_event_of_no_known_type_is_a_bug_of_the_caller() -> None:
    with pytest.raises(KeyError):
        apply(game().state, e.Event())
