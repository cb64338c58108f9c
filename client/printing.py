"""How what happens reaches a console line by line: for people in words, for programs as JSON. Must not read input."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec

from client.calling import Caller
from client.console import Console
from client.errors import Refused
from client.fitting import flow
from client.lobby_words import lobby_words
from client.render import describe_event, describe_option, describe_refusal, render_prompt
from client.render_offers import answers
from client.standing import render_standing
from client.view import View
from client.waiting import prompt_row
from engine.events import OfferMade
from engine.options import Option, Prompt
from protocol.lobby_events import TableEvent

_LOG: Final = 500  # lines of the log that can be looked at again

_WINDOWS: Final = frozenset({"before_roll", "own_turn", "after_roll"})


class Printer(Protocol):
    """What a face tells."""

    def greet(self, view: View) -> None:
        """One has come to the table."""

    def happened(self, seq: int, event: TableEvent, view: View) -> None:
        """An event, as of just after it."""

    def changed(self, view: View, question: Prompt | None, now: float) -> None:
        """The table as it is now, and the question that is open to one's own seat; also told as time goes by."""

    def link(self, live: bool, words: str) -> None:
        """The connection came or went."""

    def refused(self, refused: Refused, options: Sequence[Option], view: View) -> None:
        """Something was refused; `options` is what may be done instead."""

    def problem(self, words: str) -> None:
        """What was typed cannot be read."""

    def text(self, lines: Iterable[str]) -> None:
        """The answer to a question about the table."""

    def legal(self, options: Sequence[Option], view: View) -> None:
        """All that one's seat may do now."""

    def standing(self, view: View) -> None:
        """The game is over."""


class TextPrinter:
    """In words; `log` are the last lines of what has happened. With `bell` it rings when the table waits for the player."""

    def __init__(self, console: Console, *, bell: bool = True) -> None:
        self.console = console
        self._caller = Caller(console.call, bell=bell)
        self.log: deque[str] = deque(maxlen=_LOG)
        self._shown: tuple[object, ...] = ()
        self._trouble = ""

    def greet(self, view: View) -> None:
        role = "you look on" if view.seat is None else f"you are {view.name(view.seat)} in seat {view.seat + 1}"
        there = ", ".join(name for name in view.names if name)
        self.console.print(f"table {view.table}, {view.title}: {role}; there: {there}; `help` tells the words")
        said, words = lobby_words(view)
        if said:
            self.console.print(said)
        if words:
            self.text(flow(words, self.console.width(), "you may: "))

    def happened(self, seq: int, event: TableEvent, view: View) -> None:
        line = describe_event(event, view)
        if line:
            self.log.append(line)
            self.console.print(line)
        if isinstance(event, OfferMade) and event.to == view.seat:
            self.console.print(f"  {answers(event.offer)}")

    def changed(self, view: View, question: Prompt | None, now: float) -> None:
        if question is not None and self._is_new(question):
            self.console.print(render_prompt(question, view, self.console.width()))
        self.console.prompt(prompt_row(view, question, now))
        self._caller.look(view)

    def _is_new(self, question: Prompt) -> bool:
        """Whether to say a question: windows once, other phases whenever the answers are others."""
        seen = (question.id,) if question.phase in _WINDOWS else (question.id, question.options)
        new = seen != self._shown
        self._shown = seen
        return new

    def link(self, live: bool, words: str) -> None:
        """Each try fails in the same words, which are told once; the prompt counts down to the next."""
        if live:
            self.console.print("the connection is back")
        elif words != self._trouble:
            self.console.print(f"no connection: {words}; trying again")
        self._trouble = words

    def refused(self, refused: Refused, options: Sequence[Option], view: View) -> None:
        self.console.print(describe_refusal(refused.error, view))
        if options:
            self.text(flow([describe_option(option, view) for option in options], self.console.width(), "you may: "))

    def problem(self, words: str) -> None:
        self.console.print(words)

    def text(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.print(line)

    def legal(self, options: Sequence[Option], view: View) -> None:
        self.text([describe_option(option, view) for option in options] or ["there is nothing that you may do now"])

    def standing(self, view: View) -> None:
        self.text(render_standing(view))


class JsonPrinter:
    """One JSON object a line, each with one key that says what it is."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._question: Prompt | None = None

    def greet(self, view: View) -> None:
        self._say(table=view.table, title=view.title, seat=view.seat, players=view.names, stage=view.lobby.stage)

    def happened(self, seq: int, event: TableEvent, view: View) -> None:
        self._say(event=event, seq=seq)

    def changed(self, view: View, question: Prompt | None, now: float) -> None:
        if question is not None and question != self._question:
            self._say(prompt=question)
        self._question = question

    def link(self, live: bool, words: str) -> None:
        self._say(live=live, reason=words)

    def refused(self, refused: Refused, options: Sequence[Option], view: View) -> None:
        self._say(error=refused.error, legal=options)

    def problem(self, words: str) -> None:
        self._say(problem=words)

    def text(self, lines: Iterable[str]) -> None:
        self._say(text=list(lines))

    def legal(self, options: Sequence[Option], view: View) -> None:
        self._say(legal=options)

    def standing(self, view: View) -> None:
        outcome = view.state.outcome if view.state is not None else None
        self._say(outcome=outcome, players=view.names)

    def _say(self, **fields: Any) -> None:
        self.console.print(msgspec.json.encode(fields).decode())
