"""What every phase answers, and what a phase that asks nothing answers."""

import pytest

from engine.errors import IllegalCommand
from engine.frames import GameOver
from engine.options import Option
from engine.phases.base import Phase, holds, need_turn, plain
from tests.engine.positions import S, game


def test_a_phase_that_asks_nothing_waits_for_nobody_and_does_nothing() -> None:
    table, phase, frame = game(), Phase[GameOver](), GameOver()
    assert phase.handlers == {}
    assert phase.waiting(table.state, frame) == ()
    assert phase.options(table.state, frame, 0) == []
    assert not phase.proceed(table, frame)
    with pytest.raises(IllegalCommand) as refused:
        phase.default(table.state, frame, 0)
    assert refused.value.reason == "no_prompt"


def test_only_the_seat_that_is_asked_answers() -> None:
    need_turn(2, 2)
    with pytest.raises(IllegalCommand, match="seat 2 is to act, not seat 1") as refused:
        need_turn(1, 2)
    assert refused.value.reason == "not_your_turn"


def test_a_seat_holds_the_window_that_is_open_or_the_next_one() -> None:
    state = game(S(), S(), S()).state
    assert not holds(state, 1)
    state.pending_holds = [1]
    assert [holds(state, seat) for seat in range(3)] == [False, True, False]
    state.stack = [type(state.stack[0])("after_roll", 1, (2,))]  # type: ignore[call-arg]  # a window
    assert [holds(state, seat) for seat in range(3)] == [False, True, True]


def test_an_option_without_parameters_is_its_command_alone() -> None:
    assert plain("roll_dice") == Option("roll_dice")
