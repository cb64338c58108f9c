"""The question after the end of a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from client.again import plays_again
from client.seats import new_token
from client.session import Session
from engine import commands as c
from tests.client.house import open_house
from tests.client.typist import Typist, sitting


@asynccontextmanager
async def after_a_game() -> AsyncIterator[tuple[Session, Session, Typist]]:
    """Ann, who has won, Bob, and Ann's console."""
    async with open_house() as house, sitting(interactive=True) as typist:
        ann, bob = await house.session(), await house.session()
        await ann.create("Friday", "Ann", new_token())
        await bob.join(ann.model.table, "Bob", new_token())
        await bob.set_ready()
        await ann.start_game()
        await bob.act(c.Resign())
        await trio.testing.wait_all_tasks_blocked()
        yield ann, bob, typist


async def test_rematch_leads_to_the_new_table(autojump_clock: MockClock) -> None:
    async with after_a_game() as (ann, bob, typist):
        old = ann.model.table
        await typist.types("what", "rem")
        assert await plays_again(ann, typist)
        assert (ann.model.lobby.stage, ann.model.seat) == ("lobby", 0)
        assert ann.model.table != old
        text = typist.read()
        assert text.startswith("rematch, save FILE, or Enter to go> ")
        assert "expected rematch, save FILE or nothing, found what" in text
        assert bob.model.lobby.rematch == ann.model.table


@pytest.mark.parametrize("line", ["", "quit", None])
async def test_nobody_has_to_play_again(autojump_clock: MockClock, line: str | None) -> None:
    async with after_a_game() as (ann, _bob, typist):
        await (typist.ends() if line is None else typist.types(line))
        face = ann.face
        assert not await plays_again(ann, typist)
        assert ann.face is face
        assert ann.model.lobby.stage == "finished"


async def test_what_the_others_do_is_told_meanwhile(autojump_clock: MockClock) -> None:
    async with after_a_game() as (ann, bob, typist), trio.open_nursery() as nursery:
        nursery.start_soon(plays_again, ann, typist)
        await trio.testing.wait_all_tasks_blocked()
        await bob.say("again?")
        await bob.rematch()
        await trio.testing.wait_all_tasks_blocked()
        text = typist.read()
        assert "Bob says: again?" in text
        assert f"Bob opens a rematch: table {bob.model.table}" in text
        nursery.cancel_scope.cancel()


async def test_a_refusal_is_told_and_the_question_stays(autojump_clock: MockClock) -> None:
    async with after_a_game() as (ann, _bob, typist):
        await trio.sleep(700)
        await typist.types("rematch", "")
        assert not await plays_again(ann, typist)
        assert "(not_seated)" in typist.read()


async def test_the_game_can_be_saved_meanwhile(autojump_clock: MockClock, tmp_path: Path) -> None:
    async with after_a_game() as (ann, _bob, typist):
        await typist.types(f"save {tmp_path}/a.jsonl", f"save {tmp_path}/a.jsonl", "")
        assert not await plays_again(ann, typist)
        text = typist.read()
        assert f"events are in {tmp_path}/a.jsonl: the whole game" in text
        assert f"expected a new file, found that {tmp_path}/a.jsonl is there already" in text


async def test_a_game_that_is_gone_cannot_be_saved(autojump_clock: MockClock, tmp_path: Path) -> None:
    async with after_a_game() as (ann, _bob, typist):
        await trio.sleep(700)
        await typist.types(f"save {tmp_path}/a.jsonl", "")
        assert not await plays_again(ann, typist)
        assert "(not_seated)" in typist.read()
