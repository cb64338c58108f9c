"""The look back as text: how the dice fell, and how everybody's worth went. Must not keep anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.columns import columns
from client.history import History
from client.phrases import money, seat_letter, who
from client.view import View

_STEPS: Final = "▁▂▃▄▅▆▇█"
_BAR: Final = "█"
_ASIDE: Final = 30  # columns of a line that names and figures take
_WAYS: Final = 36


def dice_lines(view: View, history: History, width: int = 80) -> list[str]:
    """How often each sum was thrown, beside what is to be expected, and everybody's doubles."""
    total = sum(history.throws.values())
    if not total:
        return ["no dice have been thrown since you came"]
    most = max(max(history.throws.values()), 1)
    room = max(1, width - _ASIDE)
    rows = [("SUM", "THROWN", "EXPECTED", "")]
    for number in range(2, 13):
        count = history.throws[number]
        expected = total * (6 - abs(7 - number)) / _WAYS
        rows.append((f"{number:>3}", f"{count:>6}", f"{expected:>8.1f}", _BAR * round(room * count / most)))
    return [f"{total} throws since you came", *columns(rows), *_doubles(view, history)]


def _doubles(view: View, history: History) -> list[str]:
    rows = [
        (f"{seat_letter(seat)} {who(view, seat)}", f"{history.thrown[seat]} throws", f"{history.doubles[seat]} doubles")
        for seat in sorted(history.thrown)
    ]
    return ["", *columns(rows)]


def worth_lines(view: View, history: History, width: int = 80) -> list[str]:
    """Everybody's worth, turn by turn since one came, on one scale for all."""
    if not history.worth:
        return ["no turn has begun since you came"]
    highest = max(max(all_of) for all_of in history.worth)
    room = max(1, width - _ASIDE)
    rows = []
    for seat in range(len(history.worth[-1])):
        values = [all_of[seat] for all_of in history.worth]
        name = f"{seat_letter(seat)} {who(view, seat)[:12]}"
        rows.append((name, sparkline(values, room, highest), money(view, values[-1])))
    turns = len(history.worth)
    return [f"worth over the last {turns} turns; the highest bar is {money(view, highest)}", *columns(rows)]


def sparkline(values: Sequence[int], width: int, highest: int) -> str:
    """Values as bars of eight heights, from 0 to `highest`, thinned out evenly where there are more than columns."""
    if len(values) > width:
        values = [values[(place + 1) * len(values) // width - 1] for place in range(width)]
    scale = max(highest, 1)
    return "".join(_STEPS[min(len(_STEPS) - 1, max(0, value) * len(_STEPS) // scale)] for value in values)
