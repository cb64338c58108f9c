"""A terminal whose typed line survives what arrives meanwhile."""

import io
import re

import pytest
import trio

from client.terminal import Terminal
from engine.legal import legal
from tests.client.typist import pumped
from tests.client.views import view_of
from tests.engine.positions import DARK_BLUE, S, game


class Screen:
    """What a terminal of one width shows, as far as carriage return, line feed, erase and cursor left go."""

    def __init__(self) -> None:
        self.rows: list[str] = [""]
        self.column = 0

    def feed(self, text: str) -> None:
        for part in re.findall("\x1b\\[[0-9;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", text):
            self._take(part)

    def _take(self, part: str) -> None:
        row = self.rows[-1]
        if part == "\r":
            self.column = 0
        elif part == "\n":
            self.rows.append("")
            self.column = 0
        elif part == "\x1b[K":
            self.rows[-1] = row[: self.column]
        elif part.startswith("\x1b["):
            assert part.endswith("D"), part
            self.column -= int(part[2:-1])
        else:
            self.rows[-1] = row[: self.column] + part + row[self.column + len(part) :]
            self.column += len(part)


class Output(io.StringIO):
    """A stream that also shows what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.screen = Screen()

    def write(self, text: str) -> int:
        self.screen.feed(text)
        return super().write(text)


async def test_what_arrives_stands_above_the_line_being_typed() -> None:
    out = Output()
    terminal = Terminal(out)
    async with pumped(terminal) as keys:
        terminal.prompt("move> ")
        await keys.send(b"bu")
        await trio.testing.wait_all_tasks_blocked()
        terminal.print("Bob says: hello")
        assert out.screen.rows == ["Bob says: hello", "move> bu"]
        await keys.send(b"y\r")
        assert await terminal.line() == "buy"
        await trio.testing.wait_all_tasks_blocked()
        assert out.screen.rows == ["Bob says: hello", "move> buy", "move> "]


async def test_the_cursor_stays_where_one_types() -> None:
    out = Output()
    terminal = Terminal(out)
    async with pumped(terminal) as keys:
        terminal.prompt("> ")
        await keys.send(b"abc\x1b[D\x1b[D")
        await trio.testing.wait_all_tasks_blocked()
        terminal.print("news")
        assert (out.screen.rows, out.screen.column) == (["news", "> abc"], 3)


async def test_a_long_line_shows_its_end_in_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Output()
    terminal = Terminal(out)
    async with pumped(terminal) as keys:
        terminal.prompt("> ")
        await keys.send(b"x" * 100 + b"end")
        await trio.testing.wait_all_tasks_blocked()
        assert out.screen.rows[-1] == "> " + "x" * 74 + "end"


async def test_a_new_prompt_keeps_what_was_typed() -> None:
    out = Output()
    terminal = Terminal(out)
    async with pumped(terminal) as keys:
        terminal.prompt("one> ")
        await keys.send(b"abc")
        await trio.testing.wait_all_tasks_blocked()
        terminal.prompt("two> ")
        assert out.screen.rows == ["two> abc"]
        terminal.close()
        assert out.screen.rows == [""]


async def test_ctrl_d_on_an_empty_line_ends_the_input() -> None:
    terminal = Terminal(Output())
    async with pumped(terminal) as keys:
        await keys.send(b"abc\r\x04")
        assert [await terminal.line(), await terminal.line()] == ["abc", None]


@pytest.mark.parametrize(
    ("term", "written"),
    [
        ("xterm", "\x1b[22;2t\x1b]2;* your turn\a\a\x1b]2;Friday\\x07\a\x1b[23;2t"),
        ("linux", "\a"),
    ],
)
async def test_a_call_rings_and_gives_a_window_its_title_until_the_end(
    term: str, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    out = io.StringIO()
    terminal = Terminal(out)
    terminal.call("* your turn", bell=True)
    terminal.call("Friday\x07", bell=False)
    terminal.close()
    assert out.getvalue() == written


async def test_tab_completes_the_line_and_shows_what_fits_above_it() -> None:
    table = game(S(cash=900, deeds=DARK_BLUE), S())
    out = Output()
    terminal = Terminal(out)
    terminal.look = lambda: view_of(table)
    terminal.options = lambda: legal(table.state, 0)
    async with pumped(terminal) as keys:
        terminal.prompt("> ")
        await keys.send(b"bui\t")
        await trio.testing.wait_all_tasks_blocked()
        assert out.screen.rows == ["> build "]
        await keys.send(b"\t")
        await trio.testing.wait_all_tasks_blocked()
        assert out.screen.rows == ["park_place · boardwalk", "> build "]
        terminal.complain("the server says no")
        await keys.send(b"bo\t\r")
        assert await terminal.line() == "build boardwalk"
    assert out.screen.rows[1:3] == ["the server says no", "> build boardwalk"]
