"""The table of phases: each kind of frame has its own rules, and each command of a seat a place where it is taken."""

from typing import get_args

import pytest

from engine import commands as c
from engine import frames as f
from engine.phases.base import Phase
from engine.phases.common import COMMON_HANDLERS
from engine.phases.table import PHASES, GameOverPhase
from tests.engine.positions import S, game


@pytest.mark.parametrize("frame", get_args(f.AnyFrame))
def test_every_frame_has_rules_of_its_own(frame: type[f.Frame]) -> None:
    assert isinstance(PHASES[frame], Phase)
    assert [kind for kind, phase in PHASES.items() if phase is PHASES[frame]] == [frame]


@pytest.mark.parametrize("command", c.SEAT_COMMANDS)
def test_every_command_of_a_seat_is_taken_somewhere(command: type[c.Command]) -> None:
    assert command in COMMON_HANDLERS or any(command in phase.handlers for phase in PHASES.values())


def test_no_phase_takes_a_command_of_the_table() -> None:
    taken = {command for phase in PHASES.values() for command in phase.handlers} | set(COMMON_HANDLERS)
    assert taken == set(c.SEAT_COMMANDS)


def test_a_game_that_is_over_asks_nothing() -> None:
    table = game(S(), S())
    assert GameOverPhase().waiting(table.state, f.GameOver()) == ()
    assert not GameOverPhase().proceed(table, f.GameOver())
