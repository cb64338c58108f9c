"""The line editor, key by key."""

import pytest

from client.editor import END_OF_INPUT, TAB, LineEditor


def typed(*chunks: bytes) -> tuple[list[str], str, int]:
    editor = LineEditor()
    lines = [line for chunk in chunks for line in editor.feed(chunk)]
    return lines, editor.text, editor.cursor


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        (b"roll", "roll", 4),
        (b"rool\x7f\x7fll", "roll", 4),
        (b"\x7f", "", 0),
        (b"buy it\x17", "buy ", 4),
        (b"buy  \x17", "", 0),
        (b"abc\x15", "", 0),
        (b"abc\x1b[D\x1b[DX", "aXbc", 2),
        (b"abc\x01X\x05Y", "XabcY", 5),
        (b"abc\x1b[HX\x1b[FY", "XabcY", 5),
        (b"abc\x1b[D\x1b[3~", "ab", 2),
        (b"abc\x02\x02\x0b", "a", 1),
        (b"abc\x01\x04", "bc", 0),
        (b"a\x1b[5~\x1b[200~b\x1bxc", "abc", 3),
        (b"a\x00b\x00", "ab", 2),
        ("äß".encode(), "äß", 2),
        (b"a\xffb", "ab", 2),
    ],
)
def test_keys_edit_the_line(keys: bytes, text: str, cursor: int) -> None:
    assert typed(keys) == ([], text, cursor)
    assert typed(*(bytes([key]) for key in keys)) == ([], text, cursor), "key by key comes to the same"


def test_tab_is_told_and_leaves_the_line_to_others() -> None:
    assert typed(b"a\tb\t") == ([TAB, TAB], "ab", 2)


def test_return_finishes_a_line() -> None:
    assert typed(b"one\rtwo\nthr") == (["one", "two"], "thr", 3)


def test_end_of_input_counts_on_an_empty_line_only() -> None:
    assert typed(b"\x04") == ([END_OF_INPUT], "", 0)
    assert typed(b"ab\x04") == ([], "ab", 2)


def test_older_lines_come_back_and_what_was_begun_is_kept() -> None:
    editor = LineEditor()
    list(editor.feed(b"one\rtwo\rtwo\r"))
    seen = []
    list(editor.feed(b"thr"))
    for key in (b"\x1b[A", b"\x1b[A", b"\x1b[A", b"\x1b[B", b"\x1b[B", b"\x1b[B"):
        list(editor.feed(key))
        seen.append(editor.text)
    assert seen == ["two", "one", "one", "two", "thr", "thr"]


def test_a_line_does_not_grow_for_ever() -> None:
    _, text, _ = typed(b"x" * 5000)
    assert len(text) == 2000
