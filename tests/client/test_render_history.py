"""How the dice fell and how everybody's worth went, as text."""

import pytest
from rich.cells import cell_len

from client.history import History
from client.render_history import dice_lines, sparkline, worth_lines
from tests.client.views import busy_game, check_snapshot, view_of

VIEW = view_of(busy_game())


def full() -> History:
    history = History()
    history.throws.update({7: 6, 2: 1, 12: 2, 6: 3})
    history.thrown.update({0: 7, 1: 5})
    history.doubles.update({0: 3, 1: 0})
    history.worth += [(1500, 1500, 1500, 1500), (1600, 1200, 1450, 300), (3494, 2335, 1212, 0)]
    return history


def test_the_look_back_as_text() -> None:
    check_snapshot("history", [*dice_lines(VIEW, full(), 61), "", *worth_lines(VIEW, full(), 61)])


@pytest.mark.parametrize("width", [40, 61, 80])
def test_it_fits_its_width(width: int) -> None:
    history = full()
    history.worth += [(100, 200, 300, 400)] * 500
    assert all(cell_len(line) <= width for line in [*dice_lines(VIEW, history, width), *worth_lines(VIEW, history, width)[1:]])


def test_nothing_yet_is_said() -> None:
    assert dice_lines(VIEW, History()) == ["no dice have been thrown since you came"]
    assert worth_lines(VIEW, History()) == ["no turn has begun since you came"]


@pytest.mark.parametrize(
    ("values", "width", "line"),
    [
        ((0, 1, 2, 3, 4, 5, 6, 7, 8), 20, "▁▂▃▄▅▆▇██"),
        ((8, 0, 8, 0), 2, "▁▁"),
        ((0, 4, 0, 8), 2, "▅█"),
        ((), 5, ""),
        ((0, 0), 5, "▁▁"),
        ((-3,), 5, "▁"),
    ],
)
def test_a_sparkline(values: tuple[int, ...], width: int, line: str) -> None:
    assert sparkline(values, width, max(values, default=0)) == line
