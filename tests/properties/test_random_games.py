"""Random walks through games under every preset: commands of anybody, legal and not, with all invariants after each."""

import pytest

from engine.ruleset import load_ruleset, presets
from tests.properties.walk import walk


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", list(presets()))
def test_a_walk_keeps_every_invariant(preset: str, seed: int) -> None:
    walk(load_ruleset(preset), seats=2 + 2 * seed, seed=seed, steps=600)


@pytest.mark.soak
@pytest.mark.parametrize("preset", list(presets()))
def test_a_thousand_games_keep_every_invariant(preset: str) -> None:
    rules = load_ruleset(preset)
    for seed in range(1000):
        walk(rules, seats=2 + seed % (rules.max_players - 1), seed=seed, steps=2000)
