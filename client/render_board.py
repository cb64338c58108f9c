"""The board as text: a ring of cells where the screen is wide enough, else a list of spaces. Must not color or print.

Every space shows its name, the digit of its group, the letter of its owner, `1` to `4` houses or `H` for a hotel, `M` for a
mortgage, and the letters of the tokens on it; those in jail stand behind a `#`. Nothing is told by color, so that a color
may be put on top and left out.

A ring cell of the small form is a bar and six columns by two rows; eleven of them and a closing bar are 78 by 22. The large
form has nine columns and three rows, 111 by 33.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from client.fitting import clip, fit
from client.phrases import group_digit, money, place, seat_letter, who
from client.view import View
from engine.ids import BANK, HOTEL, Seat, SpaceIndex
from engine.state import FREE
from protocol.names import safe_text

RING_WIDTH: Final = 80
"""Columns of a screen from which on the board is a ring; below that it is a list."""

WIDE_WIDTH: Final = 112
"""Columns of a screen from which on the cells of the ring are larger."""

_RING_SPACES: Final = 40
_SIDE: Final = 10
_BAR: Final = "│"
_MARKS_WIDTH: Final = 3
_JAILED: Final = "#"
_MORE: Final = "+"


class _Size(NamedTuple):
    """Columns inside a cell, and its rows."""

    columns: int
    rows: int


_SMALL: Final = _Size(6, 2)
_LARGE: Final = _Size(9, 3)


def board_lines(
    view: View, width: int = 80, center: Sequence[str] | None = None, notes: Sequence[str] | None = None
) -> list[str]:
    """The board within `width` columns; `center` are the lines shown inside the ring, by default a legend.

    `notes` stand in the cells of the ring, one for each space, instead of all that tells of the game.
    """
    if not has_ring(view, width):
        return _list_lines(view, width)
    size = _LARGE if width >= WIDE_WIDTH else _SMALL
    return _ring_lines(view, size, _legend(view) if center is None else center, notes)


def has_ring(view: View, width: int) -> bool:
    """Whether the board is drawn as a ring within `width` columns."""
    return view.board.size == _RING_SPACES and width >= RING_WIDTH


def center_size(width: int) -> tuple[int, int]:
    """The columns and rows free inside the ring on a screen of that width; (0, 0) where there is no ring."""
    if width < RING_WIDTH:
        return 0, 0
    size = _LARGE if width >= WIDE_WIDTH else _SMALL
    return (size.columns + 1) * (_SIDE - 1) - 2, size.rows * (_SIDE - 1)


def cell_size(width: int) -> tuple[int, int]:
    """The columns and rows inside a cell of the ring on a screen of that width."""
    return _LARGE if width >= WIDE_WIDTH else _SMALL


def cell_tokens(view: View, space: SpaceIndex, width: int) -> str:
    """The letters that stand at the right end of a cell's last row, on a screen of that width."""
    return _ring_tokens(view, space, _LARGE if width >= WIDE_WIDTH else _SMALL)


def _ring_lines(view: View, size: _Size, center: Sequence[str], notes: Sequence[str] | None) -> list[str]:
    """The four sides with the center in between; GO is at the bottom right and play runs clockwise, as on a real board."""
    cells = [_cell(view, space, size) if notes is None else _noted(view, space, size, notes) for space in range(_RING_SPACES)]
    top = _row(cells[2 * _SIDE : 3 * _SIDE + 1], size)
    bottom = _row(cells[_SIDE::-1], size)
    columns = (size.columns + 1) * (_SIDE - 1) - 2
    inside = [*center, *[""] * (size.rows * (_SIDE - 1))]
    middle = []
    for step in range(1, _SIDE):
        left, right = cells[2 * _SIDE - step], cells[3 * _SIDE + step]
        for row in range(size.rows):
            text = fit(inside[(step - 1) * size.rows + row], columns)
            middle.append(f"{_BAR}{left[row]}{_BAR} {text}{_BAR}{right[row]}{_BAR}")
    return [*top, *middle, *bottom]


def _row(cells: Sequence[Sequence[str]], size: _Size) -> list[str]:
    return [_BAR + _BAR.join(cell[row] for cell in cells) + _BAR for row in range(size.rows)]


def _cell(view: View, space: SpaceIndex, size: _Size) -> list[str]:
    """The rows of one cell, each of exactly its width."""
    name = fit(safe_text(view.board.spaces[space].short), size.columns)
    marks = _marks(view, space)
    if size.rows == 2:
        return [name, marks + _ring_tokens(view, space, size).rjust(size.columns - len(marks))]
    price = clip(_price(view, space), size.columns - _MARKS_WIDTH)
    gap = " " * (size.columns - len(marks) - cell_len(price))
    return [name, marks + gap + price, _ring_tokens(view, space, size).rjust(size.columns)]


def _noted(view: View, space: SpaceIndex, size: _Size, notes: Sequence[str]) -> list[str]:
    """A cell with a name and a note."""
    name = fit(safe_text(view.board.spaces[space].short), size.columns)
    return [name, *[" " * size.columns] * (size.rows - 2), clip(notes[space], size.columns).rjust(size.columns)]


def _marks(view: View, space: SpaceIndex) -> str:
    """Group, owner and state of a deed; nothing for what is no deed."""
    if space not in view.board.deed_set:
        return ""
    state = view.state
    if state is None:
        return group_digit(view, space) + "-"
    level = state.level[space]
    mark = "H" if level == HOTEL else str(level or "")
    return group_digit(view, space) + seat_letter(state.owner[space]) + ("M" if state.mortgaged[space] else mark)


def _price(view: View, space: SpaceIndex) -> str:
    """What a deed of the bank costs, or what a tax takes."""
    if view.board.type[space] == "tax":
        return money(view, view.board.spaces[space].amount)
    free = view.state is None or view.state.owner[space] == BANK
    return money(view, view.board.price[space]) if space in view.board.deed_set and free else ""


def _ring_tokens(view: View, space: SpaceIndex, size: _Size) -> str:
    """In the small form they share their row with the marks of a deed."""
    taken = len(_marks(view, space)) if size.rows == _SMALL.rows else 0
    return _tokens(view, space, size.columns - taken)


def _tokens(view: View, space: SpaceIndex, width: int) -> str:
    """The letters of the tokens on a space, as many as fit; a `+` stands for the rest."""
    jailed, there = _seats_at(view, space)
    text = (_JAILED + "".join(map(seat_letter, jailed)) + " " * bool(there)) if jailed else ""
    text += "".join(map(seat_letter, there))
    return text if len(text) <= width else text[: width - 1] + _MORE


def _seats_at(view: View, space: SpaceIndex) -> tuple[list[Seat], list[Seat]]:
    """The live seats in jail there, and those that are just there."""
    state = view.state
    if state is None:
        return [], []
    here = [seat for seat in state.live() if state.at[seat] == space]
    return [seat for seat in here if state.jail[seat] != FREE], [seat for seat in here if state.jail[seat] == FREE]


def _list_lines(view: View, width: int) -> list[str]:
    """One line for each space: two columns of them where they fit, the first half of the board on the left."""
    size = view.board.size
    if width < RING_WIDTH:
        return [_list_line(view, space, width).rstrip() for space in range(size)]
    half = (size + 1) // 2
    column = (width - 1) // 2
    lines = []
    for space in range(half):
        right = _list_line(view, space + half, column) if space + half < size else ""
        lines.append(f"{_list_line(view, space, column)} {right}".rstrip())
    return lines


def _list_line(view: View, space: SpaceIndex, width: int) -> str:
    """`  6 Oriental Avenue   2A1    BC`, the name cut to what is left."""
    tail = f" {_marks(view, space):<3} {_tokens(view, space, 10):<3}"
    room = max(0, width - 4 - len(tail))
    return fit(f"{space:>3} {fit(clip(place(view, space), room), room)}{tail}", width)


def _legend(view: View) -> list[str]:
    """What the marks mean, who is who, and the stock of the bank."""
    lines = ["", safe_text(view.board.data.title), ""]
    lines += [f"{seat_letter(seat)}  {who(view, seat)}{_turn_mark(view, seat)}" for seat, _ in enumerate(view.names)]
    lines += ["", *_group_legend(view), "", "1-4 houses, H hotel, M mortgaged, - the bank's, # in jail"]
    if view.state is not None and view.rules.building_stock == "limited":
        lines.append(f"the bank has {view.state.houses} houses and {view.state.hotels} hotels")
    return lines


def _turn_mark(view: View, seat: Seat) -> str:
    return "  to move" if seat == view.turn else ""


def _group_legend(view: View) -> Iterator[str]:
    """The digits of the groups, a few to a line."""
    parts = [f"{group_digit(view, group.spaces[0])} {safe_text(group.name)}" for group in view.board.groups]
    for start in range(0, len(parts), 4):
        yield "  ".join(parts[start : start + 4])
