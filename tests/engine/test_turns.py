"""Handing on the dice: the order of play, who holds a window as it opens, and the ends that come with a round."""

import pytest

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.ids import TABLE
from engine.legal import phase_of, waiting
from engine.turns import holders
from tests.engine.positions import S, do, game, of, refusal, the

ROLL, END = c.RollDice(), c.EndTurn()
JAILED = S(jail=0)


def turns(*seats: S, count: int, **switches: object) -> tuple[Game, list[e.Event]]:
    """Turns in which nothing happens: everybody sits in jail and fails to throw doubles."""
    table = game(*seats, dice=[(1, 2)] * count, **switches)
    events: list[e.Event] = []
    for _ in range(count):
        events += do(table, (table.state.turn, ROLL), (table.state.turn, END))
    return table, events


def test_the_dice_go_round_to_the_left() -> None:
    _, events = turns(JAILED, JAILED, JAILED, count=4)
    assert [(turn.seat, turn.round) for turn in of(events, e.TurnStarted)] == [(1, 1), (2, 1), (0, 2), (1, 2)]


def test_seats_that_are_out_are_skipped() -> None:
    _, events = turns(JAILED, S(out=True), JAILED, S(out=True), count=3)
    assert [(turn.seat, turn.round) for turn in of(events, e.TurnStarted)] == [(2, 1), (0, 2), (2, 2)]


@pytest.mark.parametrize(("order", "expected"), [("seat", (2, 0, 1)), ("opening_roll", (2, 1, 0))])
def test_the_opening_throws_settle_the_order(order: str, expected: tuple[int, ...]) -> None:
    # rules.md ORD-02: clockwise from the highest thrower, or by falling throws
    table = game(S(), S(), S(), phase="opening_roll", dice=[(1, 2), (4, 4), (6, 5)], turn_order=order)
    events = do(table, (0, ROLL), (1, ROLL), (2, ROLL))
    assert the(events, e.TurnStarted) == e.TurnStarted(2, 1, order=expected)
    assert table.state.order == list(expected)


def test_under_falling_throws_the_turns_follow_that_order_and_a_round_is_once_through_it() -> None:
    table = game(
        JAILED, JAILED, JAILED, phase="opening_roll", dice=[(1, 2), (4, 5), (3, 3), *[(1, 2)] * 6], turn_order="opening_roll"
    )
    do(table, (0, ROLL), (1, ROLL), (2, ROLL))
    seen = []
    for _ in range(4):
        seen.append((table.state.turn, table.state.round))
        do(table, (table.state.turn, ROLL), (table.state.turn, END))
    assert seen == [(1, 1), (2, 1), (0, 1), (1, 2)]


def test_a_round_is_over_also_when_its_last_seat_goes_out() -> None:
    # rules-cases E09
    table = game(JAILED, JAILED, JAILED, dice=[(1, 2)] * 2, early_end="rounds", early_end_value=1)
    do(table, (0, ROLL), (0, END), (1, ROLL), (1, END))
    events = do(table, (2, c.Resign()))
    assert the(events, e.GameEnded).reason == "rounds"


def test_holders_are_the_standing_stops_and_the_holds_sent_before() -> None:
    state = game(S(), S(), S(), S(), S(out=True)).state
    assert holders(state, 0, [False] * 5) == ()
    assert holders(state, 0, [True, True, False, False, True]) == (1,)
    state.pending_holds = [3, 0]
    assert holders(state, 0, [False, True, False, False, False]) == (1, 3)
    assert holders(state, 1, [False, True, False, False, False]) == (0, 3)


def test_stops_hold_each_kind_of_window_apart() -> None:
    table = game(JAILED, JAILED, JAILED, dice=[(1, 2)])
    do(table, (1, c.SetStops(True, False)), (2, c.SetStops(False, True)), (0, ROLL))
    assert waiting(table.state) == (0, 2)
    do(table, (2, c.Pass()), (0, END))
    assert (table.state.turn, waiting(table.state)) == (1, (1,))
    do(table, (2, c.SetStops(True, True)), (0, c.SetStops(True, False)))
    assert waiting(table.state) == (1,)


def test_a_hold_sent_during_a_step_takes_effect_once() -> None:
    table = game(S(space=2), JAILED, JAILED, dice=[(1, 2), (1, 2)])
    do(table, (0, ROLL))
    assert do(table, (1, c.HoldWindow())) == [e.WindowHeld(1, pending=True)]
    events = do(table, (0, c.BuyDeed()))
    assert the(events, e.WindowOpened).holders == (1,)
    assert refusal(table, 0, END) == "window_held"
    do(table, (1, c.Pass()), (0, END))
    assert table.state.pending_holds == []
    assert waiting(table.state) == (1,)


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"max_rounds": 2}, "max_rounds"),
        ({"early_end": "rounds", "early_end_value": 2}, "rounds"),
        ({"early_end": "rounds", "early_end_value": 2, "max_rounds": 1}, "max_rounds"),
    ],
)
def test_a_number_of_rounds_ends_the_game_by_count(switches: dict[str, object], reason: str) -> None:
    # rules.md END-02
    count = 2 if switches.get("max_rounds") == 1 else 4
    table, events = turns(S(jail=0, cash=100), S(jail=0, cash=300), count=count, **switches)
    assert the(events, e.GameEnded) == e.GameEnded(reason, (1,), (100, 300))
    assert phase_of(table.state) == "game_over"


def test_without_such_a_switch_no_round_is_the_last() -> None:
    table, _ = turns(JAILED, JAILED, count=4, early_end="off")
    assert (table.state.round, table.state.outcome) == (3, None)


def test_when_time_is_up_the_round_is_finished_first() -> None:
    # rules-cases E05: so that all have had the same number of turns
    table = game(JAILED, JAILED, JAILED, dice=[(1, 2)] * 3, early_end="time", early_end_value=60)
    assert do(table, (0, ROLL), (TABLE, c.CallEnd("time")))[-1] == e.EndCalled("time", after_round=True)
    events = do(table, (0, END), (1, ROLL), (1, END), (2, ROLL))
    assert table.state.outcome is None
    events = do(table, (2, END))
    assert the(events, e.GameEnded).reason == "time"
