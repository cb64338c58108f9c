"""Where results of chance come from: an object handed to the game. Must not be asked by anything but the handling of a command.

Dice and draws are only ever results in events, so a replay needs no chance at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from engine.errors import ChanceExhausted

Dice = tuple[int, int]


class Chance(Protocol):
    """Dice, cards and lots."""

    def dice(self) -> Dice:
        """Two dice, each 1 to 6."""

    def draw(self, deck: str, candidates: Sequence[str]) -> str:
        """One of the card ids that may be on top of this deck."""

    def pick(self, count: int) -> int:
        """A number from 0 to `count` - 1."""


class SeededChance:
    """Fast repeatable chance for simulation: the same seed gives the same game."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def dice(self) -> Dice:
        """Two dice out of one draw."""
        number = int(self._random() * 36)
        return number // 6 + 1, number % 6 + 1

    def draw(self, deck: str, candidates: Sequence[str]) -> str:
        """Each card is equally likely."""
        return candidates[int(self._random() * len(candidates))]

    def pick(self, count: int) -> int:
        """Each number is equally likely."""
        return int(self._random() * count)


class ScriptedChance:
    """Chance as written down beforehand, for tests and scenarios.

    Dice come in the order given; a missing throw raises `ChanceExhausted`. Cards come in the order given for their deck,
    then in the order of the deck's data. Lots (`pick`) are always the first.
    """

    def __init__(self, dice: Iterable[Dice] = (), cards: Mapping[str, Iterable[str]] | None = None) -> None:
        self._dice = list(dice)
        self._cards = {deck: list(ids) for deck, ids in (cards or {}).items()}
        self._thrown = 0

    def dice(self) -> Dice:
        """The next throw of the script."""
        if self._thrown >= len(self._dice):
            raise ChanceExhausted(f"throw {self._thrown + 1} is not in the script, which has {len(self._dice)}")
        self._thrown += 1
        return self._dice[self._thrown - 1]

    def draw(self, deck: str, candidates: Sequence[str]) -> str:
        """The next card of the script, or else the first in the order of the data."""
        script = self._cards.get(deck)
        if not script:
            return candidates[0]
        card = script.pop(0)
        if card not in candidates:
            raise ChanceExhausted(f"card {card} can not be on top of {deck} now, expected one of {', '.join(candidates)}")
        return card

    def pick(self, count: int) -> int:
        """Always the first."""
        return 0

    def copy(self) -> ScriptedChance:
        """The rest of the script, to be played on apart."""
        return ScriptedChance(self._dice[self._thrown :], self._cards)
