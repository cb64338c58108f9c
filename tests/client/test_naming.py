"""Lookups of words, seats, deeds and groups: what is found, and what is said when nothing is."""

import pytest
from msgspec import structs

from client.naming import InvalidInput, find_deed, find_group, find_seat, find_space, find_word, initials, suggest
from engine.board import Board, load_board

US = load_board("us_classic")
UK = load_board("uk_classic")


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("boardwalk", 39),
        ("Boardwalk", 39),
        ("boa", 39),
        ("mg", 29),
        ("nya", 19),
        ("39", 39),
        ("1", 1),
        ("pennsylvania_a", 34),
        ("pr", 15),
        # A beginning that fits several is no beginning, so the initials count: Boardwalk is the only `b`.
        ("b", 39),
        # ... and a beginning that fits one wins over the initials of another.
        ("st_j", 16),
    ],
)
def test_a_deed_is_found_by_id_beginning_initials_or_number(text: str, deed: int) -> None:
    assert find_deed(text, US) == deed


def test_the_exact_id_wins_over_longer_names_that_begin_with_it() -> None:
    spaces = tuple(structs.replace(space, id="boardwalk_end") if space.index == 37 else space for space in US.spaces)
    board = Board(structs.replace(US.data, spaces=spaces))
    assert find_deed("boardwalk", board) == 39
    assert find_deed("boardwalk_", board) == 37


@pytest.mark.parametrize(
    ("text", "message", "suggestions"),
    [
        ("pa", "pa is not clear, more than one deed fits", ("pacific_avenue", "park_place")),
        ("va", "va is not clear, more than one deed fits", ("vermont_avenue", "virginia_avenue", "ventnor_avenue")),
        ("bordwalk", "there is no deed bordwalk", ("boardwalk",)),
        ("xyz", "there is no deed xyz", ()),
        ("", "expected a deed, found nothing", ()),
        ("0", "expected a deed, found go at space 0", ()),
        ("40", "expected a space number up to 39, found 40", ()),
        ("go", "there is no deed go", ()),
    ],
)
def test_a_deed_that_is_not_found_is_told_with_suggestions(
    text: str, message: str, suggestions: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidInput) as caught:
        find_deed(text, US)
    assert caught.value.message == message
    assert caught.value.suggestions == suggestions


def test_every_deed_is_found_by_its_own_id_and_its_number() -> None:
    for board in (US, UK):
        for deed in board.deeds:
            assert find_deed(board.spaces[deed].id, board) == deed
            assert find_deed(str(deed), board) == deed


def test_a_space_need_not_be_a_deed() -> None:
    assert find_space("jail", US) == 10
    assert find_space("0", US) == 0
    assert find_space("luxury", US) == 38


@pytest.mark.parametrize(("text", "group"), [("light_blue", "light_blue"), ("lb", "light_blue"), ("or", "orange")])
def test_a_group_is_found_like_a_deed(text: str, group: str) -> None:
    assert find_group(text, US) == group


@pytest.mark.parametrize(
    ("text", "seats", "seat"),
    [
        ("Ann", ("Ann", "Anna"), 0),
        ("anna", ("Ann", "Anna"), 1),
        ("B", ("Ann", "Bob"), 1),
        ("bo", ("Ann", "Bob"), 1),
        ("a", ("A", "a"), 1),
        ("A", ("A", "a"), 0),
        ("Old B", ("Old Bob", "Young Bob"), 0),
    ],
)
def test_a_seat_is_found_by_name_or_beginning(text: str, seats: tuple[str, ...], seat: int) -> None:
    assert find_seat(text, seats) == seat


@pytest.mark.parametrize(
    ("text", "message", "suggestions"),
    [
        ("An", "An is not clear, more than one seat fits", ("Ann", "Anna")),
        ("Rob", "there is no seat Rob", ("Bob",)),
        ("", "expected a seat, found nothing", ()),
    ],
)
def test_a_seat_that_is_not_found_is_told_with_suggestions(
    text: str, message: str, suggestions: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidInput) as caught:
        find_seat(text, ("Ann", "Anna", "Bob"))
    assert (caught.value.message, caught.value.suggestions) == (message, suggestions)


def test_a_whole_word_wins_over_a_longer_one() -> None:
    assert find_word("sell", ("sell", "sell-group")) == "sell"
    with pytest.raises(InvalidInput, match="se is not clear") as caught:
        find_word("se", ("sell", "sell-group"))
    assert str(caught.value).endswith("(did you mean sell or sell-group?)")


def test_helpers_for_names() -> None:
    assert initials("new_york_avenue") == "nya"
    assert initials("b_o_railroad") == "bor"
    assert suggest("BIULD", ("build", "bid", "roll")) == ("build", "bid")
