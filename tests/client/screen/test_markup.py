"""Rows with attributes keep their columns, wide letters included."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from client.screen.markup import Span, beside, fit_line, line, paint, spans_of, text_of, width_of

ROW = (("title", "Ann"), ("", " 界 "), ("seat1", "B"))


def test_a_row_has_a_text_and_a_width() -> None:
    assert text_of(ROW) == "Ann 界 B"
    assert width_of(ROW) == 8


def test_spans_count_columns() -> None:
    assert spans_of(ROW, 2) == [Span(2, 5, "title"), Span(9, 10, "seat1")]


def test_paint_undoes_spans() -> None:
    assert paint(text_of(ROW), spans_of(ROW)) == ROW


def test_the_later_span_wins() -> None:
    assert paint("abc", [Span(0, 3, "title"), Span(1, 2, "seat1")]) == (("title", "a"), ("seat1", "b"), ("title", "c"))


@pytest.mark.parametrize("width", range(12))
def test_a_row_is_cut_or_padded_to_its_width(width: int) -> None:
    assert cell_len(text_of(fit_line(ROW, width))) == width


def test_rows_stand_side_by_side() -> None:
    assert text_of(beside(line("left"), 6, line("right"))) == "left  right"


@given(
    st.text("ab界 ", max_size=20),
    st.lists(st.builds(Span, st.integers(0, 30), st.integers(0, 30), st.sampled_from(["title", "seat1"])), max_size=4),
)
def test_paint_changes_no_text(text: str, spans: list[Span]) -> None:
    assert text_of(paint(text, spans)) == text
