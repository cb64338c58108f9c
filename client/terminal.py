"""A terminal whose last row is the line being typed, for line mode. Must not know what the lines mean.

Whatever arrives while somebody types is written above the line being typed. Only Unix has what this needs, so it is imported
where there is such a terminal.
"""

from __future__ import annotations

import os
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from rich.cells import cell_len

from client.console import PLAIN_WIDTH, clean
from client.editor import END_OF_INPUT, TAB
from client.fitting import flow
from client.typed_console import TypedConsole
from protocol.names import safe_text

_ERASE: Final = "\r\x1b[K"

# The window keeps the title that it has, to show it again afterwards.
_KEEP_TITLE: Final = "\x1b[22;2t"
_OLD_TITLE: Final = "\x1b[23;2t"
_UNTITLED: Final = ("linux", "vt", "ansi")  # what terminals call themselves that have no windows, or are older than titles


class Terminal(TypedConsole):
    """A terminal whose last row is the line being typed."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(out)
        self._prompt = ""
        self._drawn = False
        self._titled = False

    def width(self) -> int:
        """The columns of the terminal as it is now."""
        try:
            return os.get_terminal_size(self._out.fileno()).columns or PLAIN_WIDTH
        except OSError:
            return PLAIN_WIDTH

    def print(self, text: str) -> None:
        """Write text above the line being typed."""
        erase = _ERASE if self._drawn else ""
        self._write(f"{erase}{clean(text)}\n")
        self._drawn = False
        self._draw()

    def prompt(self, text: str) -> None:
        """Show this before the line being typed."""
        if text != self._prompt:
            self._prompt = text
            self._draw()

    def ask(self, question: str) -> None:
        """Show the question before the line being typed."""
        self.prompt(question)

    def offer(self, choices: tuple[str, ...]) -> None:
        """Show the line, and above it what it may become."""
        if len(choices) > 1:
            self.print("\n".join(flow([choice.rstrip() for choice in choices], self.width())))
        self._draw()

    def complain(self, *texts: str) -> None:
        """Tell above the line what is wrong."""
        self.print("\n".join(texts))

    def call(self, title: str, *, bell: bool) -> None:
        """Give the window a title, and ring."""
        if not os.environ.get("TERM", "").startswith(_UNTITLED):
            keep = "" if self._titled else _KEEP_TITLE
            self._titled = True
            self._write(f"{keep}\x1b]2;{safe_text(title)}\a")
        if bell:
            self._write("\a")

    def close(self) -> None:
        """Leave the cursor at the start of a row, and the window with the title that it had."""
        if self._titled:
            self._write(_OLD_TITLE)
            self._titled = False
        if self._drawn:
            self._write(f"{_ERASE}")
            self._drawn = False

    def _feed(self, data: bytes) -> Iterator[str]:
        for line in self.editor.feed(data):
            if line == TAB:
                self.complete()
                continue
            if line != END_OF_INPUT:
                # What was typed stays above, as in any shell.
                self._write(f"{_ERASE}{clean(self._prompt)}{clean(line)}\n")
                self._drawn = False
            yield line
        self._draw()

    def _rest(self) -> Iterator[str]:
        return iter(())

    def _draw(self) -> None:
        prompt = clean(self._prompt)
        room = max(1, self.width() - 1 - cell_len(prompt))
        before = _fit_end(clean(self.editor.text[: self.editor.cursor]), room)
        after = _fit_start(clean(self.editor.text[self.editor.cursor :]), room - cell_len(before))
        back = f"\x1b[{cell_len(after)}D" if after else ""
        self._write(f"{_ERASE}{prompt}{before}{after}{back}")
        self._drawn = True

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _fit_end(text: str, room: int) -> str:
    while cell_len(text) > room:
        text = text[1:]
    return text


def _fit_start(text: str, room: int) -> str:
    while cell_len(text) > room:
        text = text[:-1]
    return text


@contextmanager
def _keys_one_by_one(descriptor: int) -> Iterator[None]:
    """The terminal gives each key at once and echoes nothing; Ctrl-C still interrupts."""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def open_terminal(descriptor: int, out: TextIO) -> Iterator[Terminal]:
    """The terminal that keys come from by that descriptor, as it was again afterwards."""
    with _keys_one_by_one(descriptor):
        terminal = Terminal(out)
        try:
            yield terminal
        finally:
            terminal.close()
