"""Cutting and filling text by the columns that it takes on a terminal, wide and combining letters included; must not print."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size


def fit(text: str, width: int) -> str:
    """The text cut or padded to exactly `width` columns."""
    return set_cell_size(text, width)


def clip(text: str, width: int) -> str:
    """The text as it is where it fits into `width` columns, else its beginning and an ellipsis."""
    if cell_len(text) <= width:
        return text
    return fit(text, max(0, width - 1)).rstrip() + "…" * (width > 0)


def chop(text: str, width: int) -> str:
    """The beginning of a text that is too wide, at most `width` columns of it, up to a space where there is one."""
    end = len(text)
    while end > 1 and cell_len(text[:end]) > width:
        end -= 1
    space = text.rfind(" ", len(text) - len(text.lstrip(" ")) + 1, end + 1)
    return text[:space] if space > 0 else text[:end]


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most `width` columns, broken between words, all but the first indented; a longer word is clipped."""
    lines: list[str] = []
    line = text[: len(text) - len(text.lstrip(" "))]
    empty = True
    for word in text.split():
        longer = line + word if empty else f"{line} {word}"
        if not empty and cell_len(longer) > width:
            lines.append(line)
            longer = indent + word
        line, empty = clip(longer, width), False
    return [*lines, line]


def flow(parts: Iterable[str], width: int, first: str = "", indent: str = "  ", gap: str = " · ") -> list[str]:
    """Parts set one after the other behind `first`; each begins a new line, indented, rather than being broken inside."""
    lines: list[str] = []
    line, empty = first, True
    for part in parts:
        longer = line + part if empty else line + gap + part
        if not empty and cell_len(longer) > width:
            lines.append(line)
            longer = indent + part
        *full, line = wrap(longer, width, indent + "  ")
        lines += full
        empty = False
    return [*lines, line]
