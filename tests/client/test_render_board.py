"""The board as text: every space in a cell of its own, straight columns whatever the names, all marks without color."""

import msgspec
import pytest
from rich.cells import cell_len

from client.render_board import RING_WIDTH, WIDE_WIDTH, board_lines, center_size
from client.view import View
from engine.board import Board
from engine.position import Position, build_state
from engine.ruleset import Ruleset
from tests.client.views import HOSTILE, NAMES, assert_plain, busy_game, check_snapshot, view_of
from tests.engine.positions import ORANGE, US, S, at_level, game


def lined(view: View, width: int) -> list[str]:
    lines = board_lines(view, width)
    assert_plain(lines, width)
    return lines


@pytest.mark.parametrize("width", [80, 120, 60])
def test_a_busy_board(width: int) -> None:
    check_snapshot(f"board_{width}", lined(view_of(busy_game()), width))


def test_a_board_before_the_game() -> None:
    state = game().state
    check_snapshot("board_lobby", lined(View(US, state.rules, None, ("Ann", "", "Cleo")), 80))


def test_the_small_ring_leaves_two_rows_of_a_terminal_of_80_by_24() -> None:
    lines = lined(view_of(busy_game()), 80)
    assert len(lines) == 22
    assert {cell_len(line) for line in lines} == {78}
    large = lined(view_of(busy_game()), WIDE_WIDTH)
    assert len(large) == 33
    assert {cell_len(line) for line in large} == {111}


def cells(lines: list[str]) -> list[str]:
    """The cells of the ring, rows of a cell joined, clockwise from the top left."""
    top, bottom = ([row.split("│")[1:-1] for row in rows] for rows in (lines[:2], lines[-2:]))
    sides = [(line[1:7], line[-7:-1]) for line in lines[2:-2]]
    pairs = list(zip(sides[::2], sides[1::2], strict=True))
    left = [first[0] + second[0] for first, second in pairs]
    right = [first[1] + second[1] for first, second in pairs]
    across = [[one + two for one, two in zip(*rows, strict=True)] for rows in (top, bottom)]
    return [*across[0], *right, *reversed(across[1]), *reversed(left)]


def test_each_space_has_a_cell_of_its_own() -> None:
    # faults C128: two spaces drawn at the same place
    for space in range(40):
        state = game(S(space=space), S(space=(space + 1) % 40)).state
        drawn = cells(board_lines(view_of(state), 80))
        assert len(drawn) == 40
        first = (space - 20) % 40
        assert drawn[first].rstrip().endswith("A")
        assert drawn[(first + 1) % 40].rstrip().endswith("B")
        assert sum("A" in cell[6:] for cell in drawn) == 1


def test_jail_and_just_visiting_are_told_apart() -> None:
    def jail(*seats: S) -> str:
        return cells(board_lines(view_of(game(*seats)), 80))[30][6:].strip()

    assert jail(S(jail=0), S(space=10)) == "#A B"
    assert jail(S(space=10), S(space=10)) == "AB"
    assert jail(S(jail=0), S(jail=2)) == "#AB"
    assert jail(*[S(jail=0)] * 8) == "#ABCD+"


def test_a_crowd_is_cut_and_says_so() -> None:
    assert cells(board_lines(view_of(game(*[S(space=16)] * 8)), 80))[36] == "StJame4-ABC+"
    assert cells(board_lines(view_of(game(*[S(space=0)] * 6)), 80))[20] == "GO    ABCDEF"


@pytest.mark.parametrize(("level", "mark"), [(0, "4A "), (1, "4A1"), (4, "4A4"), (5, "4AH")])
def test_owner_and_level_are_letters(level: int, mark: str) -> None:
    table = game(S(deeds=ORANGE, levels=at_level(ORANGE, level)), S())
    assert cells(board_lines(view_of(table), 80))[36][6:9] == mark


def test_a_mortgage_is_a_letter() -> None:
    table = game(S(deeds=(5,), mortgaged=(5,)), S(deeds=(15,)))
    drawn = cells(board_lines(view_of(table), 80))
    assert (drawn[25][6:9], drawn[35][6:9], drawn[5][6:9]) == ("9AM", "9B ", "9- ")


def test_the_center_is_for_whoever_draws_the_screen() -> None:
    for width in (80, 130):
        columns, rows = center_size(width)
        center = ["x" * (columns + 5)] * (rows + 5)
        lines = board_lines(view_of(busy_game()), width, center)
        assert sum(line.count("x" * columns) for line in lines) == rows
        assert {cell_len(line) for line in lines} == {cell_len(lines[0])}
    assert center_size(80) == (61, 18)
    assert center_size(RING_WIDTH - 1) == (0, 0)


def with_names(name: str) -> View:
    spaces = tuple(msgspec.structs.replace(space, name=name, short=name) for space in US.data.spaces)
    groups = tuple(msgspec.structs.replace(group, name=name) for group in US.data.groups)
    board = Board(msgspec.structs.replace(US.data, spaces=spaces, groups=groups, title=name, currency=name))
    state = build_state(Position((S(), S(deeds=(1, 3)))), board, Ruleset())
    return View(board, state.rules, state, (name, "Bob"), 0)


@pytest.mark.parametrize("name", ["地中海通り", "e\u0301" * 20, "👍🏽 land", HOSTILE, ""])
@pytest.mark.parametrize("width", [80, 112, 79, 30])
def test_columns_stay_straight_whatever_the_names(name: str, width: int) -> None:
    lines = board_lines(with_names(name), width)
    assert_plain(lines, width)
    if width >= RING_WIDTH:
        assert len({cell_len(line) for line in lines}) == 1


def small_board(size: int) -> View:
    spaces = US.data.spaces[:size]
    groups = tuple(
        msgspec.structs.replace(group, spaces=tuple(space for space in group.spaces if space < size))
        for group in US.data.groups
        if group.spaces[0] < size
    )
    board = Board(msgspec.structs.replace(US.data, spaces=spaces, groups=groups))
    state = build_state(Position((S(space=12), S())), board, Ruleset())
    return View(board, state.rules, state, NAMES[:2])


@pytest.mark.parametrize("size", [20, 21])
def test_a_board_of_another_size_is_a_list(size: int) -> None:
    lines = lined(small_board(size), 80)
    assert len(lines) == (size + 1) // 2
    assert [f"{space:>3} {US.spaces[space].name}" in "\n".join(lines) for space in range(size)] == [True] * size
    assert len(lined(small_board(size), 50)) == size


def test_a_narrow_screen_gets_a_list() -> None:
    lines = lined(view_of(busy_game()), 79)
    assert len(lines) == 40
    assert lines[39].split() == ["39", "Boardwalk", "8B4"]
