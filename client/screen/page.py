"""Something to read in place of the table: a title and lines that can be scrolled. Pure; must not know where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from client.fitting import chop, clip
from client.screen.markup import Line, line, lines

_CLOSE: Final = "Esc closes"


class Page:
    """`texts` may grow while it is read; with `follow` the end is shown until somebody scrolls up."""

    def __init__(self, title: str, texts: Sequence[str], *, follow: bool = False) -> None:
        self.title = title
        self.texts = texts
        self.follow = follow
        self._top = 0
        self._shown = 1
        self._last = 0

    def scroll(self, pages: int) -> None:
        """Go so many screenfuls on, or back."""
        step = max(1, self._shown - 1)
        start = self._last if self.follow else self._top
        self._top = min(self._last, max(0, start + pages * step))
        self.follow = self.follow and self._top >= self._last

    def fits(self, columns: int, rows: int) -> bool:
        """Whether all of it can be seen in a place of that size."""
        return len(self.texts) < rows and all(cell_len(text) <= columns for text in self.texts)

    def draw(self, columns: int, rows: int) -> list[Line]:
        """The title and what is to be seen now, at most `rows` rows."""
        rolled = [part for text in self.texts for part in _rolled(text, columns)]
        self._shown = max(1, rows - 1)
        self._last = max(0, len(rolled) - self._shown)
        top = self._last if self.follow else min(self._top, self._last)
        return [self._head(columns, top, len(rolled)), *lines(rolled[top : top + self._shown])]

    def _head(self, columns: int, top: int, count: int) -> Line:
        where = f"lines {top + 1}-{min(count, top + self._shown)} of {count}, PgUp PgDn, " if self._last else ""
        tail = f"  ({where}{_CLOSE})"
        return *line(clip(self.title, max(0, columns - cell_len(tail))), "title"), ("dim", tail)


def _rolled(text: str, columns: int) -> list[str]:
    """The rows of a text; what is too long goes on below, so that a table stays a table as far as it can."""
    rows = []
    for part in text.split("\n"):
        while cell_len(part) > columns:
            first = chop(part, columns)
            rows.append(first)
            part = "  " + part[len(first) :].lstrip()
        rows.append(part)
    return rows
