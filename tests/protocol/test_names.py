"""Names that may be borne, names that are taken for each other, and texts that are safe to show."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import BadName
from protocol.names import (
    CHAT_LENGTH,
    NAME_WIDTH,
    RESERVED,
    clean_chat,
    player_name,
    safe_text,
    same_name,
    short_text,
    skeleton,
    table_name,
)

GREEK_ANN = "\u0391nn"
CYRILLIC_SERVER = "\u0405erv\u0435r"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann ", "Ann"),
        ("Mary  Ann", "Mary Ann"),
        ("Jos\u0065\u0301", "José"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("R2-D2", "R2-D2"),
        ("O'Neil", "O'Neil"),
        ("日本語", "日本語"),
        ("7", "7"),
        ("x" * NAME_WIDTH, "x" * NAME_WIDTH),
        ("x\u0302" * NAME_WIDTH, "x\u0302" * NAME_WIDTH),
        ("語" * (NAME_WIDTH // 2), "語" * (NAME_WIDTH // 2)),
        ("Ann \N{THUMBS UP SIGN}", "Ann \N{THUMBS UP SIGN}"),
    ],
)
def test_good_names(typed: str, shown: str) -> None:
    assert player_name(typed) == shown
    assert player_name(shown) == shown


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "expected at least one letter or digit, found none"),
        ("   ", "expected at least one letter or digit"),
        ("...", "expected at least one letter or digit"),
        ("\N{THUMBS UP SIGN}", "expected at least one letter or digit"),
        ("x" * (NAME_WIDTH + 1), "expected no more than 24 columns, found 25"),
        ("語" * 13, "expected no more than 24 columns, found 26"),
        ("A\u200bnn", "found an invisible character (U+200B)"),
        ("A\u200dnn", "found an invisible character (U+200D)"),
        ("Ann\u3164", "found an invisible character (U+3164)"),
        ("Ann\ufe0f", "found an invisible character (U+FE0F)"),
        ("Ann\u034f", "found an invisible character (U+034F)"),
        ("\u202eAnn", "found an invisible character (U+202E)"),
        ("Ann\u2066", "found an invisible character (U+2066)"),
        ("\x1b[2JAnn", "found a control character (U+001B)"),
        ("Ann\r", "found a control character (U+000D)"),
        ("Ann\x07", "found a control character (U+0007)"),
        ("Ann\x00", "found a control character (U+0000)"),
        ("Ann\u2028", "found a line break (U+2028)"),
        ("Ann\ud800", "found half a character (U+D800)"),
        ("Ann\ue000", "found a private character (U+E000)"),
        ("Ann\u0378", "found an unknown character (U+0378)"),
        ("A\u0301\u0302\u0303nn", "expected no more than 2 marks on a letter, found 3"),
    ],
)
def test_bad_names(typed: str, problem: str) -> None:
    with pytest.raises(BadName) as raised:
        player_name(typed)
    assert problem in str(raised.value)


@pytest.mark.parametrize("name", [*RESERVED, "Server", "SERVER", "S\u0435rver", CYRILLIC_SERVER, "\uff22ank"])
def test_nobody_passes_for_the_server(name: str) -> None:
    with pytest.raises(BadName, match="reserved"):
        player_name(name)
    assert table_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", GREEK_ANN),
        ("ann", GREEK_ANN),
        ("Ian", "lan"),
        ("Bo0", "BoO"),
        ("Ann1", "Annl"),
        ("Barn", "Bam"),
        ("Straße", "STRASSE"),
        ("José", "Jos\u0065\u0301"),
        ("Ann", "\uff21nn"),
        ("\u0430\u0440\u0435", "ape"),
    ],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Ann", "Ana"), ("Ian", "Lan"), ("Bob", "Rob"), ("José", "Jose"), ("a1", "a2")]
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not same_name(one, other)


@given(st.text(max_size=30))
def test_a_name_that_is_accepted_is_shown_as_it_is(text: str) -> None:
    try:
        name = table_name(text)
    except BadName:
        return
    assert table_name(name) == name
    assert safe_text(name) == name
    assert unicodedata.is_normalized("NFKC", name)


@given(st.text(max_size=30), st.text(max_size=30))
def test_looking_the_same_goes_both_ways(one: str, other: str) -> None:
    assert same_name(one, one)
    assert same_name(one, other) == same_name(other, one)


def test_a_skeleton_replaces_lookalikes_and_keeps_case() -> None:
    assert skeleton(GREEK_ANN) == skeleton("Ann") == "Ann"
    assert skeleton("I1l|") == "llll"
    assert skeleton("i") == "i"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("hello there", "hello there"),
        ("  a \t b\r\nc ", "a b c"),
        ("hi\x1b[2J", "hi[2J"),
        ("\x1b]52;c;aGk=\x07", "]52;c;aGk="),
        ("a\u202eb\u2066c\u200bd", "abcd"),
        ("a\x00b", "ab"),
        ("a\u2028b", "a b"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("\x1b\x07", ""),
        ("e" + "\u0301" * 400 + "o\u0308", "e" + "\u0301" * 4 + "o\u0308"),
        ("x" * 600, "x" * CHAT_LENGTH),
    ],
)
def test_chat_is_cleaned(said: str, shown: str) -> None:
    assert clean_chat(said) == shown


@given(st.text(max_size=80))
def test_clean_chat_is_clean(text: str) -> None:
    chat = clean_chat(text)
    assert clean_chat(chat) == chat
    assert all(char.isprintable() or char in "\u200c\u200d" for char in chat)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("plain, ünïcode", "plain, ünïcode"),
        ("\x1b[2J", r"\x1b[2J"),
        ("a\r\nb\x07\x00", r"a\r\nb\x07\x00"),
        ("\u202e", r"\u202e"),
        ("\U000e0001", r"\U000e0001"),
        ("\ud800", r"\ud800"),
    ],
)
def test_safe_text_escapes_what_a_terminal_would_obey(text: str, safe: str) -> None:
    assert safe_text(text) == safe


@given(st.text(st.characters()))
def test_safe_text_is_printable(text: str) -> None:
    assert safe_text(text).isprintable()


def test_a_text_is_shortened() -> None:
    assert short_text("abc", 3) == "abc"
    assert short_text("ab\x1bcd", 3) == "ab\\x1b..."
