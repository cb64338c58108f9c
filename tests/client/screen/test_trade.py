"""The trade dialog: what is chosen becomes a line, and only of what is held."""

import pytest

from client.language import parse
from client.screen.markup import text_of, width_of
from client.screen.trade import Trade
from client.view import View
from client.waiting import context_of
from engine import commands as c
from engine.game import Game
from tests.client.views import assert_plain, busy_game, check_snapshot, view_of
from tests.engine.positions import S, game


def pressed(view: View, *keys: str) -> Trade:
    trade = Trade(view)
    for key in keys:
        trade.press(key, view)
    return trade


def two() -> Game:
    return game(S(cash=500, deeds=(5, 6), cards=("chance",)), S(cash=90, deeds=(39,)), S(cash=70))


def test_what_is_chosen_becomes_a_line() -> None:
    view = view_of(two())
    trade = pressed(view, "down", "down", " ", "1", "2", "0", "right", "down", " ")
    assert trade.line(view) == "offer Bob: 120+reading_railroad for boardwalk"
    command = parse(trade.line(view), context_of(view))
    assert command == c.OfferTrade(1, c.Things(120, (5,)), c.Things(0, (39,)))


def test_a_jail_card_and_nothing() -> None:
    view = view_of(two())
    assert pressed(view, "down", "down", "down", " ").line(view) == "offer Bob: chance-card for nothing"


def test_a_key_too_many_does_nothing() -> None:
    view = view_of(two())
    assert pressed(view, *["down"] * 9, " ", *["up"] * 9, " ", "7", "backspace", "backspace", "x").line(view) == (
        "offer Bob: chance-card for nothing"
    )


def test_tab_goes_round_the_others_and_begins_anew() -> None:
    # faults C137: a dialog that opened with the values of the last deal
    view = view_of(two())
    assert pressed(view, "9", "tab").line(view) == "offer Cleo: nothing for nothing"
    assert pressed(view, "tab", "tab").line(view) == "offer Bob: nothing for nothing"


def test_what_is_held_no_more_falls_out() -> None:
    # faults C133: lists that do not fit the selected side
    before, after = view_of(two()), view_of(game(S(cash=500, deeds=(6,)), S(cash=90, deeds=(5, 39)), S(cash=70)))
    trade = pressed(before, "down", "down", " ", "right", "down", " ")
    assert trade.line(after) == "offer Bob: nothing for boardwalk"


def test_an_offer_is_answered_from_its_own_terms() -> None:
    table = two()
    table.handle(1, c.OfferTrade(0, c.Things(50), c.Things(0, (6,))))
    view = view_of(table)
    trade = pressed(view, "c")
    assert trade.line(view) == "counter 1: oriental_avenue for 50"
    trade.press("c", view)
    assert trade.line(view).startswith("offer Bob: ")
    assert pressed(view, "tab", "c").line(view) == "offer Cleo: nothing for nothing"


@pytest.mark.parametrize(("columns", "rows"), [(61, 18), (88, 27), (40, 10)])
def test_it_fits_its_place(columns: int, rows: int) -> None:
    view = view_of(busy_game())
    drawn = pressed(view, "down", " ", "right", *["down"] * 9).draw(view, columns, rows)
    assert len(drawn) == rows
    assert all(width_of(row) <= columns for row in drawn)
    assert_plain([text_of(row) for row in drawn], columns)


def test_both_sides_are_seen() -> None:
    view = view_of(busy_game())
    drawn = pressed(view, "2", "0", "0", "0", "right", "down", " ").draw(view, 61, 18)
    check_snapshot("screen_trade", [text_of(row).rstrip() for row in drawn])
