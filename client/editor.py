"""The line that somebody is typing, edited by keys. Pure: must not read or write a terminal.

Needed because text that arrives while a line is typed has to be written above it, and a terminal in its own line mode
does not say what has been typed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from typing import Final

END_OF_INPUT: Final = "\x04"
"""What `feed` yields for Ctrl-D on an empty line."""

TAB: Final = "\t"
"""What `feed` yields for the key that completes the line; the line itself goes on."""

_HISTORY: Final = 200
_LONGEST: Final = 2000
# A whole escape sequence: CSI with its parameters, SS3 with one letter, or Escape with one character.
_ESCAPE: Final = re.compile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|O[@-~]|[^\\[O])")
_ESCAPE_BEGUN: Final = re.compile("\x1b(?:\\[[0-?]*[ -/]*|O)?\\Z")


class LineEditor:
    """`text` is what has been typed, `cursor` the place in it where the next character goes."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._held = ""
        self._history: list[str] = []
        self._place = 0
        self._draft = ""

    def feed(self, data: bytes) -> Iterator[str]:
        """Take in keys; yields each line that was finished, `TAB`, or `END_OF_INPUT`."""
        keys = self._held + self._decoder.decode(data)
        self._held = ""
        at = 0
        while at < len(keys):
            if keys[at] == "\x1b":
                if _ESCAPE_BEGUN.match(keys, at):
                    self._held = keys[at:]
                    return
                sequence = _ESCAPE.match(keys, at)
                if sequence is not None:
                    self._act(_SEQUENCES.get(sequence[0]))
                    at = sequence.end()
                    continue
            line = self._key(keys[at])
            at += 1
            if line is not None:
                yield line

    def _key(self, key: str) -> str | None:
        if key in "\r\n":
            return self.finish()
        if key == END_OF_INPUT and not self.text:
            return END_OF_INPUT
        if key == TAB:
            return TAB
        if key.isprintable():
            self.insert(key)
        else:
            self._act(_CONTROLS.get(key))
        return None

    def _act(self, action: Callable[[LineEditor], None] | None) -> None:
        if action is not None:
            action(self)

    def insert(self, key: str) -> None:
        """Put a character where the cursor is."""
        if len(self.text) < _LONGEST:
            self.text = self.text[: self.cursor] + key + self.text[self.cursor :]
            self.cursor += 1

    def finish(self) -> str:
        """The line as it is, kept in the history; the next one begins empty."""
        line = self.text
        if line.strip() and self._history[-1:] != [line]:
            self._history = [*self._history[1 - _HISTORY :], line]
        self._place = len(self._history)
        self.replace("")
        return line

    def replace(self, text: str) -> None:
        """Put another text in place of the line, the cursor at its end."""
        self.text = text
        self.cursor = len(text)

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start

    def rub_out(self) -> None:
        """Delete the character before the cursor."""
        if self.cursor:
            self._cut(self.cursor - 1, self.cursor)

    def delete(self) -> None:
        """Delete the character under the cursor."""
        self._cut(self.cursor, self.cursor + 1)

    def cut_word(self) -> None:
        """Delete the word before the cursor."""
        kept = self.text[: self.cursor].rstrip()
        self._cut(kept.rfind(" ") + 1, self.cursor)

    def cut_start(self) -> None:
        """Delete everything before the cursor."""
        self._cut(0, self.cursor)

    def cut_end(self) -> None:
        """Delete everything from the cursor on."""
        self._cut(self.cursor, len(self.text))

    def left(self) -> None:
        """One character to the left."""
        self.cursor = max(0, self.cursor - 1)

    def right(self) -> None:
        """One character to the right."""
        self.cursor = min(len(self.text), self.cursor + 1)

    def home(self) -> None:
        """To the start of the line."""
        self.cursor = 0

    def end(self) -> None:
        """To the end of the line."""
        self.cursor = len(self.text)

    def older(self) -> None:
        """The line before in the history; what is being typed is kept for the way back."""
        if self._place == len(self._history):
            self._draft = self.text
        if self._place:
            self._place -= 1
            self.replace(self._history[self._place])

    def newer(self) -> None:
        """The line after in the history, at last what was being typed."""
        if self._place < len(self._history):
            self._place += 1
            self.replace(self._history[self._place] if self._place < len(self._history) else self._draft)


_E = LineEditor
_CONTROLS: Final[dict[str, Callable[[LineEditor], None]]] = {
    "\x7f": _E.rub_out, "\x08": _E.rub_out, "\x04": _E.delete, "\x17": _E.cut_word, "\x15": _E.cut_start,
    "\x0b": _E.cut_end, "\x01": _E.home, "\x05": _E.end, "\x02": _E.left, "\x06": _E.right, "\x10": _E.older,
    "\x0e": _E.newer,
}  # fmt: skip
_SEQUENCES: Final[dict[str, Callable[[LineEditor], None]]] = {
    "\x1b[A": _E.older, "\x1bOA": _E.older, "\x1b[B": _E.newer, "\x1bOB": _E.newer, "\x1b[C": _E.right, "\x1bOC": _E.right,
    "\x1b[D": _E.left, "\x1bOD": _E.left, "\x1b[H": _E.home, "\x1bOH": _E.home, "\x1b[1~": _E.home, "\x1b[F": _E.end,
    "\x1bOF": _E.end, "\x1b[4~": _E.end, "\x1b[3~": _E.delete,
}  # fmt: skip
