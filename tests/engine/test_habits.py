"""What every policy does alike: answers to offers, votes, claims, jail, going on."""

import pytest

from engine import commands as c
from engine.commands import Things
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.habits import asked, claim, clear_offers, go_on, is_accepted, may_improve, reply, walk_out
from engine.state import Offer, State
from tests.engine.positions import ORANGE, S, at_level, do, game

SWAP = c.OfferTrade(0, Things(deeds=(12,)), Things(deeds=(5,)))


def liking(state: State, seat: int, offer: Offer) -> bool:
    return True


def disliking(state: State, seat: int, offer: Offer) -> bool:
    return False


def window(state: State) -> Window:
    frame = state.stack[-1]
    assert isinstance(frame, Window)
    return frame


def test_the_frame_that_asks_is_found_and_nobody_else_is_asked() -> None:
    state = game(S(), S()).state
    assert asked(state, 0) is state.stack[-1]
    with pytest.raises(IllegalCommand) as refusal:
        asked(state, 1)
    assert refusal.value.reason == "no_prompt"


def test_an_offer_is_answered_by_taste() -> None:
    table = game(S(deeds=(5,)), S(deeds=(12,)))
    do(table, (1, SWAP))
    assert reply(table.state, 0, liking) == c.AcceptOffer(1)
    assert reply(table.state, 0, disliking) == c.RejectOffer(1)
    assert reply(table.state, 1, liking) is None


def test_an_offer_that_cannot_settle_is_refused() -> None:
    table = game(S(deeds=(5,)), S(cash=100, deeds=(12,)))
    do(table, (1, c.OfferTrade(0, Things(100, (12,)), Things(deeds=(5,)))))
    table.state.cash[1] = 99
    assert reply(table.state, 0, liking) == c.RejectOffer(1)


def test_what_is_accepted_already_is_not_answered_again() -> None:
    table = game(S(deeds=(5,)), S(deeds=(12,)), dice=[(1, 2)])
    do(table, (0, c.RollDice()), (1, SWAP), (0, c.AcceptOffer(1)))
    assert is_accepted(table.state, 1)
    assert not is_accepted(table.state, 2)
    assert reply(table.state, 0, disliking) is None


def test_who_is_called_to_end_the_game_agrees() -> None:
    table = game(S(), S(), S())
    assert reply(table.state, 0, liking) is None
    do(table, (1, c.CastVote(True)))
    assert reply(table.state, 0, liking) == c.CastVote(True)
    assert reply(table.state, 1, liking) is None


def test_an_open_rent_is_claimed() -> None:
    table = game(S(), S(deeds=(6,)), dice=[(2, 4)], rent_claim="before_next_roll")
    do(table, (0, c.RollDice()))
    assert claim(table.state, 1) == c.ClaimRent()
    assert claim(table.state, 0) is None


def test_an_offer_of_an_earlier_turn_is_taken_back() -> None:
    table = game(S(deeds=(12,)), S(deeds=(5,)), dice=[(1, 3), (1, 3)])
    do(table, (0, c.OfferTrade(1, Things(deeds=(12,)), Things(deeds=(5,)))))
    assert clear_offers(table.state, 0) is None
    do(table, (0, c.RollDice()), (0, c.EndTurn()), (1, c.RollDice()), (1, c.EndTurn()))
    assert clear_offers(table.state, 0) == c.WithdrawOffer(1)
    assert clear_offers(table.state, 1) is None


def test_a_window_is_left_by_the_throw_that_is_due_or_the_end_of_the_turn() -> None:
    table = game(S(), S(), dice=[(1, 3)])
    assert go_on(table.state, 0, window(table.state)) == c.RollDice()
    do(table, (0, c.RollDice()))
    assert go_on(table.state, 0, window(table.state)) == c.EndTurn()
    doubles = game(S(), S(), phase="after_roll", doubles=1).state
    assert go_on(doubles, 0, window(doubles)) == c.RollDice()


def test_a_window_that_another_holds_is_waited_for() -> None:
    table = game(S(), S())
    do(table, (1, c.HoldWindow()))
    assert go_on(table.state, 0, window(table.state)) is None


def test_jail_is_left_by_the_card_first_and_by_money_that_can_be_spared() -> None:
    def out(keep: int, *cards: str, cash: int = 100) -> c.SeatCommand | None:
        state = game(S(space=10, jail=0, cash=cash, cards=cards), S()).state
        return walk_out(state, 0, window(state), keep)

    assert out(500, "chance") == c.UseJailCard()
    assert out(50) == c.PayFine()
    assert out(51) is None
    free = game(S(cards=("chance",)), S()).state
    assert walk_out(free, 0, window(free), 0) is None


def test_there_is_something_to_improve_where_a_group_is_complete_or_a_mortgage_lies() -> None:
    for seat, expected in (
        (S(deeds=ORANGE), True),
        (S(deeds=(5,), mortgaged=(5,)), True),
        (S(deeds=(16, 18)), False),
        (S(deeds=ORANGE, levels=at_level(ORANGE, 5)), False),
    ):
        state = game(seat, S()).state
        assert may_improve(state, 0, window(state)) is expected
    elsewhere = game(S(), S(deeds=ORANGE), asset_window="own_turn").state
    assert not may_improve(elsewhere, 1, window(elsewhere))
