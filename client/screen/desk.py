"""Somebody at the full screen: the line being typed, what is open to read, and what was said last. Must know no terminal.

To the conversation it is a console like any other; what is shown of it is pulled from here by the window.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import trio

from client.console import clean
from client.screen.keys import EDITING, OTHER_NAMES, SHORTCUTS, key_lines
from client.screen.page import Page
from client.screen.trade import Trade
from client.typed_console import TypedConsole
from client.view import View
from client.words import help_lines
from engine.frames import Window

_PLAIN_WIDTH: Final = 80
_BUILD: Final = "build "


class Desk(TypedConsole):
    """`changed` is called after whatever changes the screen. `log` are all lines of what has happened."""

    def __init__(self, log: Sequence[str]) -> None:
        super().__init__(sys.stdout)
        self.asked = ""
        self.note: tuple[str, ...] = ()
        self.choices: tuple[str, ...] = ()
        self.page: Page | None = None
        self.trade: Trade | None = None
        self.columns = _PLAIN_WIDTH
        self.changed: Callable[[], None] = lambda: None
        self._log = log
        self._title = ""

    def width(self) -> int:
        """The columns that there are for text."""
        return self.columns

    def print(self, text: str) -> None:
        """Show text to read."""
        self.show([text])

    def ask(self, question: str) -> None:
        """Put a question before the line being typed; the next line answers it."""
        self.asked = clean(question)
        self.changed()

    def show(self, texts: Iterable[str]) -> None:
        """Open a page."""
        self.page = Page(self._title, [part for text in texts for part in clean(text).split("\n")])
        self.trade = None
        self.changed()

    def complain(self, *texts: str) -> None:
        """Tell under the line what is wrong, and what may be done instead."""
        self.note = tuple(clean(text) for text in texts)
        self.changed()

    def end(self) -> None:
        """The input is over."""
        self._lines.close()

    def press(self, key: str) -> None:
        """Do what a key says."""
        key = OTHER_NAMES.get(key, key)
        view = self.look()
        if key in SHORTCUTS:
            self._act(SHORTCUTS[key].action)
        elif self.trade is not None and view is not None and view.state is not None:
            self._bargain(key, view)
        elif key == "esc":
            self._back()
        elif key in ("page up", "page down"):
            self._scroll(-1 if key == "page up" else 1)
        else:
            self._type(key)
        self.changed()

    def offer(self, choices: tuple[str, ...]) -> None:
        """Show under the line what it may become."""
        self.choices = choices if len(choices) > 1 else ()
        self.note = () if choices else ("nothing that is legal now fits here",)
        if not choices and self.editor.text == _BUILD:
            self.editor.replace("")
            self.note = ("there is nothing that you can build now; `? build` tells what it takes",)
        self.changed()

    def _type(self, key: str) -> None:
        self.choices = ()
        if key == "enter":
            self._submit(self.editor.finish())
        elif key == "tab":
            self.complete()
        elif key == "ctrl d" and not self.editor.text:
            self.end()
        elif key in EDITING:
            EDITING[key](self.editor)
        elif len(key) == 1 and key.isprintable():
            self.editor.insert(key)

    def _submit(self, line: str) -> None:
        self.note = ()
        self.asked = ""
        self._title = line.strip()
        if line.startswith("/"):
            line = f"log {line}"
        elif self.page is not None and line.strip():
            self.page = None  # whoever plays on has read it
        try:
            self._lines.send_nowait(line)
        except trio.WouldBlock:
            self.complain("too many lines at once: the server has not answered the last ones yet")
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return  # the conversation is over, and so is the screen in a moment

    def _back(self) -> None:
        if self.page is not None:
            self.page = None
        else:
            self.note = self.choices = ()

    def _scroll(self, pages: int) -> None:
        if self.page is None:
            self._act("log")
        if self.page is not None:
            self.page.scroll(pages)

    def _act(self, action: str) -> None:
        self.trade = None
        if action == "table":
            self.page = None
        elif action == "help":
            self.page = Page("help", [*key_lines(), "", *help_lines("", self.columns)])
        elif action == "log":
            self.page = Page("log; /TEXT looks for something in it", self._log, follow=True)
        elif action == "hold":
            self._submit("pass" if self._holds() else "hold")
        elif action == "build":
            self._begin_line(_BUILD)
            self.complete()
        elif action == "trade":
            self._open_trade()
        else:
            self._submit(action)

    def _holds(self) -> bool:
        """Whether a pass would give a hold back, and answer nothing else."""
        view = self.look()
        if view is None or view.state is None:
            return False
        frame = view.state.stack[-1]
        if isinstance(frame, Window):
            return view.seat in frame.holders
        return view.seat in view.state.pending_holds and not view.prompts

    def _begin_line(self, text: str) -> None:
        """Put a text into the line; what stood there is in the history."""
        self.editor.finish()
        self.editor.replace(text)

    def _open_trade(self) -> None:
        view = self.look()
        if view is None or view.state is None or view.seat not in view.state.live() or len(view.state.live()) < 2:
            self.complain("there is nobody to trade with now")
            return
        self.page = None
        self.trade = Trade(view)

    def _bargain(self, key: str, view: View) -> None:
        assert self.trade is not None
        if key == "enter":
            self._begin_line(self.trade.line(view))
            self.trade = None
        elif key == "esc":
            self.trade = None
        else:
            self.trade.press(key, view)
