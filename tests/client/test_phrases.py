"""Names, amounts and things in words."""

from typing import get_args

import msgspec
import pytest

from client.phrases import (
    PAID_FOR,
    buildings,
    count_of,
    deck_title,
    everybody,
    group_digit,
    held_by,
    listed,
    money,
    place,
    places,
    seat_letter,
    things_in_words,
    who,
)
from client.view import View
from engine.board import Board
from engine.commands import Things
from engine.events import Reason
from engine.ids import BANK
from tests.client.views import HOSTILE, view_of
from tests.engine.positions import US, S, game


def with_currency(currency: str) -> View:
    board = Board(msgspec.structs.replace(US.data, currency=currency))
    state = game().state
    return View(board, state.rules, state, ("Ann", "Bob"))


@pytest.mark.parametrize(
    ("currency", "amount", "text"),
    [("$", 120, "$120"), ("£", 0, "£0"), ("$", -5, "-$5"), ("Taler", 120, "120 Taler"), ("\x1b", 3, "\\x1b3")],
)
def test_amounts_carry_the_board_s_currency_and_never_lose_a_sign(currency: str, amount: int, text: str) -> None:
    assert money(with_currency(currency), amount) == text


def test_seats_are_named_and_their_names_cannot_move_a_terminal() -> None:
    view = view_of(game(S(), S(), S()), names=("Ann", HOSTILE, ""))
    assert [who(view, seat) for seat in (0, 2, BANK)] == ["Ann", "seat 3", "the bank"]
    assert who(view, 1).isprintable()
    assert everybody(view, (0, 2)) == "Ann and seat 3"
    assert held_by(view, ()) == ""
    assert held_by(view, (0,)) == ", held by Ann"


def test_every_seat_has_a_letter_of_its_own() -> None:
    assert [seat_letter(seat) for seat in (0, 7, BANK)] == ["A", "H", "-"]


def test_every_group_has_a_sign_of_its_own() -> None:
    view = view_of(game())
    assert "".join(group_digit(view, group.spaces[0]) for group in US.groups) == "1234567890"
    assert group_digit(view, 0) == " "


def test_spaces_and_decks_are_named() -> None:
    view = view_of(game())
    assert place(view, 39) == "Boardwalk"
    assert places(view, (37, 39)) == "Park Place and Boardwalk"
    assert deck_title("community_chest") == "Community Chest"


def test_lists_and_counts() -> None:
    assert [listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["nobody", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"
    assert [count_of(number, "house") for number in (0, 1, 2)] == ["0 houses", "1 house", "2 houses"]
    assert [buildings(level) for level in (0, 1, 4, 5)] == ["bare", "1 house", "4 houses", "a hotel"]


def test_things_are_told_with_their_mortgages() -> None:
    view = view_of(game(S(deeds=(5, 39), mortgaged=(5,)), S()))
    things = Things(120, (5, 39), ("chance",))
    assert things_in_words(view, things) == "$120, Reading Railroad (mortgaged), Boardwalk and the jail card of Chance"
    assert things_in_words(view, Things()) == "nothing"


def test_every_reason_for_a_payment_has_words() -> None:
    assert set(PAID_FOR) == set(get_args(Reason))
