"""One side of a trade as text, `120+boardwalk+chance-card`, both ways. Must not judge whether anybody owns it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from client.naming import InvalidInput, find_deed, find_word
from engine.board import Board
from engine.commands import Things
from engine.ids import SpaceIndex

NOTHING: Final = "nothing"
_SHORT_DECKS: Final = {"community_chest": "chest"}
_LARGEST: Final = 2**63 - 1


def deck_word(deck: str) -> str:
    """The word for a deck: `chest` for `community_chest`, else its own name."""
    return _SHORT_DECKS.get(deck, deck)


def deck_words(board: Board) -> dict[str, str]:
    """The decks of a board by their words."""
    return {deck_word(deck): deck for deck in board.decks}


def parse_number(text: str, what: str) -> int:
    """A whole number, its size left to the engine to judge as long as it fits the wire's 64 bits."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidInput(f"expected {what}, found {text or 'nothing'}")
    if len(digits) > len(str(_LARGEST)) or int(digits) > _LARGEST:
        raise InvalidInput(f"expected {what} up to {_LARGEST}, found one of {len(digits)} digits")
    return int(text)


def parse_things(text: str, board: Board) -> Things:
    """Money (a bare number), deeds and jail cards joined by `+`, or `nothing`."""
    parts = [part.strip() for part in text.split("+")]
    words = _words(board)
    cash = 0
    deeds: list[SpaceIndex] = []
    cards: list[str] = []
    for part in parts:
        if part.removeprefix("-").isdigit():
            cash += parse_number(part, "an amount")
        elif (word := _find_word(part, words, board)) is None:
            deeds.append(find_deed(part, board))
        elif (deck := words[word]) is not None:
            cards.append(deck)
        elif len(parts) > 1:
            raise InvalidInput(f"{NOTHING} can not be joined with other things, found {text}")
    if abs(cash) > _LARGEST:
        raise InvalidInput(f"expected amounts up to {_LARGEST} together, found {text}")
    return Things(cash, tuple(deeds), tuple(cards))


def render_things(things: Things, board: Board) -> str:
    """The text that `parse_things` reads back."""
    parts: list[str] = [str(things.cash)] if things.cash else []
    parts += [board.spaces[deed].id for deed in things.deeds]
    parts += [f"{deck_word(deck)}-card" for deck in things.cards]
    return "+".join(parts) or NOTHING


def _words(board: Board) -> dict[str, str | None]:
    """The words that stand for no deed: each with its deck, `nothing` without."""
    return {**{f"{word}-card": deck for word, deck in deck_words(board).items()}, NOTHING: None}


def _find_word(part: str, words: Iterable[str], board: Board) -> str | None:
    """The word that `part` is or alone begins, `None` if it can only be a deed; what begins both is not clear."""
    key = part.casefold()
    if key in words:
        return key
    begun = [word for word in words if word.startswith(key)]
    deeds = [name for deed in board.deeds if (name := board.spaces[deed].id).startswith(key)]
    if not begun or key in deeds:
        return None
    return find_word(part, begun + deeds, "thing")
