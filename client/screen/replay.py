"""A game looked at again on the full screen: keys, speed, and what is shown. Must judge nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from client.columns import columns as set_columns
from client.manner import Manner
from client.reel import Reel
from client.render_history import dice_lines, worth_lines
from client.render_holdings import holdings_lines
from client.screen.markup import fit_line, line
from client.screen.page import Page
from client.screen.scene import Frame, Scene, frame
from client.screen.window import FullScreen

_SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Steps a second."""

_STATUS: Final = "Space play/stop  Left/Right step  N/P turn  + - speed  12 Enter round  F3 deeds F5 dice F6 worth  Q quit"
_SHORT: Final = "Space play  Left Right step  N P turn  + - speed  12 Enter round  F1 keys Q quit"

_HELP: Final = (
    ("Right, Enter", "the next step"),
    ("Left", "the step before"),
    ("N, PgDn", "the next turn"),
    ("P, PgUp", "the turn before"),
    ("Home, End", "the beginning, the end"),
    ("a number, Enter", "where that round begins"),
    ("Space", "go on by itself, or stop"),
    ("+, -", "faster, slower"),
    ("F3, F5, F6", "who holds what, how the dice have fallen, how everybody's worth has gone"),
    ("Q, Esc", "close what is open, or go"),
)


class Projector:
    """What somebody sees and does; `over` once they have seen enough."""

    def __init__(self, reel: Reel, speed: float) -> None:
        self.reel = reel
        self.over = trio.Event()
        self.playing = False
        self.page: Page | None = None
        self._speed = min(range(len(_SPEEDS)), key=lambda place: abs(_SPEEDS[place] - speed))
        self._number = ""

    @property
    def pause(self) -> float:
        """Seconds between two steps."""
        return 1 / _SPEEDS[self._speed]

    def advance(self) -> None:
        """The next step, if the game goes on by itself; it stops at the end."""
        if self.playing:
            self.reel.step(1)
            self.playing = self.reel.place < self.reel.last

    def press(self, key: str) -> None:
        """Do what a key says."""
        key = key.lower() if len(key) == 1 else key
        if key.isascii() and key.isdigit():
            self._number = (self._number + key)[-3:]
            return
        number, self._number = self._number, ""
        if key in ("esc", "q"):
            self._back()
        elif key == "enter" and number:
            self.reel.go_to_round(int(number))
        elif key in _PAGES:
            self.page = _PAGES[key](self.reel)
        elif key in _KEYS:
            self.page = None
            _KEYS[key](self)

    def draw(self, columns: int, rows: int) -> Frame:
        """The screen."""
        scene = Scene(self.reel.view, log=self.reel.log, asked=self._where(), text=self._number, page=self.page)
        drawn = frame(scene, columns, rows)
        if drawn.cursor is None:
            return drawn  # there is no room for anything
        keys = _STATUS if len(_STATUS) < columns else _SHORT
        return Frame((*drawn.rows[:-1], fit_line(line(keys, "status"), columns)), None)

    def toggle(self) -> None:
        """Let it go on by itself, or stop it."""
        self.playing = not self.playing and self.reel.place < self.reel.last

    def speed_up(self, steps: int) -> None:
        """Go faster, or slower."""
        self._speed = max(0, min(len(_SPEEDS) - 1, self._speed + steps))

    def _where(self) -> str:
        how = f"{_SPEEDS[self._speed]:g} a second" if self.playing else "stopped"
        return f"event {self.reel.place} of {self.reel.last}, {how}"

    def _back(self) -> None:
        if self.page is not None:
            self.page = None
        else:
            self.over.set()


_KEYS: Final[dict[str, Callable[[Projector], None]]] = {
    **dict.fromkeys(("right", "enter"), lambda seen: seen.reel.step(1)),
    "left": lambda seen: seen.reel.step(-1),
    **dict.fromkeys(("n", "page down"), lambda seen: seen.reel.turn(1)),
    **dict.fromkeys(("p", "page up"), lambda seen: seen.reel.turn(-1)),
    "home": lambda seen: seen.reel.go(0),
    "end": lambda seen: seen.reel.go(seen.reel.last),
    " ": Projector.toggle,
    **dict.fromkeys(("+", "="), lambda seen: seen.speed_up(1)),
    "-": lambda seen: seen.speed_up(-1),
}

_PAGES: Final[dict[str, Callable[[Reel], Page]]] = {
    **dict.fromkeys(("f1", "?", "h"), lambda reel: Page("keys", set_columns([("  " + keys, about) for keys, about in _HELP]))),
    "f3": lambda reel: Page("holdings", holdings_lines(reel.view)),
    "f5": lambda reel: Page("dice", dice_lines(reel.view, reel.history)),
    "f6": lambda reel: Page("worth", worth_lines(reel.view, reel.history)),
}


async def show(reel: Reel, manner: Manner, speed: float) -> None:
    """Look at a game until one has seen enough."""
    seen = Projector(reel, speed)

    def press(key: str) -> None:
        seen.press(key)
        window.refresh()

    window = FullScreen(seen.draw, press, seen.over.set, color=manner.color)
    async with trio.open_nursery() as nursery:

        async def go_on() -> None:
            while True:
                await trio.sleep(seen.pause)
                seen.advance()
                window.refresh()

        nursery.start_soon(window.run)
        nursery.start_soon(go_on)
        await seen.over.wait()
        nursery.cancel_scope.cancel()
