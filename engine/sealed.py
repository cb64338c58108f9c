"""Dice that anybody can verify afterwards: every draw is a keyed hash over a secret seed, the seats' nonces and a counter.

At creation a table publishes `commitment(table, seed)`; every seat may add a nonce before the start, bound by `mix_nonces` to
its seat; the seed is shown when the game is over. The commitment and the draws use different labels, so the one tells
nothing about the other. This stops the host from changing the dice, not from knowing them.

Must not be asked for anything but draws: the seed is the only secret of a game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Final

from engine import events as e
from engine.chance import Dice
from engine.ids import Seat
from engine.state import State

SEED_BYTES: Final = 32
_COMMIT: Final = b"magnate/commit/1"
_MIX: Final = b"magnate/mix/1"
_DRAW: Final = b"magnate/draw/1"


def _parts(*parts: bytes) -> bytes:
    """Parts with their lengths before them, so that no two lists of parts read the same."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(table: str, seed: bytes) -> str:
    """What is published before the game, in hexadecimal: it fixes the seed and does not tell it."""
    return hashlib.sha256(_parts(_COMMIT, table.encode(), seed)).hexdigest()


def mix_nonces(table: str, nonces: Mapping[Seat, bytes], seats: int) -> bytes:
    """One value of all seats' nonces; a silent seat counts as an empty nonce."""
    bound = [part for seat in range(seats) for part in (seat.to_bytes(4, "big"), nonces.get(seat, b""))]
    return hashlib.sha256(_parts(_MIX, table.encode(), *bound)).digest()


class SealedChance:
    """The draws of one game: draw number `counter` is fixed by seed and mix alone, whatever is asked of it."""

    __slots__ = ("_key", "counter")

    def __init__(self, seed: bytes, mix: bytes, counter: int = 0) -> None:
        self._key = hmac.digest(seed, _parts(_DRAW, mix), "sha256")
        self.counter = counter

    def pick(self, count: int) -> int:
        """A number from 0 to `count` - 1, each equally likely: values of the hash that would favor some are drawn again."""
        number = self.counter
        self.counter += 1
        limit = (1 << 64) // count * count
        attempt = 0
        while True:
            block = hmac.digest(self._key, number.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")
            value = int.from_bytes(block[:8], "big")
            if value < limit:
                return value % count
            attempt += 1

    def dice(self) -> Dice:
        """Two dice out of one draw."""
        number = self.pick(36)
        return number // 6 + 1, number % 6 + 1

    def draw(self, deck: str, candidates: Sequence[str]) -> str:
        """One of the cards that may be on top."""
        return candidates[self.pick(len(candidates))]


def draws_of(state: State, event: e.Event) -> int:
    """How many draws an event stands for, given the state before it: by this a replay knows the counter."""
    if isinstance(event, (e.DiceRolled, e.RentRolled, e.OpeningThrown, e.DeedDealt)):
        return 1
    if isinstance(event, e.CardDrawn):
        return 1 if state.undrawn[state.board.deck_of[event.card]] else 0
    return 0
