"""Text cut and filled by columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from client.fitting import chop, clip, fit, flow, wrap

TEXTS = st.text(st.characters(categories=("L", "N", "P", "Zs"), include_characters="日本e\u0301 "), max_size=40)


@given(TEXTS, st.integers(0, 30))
def test_fitted_text_has_exactly_its_width(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) == width


@given(TEXTS, st.integers(0, 30))
def test_clipped_text_is_no_wider_and_whole_where_it_fits(text: str, width: int) -> None:
    clipped = clip(text, width)
    assert cell_len(clipped) <= width
    assert cell_len(text) > width or clipped == text


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("Boardwalk", 9, "Boardwalk"),
        ("Boardwalk", 6, "Board…"),
        ("日本語", 4, "日…"),
        ("e\u0301e\u0301", 2, "e\u0301e\u0301"),
        ("ab", 0, ""),
    ],
)
def test_clip(text: str, width: int, expected: str) -> None:
    assert clip(text, width) == expected


def test_wrap_breaks_between_words_and_keeps_the_first_indent() -> None:
    assert wrap("  one two three", 9, "> ") == ["  one two", "> three"]
    assert wrap("", 10) == [""]
    assert wrap("extraordinary word", 6) == ["extra…", "word"]


@given(TEXTS, st.integers(4, 30))
def test_no_wrapped_line_is_too_wide(text: str, width: int) -> None:
    assert all(cell_len(line) <= width for line in wrap(text.lstrip(), width, "  "))


def test_flow_keeps_parts_whole_where_it_can() -> None:
    assert flow(["one", "two", "three"], 14, "may: ") == ["may: one · two", "  three"]
    assert flow(["a part that is long", "b"], 12) == ["a part that", "    is long", "  b"]
    assert flow([], 10, "none") == ["none"]


@given(TEXTS, st.integers(2, 20))
def test_a_chopped_text_begins_the_whole_and_fits(text: str, width: int) -> None:
    text += " and more than fits" * 2
    first = chop(text, width)
    assert first
    assert text.startswith(first)
    assert cell_len(first) <= width


def test_a_text_is_chopped_at_a_space_where_there_is_one() -> None:
    assert chop("one  two three", 10) == "one  two"
    assert chop("onetwothree", 5) == "onetw"
    assert chop("  indented-text", 6) == "  inde"
