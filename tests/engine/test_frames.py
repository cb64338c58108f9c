"""Frames: which of them wait for an answer, and under what name of a phase."""

from typing import get_args

import msgspec
import pytest

from engine import frames as f
from engine.phases.table import PHASES

FRAMES: tuple[type[f.Frame], ...] = get_args(f.AnyFrame)
WORK = {f.Step, f.Settlement, f.Departure, f.Estate}


def test_every_frame_is_declared_once_and_has_its_rules() -> None:
    found = {kind for kind in vars(f).values() if isinstance(kind, type) and issubclass(kind, f.Frame)} - {f.Frame}
    assert set(FRAMES) == found == set(PHASES)


@pytest.mark.parametrize("frame", [kind for kind in FRAMES if kind not in WORK | {f.GameOver}])
def test_a_frame_that_waits_has_prompts(frame: type[f.Frame]) -> None:
    assert "prompt" in frame.__struct_fields__


def test_the_work_of_the_engine_has_no_prompt_and_no_phase() -> None:
    assert [kind.phase for kind in WORK] == [""] * 4
    assert all("prompt" not in kind.__struct_fields__ for kind in WORK)


def test_the_phases_have_the_names_of_the_design() -> None:
    windows = set(get_args(f.WindowKind))
    assert windows == {"before_roll", "own_turn", "after_roll"}
    assert windows | {kind.phase for kind in FRAMES if kind.phase} == {
        "opening_roll", "before_roll", "after_roll", "own_turn", "purchase", "auction", "debt", "card_choice", "tax_choice",
        "mortgage_transfer", "build_contest", "game_over",
    }  # fmt: skip


def test_a_debt_is_all_that_is_owed_to_anybody() -> None:
    assert f.Debt(0, ((1, 50), (2, 70)), "card", 1).amount == 120


def test_a_stack_is_the_same_after_the_wire() -> None:
    stack = [f.Step(), f.Settlement(0, 7, "card", True), f.Auction(4, (0, 1), 5, None, 60, 1, (0,)), f.GameOver()]
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(stack), type=list[f.AnyFrame]) == stack
