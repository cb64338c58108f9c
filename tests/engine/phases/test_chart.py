"""The chart of phases that the documents show: games never take a step that is not in it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import commands as c
from engine.errors import IllegalCommand
from engine.frames import AnyFrame, Window
from engine.game import Game
from engine.legal import phase_of
from engine.phases.chart import CHART, fate, fate_table, phase_diagram, phase_table
from engine.phases.table import PHASES
from engine.ruleset import load_ruleset, presets
from tests.properties.walk import give_groups, next_command, start


def steps(preset: str, seed: int) -> Iterator[tuple[str, str]]:
    """The phases before and after each command of a random game without resignations or votes."""
    rng = random.Random(seed)
    rules = load_ruleset(preset, {"max_rounds": 60, "houses": rng.choice((6, 32)), "hotels": 12})
    game, _ = start(rules, 2 + seed % 5, seed)
    if not rules.deal_deeds:
        give_groups(game.state, seed)
    for _ in range(800):
        seat, command = next_command(rng, game)
        if game.state.outcome is not None or isinstance(command, (c.Resign, c.CastVote)):
            continue
        yield from step(game, seat, command)
        if game.state.outcome is not None:
            return


def step(game: Game, seat: int, command: c.Command) -> Iterator[tuple[str, str]]:
    before = phase_of(game.state)
    try:
        game.handle(seat, command)
    except IllegalCommand:
        return
    if phase_of(game.state) != before:
        yield before, phase_of(game.state)


@pytest.mark.parametrize("preset", presets())
def test_games_stay_within_the_chart(preset: str) -> None:
    seen = {pair for seed in range(4) for pair in steps(preset, seed)}
    assert len(seen) > 5
    assert [pair for pair in sorted(seen) if pair[1] not in CHART[pair[0]].then] == []


def test_every_phase_is_charted() -> None:
    named = {kind.phase for kind in PHASES if kind.phase} | {"before_roll", "own_turn", "after_roll"}
    assert named == set(CHART)
    assert {follower for row in CHART.values() for follower in row.then} <= named


def test_fates_are_read_off_the_handlers() -> None:
    frames = {kind.__name__: kind for kind in AnyFrame.__args__}
    assert fate(c.RollDice, Window) == "yes"
    assert fate(c.BuildHouses, frames["Debt"]) == "queued"
    assert fate(c.OfferTrade, frames["Auction"]) == "any"
    assert fate(c.BuyDeed, Window) == "-"


def test_the_tables_name_every_phase_and_command() -> None:
    assert all(f"`{phase}`" in phase_table() for phase in CHART)
    assert all(f"`{c.tag_of(command)}`" in fate_table() for command in c.SEAT_COMMANDS)
    assert phase_diagram().count("-->") == 2 + sum(len(set(row.then)) for row in CHART.values())
