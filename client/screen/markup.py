"""Lines of text with attributes, measured in columns of a terminal. Must not know what an attribute looks like."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

from client.fitting import fit

Run: TypeAlias = tuple[str, str]
"""An attribute, empty for none, and the text that has it."""

Line: TypeAlias = tuple[Run, ...]
"""One row of the screen."""

EMPTY: Final[Line] = ()


class Span(NamedTuple):
    """Columns from `start` up to `end` of a line, and the attribute to give them."""

    start: int
    end: int
    attribute: str


def line(text: str, attribute: str = "") -> Line:
    """A row of one attribute."""
    return ((attribute, text),)


def lines(texts: Iterable[str], attribute: str = "") -> list[Line]:
    """Rows of one attribute."""
    return [line(text, attribute) for text in texts]


def text_of(row: Line) -> str:
    """The row without its attributes."""
    return "".join(text for _, text in row)


def width_of(row: Line) -> int:
    """The columns that the row takes."""
    return sum(cell_len(text) for _, text in row)


def spans_of(row: Line, offset: int = 0) -> list[Span]:
    """Where the attributes of a row lie if it begins at column `offset`."""
    spans = []
    for attribute, text in row:
        end = offset + cell_len(text)
        if attribute:
            spans.append(Span(offset, end, attribute))
        offset = end
    return spans


def paint(text: str, spans: Sequence[Span]) -> Line:
    """The text with attributes over some of its columns; of two spans on one column the later wins."""
    width = cell_len(text)
    attributes = [""] * width
    for span in spans:
        start, end = min(span.start, width), min(span.end, width)
        attributes[start:end] = [span.attribute] * (end - start)
    runs: list[Run] = []
    start = 0
    for attribute, columns in groupby(attributes):
        end = start + sum(1 for _ in columns)
        runs.append((attribute, _between(text, width, start, end)))
        start = end
    return tuple(runs)


def _between(text: str, width: int, start: int, end: int) -> str:
    """The letters that begin in these columns of a text of that width."""
    if width == len(text):
        return text[start:end]
    column = 0
    found = ""
    for letter in text:
        if start <= column < end:
            found += letter
        column += cell_len(letter)
    return found


def fit_line(row: Line, width: int) -> Line:
    """The row cut or padded to exactly `width` columns."""
    runs: list[Run] = []
    left = width
    for attribute, text in row:
        size = cell_len(text)
        runs.append((attribute, text if size <= left else fit(text, left)))
        left = max(0, left - size)
    return (*runs, ("", " " * left)) if left else tuple(run for run in runs if run[1])


def beside(left: Line, width: int, right: Line) -> Line:
    """The left row cut or padded to `width` columns, and the right row behind it."""
    return (*fit_line(left, width), *right)
