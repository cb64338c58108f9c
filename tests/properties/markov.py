"""The walk of a token round the board as a Markov chain, by the printed rules alone: simulated landings are held against it.

A state is a space with the doubles thrown so far in this turn, or jail with the throws that have failed. There are no choices:
who is in jail throws until doubles or the third failed throw lets it go, and nobody draws a jail card. Each other card is drawn
with the same chance. Must use no rule of the engine, only the data of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from engine.board import AdvanceNearest, AdvanceTo, Board, Effect, GetOutOfJailFree, GoToJail, MoveRelative

_DICE: Final = tuple(product(range(1, 7), repeat=2))
_THROWS: Final = 400  # after so many the start is forgotten to more places than anybody looks at


class Spot(NamedTuple):
    """Where a token is before a throw; `count` are doubles running, in jail failed throws."""

    space: int
    count: int = 0
    jailed: bool = False


class Way(NamedTuple):
    """One thing that a throw may lead to, with its chance and all spaces that are reached on the way."""

    to: Spot
    reached: tuple[int, ...]
    chance: float


def landings(board: Board) -> list[float]:
    """By space: how many times one throw brings a token there in the long run, be it only to be sent on."""
    ways: dict[Spot, list[Way]] = {}
    chances = {Spot(0): 1.0}
    for _ in range(_THROWS):
        after: dict[Spot, float] = {}
        for spot, chance in chances.items():
            if spot not in ways:
                ways[spot] = list(_throw(board, spot))
            for way in ways[spot]:
                after[way.to] = after.get(way.to, 0.0) + chance * way.chance
        chances = after
    found = [0.0] * board.size
    for spot, chance in chances.items():
        for way in ways.get(spot) or _throw(board, spot):
            for space in way.reached:
                found[space] += chance * way.chance
    return found


def _throw(board: Board, spot: Spot) -> Iterator[Way]:
    for first, second in _DICE:
        for way in _walk(board, spot, first + second, first == second):
            yield Way(way.to, way.reached, way.chance / len(_DICE))


def _walk(board: Board, spot: Spot, steps: int, doubles: bool) -> Iterator[Way]:
    count = 0
    if spot.jailed:
        if not doubles and spot.count < 2:
            yield Way(Spot(spot.space, spot.count + 1, True), (), 1.0)
            return
    elif doubles:
        count = spot.count + 1
        if count == 3:
            yield Way(Spot(board.jail, 0, True), (board.jail,), 1.0)
            return
    yield from _land(board, (spot.space + steps) % board.size, count)


def _land(board: Board, space: int, count: int) -> Iterator[Way]:
    """What a space does with a token that reaches it; `count` are the doubles that allow another throw."""
    in_jail = Spot(board.jail, 0, True)
    if board.type[space] == "go_to_jail":
        yield Way(in_jail, (space, board.jail), 1.0)
        return
    deck = board.data.decks[board.spaces[space].deck or ""] if board.type[space] == "card" else ()
    effects = [card.effect for card in deck if not isinstance(card.effect, GetOutOfJailFree)]
    if not effects:
        yield Way(Spot(space, count), (space,), 1.0)
    for effect in effects:
        share = 1 / len(effects)
        if isinstance(effect, GoToJail):
            yield Way(in_jail, (space, board.jail), share)
        elif (to := _sent(board, space, effect)) is None:
            yield Way(Spot(space, count), (space,), share)
        else:
            for way in _land(board, to, count):
                yield Way(way.to, (space, *way.reached), share * way.chance)


def _sent(board: Board, space: int, effect: Effect) -> int | None:
    """Where a card sends a token to land; None if it stays."""
    if isinstance(effect, AdvanceTo):
        return effect.space
    if isinstance(effect, MoveRelative):
        return (space + effect.spaces) % board.size
    if isinstance(effect, AdvanceNearest):
        ahead = ((space + steps) % board.size for steps in range(1, board.size + 1))
        return next(other for other in ahead if board.type[other] == effect.kind)
    return None
