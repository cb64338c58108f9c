"""The work that the engine takes up by itself: the end of a step, a settlement, a departure, an estate."""

from engine import commands as c
from engine import events as e
from engine import frames as f
from engine.game import Game
from engine.legal import phase_of, waiting
from engine.phases.step import DeparturePhase, EstatePhase, SettlementPhase, StepPhase
from tests.engine.positions import BROWN, S, do, game, kinds, of, payments, the


def with_stack(table: Game, *frames: f.AnyFrame) -> Game:
    """The game in the middle of a step, its list of events empty."""
    table.start()
    table.state.stack = [f.Step(), *frames]
    return table


def test_the_end_of_a_step_opens_the_window_after_the_roll() -> None:
    # scenarios.md fine point 1: no turn ends by itself
    table = with_stack(game(S(), S(), S()))
    table.state.stop_after[2] = True
    assert StepPhase().proceed(table, f.Step())
    assert table.state.stack == [f.Window("after_roll", table.state.next_prompt - 3, (2,))]


def test_but_the_turn_of_a_seat_that_is_out_passes() -> None:
    table = game(S(cash=0, space=2), S(deeds=(5,)), S(), dice=[(1, 2)])
    do(table, (0, c.RollDice()))
    events = do(table, (0, c.DeclareBankruptcy()))
    assert kinds(events)[-1] is e.TurnStarted
    assert (table.state.turn, phase_of(table.state)) == (1, "before_roll")


def test_a_settlement_opens_its_window_first_and_is_settled_once_that_is_shut() -> None:
    table = with_stack(game(S(), S(deeds=(5,)), asset_window="own_turn"), f.Settlement(0, 5))
    assert SettlementPhase().proceed(table, f.Settlement(0, 5))
    assert isinstance(table.state.stack[-1], f.Window)
    assert payments(do(table, (0, c.EndTurn()))) == [(0, 1, 25, "rent")]
    assert phase_of(table.state) == "after_roll"


def test_a_settlement_of_a_free_deed_costs_nothing() -> None:
    frame = f.Settlement(0, 5, None, True, True)
    table = with_stack(game(S(), S(deeds=(5,)), asset_window="own_turn"), frame)
    assert SettlementPhase().proceed(table, frame)
    assert (table.state.cash, table.state.stack) == ([1500, 1500], [f.Step()])


def test_a_departure_moves_by_the_throw_that_failed() -> None:
    table = with_stack(game(S(jail=2), S()), f.Departure(0))
    table.state.dice = (4, 6)
    assert DeparturePhase().proceed(table, f.Departure(0))
    assert (table.state.at[0], table.state.jail[0]) == (20, -1)


def test_a_departure_after_a_card_leaves_jail_only_once() -> None:
    table = with_stack(game(S(space=10), S()), f.Departure(0))
    table.state.dice = (4, 6)
    assert DeparturePhase().proceed(table, f.Departure(0))
    assert of(do(table, (0, c.SetStops(False, False))), e.JailLeft) == []
    assert table.state.at[0] == 20


def test_an_estate_is_sold_deed_by_deed_and_then_gone() -> None:
    # rules-cases K06
    table = with_stack(game(), f.Estate((5, 15)))
    assert EstatePhase().proceed(table, f.Estate((5, 15)))
    assert table.state.stack[1:] == [f.Estate((15,)), f.Auction(3, (0, 1), 5)]
    events = do(table, (0, c.Pass()), (1, c.Pass()))
    assert the(events, e.AuctionOpened).deed == 15
    events = do(table, (0, c.Pass()), (1, c.Pass()))
    assert kinds(events)[-3:] == [e.AuctionClosed, e.WorkTaken, e.WindowOpened]


def test_estates_wait_for_what_is_pending() -> None:
    table = game(S(cash=10, space=2, deeds=(12,)), S(deeds=(5, 15)), S(deeds=BROWN), dice=[(1, 2)])
    do(table, (0, c.RollDice()))
    do(table, (2, c.Resign()))
    assert (phase_of(table.state), waiting(table.state)) == ("debt", (0,))
    events = do(table, (0, c.MortgageDeeds((12,))))
    assert the(events, e.AuctionOpened).deed == 1
