"""A player is called once when the table begins to wait, and not while it still waits."""

from __future__ import annotations

from msgspec.structs import replace as copy

from client.calling import Caller
from client.view import View
from engine.board import load_board
from engine.ruleset import Ruleset
from protocol.lobby import EMPTY
from protocol.tables import Waiting


def view(*waiting: int, stage: str = "running", seat: int | None = 0) -> View:
    asked = [Waiting(one, None) for one in waiting]
    return View(
        load_board(), Ruleset(), None, ("Ann", "Bob"), seat, copy(EMPTY, stage=stage), waiting=asked, title="Friday"
    )


def calls(*views: View, bell: bool = True) -> list[tuple[str, bool]]:
    made: list[tuple[str, bool]] = []
    caller = Caller(lambda title, *, bell: made.append((title, bell)), bell=bell)
    for one in views:
        caller.look(one)
    return made


def test_it_calls_once_while_the_table_waits() -> None:
    assert calls(view(1), view(0), view(0, 1), view(0)) == [("* your turn · Friday", True)]


def test_it_marks_no_longer_what_is_over_and_calls_again() -> None:
    assert calls(view(0), view(1), view(0), view(0, stage="finished")) == [
        ("* your turn · Friday", True), ("Friday", False), ("* your turn · Friday", True), ("Friday", False),
    ]  # fmt: skip


def test_without_a_bell_only_the_title_is_marked() -> None:
    assert calls(view(0), bell=False) == [("* your turn · Friday", False)]


def test_who_looks_on_or_sits_in_the_lobby_is_never_called() -> None:
    assert calls(view(0, seat=None), view(0, stage="lobby")) == []
