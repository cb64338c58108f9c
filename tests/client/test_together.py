"""The words by which people settle things, typed at a real table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from client.naming import InvalidInput
from client.seats import new_token
from client.session import Session
from client.together import settle
from client.words import TOGETHER
from protocol.tables import Clock
from tests.client.house import House, open_house


class Round:
    """Ann, who owns the table, Bob and Cid, in a game that has begun."""

    def __init__(self, house: House, ann: Session, bob: Session, cid: Session) -> None:
        self.house, self.ann, self.bob, self.cid = house, ann, bob, cid

    async def says(self, session: Session, line: str) -> None:
        word, _, rest = line.partition(" ")
        await settle(word, rest, session)
        await trio.testing.wait_all_tasks_blocked()


@asynccontextmanager
async def playing(**options: object) -> AsyncIterator[Round]:
    async with open_house() as house:
        sessions = [await house.session() for _ in range(3)]
        ann, *others = sessions
        await ann.create("Friday", "Ann", new_token(), clock=Clock(), **options)  # type: ignore[arg-type]  # options of the test
        for session, name in zip(others, ("Bob", "Cid"), strict=True):
            await session.join(ann.model.table, name, new_token())
            await session.set_ready()
        await ann.start_game()
        await trio.testing.wait_all_tasks_blocked()
        yield Round(house, *sessions)


async def test_away_and_back(autojump_clock: MockClock) -> None:
    async with playing() as table:
        await table.says(table.bob, "away")
        info = table.ann.model.lobby.at(1)
        assert info is not None
        assert info.autopilot == "asked"
        await table.says(table.bob, "back")
        info = table.ann.model.lobby.at(1)
        assert info is not None
        assert info.autopilot is None


async def test_a_vote_is_called_and_answered(autojump_clock: MockClock) -> None:
    async with playing() as table:
        await table.says(table.ann, "propose pause")
        await table.says(table.bob, "no")
        assert not table.cid.model.lobby.paused
        await table.says(table.cid, "yes")
        assert table.bob.model.lobby.paused
        await table.says(table.bob, "propose res")
        await table.says(table.cid, "yes")
        assert not table.bob.model.lobby.paused


async def test_a_seat_is_named_by_its_player(autojump_clock: MockClock) -> None:
    async with playing() as table:
        await table.house.hang_up(table.cid)
        await table.says(table.ann, "propose autopilot ci")
        motion = table.bob.model.lobby.motion
        assert motion is not None
        assert (motion.kind, motion.seat) == ("autopilot", 2)
        await table.says(table.bob, "yes")
        info = table.bob.model.lobby.at(2)
        assert info is not None
        assert info.autopilot == "vote"


async def test_the_owner_gives_a_seat_and_then_the_table(autojump_clock: MockClock) -> None:
    async with playing() as table:
        await table.house.hang_up(table.cid)
        await trio.sleep(61)
        await table.says(table.ann, "give cid")
        info = table.bob.model.lobby.at(2)
        assert info is not None
        assert info.open
        await table.says(table.ann, "owner bob")
        assert table.bob.model.lobby.owner == 1


async def test_a_player_is_muted_and_heard_again(autojump_clock: MockClock) -> None:
    async with playing() as table:
        await table.says(table.bob, "mute ann")
        assert table.ann.model.lobby.mutes == ((1, 0),)
        await table.says(table.bob, "unmute ann")
        assert table.ann.model.lobby.mutes == ()


async def test_the_end_by_the_host_and_the_rematch(autojump_clock: MockClock) -> None:
    async with playing(overrides={"early_end": "host"}) as table:
        old = table.ann.model.table
        await table.says(table.ann, "end-game")
        assert table.bob.model.lobby.stage == "finished"
        await table.says(table.bob, "rematch")
        await table.says(table.cid, "rematch")
        assert table.bob.model.table == table.cid.model.table != old
        assert (table.cid.model.seat, table.cid.model.lobby.stage) == (2, "lobby")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("yes", "no vote is open"),
        ("propose", "expected a motion, found nothing"),
        ("propose dinner", "there is no motion dinner"),
        ("propose give", "expected a seat, found nothing"),
        ("owner nobody", "there is no seat nobody"),
    ],
)
async def test_what_cannot_be_read_is_told(autojump_clock: MockClock, line: str, text: str) -> None:
    async with playing() as table:
        with pytest.raises(InvalidInput, match=text):
            await table.says(table.ann, line)


async def test_one_who_looks_on_settles_nothing(autojump_clock: MockClock) -> None:
    async with playing() as table:
        watcher = await table.house.session()
        await watcher.watch(table.ann.model.table)
        for word in TOGETHER:
            with pytest.raises(InvalidInput, match="you look on"):
                await table.says(watcher, word)
