"""What a seat may do in any phase: trade talk, holds and stops, its own queue, votes, resigning (design.md 4.1)."""

import pytest

from engine import commands as c
from engine import events as e
from engine.commands import Things
from engine.game import Game
from engine.legal import legal, phase_of, waiting
from engine.phases.common import MAX_HOLDS, queued_accepts
from tests.engine.phases.positions import PHASES
from tests.engine.positions import S, do, game, kinds, listed, option, refusal, the

OPEN = [name for name in PHASES if name != "game_over"]
OFFER = c.OfferTrade(2, Things(1), Things(1))


@pytest.mark.parametrize("name", OPEN)
def test_offers_are_made_countered_refused_and_withdrawn_in_any_phase(name: str) -> None:
    table = PHASES[name]()
    number = table.state.next_offer
    table.state.cash[1] = max(1, table.state.cash[1])
    made = do(table, (1, c.OfferTrade(2, Things(1), Things(1))))
    assert made == [e.OfferMade(number, 1, 2, Things(1), Things(1))]
    assert do(table, (2, c.CounterOffer(number, Things(2), Things(3)))) == [
        e.OfferClosed(number, "countered"),
        e.OfferMade(number + 1, 2, 1, Things(2), Things(3)),
    ]
    assert do(table, (1, c.RejectOffer(number + 1))) == [e.OfferClosed(number + 1, "rejected")]
    do(table, (1, OFFER))
    assert do(table, (1, c.WithdrawOffer(number + 2))) == [e.OfferClosed(number + 2, "withdrawn")]


@pytest.mark.parametrize("command", [c.CounterOffer(1, Things(1), Things(2)), c.RejectOffer(1), c.WithdrawOffer(1)])
def test_only_its_parties_deal_with_an_offer(command: c.Command) -> None:
    table = game(S(), S(), S())
    do(table, (1, OFFER))
    maker = isinstance(command, c.WithdrawOffer)
    assert refusal(table, 0, command) == "not_owner"
    assert refusal(table, 2 if maker else 1, command) == "not_owner"
    assert kinds(do(table, (1 if maker else 2, command)))[0] is e.OfferClosed
    assert refusal(table, 1 if maker else 2, command) == "no_such_offer"


def test_a_counter_that_may_not_be_made_leaves_the_offer_open() -> None:
    # rules-cases T13
    table = game(S(), S(cash=10), S(cash=5))
    do(table, (1, OFFER))
    assert refusal(table, 2, c.CounterOffer(1, Things(6), Things(1))) == "not_enough_cash"
    assert refusal(table, 2, c.CounterOffer(1, Things(), Things(1))) == "one_sided"
    assert list(table.state.offers) == [1]


@pytest.mark.parametrize("name", [name for name in OPEN if name != "opening_roll"])
def test_a_seat_may_hold_in_any_phase(name: str) -> None:
    table = PHASES[name]()
    pending = type(table.state.stack[0]).__name__ != "Window"
    assert do(table, (2, c.HoldWindow())) == [e.WindowHeld(2, pending=pending)]
    assert refusal(table, 2, c.HoldWindow()) == "already_holding"
    assert "hold_window" not in listed(table, 2)


def test_the_turns_seat_needs_no_hold() -> None:
    table = game()
    assert refusal(table, 0, c.HoldWindow()) == "already_holding"
    assert "hold_window" not in listed(table, 0)


def test_holds_are_bounded_in_a_turn() -> None:
    table = game(S(jail=0), S(), S(jail=0), dice=[(1, 2)])
    for _ in range(MAX_HOLDS):
        do(table, (2, c.HoldWindow()), (2, c.Pass()))
    assert refusal(table, 2, c.HoldWindow()) == "too_many_holds"
    assert "hold_window" not in listed(table, 2)
    do(table, (1, c.HoldWindow()), (1, c.Pass()), (0, c.RollDice()), (0, c.EndTurn()))
    do(table, (2, c.HoldWindow()))
    assert waiting(table.state) == (1, 2)


@pytest.mark.parametrize("name", OPEN)
def test_who_holds_nothing_has_nothing_to_give_back(name: str) -> None:
    table = PHASES[name]()
    because = {"auction": "already_answered", "auction, of a building": "not_a_bidder"}
    expected = "not_your_turn" if name.startswith("build_contest") else because.get(name, "not_holding")
    assert "pass" not in listed(table, 2)
    assert refusal(table, 2, c.Pass()) == expected


@pytest.mark.parametrize("name", ["purchase", "debt", "card_choice", "tax_choice", "own_turn"])
def test_a_hold_sent_ahead_may_be_given_back(name: str) -> None:
    table = PHASES[name]()
    do(table, (2, c.HoldWindow()))
    assert "pass" in listed(table, 2)
    assert do(table, (2, c.Pass())) == [e.HoldReturned(2)]
    assert "pass" not in listed(table, 2)


@pytest.mark.parametrize("name", OPEN)
def test_stops_may_be_set_in_any_phase(name: str) -> None:
    table = PHASES[name]()
    assert do(table, (2, c.SetStops(True, True))) == [e.StopsSet(2, True, True)]
    assert do(table, (2, c.SetStops(False, True))) == [e.StopsSet(2, False, True)]
    assert (table.state.stop_before[2], table.state.stop_after[2]) == (False, True)


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_live_seat_may_resign_in_any_phase_at_once(name: str, seat: int) -> None:
    # scenarios.md fine point 13
    table = PHASES[name]()
    if table.state.out[seat]:
        assert refusal(table, seat, c.Resign()) == "out_of_game"
    else:
        assert the(do(table, (seat, c.Resign())), e.SeatBankrupt).seat == seat
    assert table.state.out[seat]
    assert legal(table.state, seat) == ()
    assert seat not in waiting(table.state)
    assert bool(waiting(table.state)) is (len(table.state.live()) > 1)


def test_votes_only_where_the_ruleset_has_them() -> None:
    table = game(early_end="host")
    assert refusal(table, 0, c.CastVote(True)) == "not_allowed"
    assert "cast_vote" not in listed(table, 0)
    assert do(game(), (0, c.CastVote(True))) == [e.VoteCast(0, True)]


def test_the_queue_is_ones_own() -> None:
    table = game(S(space=2), S(deeds=(15,)), S(deeds=(25,)), dice=[(1, 2)])
    do(table, (0, c.RollDice()), (1, c.MortgageDeeds((15,))), (2, c.MortgageDeeds((25,))))
    assert [option(table, seat, "withdraw_interrupt").ids for seat in (1, 2)] == [(1,), (2,)]
    assert option(table, 0, "withdraw_interrupt") is None


def accepting(**switches: object) -> Game:
    table = game(S(space=2), S(), S(), dice=[(1, 2)], **switches)
    do(table, (0, c.RollDice()), (1, OFFER), (0, OFFER))
    assert phase_of(table.state) == "purchase"
    return table


def test_acceptances_that_would_wait_are_listed_as_queued() -> None:
    table = accepting()
    assert [entry.ids for entry in queued_accepts(table.state, 2)] == [(1, 2)]
    assert queued_accepts(table.state, 1) == []
    assert queued_accepts(accepting(asset_window="own_turn").state, 2) == []
