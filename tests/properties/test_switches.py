"""Switches in combinations that no preset has: every one can be played, and every invariant holds."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.ruleset import SWITCHES, Ruleset
from tests.properties.rulesets import SEATS, rulesets, values
from tests.properties.walk import silence, walk

CONTRADICTORY = [HealthCheck.filter_too_much]


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_is_drawn(switch: str) -> None:
    assert values(switch) is not None


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=CONTRADICTORY)
@given(rulesets(), st.integers(0, 1000))
def test_any_combination_of_switches_can_be_played(rules: Ruleset, seed: int) -> None:
    table = walk(rules, SEATS, seed, steps=200)
    assert table.state.outcome is not None or silence(table) < 100


@pytest.mark.soak
@settings(max_examples=10_000, deadline=None, suppress_health_check=CONTRADICTORY)
@given(rulesets(), st.integers(0, 1_000_000))
def test_many_combinations_of_switches_can_be_played(rules: Ruleset, seed: int) -> None:
    table = walk(rules, SEATS, seed, steps=600)
    assert table.state.outcome is not None or silence(table) < 100
