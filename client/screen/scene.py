"""All that is on the screen at one moment, and its rows. Pure: the same scene gives the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.cells import cell_len

from client.fitting import clip, fit, wrap
from client.manner import LEAST
from client.render_board import cell_size, center_size
from client.screen.board import is_ring, listed, ring, ring_width
from client.screen.center import Told, center_lines, log_lines
from client.screen.keys import SHORTCUTS
from client.screen.markup import EMPTY, Line, beside, fit_line, line, lines
from client.screen.page import Page
from client.screen.trade import Trade
from client.view import View
from client.waiting import prompt_row
from engine.options import Prompt

_SIDE: Final = 11  # cells of a side of the ring
_LIST: Final = 40  # columns of a board that is no ring
_ASIDE: Final = 30  # columns from which on a place beside the ring is worth using
_PROMPT: Final = 48  # columns that may stand before the line being typed


@dataclass(frozen=True)
class Scene:
    """What there is to draw.

    `asked` stands before the line being typed in place of what the table asks; `note` is a problem or refusal, `choices`
    what the line may become.
    """

    view: View
    question: Prompt | None = None
    now: float = 0.0
    log: Sequence[Told] = ()
    text: str = ""
    cursor: int = 0
    asked: str = ""
    note: Sequence[str] = ()
    choices: Sequence[str] = ()
    page: Page | None = field(default=None, compare=False)
    trade: Trade | None = field(default=None, compare=False)


class Frame(NamedTuple):
    """The rows of the screen, each of exactly its width, and the column and row of the cursor."""

    rows: tuple[Line, ...]
    cursor: tuple[int, int] | None


def frame(scene: Scene, columns: int, rows: int) -> Frame:
    """The scene on a screen of that size."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return _too_small(columns, rows)
    ring_columns = ring_width(columns, rows) if is_ring(scene.view) else 0
    height = _SIDE * cell_size(ring_columns)[1] if ring_columns else rows - 2
    table = _table(scene, columns, height, ring_columns)
    prompt, cursor = _prompt(scene, columns)
    below = rows - height - 1
    foot = _foot(scene, columns, below)
    every = [*table, *[EMPTY] * (height - len(table)), prompt, *foot]
    return Frame(tuple(fit_line(row, columns) for row in every[:rows]), (min(cursor, columns - 1), height))


def _too_small(columns: int, rows: int) -> Frame:
    words = f"this window is {columns} by {rows}; the table needs {LEAST[0]} by {LEAST[1]}"
    told = lines(wrap(words, max(1, columns)))
    return Frame(tuple(fit_line(row, columns) for row in [*told, *[EMPTY] * rows][:rows]), None)


def _table(scene: Scene, columns: int, rows: int, ring_columns: int) -> list[Line]:
    """The board with what stands in its middle; a page that does not fit there takes the place of all."""
    page = scene.page
    if not ring_columns:
        return _beside_a_list(scene, columns, rows)
    wide, high = center_size(ring_columns)
    if page is not None and not page.fits(wide, high):
        return page.draw(columns, rows)
    left = columns - ring_columns - 1
    drawn = ring(scene.view, ring_columns, _middle(scene, wide, high, log=left < _ASIDE))
    if left < _ASIDE:
        return drawn
    aside = log_lines(scene.log, left, rows)
    aside += [EMPTY] * (rows - len(aside))
    return [beside(row, ring_columns + 1, other) for row, other in zip(drawn, aside, strict=True)]


def _beside_a_list(scene: Scene, columns: int, rows: int) -> list[Line]:
    board = listed(scene.view, _LIST, rows)
    board += [EMPTY] * (rows - len(board))
    middle = _middle(scene, columns - _LIST - 2, rows)
    middle += [EMPTY] * (rows - len(middle))
    return [beside(row, _LIST + 2, other) for row, other in zip(board, middle, strict=True)]


def _middle(scene: Scene, columns: int, rows: int, *, log: bool = True) -> list[Line]:
    if scene.trade is not None:
        return scene.trade.draw(scene.view, columns, rows)
    if scene.page is not None:
        return scene.page.draw(columns, rows)
    note = scene.note if cell_len(" ".join(scene.note)) > columns else ()
    return center_lines(scene.view, scene.question, scene.log if log else None, scene.now, (columns, rows), note)


def _prompt(scene: Scene, columns: int) -> tuple[Line, int]:
    """The row with the line being typed, and the column of the cursor in it."""
    before = scene.asked or prompt_row(scene.view, scene.question, scene.now)
    before = clip(before.rstrip(), _PROMPT) + " "
    room = columns - cell_len(before) - 1
    start = 0
    while cell_len(scene.text[start : scene.cursor]) > room:
        start += 1
    mine = scene.question is not None or bool(scene.asked)
    cursor = cell_len(before) + cell_len(scene.text[start : scene.cursor])
    return (("asked" if mine else "dim", before), ("", scene.text[start:])), cursor


def _foot(scene: Scene, columns: int, rows: int) -> list[Line]:
    """What stands under the line: a problem with what may be done instead, or what the line may become; then the keys."""
    said = [piece for text in scene.note for piece in wrap(text, columns, "  ")]
    told = lines(said, "alert") if said else lines(wrap("  ".join(scene.choices), columns, "  "))
    told = told if said or scene.choices else []
    if rows == 1 and told:
        return [line(clip(" ".join(scene.note) or " ".join(scene.choices), columns), told[0][0][0])]
    told = told[: rows - 1]
    return [*told, *[EMPTY] * (rows - 1 - len(told)), _status(scene, columns)]


def _status(scene: Scene, columns: int) -> Line:
    """The keys, and at the right end what one must not miss."""
    offers = 0
    if scene.view.state is not None:
        offers = sum(offer.to == scene.view.seat for offer in scene.view.state.offers.values())
    aside = f"{offers} offer{'s' * (offers != 1)} for you" if offers else ""
    aside = aside if scene.view.live else "offline"
    keys = _keys(minor=True)
    if aside and cell_len(keys) + cell_len(aside) + 2 > columns:
        keys = _keys(minor=False)
    return fit_line(line(fit(keys, columns - cell_len(aside) - 1) + aside + " ", "status"), columns)


def _keys(*, minor: bool) -> str:
    shown = [f"{key.upper()} {shortcut.label}" for key, shortcut in SHORTCUTS.items() if minor or not shortcut.minor]
    return " ".join(shown)
