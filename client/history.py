"""What only a look back can tell: the throws and the worth of everybody over the rounds. Must not draw, nor fold a game.

It begins when its client came to the table: the server tells a latecomer where things stand, not how they came about.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine import events as e
from engine.ids import Seat
from engine.state import State
from engine.worth import final_worth
from protocol.lobby_events import TableEvent

_LONGEST: Final = 2000


class History:
    """The look back of one client at one table.

    `throws` counts the sums of two dice, `thrown` and `doubles` the throws of each seat. `worth` holds, turn by turn, the
    final count of every seat in dollars.
    """

    def __init__(self) -> None:
        self.throws: Counter[int] = Counter()
        self.thrown: Counter[Seat] = Counter()
        self.doubles: Counter[Seat] = Counter()
        self.worth: list[tuple[int, ...]] = []

    def happened(self, event: TableEvent, state: State | None) -> None:
        """Take note of an event; `state` is as of just after it."""
        if isinstance(event, e.DiceRolled):
            first, second = event.dice
            self.throws[first + second] += 1
            self.thrown[event.seat] += 1
            self.doubles[event.seat] += first == second
        elif isinstance(event, e.TurnStarted | e.GameEnded) and state is not None:
            self.worth.append(tuple(final_worth(state, seat) for seat in range(state.seats)))
            del self.worth[:-_LONGEST]
