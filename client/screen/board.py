"""The board with colors, and something inside the ring. Must not draw the board itself: `client.render_board` does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from client.phrases import SEAT_LETTERS
from client.render_board import RING_WIDTH, WIDE_WIDTH, board_lines, cell_size, cell_tokens, center_size
from client.screen.markup import Line, Span, lines, paint, spans_of, text_of
from client.screen.palette import group_attribute, seat_attribute
from client.view import View
from engine.ids import SpaceIndex

_SIDE: Final = 10
_RING_SPACES: Final = 4 * _SIDE


def is_ring(view: View) -> bool:
    """Whether the board is drawn as a ring."""
    return view.board.size == _RING_SPACES


def ring_width(columns: int, rows: int) -> int:
    """The width to draw the ring for, so that it fits and leaves two rows; 0 where there is no room."""
    for width in (WIDE_WIDTH, RING_WIDTH):
        if columns >= width and rows >= center_size(width)[1] + 2 * cell_size(width)[1] + 2:
            return width
    return 0


def ring(view: View, width: int, center: Sequence[Line]) -> list[Line]:
    """The ring drawn for that width, with `center` inside."""
    texts = board_lines(view, width, [text_of(row) for row in center])
    columns, rows = cell_size(width)
    spans: list[list[Span]] = [[] for _ in texts]
    for index, row in enumerate(center[: center_size(width)[1]]):
        spans[rows + index] += spans_of(row, columns + 3)
    for space in range(_RING_SPACES):
        across, down = _place(space)
        for row_of_cell, span in _cell_spans(view, space, width, across * (columns + 1) + 1):
            spans[down * rows + row_of_cell].append(span)
    return [paint(text, found) for text, found in zip(texts, spans, strict=True)]


def listed(view: View, width: int, rows: int) -> list[Line]:
    """A board that is no ring, as a list."""
    return lines(board_lines(view, width)[:rows])


def _place(space: SpaceIndex) -> tuple[int, int]:
    """Column and row of a space in the ring of cells; GO is at the bottom right."""
    side, step = divmod(space, _SIDE)
    return ((_SIDE - step, _SIDE), (0, _SIDE - step), (step, 0), (_SIDE, step))[side]


def _cell_spans(view: View, space: SpaceIndex, width: int, column: int) -> Iterator[tuple[int, Span]]:
    """The colors of the cell that begins at that column: its group, its owner and its tokens, each with its row."""
    columns, rows = cell_size(width)
    group = group_attribute(view.board.group_of[space])
    if group:
        yield 0, Span(column, column + columns, group)
        yield 1, Span(column, column + 1, group)
        if view.state is not None:
            yield 1, Span(column + 1, column + 2, seat_attribute(view.state.owner[space]))
    tokens = cell_tokens(view, space, width)
    for place, letter in enumerate(tokens, column + columns - len(tokens)):
        if letter in SEAT_LETTERS:
            yield rows - 1, Span(place, place + 1, seat_attribute(SEAT_LETTERS.index(letter)))
