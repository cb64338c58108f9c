"""Ratings out of who won against whom. Must not know how the games were played.

The chance of each at a table is taken to be its strength as a part of all strengths there (Bradley and Terry's model for two,
Luce's choice for more), and the strengths are those under which the wins that were seen are likeliest. Each player is given one
drawn game against a player of middling strength besides, so that who has won all or nothing has a rating too. Strengths are
told on Elo's scale: 400 points more are ten times the strength, and the mean is 1500.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from client.intervals import Z

MEAN: Final = 1500.0
SCALE: Final = 400 / log(10)
"""Points for each unit of the logarithm of a strength."""

_STEPS: Final = 10_000
_ENOUGH: Final = 1e-10


@dataclass(frozen=True)
class Result:
    """Games at one table: the players by seat, a number for each, and how many games each seat won."""

    players: tuple[int, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Rating:
    """Points, and how many more or fewer they may be in 95 of 100 cases."""

    points: float
    plus_minus: float


def rate(count: int, results: Sequence[Result]) -> list[Rating]:
    """The ratings of players 0 to `count` - 1; who shares a table with itself wins and loses only against the others there."""
    strengths = _fit(count, results)
    errors = _errors(strengths, results)
    middle = sum(map(log, strengths)) / count
    return [
        Rating(MEAN + SCALE * (log(strength) - middle), SCALE * Z * error)
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _fit(count: int, results: Sequence[Result]) -> list[float]:
    """Hunter's minorizing steps: every one makes what was seen likelier."""
    wins = [0.5] * count
    for result in results:
        for player, won in zip(result.players, result.wins, strict=True):
            wins[player] += won
    strengths = [1.0] * count
    for _ in range(_STEPS):
        weights = [1 / (1 + strength) for strength in strengths]
        for result in results:
            weight = sum(result.wins) / sum(strengths[player] for player in result.players)
            for player in result.players:
                weights[player] += weight
        after = [won / weight for won, weight in zip(wins, weights, strict=True)]
        moved = max(abs(log(new / old)) for new, old in zip(after, strengths, strict=True))
        strengths = after
        if moved < _ENOUGH:
            break
    return strengths


def _errors(strengths: Sequence[float], results: Sequence[Result]) -> list[float]:
    """Standard errors of the logarithms against their mean, by the curvature of the likelihood where it is greatest."""
    spread = _inverse(_information(strengths, results))
    count = len(strengths)
    means = [sum(row) / count for row in spread]
    middle = sum(means) / count
    return [sqrt(max(0.0, spread[player][player] - 2 * means[player] + middle)) for player in range(count)]


def _information(strengths: Sequence[float], results: Sequence[Result]) -> list[list[float]]:
    """How sharply the likelihood falls off, for every two logarithms of strengths."""
    count = len(strengths)
    information = [[0.0] * count for _ in range(count)]
    for player, strength in enumerate(strengths):
        information[player][player] += strength / (1 + strength) ** 2
    for result in results:
        games, chances = sum(result.wins), _chances(strengths, result.players)
        for player, chance in chances.items():
            information[player][player] += games * chance
            for other, others_chance in chances.items():
                information[player][other] -= games * chance * others_chance
    return information


def _chances(strengths: Sequence[float], players: Sequence[int]) -> Mapping[int, float]:
    """The chance of each player at a table, all its seats together."""
    total = sum(strengths[player] for player in players)
    chances: dict[int, float] = {}
    for player in players:
        chances[player] = chances.get(player, 0.0) + strengths[player] / total
    return chances


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By Gauss and Jordan; the matrix is positive definite, so that no rows need be swapped."""
    size = len(matrix)
    rows = [[*row, *(float(column == number) for column in range(size))] for number, row in enumerate(matrix)]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for number in range(size):
            if number != pivot and (factor := rows[number][pivot]):
                rows[number] = [value - factor * other for value, other in zip(rows[number], rows[pivot], strict=True)]
    return [row[size:] for row in rows]
