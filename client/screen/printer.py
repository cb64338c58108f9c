"""How what happens at the table reaches the full screen. Must not draw: it fills the log, the note and the pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from client.errors import Refused
from client.render import describe_event, describe_option, describe_refusal
from client.screen.center import Told
from client.screen.desk import Desk
from client.view import View
from engine.options import Option, Prompt
from protocol.lobby_events import ChatSaid, TableEvent

_LOG: Final = 2000


class Journal:
    """The log twice: as text for whoever reads it again, and with what each line is."""

    def __init__(self) -> None:
        self.texts: deque[str] = deque(maxlen=_LOG)
        self.told: deque[Told] = deque(maxlen=_LOG)

    def add(self, text: str, kind: str = "") -> None:
        """One more line."""
        self.texts.append(text)
        self.told.append(Told(text, kind))


class ScreenPrinter:
    """A printer of the conversation."""

    def __init__(self, desk: Desk, journal: Journal) -> None:
        self._desk = desk
        self._journal = journal
        self._trouble = ""

    def greet(self, view: View) -> None:
        role = "you look on" if view.seat is None else f"you are {view.name(view.seat)} in seat {view.seat + 1}"
        self._journal.add(f"table {view.table}, {view.title}: {role}; `help` or F1 tells the words and keys")

    def happened(self, seq: int, event: TableEvent, view: View) -> None:
        text = describe_event(event, view)
        if text:
            self._journal.add(text, "chat" if isinstance(event, ChatSaid) else "")

    def changed(self, view: View, question: Prompt | None, now: float) -> None:
        self._desk.changed()

    def link(self, live: bool, words: str) -> None:
        """Each try fails in the same words, which are told once; the countdown shows that it goes on."""
        if live:
            self._journal.add("the connection is back")
            self._desk.complain()  # no more: it was said of a table that was out of reach
        elif words != self._trouble:
            self._journal.add(f"no connection: {words}", "alert")
        self._trouble = words

    def refused(self, refused: Refused, options: Sequence[Option], view: View) -> None:
        legal = ["you may: " + " · ".join(describe_option(option, view) for option in options)] if options else []
        self._desk.complain(describe_refusal(refused.error, view), *legal)

    def problem(self, words: str) -> None:
        self._desk.complain(words)

    def text(self, lines: Iterable[str]) -> None:
        self._desk.show(lines)

    def legal(self, options: Sequence[Option], view: View) -> None:
        self._desk.show([describe_option(option, view) for option in options] or ["there is nothing that you may do now"])

    def standing(self, view: View) -> None:
        """It is printed when the screen has been closed, so that it stays."""
