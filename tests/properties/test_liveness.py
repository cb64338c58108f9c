"""Nothing waits for ever: with everybody silent, defaults bring any game on (design.md 4.1, *Liveness*)."""

import pytest

from engine import commands as c
from engine.chance import SeededChance
from engine.game import Game
from engine.ids import TABLE
from engine.legal import waiting
from engine.ruleset import load_ruleset, presets
from tests.engine.phases.positions import PHASES
from tests.engine.positions import full, onward
from tests.properties.walk import silence

ROUNDS = 40
"""More rounds of silence than any state may need before another seat is asked."""


def apart(table: Game, seed: int = 0) -> Game:
    """A copy of the game with dice of its own."""
    return Game(table.state.copy(), SeededChance(seed))


@pytest.mark.parametrize("name", [name for name in PHASES if name != "game_over"])
def test_silence_leads_on_from_every_phase(name: str) -> None:
    assert 0 < silence(apart(PHASES[name]())) <= ROUNDS


@pytest.mark.parametrize("preset", list(presets()))
def test_silence_leads_on_from_whatever_random_play_reaches(preset: str) -> None:
    for count, (table, _) in enumerate(onward(full(load_ruleset(preset)), 400, seed=4)):
        if not count % 4 and table.state.outcome is None:
            assert 0 < silence(apart(table, count)) <= ROUNDS


@pytest.mark.parametrize("preset", list(presets()))
def test_a_table_of_silent_seats_ends_by_the_bound_of_its_rounds(preset: str) -> None:
    # nobody buys by silence, so that only `max_rounds` ends such a game
    table = full(load_ruleset(preset, {"max_rounds": 12}))
    steps = 0
    while table.state.outcome is None:
        table.handle(TABLE, c.TimeOut(waiting(table.state)[-1]))
        steps += 1
        assert steps < 12 * 4 * 30
    assert table.state.outcome.reason in ("max_rounds", "last_one", "bankruptcies")
    assert table.state.round <= 12


@pytest.mark.parametrize("holders", [(1,), (2, 1), (1, 2)])
def test_holders_answer_by_silence_too_and_the_window_closes(holders: tuple[int, ...]) -> None:
    table = Game(PHASES["before_roll"]().state, SeededChance(1))
    for seat in holders:
        table.handle(seat, c.HoldWindow())
    for seat in holders:
        table.handle(TABLE, c.TimeOut(seat))
    assert waiting(table.state) == (0,)
    assert table.handle(TABLE, c.TimeOut(0))
