"""The scenes of the reference page can be played."""

from __future__ import annotations

import pytest

from engine.board import load_board
from engine.position import build_state
from engine.ruleset import load_ruleset
from protocol.scenes import BOB, NAMES, SCENES, Scene

EVERY = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


@EVERY
def test_a_scene_begins_where_a_game_could_be_and_everybody_has_a_name(scene: Scene) -> None:
    state = build_state(scene.position, load_board(), load_ruleset())
    assert state.seats <= len(NAMES)
    assert all(act.seat < state.seats for act in scene.acts)


@EVERY
def test_bob_who_looks_on_has_something_to_do(scene: Scene) -> None:
    assert sum(act.seat == BOB for act in scene.acts) >= 2
    assert any(act.seat != BOB for act in scene.acts)
