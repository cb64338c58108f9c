"""Who holds what, as a matrix."""

import pytest

from client.render_holdings import holdings_lines
from client.view import View
from tests.client.views import NAMES, assert_plain, busy_game, check_snapshot, view_of
from tests.engine.positions import US, S, game


def test_a_busy_table() -> None:
    check_snapshot("holdings", holdings_lines(view_of(busy_game()), 61))


@pytest.mark.parametrize("width", [61, 40])
def test_eight_seats_fit(width: int) -> None:
    assert_plain(holdings_lines(view_of(game(*(S(cash=12345) for _ in range(8)))), width), width)


def test_before_the_game_there_is_nothing_to_hold() -> None:
    assert holdings_lines(View(US, game().state.rules, None, NAMES)) == ["the game has not started"]
