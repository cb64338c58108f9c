"""How often each space of a board is reached, in the long run; must not depend on a game.

The walk is reckoned as a Markov chain of one token that throws, moves, and obeys the cards that move it. Three doubles running
are left out, and a seat in jail is taken to leave with its next throw: the figures rank groups, they settle nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.board import AdvanceNearest, AdvanceTo, Board, Card, GoToJail, MoveBackTo, MoveRelative
from engine.ids import SpaceIndex

USUAL_THROW: Final = 7
"""The likeliest total of two dice."""

WAYS: Final = tuple((total, 6 - abs(total - USUAL_THROW)) for total in range(2, 13))
"""Each total of two dice with the number of the 36 throws that give it."""

_THROWS: Final = 60  # after so many throws from GO no figure moves in its fourth place
_BOARDS_KEPT: Final = 16
_CARDS_RUNNING: Final = 4  # card spaces that may lead to each other; a longer way is cut off


@lru_cache(maxsize=_BOARDS_KEPT)
def arrivals(board: Board) -> tuple[float, ...]:
    """By space: how many times a throw brings a token there, passing on by a card included."""
    here = [0.0] * board.size
    here[board.go] = 1.0
    for _ in range(_THROWS):
        reached, here = _throw(board, here)
    return tuple(reached)


def _throw(board: Board, here: list[float]) -> tuple[list[float], list[float]]:
    """The arrivals of one throw from where a token may be, and where it may be then."""
    reached, after = [0.0] * board.size, [0.0] * board.size
    for space, chance in enumerate(here):
        if chance:
            for total, ways in WAYS:
                _arrive(board, (space + total) % board.size, chance * ways / 36, reached, after, _CARDS_RUNNING)
    return reached, after


def _arrive(
    board: Board, space: SpaceIndex, chance: float, reached: list[float], after: list[float], cards: int
) -> None:
    """Count an arrival, and go on from it where the space or its cards say so."""
    reached[space] += chance
    if board.type[space] == "go_to_jail":
        after[board.jail] += chance
        return
    deck = board.data.decks.get(board.spaces[space].deck or "", ()) if cards else ()
    staying = chance
    for card in deck:
        to = _sent_to(board, card, space)
        if to is not None:
            staying -= chance / len(deck)
            _arrive(board, to, chance / len(deck), reached, after, cards - 1)
        elif isinstance(card.effect, GoToJail):
            staying -= chance / len(deck)
            after[board.jail] += chance / len(deck)
    after[space] += staying


def _sent_to(board: Board, card: Card, space: SpaceIndex) -> SpaceIndex | None:
    """The space that a card moves a token to, to land there; None if it does not."""
    effect = card.effect
    if isinstance(effect, (AdvanceTo, MoveBackTo)):
        return effect.space
    if isinstance(effect, AdvanceNearest):
        return board.nearest(effect.kind, space)
    if isinstance(effect, MoveRelative):
        return (space + effect.spaces) % board.size
    return None
