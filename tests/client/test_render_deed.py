"""One deed with all its figures."""

import pytest

from client.render_deed import deed_lines
from client.view import View
from tests.client.views import assert_plain, busy_game, check_snapshot, view_of
from tests.engine.positions import US, S, game


@pytest.mark.parametrize("deed", [16, 39, 5, 12, 28], ids=lambda deed: str(US.spaces[deed].id))
def test_a_deed_in_a_busy_game(deed: int) -> None:
    lines = deed_lines(view_of(busy_game()), deed)
    assert_plain(lines, 80)
    check_snapshot(f"deed_{US.spaces[deed].id}", lines)


def figures(view: View, deed: int) -> dict[str, str]:
    pairs = [line.strip().split("   ", 1) for line in deed_lines(view, deed)[1:]]
    return {what: figure.strip() for what, figure in pairs}


def test_every_figure_of_every_deed_is_the_board_s() -> None:
    view = view_of(game())
    for deed in US.deeds:
        shown = figures(view, deed)
        assert shown["price"] == f"${US.price[deed]}"
        assert shown["mortgage"] == f"${US.mortgage[deed]}"
        if US.type[deed] == "street":
            ladder = [shown["rent, bare"], *(shown[f"rent with {what}"] for what in LEVELS)]
            assert ladder == [f"${rent}" for rent in US.rent[deed]]


LEVELS = ("1 house", "2 houses", "3 houses", "4 houses", "a hotel")


def test_houses_that_the_rules_do_not_have_are_not_shown() -> None:
    shown = figures(view_of(game(hotel_after=3)), 39)
    assert "rent with 4 houses" not in shown
    assert shown["rent with a hotel"] == "$2000"


def test_before_the_game_it_has_no_owner() -> None:
    view = view_of(game())
    before = View(view.board, view.rules, None, ())
    assert "owner" not in figures(before, 39)
    assert figures(view, 39)["owner"] == "the bank"


def test_the_rent_is_that_of_now() -> None:
    assert figures(view_of(game(S(deeds=(37, 39)), S())), 39)["rent now"] == "$100"
    assert figures(view_of(game(S(deeds=(12, 28)), S())), 12)["rent now"] == "10 times the throw"
    assert figures(view_of(game(S(deeds=(5, 15, 25)), S())), 5)["rent now"] == "$100"
