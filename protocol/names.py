"""Names and chat: what may be shown to others, and when two names are too much alike. Must not know who bears one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from protocol.errors import BadName

NAME_WIDTH: Final = 24
"""The longest name, in columns of a terminal."""

CHAT_LENGTH: Final = 500
"""The longest chat text, in characters."""

RESERVED: Final = ("admin", "bank", "everybody", "host", "magnate", "nobody", "server", "spectator", "system", "table")
"""What no player may be called, since it would pass for somebody else."""

_HIDDEN: Final = {
    "Cc": "a control character",
    "Cf": "an invisible character",
    "Cs": "half a character",
    "Co": "a private character",
    "Cn": "an unknown character",
    "Zl": "a line break",
    "Zp": "a line break",
}

# Letters, marks and symbols by category, and yet nothing is seen of them: fillers, joiners and variation selectors.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0").union(
    map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0))
)

_JOINERS: Final = "\u200c\u200d"  # Persian, Indic scripts and many emoji need them; they reorder nothing

_MAX_MARKS: Final = 2  # marks on one letter of a name; more of them grow out of the line
_MAX_CHAT_MARKS: Final = 4  # in chat, where sacred texts may be quoted with all their points


def player_name(text: str) -> str:
    """A player's name as it will be shown; raises `BadName`, also for reserved words."""
    name = table_name(text)
    if any(same_name(name, word) for word in RESERVED):
        raise BadName(f"expected a name of one's own, found the reserved word '{name}'")
    return name


def table_name(text: str) -> str:
    """A table's name as it will be shown: NFKC, single spaces, none at the ends; raises `BadName`."""
    for char in text:
        what = "an invisible character" if char in _BLANK else _HIDDEN.get(unicodedata.category(char))
        if what:
            raise BadName(f"expected visible characters, found {what} (U+{ord(char):04X})")
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise BadName("expected at least one letter or digit, found none")
    if _most_marks(name) > _MAX_MARKS:
        raise BadName(f"expected no more than {_MAX_MARKS} marks on a letter, found {_most_marks(name)}")
    if _width(name) > NAME_WIDTH:
        raise BadName(f"expected no more than {NAME_WIDTH} columns, found {_width(name)}")
    return name


def same_name(one: str, other: str) -> bool:
    """Whether people would take two names for the same: by NFKC and case, or because they look alike."""
    if _folded(one) == _folded(other):
        return True
    return skeleton(one) == skeleton(other) or skeleton(_folded(one)) == skeleton(_folded(other))


def skeleton(text: str) -> str:
    """The text with each character replaced by the one that all its lookalikes share (Unicode TR 39).

    Two texts that look alike have the same skeleton; it is for comparing only. Case is kept: `I` looks like `l`, and
    `i` does not.
    """
    prototypes = _prototypes()
    decomposed = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFD", "".join(prototypes.get(char, char) for char in decomposed))


def clean_chat(text: str) -> str:
    """Chat as it will be shown: one line, nothing that moves a cursor or turns the way of writing; may be empty."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    kept = "".join(char for char in spaced if char in _JOINERS or unicodedata.category(char) not in _HIDDEN)
    return " ".join(_thinned(kept).split())[:CHAT_LENGTH].rstrip()


def safe_text(text: str) -> str:
    r"""A text that can do nothing to a terminal or a log: `\x1b` and its like for all that is not printable."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def short_text(text: str, most: int) -> str:
    """The beginning of a text that somebody else has chosen, to be repeated to people."""
    return safe_text(text if len(text) <= most else text[:most] + "...")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _width(text: str) -> int:
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _most_marks(text: str) -> int:
    return max((run for _, run in _with_marks(unicodedata.normalize("NFD", text))), default=0)


def _thinned(text: str) -> str:
    """The text with no more marks on a letter than any way of writing needs."""
    return "".join(char for char, run in _with_marks(text) if run <= _MAX_CHAT_MARKS)


def _with_marks(text: str) -> Iterator[tuple[str, int]]:
    """Each character with how many marks, itself the last, lie on the letter before."""
    run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        yield char, run


@cache
def _prototypes() -> dict[str, str]:
    """The lookalike of each character that has one; loaded at the first use, since clients seldom need it.

    The library keeps pairs in both directions: a character with a single lookalike gives way to it, unless that has a
    single one too, when the lower of the two stands for both.
    """
    from confusable_homoglyphs.confusables import confusables_data

    table: dict[str, str] = {}
    for char, alike in confusables_data.items():
        other = alike[0]["c"]
        if len(alike) == 1 and (len(confusables_data.get(other, ())) > 1 or other < char):
            table[char] = other.strip("\u200e\u200f")
    return table
