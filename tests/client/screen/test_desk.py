"""Keys at the desk: what they type, what they open, what reaches the conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import trio

from client.screen.desk import Desk
from client.view import View
from engine import commands as c
from engine.legal import legal
from engine.options import Option
from tests.client.views import question, view_of
from tests.engine.positions import DARK_BLUE, S, game


class Sat:
    """Somebody at a desk before a game; `asked` counts how often it was asked what is legal."""

    def __init__(self, *, known: bool = True) -> None:
        self.table = game(S(cash=900, deeds=DARK_BLUE), S(deeds=(6,)))
        self.log = ["one", "two"]
        self.desk = Desk(self.log)
        self.asked = 0
        self.desk.look = self.view
        self.desk.options = lambda: self.options() if known else None
        self.desk.want_options = self.ask

    def view(self) -> View:
        return view_of(self.table)

    def options(self) -> Sequence[Option]:
        return legal(self.table.state, 0)

    def ask(self) -> None:
        self.asked += 1

    def types(self, text: str, *keys: str) -> None:
        for key in (*text, *keys):
            self.desk.press(key)

    async def line(self) -> str | None:
        with trio.fail_after(1):
            return await self.desk.line()


async def test_a_line_is_typed_and_sent() -> None:
    sat = Sat()
    sat.types("rolx", "backspace", "l", "enter")
    assert await sat.line() == "roll"
    assert sat.desk.editor.text == ""
    sat.types("", "up")
    assert sat.desk.editor.text == "roll"


async def test_ctrl_d_on_an_empty_line_ends_the_input() -> None:
    sat = Sat()
    sat.types("x", "home", "ctrl d", "ctrl d")
    assert await sat.line() is None
    sat.types("late", "enter")


def test_keys_that_mean_nothing_do_nothing() -> None:
    sat = Sat()
    sat.types("a", "f12", "meta x", "ctrl x", "esc")
    assert sat.desk.editor.text == "a"


def test_tab_completes_and_shows_what_is_left_open() -> None:
    sat = Sat()
    sat.types("bui", "tab")
    assert sat.desk.editor.text == "build "
    sat.types("", "tab")
    assert sat.desk.choices == ("park_place", "boardwalk")
    sat.types("b", "tab")
    assert (sat.desk.editor.text, sat.desk.choices) == ("build boardwalk", ())


def test_tab_keeps_what_stands_behind_the_cursor() -> None:
    sat = Sat()
    sat.types("bui boardwalk", *["left"] * len(" boardwalk"), "tab")
    assert sat.desk.editor.text == "build  boardwalk"
    assert sat.desk.editor.cursor == len("build ")


def test_what_fits_nothing_is_told() -> None:
    sat = Sat()
    sat.types("roll x", "tab")
    assert sat.desk.note == ("nothing that is legal now fits here",)


def test_what_fits_takes_the_place_of_what_was_wrong() -> None:
    sat = Sat()
    sat.desk.complain("refused: no")
    sat.types("build ", "tab")
    assert (sat.desk.note, sat.desk.choices) == ((), ("park_place", "boardwalk"))


def test_who_can_build_nothing_is_told_so() -> None:
    sat = Sat()
    sat.desk.options = tuple
    sat.types("", "f8")
    assert sat.desk.editor.text == ""
    assert sat.desk.note == ("there is nothing that you can build now; `? build` tells what it takes",)


def test_what_is_not_known_is_asked_for() -> None:
    sat = Sat(known=False)
    sat.types("bui", "tab")
    assert (sat.asked, sat.desk.editor.text) == (1, "bui")
    sat.desk.complete_with(sat.options())
    assert sat.desk.editor.text == "build "


async def test_one_key_begins_a_build_and_keeps_the_draft() -> None:
    sat = Sat()
    sat.types("'half a chat", "f8")
    assert (sat.desk.editor.text, sat.desk.choices) == ("build ", ("park_place", "boardwalk"))
    sat.types("", "up")
    assert sat.desk.editor.text == "'half a chat"


async def test_one_key_holds_and_gives_back() -> None:
    sat = Sat()
    sat.types("draft", "f7")
    assert await sat.line() == "hold"
    assert sat.desk.editor.text == "draft"
    sat.table.handle(1, c.HoldWindow())
    sat.desk.look = lambda: view_of(sat.table, 1)
    sat.types("", "ctrl t")
    assert await sat.line() == "pass"


async def test_a_hold_for_the_next_window_is_given_back_too_but_no_auction_is_passed() -> None:
    sat = Sat()
    sat.table = game(S(space=32), S(), S(), dice=[(3, 4)])
    sat.table.handle(0, c.RollDice())
    sat.table.handle(1, c.HoldWindow())
    sat.desk.look = lambda: view_of(sat.table, 1)
    sat.types("", "f7")
    assert await sat.line() == "pass"
    sat.table.handle(0, c.DeclineDeed())
    sat.desk.look = lambda: replace(view_of(sat.table, 1), prompts=[question(sat.table, 1)])
    sat.types("", "f7")
    assert await sat.line() == "hold"


async def test_one_key_opens_a_trade_that_becomes_a_line() -> None:
    sat = Sat()
    sat.types("", "f9")
    assert sat.desk.trade is not None
    sat.types("50", "enter")
    assert sat.desk.trade is None
    assert sat.desk.editor.text == "offer Bob: 50 for nothing"
    sat.types("", "ctrl o", "esc")
    assert sat.desk.trade is None


def test_there_is_no_trade_without_somebody_to_trade_with() -> None:
    sat = Sat()
    sat.table.handle(1, c.Resign())
    sat.types("", "f9")
    assert sat.desk.trade is None
    assert sat.desk.note == ("there is nobody to trade with now",)


def test_the_log_is_opened_scrolled_and_closed() -> None:
    sat = Sat()
    sat.types("", "page up")
    assert sat.desk.page is not None
    assert sat.desk.page.texts is sat.log
    sat.types("", "f2")
    assert sat.desk.page is None
    sat.types("", "f4", "page down", "esc")
    assert sat.desk.page is None


@pytest.mark.parametrize(("key", "line"), [("f3", "holdings"), ("f5", "dice"), ("f6", "worth")])
async def test_one_key_shows_what_a_word_shows(key: str, line: str) -> None:
    sat = Sat()
    sat.types("", key)
    assert await sat.line() == line


def test_help_tells_keys_and_words() -> None:
    sat = Sat()
    sat.types("", "f1")
    assert sat.desk.page is not None
    told = "\n".join(sat.desk.page.texts)
    assert "F9 or Ctrl-O" in told
    assert "build DEED[:N] ..." in told


async def test_a_slash_looks_in_the_log() -> None:
    sat = Sat()
    sat.types("/rent", "enter")
    assert await sat.line() == "log /rent"


async def test_whoever_plays_on_has_read_the_page() -> None:
    sat = Sat()
    sat.desk.show(["something"])
    sat.types("", "enter")
    assert sat.desk.page is not None
    sat.types("roll", "enter")
    assert sat.desk.page is None


async def test_a_question_and_a_problem_last_until_the_next_line() -> None:
    sat = Sat()
    sat.desk.ask("sure (yes/no)? ")
    sat.desk.complain("no", "you may: roll")
    assert (sat.desk.asked, sat.desk.note) == ("sure (yes/no)? ", ("no", "you may: roll"))
    sat.types("", "enter")
    assert (sat.desk.asked, sat.desk.note) == ("", ())
    sat.desk.complain("no")
    sat.types("", "esc")
    assert sat.desk.note == ()


def test_text_of_others_cannot_move_the_terminal() -> None:
    sat = Sat()
    sat.desk.print("a\x1b[2Jb\nc")
    assert sat.desk.page is not None
    assert list(sat.desk.page.texts) == ["a\\x1b[2Jb", "c"]


def test_more_lines_than_can_be_answered_are_refused() -> None:
    sat = Sat()
    for _ in range(65):
        sat.types("x", "enter")
    assert sat.desk.note[0].startswith("too many lines")
