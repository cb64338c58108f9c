"""Bots at a real table: from an empty lobby to the final standing, and what they do when they are refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from client.bot import Bot
from client.bot_policy import Policy, level_policy
from client.model import Model
from client.seats import new_token
from client.session import Session
from engine import commands as c
from tests.client.house import House, open_house
from tests.client.terminal import HostedServer


async def play_game(house: House, policies: list[Policy], rounds: int) -> list[Session]:
    """A whole game among bots; the first opens the table."""
    sessions = [await house.session() for _ in policies]
    first, *others = sessions
    await first.create("Den", "Bot A", new_token(), overrides={"max_rounds": rounds})
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Bot(first, policies[0], start=len(policies)).play)
        for number, (session, policy) in enumerate(zip(others, policies[1:], strict=True)):
            await session.join(first.model.table, f"Bot {'BCDEFGH'[number]}", new_token())
            nursery.start_soon(Bot(session, policy).play)
    return sessions


async def test_careful_bots_play_to_the_last_round(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        sessions = await play_game(house, [level_policy("careful")] * 3, rounds=5)
        outcomes = {session.model.state.outcome for session in sessions if session.model.state is not None}
        (outcome,) = outcomes
        assert outcome is not None
        assert outcome.reason == "max_rounds"


async def test_random_bots_play_to_the_last_round(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        policies: list[Policy] = [level_policy("random", seed) for seed in range(2)]
        sessions = await play_game(house, policies, rounds=8)
        assert all(session.model.lobby.stage == "finished" for session in sessions)


async def test_a_bot_that_is_refused_takes_the_default(autojump_clock: MockClock) -> None:
    tried = []

    def stubborn(model: Model) -> c.SeatCommand | None:
        if model.question() is None:
            return None
        tried.append(model.question())
        return c.BuyDeed() if model.phase != "purchase" else c.DeclineDeed()

    async with open_house() as house:
        sessions = await play_game(house, [level_policy("careful"), stubborn], rounds=3)
        assert sessions[1].model.lobby.stage == "finished"
        assert len(tried) == len(set(map(id, tried)))


async def test_a_bot_that_is_removed_ends(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        owner, bot = await house.session(), await house.session()
        await owner.create("Den", "Ann", new_token())
        await bot.join(owner.model.table, "Bot", new_token())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Bot(bot, level_policy("careful")).play)
            while not any(info.ready for info in owner.model.lobby.seats):
                await owner.next_change().wait()
            await owner.remove_player(1)
        assert bot.model.removed


def start_bot(*arguments: str, home: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-m", "client", "bot", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def word_of(bot: subprocess.Popen[str]) -> str:
    assert bot.stdout is not None
    return bot.stdout.readline()


@pytest.mark.slow
def test_bots_are_processes_that_come_back_and_end_well(tmp_path: Path) -> None:
    rules = ("--rule", "max_rounds=2")
    with HostedServer(str(tmp_path / "server")) as server:
        first = start_bot(server.address, "--create", "--name", "Robo", "--start", "3", *rules, home=tmp_path)
        with first:
            _, table, _, name = word_of(first).split()
            assert name == "Robo"
            first.kill()
        again = start_bot(server.address, "--table", table, "--name", "Robo", "--start", "3", home=tmp_path)
        assert word_of(again) == f"table {table} as Robo\n"
        others = [start_bot(server.address, "--table", table, "--level", "random", "--seed", "1", home=tmp_path) for _ in "ab"]
        for bot in (again, *others):
            output, trouble = bot.communicate(timeout=60)
            assert (bot.returncode, trouble) == (0, "")
            assert "final standing: the last round is over" in output
        assert list((tmp_path / "magnate").rglob("*.json")) == []


async def test_a_bot_votes_as_most_have_and_waits_in_a_pause(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        ann, *bots = [await house.session() for _ in range(3)]
        await ann.create("Den", "Ann", new_token())
        async with trio.open_nursery() as nursery:
            for session, name in zip(bots, ("Robo", "Robby"), strict=True):
                await session.join(ann.model.table, name, new_token())
                nursery.start_soon(Bot(session, level_policy("careful")).play)
            while not all(info.ready for info in ann.model.lobby.seats[1:]):
                await ann.next_change().wait()
            await ann.start_game()
            await ann.propose("pause")
            await trio.testing.wait_all_tasks_blocked()
            assert ann.model.lobby.paused
            seq = ann.model.seq
            await trio.sleep(500)
            assert ann.model.seq == seq
            nursery.cancel_scope.cancel()
