"""What each key of the full screen does. Must not do it.

Keys go by the names that urwid gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from client.columns import columns
from client.editor import LineEditor

_E = LineEditor

EDITING: Final[Mapping[str, Callable[[LineEditor], None]]] = {
    "backspace": _E.rub_out, "ctrl h": _E.rub_out, "delete": _E.delete, "ctrl d": _E.delete, "left": _E.left,
    "ctrl b": _E.left, "right": _E.right, "ctrl f": _E.right, "home": _E.home, "ctrl a": _E.home, "end": _E.end,
    "ctrl e": _E.end, "up": _E.older, "ctrl p": _E.older, "down": _E.newer, "ctrl n": _E.newer, "ctrl w": _E.cut_word,
    "ctrl u": _E.cut_start, "ctrl k": _E.cut_end,
}  # fmt: skip
"""Keys that change the line being typed."""


@dataclass(frozen=True)
class Shortcut:
    """A key that does something by itself: what it is called in the status row, its action, and what that is for.

    Where the row is short the `minor` ones are left out of it.
    """

    label: str
    action: str
    about: str
    minor: bool = False


SHORTCUTS: Final[Mapping[str, Shortcut]] = {
    "f1": Shortcut("help", "help", "keys and words"),
    "f2": Shortcut("table", "table", "back to the table"),
    "f3": Shortcut("deeds", "holdings", "who holds what"),
    "f4": Shortcut("log", "log", "what has happened; then /TEXT looks for something"),
    "f5": Shortcut("dice", "dice", "how the dice have fallen", minor=True),
    "f6": Shortcut("worth", "worth", "how everybody's worth has gone", minor=True),
    "f7": Shortcut("hold", "hold", "keep the window open for you, or give the hold back"),
    "f8": Shortcut("build", "build", "begin a build; it is sent ahead if no window is open"),
    "f9": Shortcut("trade", "trade", "put an offer together, or an answer to one"),
}
"""Keys of one stroke, in the order of the status row."""

_PLAIN_KEYS: Final = (
    ("  Enter", "what the prompt says, or the line as it is typed"),
    ("  Tab", "complete the word, or show what it may become"),
    ("  Up, Down", "lines typed before"),
    ("  PgUp, PgDn", "scroll what is open, or the log"),
    ("  Esc", "close what is open"),
    ("  Ctrl-C", "away at once; your seat is kept"),
)

OTHER_NAMES: Final[Mapping[str, str]] = {
    "ctrl o": "f9",  # terminals that keep the function keys for themselves
    "ctrl t": "f7",
    "ctrl g": "f8",
    "ctrl l": "f4",
}
"""Further keys for some of them."""


def key_lines() -> list[str]:
    """All keys and what they are for."""
    other = {key: f" or Ctrl-{name[-1].upper()}" for name, key in OTHER_NAMES.items()}
    rows = [(f"  {key.upper()}{other.get(key, '')}", shortcut.about) for key, shortcut in SHORTCUTS.items()]
    return ["keys:", *columns([*rows, *_PLAIN_KEYS])]
