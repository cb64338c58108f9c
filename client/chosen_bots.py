"""The bots of a new table, out of what its owner types: a number, or their levels. Must not talk to a server."""

from __future__ import annotations

from typing import Final

from client.errors import BadChoice
from client.naming import InvalidInput, find_word

USUAL_LEVEL: Final = "careful"
_MOST: Final = 7


def levels() -> tuple[str, ...]:
    """The levels of a server's bots, from the weakest to the strongest."""
    from engine.policies import POLICIES  # not before it is wanted: a player's first screen does without

    return tuple(POLICIES)


def choose_bots(words: str) -> tuple[str, ...]:
    """The levels that are meant: `2` are two of the usual level, `strong,greedy` one of each; raises `BadChoice`."""
    words = words.strip()
    if words.isdecimal() and len(words) < 4:
        bots: tuple[str, ...] = (USUAL_LEVEL,) * int(words)
    else:
        bots = tuple(_level(word) for word in words.replace(",", " ").split())
    if len(bots) > _MOST:
        raise BadChoice(f"bots: expected no more than {_MOST}, found {len(bots)}")
    return bots


def find_level(text: str) -> str:
    """A level by an unambiguous beginning, the usual one for an empty text; raises `InvalidInput`."""
    return find_word(text, levels(), "level") if text else USUAL_LEVEL


def _level(word: str) -> str:
    try:
        return find_level(word)
    except InvalidInput as error:
        raise BadChoice(f"bots: expected a number or levels out of {', '.join(levels())}, found {word}: {error}") from None
