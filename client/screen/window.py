"""The terminal: keys in, rows out. The only module that may import urwid; must hold nothing of the game.

urwid's loop runs as a task of the program's own nursery; it draws only what has changed, puts the terminal back when it
ends for whatever reason, also around Ctrl-Z, and notices when the window gets another size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import urwid

from client.screen.markup import Line
from client.screen.palette import palette
from client.screen.scene import Frame

_MONOCHROME: Final = 1

_Size: TypeAlias = tuple[()] | tuple[int] | tuple[int, int]


class _Picture(urwid.Widget):
    """The whole screen as one widget."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(self, draw: Callable[[int, int], Frame], press: Callable[[str], None]) -> None:
        super().__init__()
        self._draw = draw
        self._press = press
        self._frame: Frame | None = None
        self._size = (0, 0)
        self._fresh = False  # the frame has been made but not drawn yet

    def refresh(self) -> None:
        """Draw again if that makes a difference."""
        if self._size == (0, 0):
            return
        frame = self._draw(*self._size)
        if frame != self._frame:
            self._frame = frame
            self._fresh = True
            self._invalidate()

    def keypress(self, size: _Size, key: str) -> None:
        """Every key is taken."""
        self._press(key)

    def render(self, size: _Size, focus: bool = False) -> urwid.Canvas:
        """The rows as urwid wants them."""
        assert len(size) == 2  # a box
        columns, rows = size
        if not self._fresh or self._frame is None or self._size != (columns, rows):
            self._size = (columns, rows)
            self._frame = self._draw(columns, rows)
        self._fresh = False
        texts, attributes, sets = zip(*(_encoded(row, columns) for row in self._frame.rows), strict=True)
        return urwid.TextCanvas(list(texts), list(attributes), list(sets), cursor=self._frame.cursor, maxcol=columns)


def _encoded(row: Line, columns: int) -> tuple[bytes, list[Any], list[Any]]:
    """A row in the encoding of the terminal, cut where the terminal takes it to be wider than it was measured to be."""
    whole = b""
    attributes: list[tuple[str | None, int]] = []
    sets: list[Any] = []
    left = columns
    for attribute, text in row:
        width = urwid.calc_width(text, 0, len(text))
        if width > left:
            _, end, _, pad = urwid.util.calc_trim_text(text, 0, len(text), 0, left)
            text, width = text[:end] + " " * pad, left
        left -= width
        encoded, runs = urwid.apply_target_encoding(text)
        whole += encoded
        attributes.append((attribute or None, len(encoded)))
        sets += runs
    return whole, attributes, sets


class FullScreen:
    """The terminal as a window; `draw` gives what is to be seen, `press` takes the keys, `closed` hears the input end."""

    def __init__(
        self, draw: Callable[[int, int], Frame], press: Callable[[str], None], closed: Callable[[], None], *, color: bool = True
    ) -> None:
        self._picture = _Picture(draw, press)
        self._closed = closed
        self._screen = urwid.display.raw.Screen(sys.stdin, sys.stdout, bracketed_paste_mode=False, focus_reporting=False)
        if not color:
            self._screen.set_terminal_properties(colors=_MONOCHROME)
        self._events = urwid.TrioEventLoop()
        self._loop = urwid.MainLoop(
            self._picture, palette(), screen=self._screen, event_loop=self._events, handle_mouse=False
        )  # fmt: skip

    async def run(self) -> None:
        """Show the screen and read keys until cancelled, or until the terminal is hung up."""
        try:
            with self._loop.start():
                await self._events.run_async()
        except urwid.InputClosedError:
            self._closed()

    def refresh(self) -> None:
        """Something may look otherwise now."""
        self._picture.refresh()

    def call(self, title: str, *, bell: bool) -> None:
        """Give the window a title, and ring."""
        if self._screen.started:
            self._screen.set_title(title)
            if bell:
                self._screen.write("\a")
                self._screen.flush()
