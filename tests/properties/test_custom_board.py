"""Boards of a user's own: on an island of fourteen spaces and on boards without plan every invariant holds in random games."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Board, read_board
from engine.chance import SeededChance
from engine.game import new_game
from engine.legal import waiting
from engine.policy import careful
from engine.ruleset import Ruleset, load_ruleset, presets, validate
from tests.properties.boards import random_board
from tests.properties.walk import walk

FILE = Path(__file__).parents[1] / "data" / "island.toml"
EDITIONS = ("default", "storm")
PRESETS = [name for name in presets() if not load_ruleset(name).deal_deeds]
"""Those that deal no deeds: the island has too few for that."""


def rules_on(board: Board, preset: str, **switches: bool | int | str) -> Ruleset:
    """The rules of a preset, on this board."""
    rules = load_ruleset(preset, {"board": board.data.id, "edition": board.data.edition, **switches})
    validate(rules, board)
    return rules


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PRESETS), st.sampled_from(EDITIONS), st.integers(2, 8), st.integers(0, 2**32))
def test_random_games_on_the_island(preset: str, edition: str, seats: int, seed: int) -> None:
    board = read_board(FILE, edition)
    walk(rules_on(board, preset), seats, seed, 300, board=board)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PRESETS), st.integers(0, 2**32), st.integers(2, 8))
def test_random_games_on_boards_without_plan(preset: str, seed: int, seats: int) -> None:
    board = random_board(seed)
    tax = "choice" if board.data.income_tax_share_percent else "flat"
    walk(rules_on(board, preset, income_tax=tax), seats, seed, 300, board=board)


@pytest.mark.parametrize("preset", PRESETS)
def test_careful_players_finish_a_game_on_the_island(preset: str) -> None:
    board = read_board(FILE)
    game = new_game(board, rules_on(board, preset, max_rounds=200), 3, SeededChance(7))
    game.start()
    while game.state.outcome is None:
        seat = waiting(game.state)[0]
        game.handle(seat, careful(game.state, seat))
    assert game.state.outcome.reason in ("last_one", "max_rounds")
    assert max(game.state.owner) >= 0
