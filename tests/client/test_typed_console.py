"""The line at a console becomes what is legal when somebody presses Tab."""

from __future__ import annotations

import io

from client.typed_console import TypedConsole
from engine.legal import legal
from tests.client.views import view_of
from tests.engine.positions import DARK_BLUE, S, game


class Recorded(TypedConsole):
    """Writes down what it is to offer."""

    def __init__(self) -> None:
        super().__init__(io.StringIO())
        self.offers: list[tuple[str, ...]] = []

    def offer(self, choices: tuple[str, ...]) -> None:
        self.offers.append(choices)


def at_table() -> Recorded:
    table = game(S(cash=900, deeds=DARK_BLUE), S(deeds=(6,)))
    console = Recorded()
    console.look = lambda: view_of(table)
    console.options = lambda: legal(table.state, 0)
    return console


def test_a_line_is_completed_as_far_as_it_is_clear() -> None:
    console = at_table()
    console.editor.replace("bui")
    console.complete()
    assert (console.editor.text, console.editor.cursor) == ("build ", 6)
    console.complete()
    assert (console.editor.text, console.offers[-1]) == ("build ", ("park_place", "boardwalk"))


def test_what_stands_behind_the_cursor_stays() -> None:
    console = at_table()
    console.editor.replace("ro now")
    console.editor.cursor = 2
    console.complete()
    assert (console.editor.text, console.editor.cursor) == ("roll now", 4)


def test_what_is_not_known_is_asked_for() -> None:
    console = at_table()
    wanted: list[str] = []
    console.options = lambda: None
    console.want_options = lambda: wanted.append(console.editor.text)
    console.editor.replace("bui")
    console.complete()
    assert (wanted, console.offers) == (["bui"], [])


def test_before_there_is_a_table_nothing_happens() -> None:
    console = TypedConsole(io.StringIO())
    console.editor.replace("bui")
    console.complete()
    console.complete_with(())
    console.offer(("build",))
    console.complain("no")
    assert console.editor.text == "bui"
