"""Tab knows the answers to one's own question, and asks the server for what else is legal."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from client.errors import Refused
from client.seats import new_token
from client.session import Session
from client.tabbing import completing
from client.typed_console import TypedConsole
from engine import commands as c
from engine.options import Option
from protocol import messages as m
from tests.client.house import House, open_house


class Noted(TypedConsole):
    """Writes down what it is told."""

    def __init__(self) -> None:
        super().__init__(io.StringIO())
        self.told: list[object] = []

    def offer(self, choices: tuple[str, ...]) -> None:
        self.told.append(choices)

    def complain(self, *texts: str) -> None:
        self.told += texts


@asynccontextmanager
async def playing() -> AsyncIterator[tuple[House, Session, Session, Noted]]:
    """Ann, who has a console, and Bob, in a game."""
    async with open_house() as house:
        ann, bob = await house.session(), await house.session()
        await ann.create("Friday", "Ann", new_token())
        await bob.join(ann.model.table, "Bob", new_token())
        await bob.set_ready()
        console = Noted()
        async with completing(ann, console, ann.model.view):
            yield house, ann, bob, console


async def press(console: Noted, text: str) -> str:
    console.editor.replace(text)
    console.complete()
    await wait_all_tasks_blocked()
    return console.editor.text


async def test_the_answers_to_a_question_are_known(autojump_clock: MockClock) -> None:
    async with playing() as (_, ann, _, console):
        assert await press(console, "re") == "ready", "a word of the lobby, where nothing else is legal"
        await ann.start_game()
        assert await press(console, "ro") == "roll"


async def test_what_else_is_legal_is_asked_for(autojump_clock: MockClock) -> None:
    async with playing() as (_, ann, _, console):
        await ann.start_game()
        await ann.do(c.RollDice())  # now Bob is asked
        assert ann.model.question() is None
        assert await press(console, "offer B") == "offer Bob: "


async def test_a_line_that_has_gone_on_meanwhile_is_left_alone(autojump_clock: MockClock) -> None:
    async with playing() as (_, ann, _, console):
        await ann.start_game()
        await ann.do(c.RollDice())
        console.editor.replace("offer B")
        console.complete()
        console.editor.replace("'hello")
        await wait_all_tasks_blocked()
        assert (console.editor.text, console.told) == ("'hello", [])


async def test_a_refusal_is_told(autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse() -> tuple[Option, ...]:
        await trio.lowlevel.checkpoint()
        raise Refused(m.Error("too_fast", "too many messages"))

    async with playing() as (_, ann, _, console):
        await ann.start_game()
        await ann.do(c.RollDice())
        monkeypatch.setattr(ann, "legal", refuse)
        await press(console, "offer B")
        assert console.told == ["too many messages (too_fast)"]
