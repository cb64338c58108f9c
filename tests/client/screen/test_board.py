"""The ring with colors: the same text as without, each mark in the color of what it stands for."""

import pytest

from client.render_board import RING_WIDTH, WIDE_WIDTH, board_lines
from client.screen.board import is_ring, listed, ring, ring_width
from client.screen.markup import Line, line, spans_of, text_of
from tests.client.views import busy_game, view_of

VIEW = view_of(busy_game())


def attribute_at(row: Line, column: int) -> str:
    return next((span.attribute for span in spans_of(row) if span.start <= column < span.end), "")


@pytest.mark.parametrize("width", [RING_WIDTH, WIDE_WIDTH])
def test_colors_change_no_text(width: int) -> None:
    assert [text_of(row) for row in ring(VIEW, width, [])] == board_lines(VIEW, width, [])


def test_every_mark_has_the_color_of_what_it_stands_for() -> None:
    rows = ring(VIEW, RING_WIDTH, [])
    new_york = rows[2:4]
    assert text_of(new_york[1])[1:4] == "4AH"
    assert [attribute_at(new_york[1], column) for column in (1, 2, 3)] == ["group3", "seat0", ""]
    assert attribute_at(new_york[0], 1) == "group3"
    illinois = rows[1]
    assert text_of(illinois)[34] == "A"
    assert attribute_at(illinois, 34) == "seat0"


def test_those_in_jail_and_those_who_visit_keep_their_colors() -> None:
    jail = ring(VIEW, RING_WIDTH, [])[-1]
    assert text_of(jail)[1:7] == "  #B C"
    assert [attribute_at(jail, column) for column in range(3, 7)] == ["", "seat1", "", "seat2"]


@pytest.mark.parametrize(("width", "offset"), [(RING_WIDTH, 9), (WIDE_WIDTH, 12)])
def test_the_center_keeps_its_attributes(width: int, offset: int) -> None:
    first = ring(VIEW, width, [line("whose turn", "title")])[2 if width == RING_WIDTH else 3]
    assert text_of(first)[offset:].startswith("whose turn")
    assert attribute_at(first, offset) == "title"


@pytest.mark.parametrize(
    ("columns", "rows", "width"),
    [(80, 24, RING_WIDTH), (79, 24, 0), (80, 23, 0), (120, 40, WIDE_WIDTH), (120, 34, RING_WIDTH), (112, 35, WIDE_WIDTH)],
)
def test_the_largest_ring_that_fits_is_drawn(columns: int, rows: int, width: int) -> None:
    assert ring_width(columns, rows) == width


def test_a_list_is_cut_to_its_rows() -> None:
    assert is_ring(VIEW)
    assert len(listed(VIEW, 40, 10)) == 10
