"""Rows of text set in columns; must not print."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len


def columns(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """One line for each row, its cells padded to the widest of their column, nothing at the ends of lines."""
    widths = [max(cell_len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        gap.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
