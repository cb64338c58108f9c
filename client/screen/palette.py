"""What each attribute of the screen looks like, with colors and without. Must hold nothing that only a color tells.

Attributes are named by what they mark: `seat0` to `seat7`, `group0` to `group9` and up, and the roles below. Without
colors they are bold, underlined or reversed, and every mark has its letter or digit besides.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.ids import Seat

Entry: TypeAlias = tuple[str, str, str, str, str, str]
"""Name, the foreground and background of 16 colors, the look without color, and the foreground and background of 256."""

_SEATS: Final = (
    ("light cyan", "#6df"), ("yellow", "#fd6"), ("light green", "#6f6"), ("light magenta", "#f8f"),
    ("light red", "#f88"), ("white", "#fff"), ("brown", "#da6"), ("light gray", "#aaa"),
)  # fmt: skip
_GROUPS: Final = (
    ("brown", "#a62"), ("light cyan", "#8df"), ("light magenta", "#f6c"), ("brown", "#fa0"), ("light red", "#f66"),
    ("yellow", "#fd0"), ("light green", "#6c6"), ("light blue", "#88f"), ("white", "#ddd"), ("light gray", "#aaa"),
)  # fmt: skip
_ROLES: Final[tuple[Entry, ...]] = (
    ("dim", "dark gray", "", "", "#888", ""),
    ("title", "white,bold", "", "bold", "#fff,bold", ""),
    ("asked", "yellow,bold", "", "bold", "#fd6,bold", ""),
    ("alert", "light red,bold", "", "bold,standout", "#f66,bold", ""),
    ("chat", "light cyan", "", "underline", "#6df", ""),
    ("status", "black", "light gray", "standout", "#000", "#bbb"),
    ("chosen", "black", "light gray", "standout", "#000", "#bbb"),
    ("found", "black", "yellow", "standout", "#000", "#fd6"),
)


def seat_attribute(seat: Seat) -> str:
    """The attribute of what belongs to a seat; none for the bank."""
    return f"seat{seat % len(_SEATS)}" if seat >= 0 else ""


def group_attribute(group: int) -> str:
    """The attribute of a group of deeds; none for what is no deed."""
    return f"group{group % len(_GROUPS)}" if group >= 0 else ""


def palette() -> list[Entry]:
    """Every attribute."""
    seats = [(f"seat{number}", f"{low},bold", "", "bold", f"{high},bold", "") for number, (low, high) in enumerate(_SEATS)]
    groups = [(f"group{number}", low, "", "", high, "") for number, (low, high) in enumerate(_GROUPS)]
    return [*seats, *groups, *_ROLES]
