"""How often each space of a board is reached, in the long run; must not depend on a game.

The walk is reckoned as a Markov chain of one token that throws, moves, and obeys the cards that move it. Three doubles running
are left out, and a seat in jail is taken to leave with its next throw: the figures rank groups, they settle nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from engine.board import AdvanceNearest, AdvanceTo, Board, Card, GoToJail, MoveBackTo, MoveRelative
from engine.ids import SpaceIndex

USUAL_THROW: Final = 7
"""The likeliest total of two dice."""

WAYS: Final = tuple((total, 6 - abs(total - USUAL_THROW)) for total in range(2, 13))
"""Each total of two dice with the number of the 36 throws that give it."""

_THROWS: Final = 60  # after so many throws from GO no figure moves in its fourth place
_MOST_STEPS: Final = 500_000  # ten times what a printed board takes: nobody waits for a board that is all cards
_CARDS_RUNNING: Final = 4  # card spaces that may lead to each other; a longer way is cut off

_known: WeakKeyDictionary[Board, tuple[float, ...]] = WeakKeyDictionary()  # for as long as their boards are played


class _Deck(NamedTuple):
    """Where the cards of a space send a token: how many of them to jail, and how many to each other space; `size` in all."""

    size: int
    jailed: int
    sends: tuple[tuple[SpaceIndex, int], ...]


def arrivals(board: Board) -> tuple[float, ...]:
    """By space: how many times a throw brings a token there, passing on by a card included."""
    if board not in _known:
        _known[board] = _reckon(board)
    return _known[board]


def _reckon(board: Board) -> tuple[float, ...]:
    decks = {
        space.index: _deck(board, space.index, board.data.decks[space.deck])
        for space in board.spaces
        if space.type == "card" and space.deck is not None
    }
    here = [0.0] * board.size
    here[board.go] = 1.0
    work = board.size * len(WAYS) + _CARDS_RUNNING * sum(len(deck.sends) for deck in decks.values())
    for _ in range(max(1, min(_THROWS, _MOST_STEPS // work))):
        reached, here = _throw(board, decks, here)
    return tuple(reached)


def _deck(board: Board, space: SpaceIndex, cards: Sequence[Card]) -> _Deck:
    sends = Counter(to for card in cards if (to := _sent_to(board, card, space)) is not None)
    return _Deck(len(cards), sum(isinstance(card.effect, GoToJail) for card in cards), tuple(sends.items()))


def _throw(board: Board, decks: Mapping[SpaceIndex, _Deck], here: list[float]) -> tuple[list[float], list[float]]:
    """The arrivals of one throw from where a token may be, and where it may be then."""
    size = board.size
    arriving, reached, after = [0.0] * size, [0.0] * size, [0.0] * size
    for space, chance in enumerate(here):
        for total, ways in WAYS:
            arriving[(space + total) % size] += chance * ways / 36
    for _ in range(_CARDS_RUNNING):
        arriving = _arrive(board, decks, arriving, reached, after)
    _arrive(board, {}, arriving, reached, after)
    return reached, after


def _arrive(
    board: Board, decks: Mapping[SpaceIndex, _Deck], arriving: list[float], reached: list[float], after: list[float]
) -> list[float]:
    """Count all arrivals, let tokens stay where nothing sends them on, and return where cards bring the others."""
    passing = [0.0] * board.size
    for space, chance in enumerate(arriving):
        reached[space] += chance
        staying = board.jail if board.type[space] == "go_to_jail" else space
        deck = decks.get(space) if chance else None
        if deck is not None:
            share = chance / deck.size
            after[board.jail] += share * deck.jailed
            for to, count in deck.sends:
                passing[to] += share * count
                chance -= share * count
            chance -= share * deck.jailed
        after[staying] += chance
    return passing


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
