"""The whole screen as text, in every size; each row exactly as wide as the screen."""

from dataclasses import replace
from pathlib import Path

import pytest

from client.screen.center import Told
from client.screen.desk import Desk
from client.screen.markup import text_of, width_of
from client.screen.page import Page
from client.screen.printer import Journal, ScreenPrinter
from client.screen.scene import Frame, Scene, frame
from client.screen.trade import Trade
from client.view import View
from engine import ScriptedChance, load_board, load_ruleset, new_game
from engine import commands as c
from engine.board import Board
from engine.board_file import read_board_data
from engine.ruleset import Ruleset
from engine.state import new_state
from protocol.tables import Lobby, SeatInfo
from tests.client.views import NAMES, SNAPSHOTS, busy_game, check_snapshot, question, view_of

TABLE = busy_game()
RUNNING = Lobby("running", 0, tuple(SeatInfo(seat, name) for seat, name in enumerate(NAMES[:4])))
LOG = [Told("Ann throws 3 and 4"), Told("Bob says: hello", "chat")]
SCENE = Scene(replace(view_of(TABLE), lobby=RUNNING), question(TABLE, 0), 0.0, LOG)


def drawn(scene: Scene, columns: int, rows: int) -> Frame:
    picture = frame(scene, columns, rows)
    assert len(picture.rows) == rows
    assert {width_of(row) for row in picture.rows} == {columns}
    return picture


def texts(scene: Scene, columns: int, rows: int) -> list[str]:
    return [text_of(row).rstrip() for row in drawn(scene, columns, rows).rows]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (130, 30), (60, 20)])
def test_a_table_in_its_middle(columns: int, rows: int) -> None:
    check_snapshot(f"screen_{columns}x{rows}", texts(SCENE, columns, rows))


@pytest.mark.parametrize("columns", range(40, 140, 7))
def test_every_size_is_filled(columns: int) -> None:
    for rows in range(10, 60, 7):
        drawn(SCENE, columns, rows)


def test_a_window_that_is_too_small_says_what_it_needs() -> None:
    # faults C126
    assert "".join(texts(SCENE, 60, 20)) == "this window is 60 by 20; the table needs 80 by 24"
    assert frame(SCENE, 60, 20).cursor is None


def test_the_cursor_stands_in_the_line() -> None:
    picture = drawn(replace(SCENE, text="build 界 x", cursor=7), 80, 24)
    row = text_of(picture.rows[22])
    assert row.startswith("your answer (Enter: roll)> build 界 x")
    assert picture.cursor == (len("your answer (Enter: roll)> build ") + 2, 22)


def test_a_long_line_shows_the_part_with_the_cursor() -> None:
    text = "".join(str(number % 10) for number in range(200))
    picture = drawn(replace(SCENE, text=text, cursor=200), 80, 24)
    assert text_of(picture.rows[22]).rstrip().endswith(text[-50:])
    assert picture.cursor is not None
    assert picture.cursor[0] < 80


def test_a_question_of_the_client_stands_before_the_line() -> None:
    assert texts(replace(SCENE, asked="sure (yes/no)? "), 80, 24)[22] == "sure (yes/no)?"


def test_a_problem_stands_under_the_line_and_whole_in_the_middle_where_it_is_long() -> None:
    short = texts(replace(SCENE, note=["there is no word buldi"]), 80, 24)
    assert short[23] == "there is no word buldi"
    note = ["refused: this can not be done now, for a reason that takes many words (some_code)", "you may: roll · lift reading"]
    long = "\n".join(texts(replace(SCENE, note=note), 80, 24))
    assert "(some_code)" in long
    assert "you may: roll · lift reading" in long
    roomy = texts(replace(SCENE, note=note), 120, 40)
    assert roomy[34:36] == note
    assert roomy[39].startswith("F1 help")


def test_what_a_line_may_become_stands_under_it() -> None:
    assert texts(replace(SCENE, choices=["boardwalk", "baltic_avenue"]), 80, 24)[23] == "boardwalk baltic_avenue"


def test_a_page_stands_in_the_middle_or_over_all() -> None:
    small = texts(replace(SCENE, page=Page("deed", ["one"])), 80, 24)
    assert small[0].startswith("│Parkin│")
    assert "deed  (Esc closes)" in small[2]
    large = texts(replace(SCENE, page=Page("help", ["x"] * 30)), 80, 24)
    assert large[0] == "help  (lines 1-21 of 30, PgUp PgDn, Esc closes)"
    assert large[22].startswith("your answer")


def test_a_trade_stands_in_the_middle() -> None:
    rows = texts(replace(SCENE, trade=Trade(SCENE.view)), 80, 24)
    assert "trade with Bob: a new offer" in rows[2]


def test_offers_are_counted_and_a_lost_connection_is_told_in_the_last_row() -> None:
    for columns, rows in ((80, 24), (120, 40)):
        assert texts(replace(SCENE, view=replace(SCENE.view, live=False)), columns, rows)[-1].endswith("offline")
    table = busy_game()
    table.handle(1, c.OfferTrade(0, c.Things(50), c.Things(0, (5,))))
    last = texts(replace(SCENE, view=view_of(table)), 80, 24)[23]
    assert last.endswith("1 offer for you")
    assert "F9 trade" in last


def test_a_board_that_is_no_ring_is_a_list_beside_the_rest() -> None:
    board = Board(read_board_data(Path(__file__).parents[2] / "data" / "island.toml"))
    rules = Ruleset()
    view = View(board, rules, new_state(board, rules, 2), ("Ann", "Bob"), 0, phase="opening_roll", title="Isle")
    check_snapshot("screen_island", texts(Scene(view), 80, 24))


def test_the_first_move_of_a_game() -> None:
    table = new_game(load_board(), load_ruleset(), 2, ScriptedChance(dice=[(5, 4), (2, 1), (2, 4)]))
    journal = Journal()
    printer = ScreenPrinter(Desk(journal.texts), journal)
    for seat in (0, 1, 0):
        for number, event in enumerate(table.handle(seat, c.RollDice())):
            printer.happened(number, event, view_of(table))
    view = replace(view_of(table), lobby=Lobby("running", 0, RUNNING.seats[:2]))
    scene = Scene(view, question(table, 0), log=journal.told, text="buy", cursor=3)
    check_snapshot("screen_first_move", texts(scene, 80, 24))


@pytest.mark.parametrize(
    ("name", "file"),
    [("screen_80x24", "client/README.md"), ("screen_120x40", "client/README.md"), ("screen_first_move", "README.md")],
)
def test_the_readme_shows_these_screens(name: str, file: str) -> None:
    readme = (Path(__file__).parents[3] / file).read_text(encoding="utf-8")
    assert (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8") in readme
