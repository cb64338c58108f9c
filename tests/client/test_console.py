"""Consoles: plain streams, and the choice of a terminal where there is one."""

import io
import os
import termios

import pytest
import trio

from client.console import Console, clean, open_console
from tests.client.typist import pumped


async def test_plain_streams_give_lines_and_take_lines() -> None:
    out = io.StringIO()
    console = Console(out)
    async with pumped(console) as keys:
        await keys.send(b"roll\nbu")
        await keys.send(b"y")
        await keys.aclose()
        console.prompt("your move> ")
        console.ask("sure? ")
        console.print("Ann rolls")
        assert [await console.line(), await console.line(), await console.line()] == ["roll", "buy", None]
    assert out.getvalue() == "sure? \nAnn rolls\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines", "two\nlines"),
        ("\x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"),
        ("\x1b[2J\x1b]52;c;x\x07", "\\x1b[2J\\x1b]52;c;x\\x07"),
        ("back\rover\u202e", "back\\rover\\u202e"),
    ],
)
def test_text_of_others_cannot_move_the_terminal(text: str, shown: str) -> None:
    assert clean(text) == shown


async def test_a_pseudo_terminal_is_edited_key_by_key_and_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    leader, follower = os.openpty()
    before = termios.tcgetattr(follower)
    with os.fdopen(follower, "w", closefd=False) as stream:
        monkeypatch.setattr("sys.stdin", stream)
        monkeypatch.setattr("sys.stdout", stream)
        monkeypatch.setenv("TERM", "xterm")
        with trio.fail_after(10):
            async with open_console() as console:
                assert console.interactive
                assert not termios.tcgetattr(follower)[3] & termios.ICANON
                os.write(leader, b"rool\x7f\x7fll\r")
                assert await console.line() == "roll"
            assert termios.tcgetattr(follower) == before
            async with open_console(plain=True) as console:
                assert not console.interactive
    os.close(leader)
    os.close(follower)


async def test_a_closed_input_is_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with trio.fail_after(10):
        async with open_console() as console:
            assert await console.line() is None
