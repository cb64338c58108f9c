"""The words of the prompt beside those of the game."""

import pytest

from client.language import WORDS, InvalidInput
from client.words import LOCAL, find_local, help_lines


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("board", "board"),
        ("BOARD", "board"),
        ("bo", "board"),
        ("pla", None),
        ("play", "players"),
        ("deed", "deed"),
        ("dee", "deed"),
        ("de", None),
        ("offers", "offers"),
        ("offer", None),
        ("start", "start"),
        ("st", None),
        ("?", "help"),
        ("h", "help"),
        ("he", "help"),
        ("ru", "rules"),
        ("roll", None),
        ("q", "quit"),
        ("add", "add-bot"),
        ("end", None),
        ("end-game", "end-game"),
        ("rem", "rematch"),
        ("yes", "yes"),
        ("aw", "away"),
    ],
)
def test_a_word_of_the_game_wins_unless_the_other_is_spelled_out(text: str, name: str | None) -> None:
    found = find_local(text)
    assert (found.name if found else None) == name


def test_no_word_is_both() -> None:
    assert not set(WORDS) & set(LOCAL)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xyzzy", "there is no word xyzzy"),
        ("biuld", "there is no word biuld (did you mean build or bid?)"),
        ("le", "le is not clear, more than one word fits (did you mean legal or leave?)"),
    ],
)
def test_what_is_no_word_is_told_with_what_may_be_meant(text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        find_local(text)
    assert str(caught.value) == message


def test_help_tells_every_word() -> None:
    text = "\n".join(help_lines("", 200))
    assert all(word.usage in text and word.about in text for word in WORDS.values())
    assert all(word.usage in text and word.about in text for word in LOCAL.values())


@pytest.mark.parametrize("width", [62, 80, 120])
def test_help_fits_the_screen_in_two_columns(width: int) -> None:
    lines = help_lines("", width)
    assert max(len(line) for line in lines) <= width
    assert "  pass                  pass in an auction" in "\n".join(lines)
    at = lines.index("  stop before_roll|after_roll|both|none")
    assert lines[at + 1] == " " * 24 + "always hold these windows"


def test_help_on_a_word_tells_its_use() -> None:
    assert help_lines("bid")[0] == "bid N: bid in an auction"
    assert help_lines("deed") == ["  deed NAME  one deed: price, rents, owner"]
    assert [line.split()[0] for line in help_lines("off") if line[2] != " "] == ["offer", "offers"]
    with pytest.raises(InvalidInput, match="there is no word xyzzy"):
        help_lines("xyzzy")
