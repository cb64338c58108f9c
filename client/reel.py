"""A game that is looked at again: where one stands in it, and the table as it was then. Must not know a terminal or a clock.

A step is an event that there is something to say about; what only serves the machine goes along with the step before it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from client.history import History
from client.model import Model
from client.render import describe_event
from client.screen.center import Told as Line
from client.transcript import Told
from client.view import View
from engine.events import TurnStarted
from engine.legal import phase_of
from protocol import messages as m
from protocol.lobby import EMPTY
from protocol.lobby_events import ChatSaid, TableEvent


class Reel:
    """The first `count` events of a file; `place` is how many of them have happened, `log` what there was to say of them."""

    def __init__(self, told: Told, count: int) -> None:
        self.place = 0
        self.log: list[Line] = []
        self.history = History()
        self._told = told
        self._events = told.events[:count]
        self._steps: list[int] = []
        self._turns: list[int] = []
        self._rounds: list[int] = []
        self._model = self._begun()
        self._look_through()

    @property
    def last(self) -> int:
        """The place behind the last event."""
        return len(self._events)

    @property
    def view(self) -> View:
        """The table as it is at this place."""
        return self._model.view()

    @property
    def round(self) -> int:
        """The round that is being played; 0 before the first."""
        return 0 if self._model.state is None else self._model.state.round

    def go(self, place: int) -> None:
        """Go to a place, forward or back."""
        place = max(0, min(place, self.last))
        if place < self.place:
            self.place = 0
            self.log = []
            self.history = History()
            self._model = self._begun()
        for event in self._events[self.place : place]:
            self._take(event)

    def step(self, steps: int) -> None:
        """Go on by so many steps, or back."""
        self.go(_neighbor(self._steps, self.place, steps, self.last))

    def turn(self, turns: int) -> None:
        """Go on by so many turns, or back."""
        self.go(_neighbor(self._turns, self.place, turns, self.last))

    def go_to_round(self, number: int) -> None:
        """Go to where a round begins, the last one if there are fewer."""
        if self._rounds:
            self.go(self._rounds[max(0, min(number, len(self._rounds)) - 1)])

    def lines(self) -> Iterator[str]:
        """What there is to say from here to the end, as one goes on to there."""
        while self.place < self.last:
            said = len(self.log)
            self.step(1)
            yield from (line.text for line in self.log[said:])

    def _look_through(self) -> None:
        for event in self._events:
            said, before = len(self.log), self.round
            self._take(event)
            if len(self.log) > said:
                self._steps.append(self.place)
            if isinstance(event, TurnStarted):
                self._turns.append(self.place)
                if self.round > before:
                    self._rounds.append(self.place)
        self.go(0)

    def _begun(self) -> Model:
        told = self._told
        model = Model()
        model.take(m.TableState(told.table, 0, told.settings, told.board.data, told.rules, EMPTY))
        return model

    def _take(self, event: TableEvent) -> None:
        model = self._model
        self.place += 1
        model.take(m.Update(self.place, (event,)))
        if model.state is not None:
            model.phase, model.turn = phase_of(model.state), model.state.turn
        self.history.happened(event, model.state)
        text = describe_event(event, model.view())
        if text:
            self.log.append(Line(text, "chat" if isinstance(event, ChatSaid) else ""))


def _neighbor(places: list[int], place: int, steps: int, last: int) -> int:
    """The place so many on among those there are; before the first is the beginning, behind the last the end."""
    index = bisect_right(places, place) - 1 + steps if steps > 0 else bisect_left(places, place) + steps
    if index < 0:
        return 0
    return places[index] if index < len(places) else last
