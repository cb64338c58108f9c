"""Rows in columns."""

from client.columns import columns


def test_cells_are_padded_to_the_widest_of_their_column() -> None:
    assert columns([("A", "LONG", "x"), ("abc", "b", "")]) == ["A    LONG  x", "abc  b"]


def test_wide_letters_count_twice() -> None:
    assert columns([("日本", "x"), ("abcd", "y")]) == ["日本  x", "abcd  y"]


def test_nothing_makes_nothing() -> None:
    assert columns([]) == []
