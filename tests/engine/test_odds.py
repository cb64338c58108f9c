"""How often spaces are reached: the shape of the figures; that they are right is a property held against a Markov chain."""

from pathlib import Path

import pytest

from engine import odds
from engine.board import Board, load_board, read_board
from engine.odds import USUAL_THROW, WAYS, arrivals

ISLAND = Path(__file__).parents[1] / "data" / "island.toml"


def test_every_throw_of_two_dice_is_counted() -> None:
    assert sum(ways for _, ways in WAYS) == 36
    assert max(WAYS, key=lambda pair: pair[1]) == (USUAL_THROW, 6)


@pytest.mark.parametrize("board", [load_board("us_classic"), load_board("uk_classic"), read_board(ISLAND)])
def test_a_throw_reaches_a_space_and_through_cards_now_and_then_another(board: Board) -> None:
    reached = arrivals(board)
    assert len(reached) == board.size
    assert min(reached) > 0
    assert 1 < sum(reached) < 1.2


def test_what_lies_a_throw_behind_jail_is_reached_most() -> None:
    board = load_board("us_classic")
    reached = arrivals(board)
    orange, brown = (sum(reached[deed] for deed in board.members[group]) / len(board.members[group]) for group in (3, 0))
    assert orange > 1.3 * brown


def test_a_board_that_is_nearly_all_cards_is_reckoned_from_fewer_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = arrivals(read_board(ISLAND))
    monkeypatch.setattr(odds, "_MOST_STEPS", 4000)  # some twenty throws of this board
    assert arrivals(read_board(ISLAND)) == pytest.approx(exact, rel=0.01)
    monkeypatch.setattr(odds, "_MOST_STEPS", 1)
    assert 1 < sum(arrivals(read_board(ISLAND))) < 1.3


def test_they_are_reckoned_once_for_a_board() -> None:
    board = load_board("us_classic")
    assert arrivals(board) is arrivals(board)
