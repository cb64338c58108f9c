"""Finding what somebody typed among the names there are: words, seats, deeds, groups. Must not know any command.

Every lookup either finds exactly one thing or raises `InvalidInput` with what might have been meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from engine.board import Board
from engine.ids import Seat, SpaceIndex

_SUGGESTIONS = 5


class InvalidInput(Exception):
    """A text that cannot be read; `suggestions` are the names or words that may have been meant, likeliest first."""

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        self.message = message
        self.suggestions = tuple(suggestions)
        super().__init__(message)

    def __str__(self) -> str:
        if not self.suggestions:
            return self.message
        return f"{self.message} (did you mean {' or '.join(self.suggestions)}?)"


def find_word(text: str, words: Iterable[str], what: str = "word") -> str:
    """The one of `words` that is `text` or alone begins with it, without regard to case."""
    known = tuple(words)
    key = text.casefold()
    found = [key] if key in known else [word for word in known if word.startswith(key)]
    if len(found) == 1 and key:
        return found[0]
    raise _not_one(text, found, known, what)


def find_group(text: str, board: Board) -> str:
    """The id of a color group by id, unambiguous beginning or initials."""
    return _by_id(text, [group.id for group in board.groups], "color group")


def find_deed(text: str, board: Board) -> SpaceIndex:
    """A deed by exact id, else unambiguous beginning, else initials, else space number."""
    if _is_number(text):
        return _deed_at(int(text), board)
    return board.index_of[_by_id(text, [board.spaces[deed].id for deed in board.deeds], "deed")]


def find_space(text: str, board: Board) -> SpaceIndex:
    """Any space, looked up as a deed is."""
    if _is_number(text):
        return _within(int(text), board)
    return board.index_of[_by_id(text, [space.id for space in board.spaces], "space")]


def find_seat(text: str, seats: Sequence[str]) -> Seat:
    """A seat by its player's name or an unambiguous beginning of it; the exact spelling wins over another case."""
    for exact in (str, str.casefold):
        names = [exact(name) for name in seats]
        key = exact(text)
        if key and names.count(key) == 1:
            return names.index(key)
        found = [seat for seat, name in enumerate(names) if name.startswith(key)]
        if len(found) == 1 and key:
            return found[0]
    raise _not_one(text, [seats[seat] for seat in found], seats, "seat")


def initials(name: str) -> str:
    """`new_york_avenue` -> `nya`."""
    return "".join(part[:1] for part in name.split("_"))


def suggest(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that `text` may have been meant to be, the likeliest first."""
    known = {name.casefold(): name for name in names}
    return tuple(known[close] for close in get_close_matches(text.casefold(), known, n=3, cutoff=0.6))


def _by_id(text: str, ids: Sequence[str], what: str) -> str:
    key = text.casefold()
    if key in ids:
        return key
    begun = [name for name in ids if name.startswith(key)]
    if len(begun) == 1 and key:
        return begun[0]
    initialed = [name for name in ids if initials(name) == key]
    if len(initialed) == 1:
        return initialed[0]
    raise _not_one(text, begun or initialed, ids, what)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


def _within(space: int, board: Board) -> SpaceIndex:
    if space >= board.size:
        raise InvalidInput(f"expected a space number up to {board.size - 1}, found {space}")
    return space


def _deed_at(space: int, board: Board) -> SpaceIndex:
    if _within(space, board) not in board.deed_set:
        raise InvalidInput(f"expected a deed, found {board.spaces[space].id} at space {space}")
    return space


def _not_one(text: str, found: Sequence[str], known: Iterable[str], what: str) -> InvalidInput:
    if not text:
        return InvalidInput(f"expected a {what}, found nothing")
    if len(found) > 1:
        return InvalidInput(f"{text} is not clear, more than one {what} fits", found[:_SUGGESTIONS])
    return InvalidInput(f"there is no {what} {text}", suggest(text, known))
