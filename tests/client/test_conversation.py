"""What somebody types at a real table, and what they read."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from client.conversation import Conversation
from client.printing import TextPrinter
from client.seats import new_token
from client.session import Session
from engine import commands as c
from tests.client.house import House, open_house
from tests.client.typist import Typist, sitting


class Scene:
    """Ann at a console, Bob's session, at one table."""

    def __init__(self, house: House, ann: Typist, conversation: Conversation, bob: Session) -> None:
        self.house, self.ann, self.conversation, self.bob = house, ann, conversation, bob

    async def reads(self, *lines: str) -> str:
        """What Ann reads after typing lines."""
        self.ann.read()
        await self.ann.types(*lines)
        return self.ann.read()

    async def start(self) -> None:
        await self.bob.set_ready()
        await self.reads("start")


@asynccontextmanager
async def at_table(*, interactive: bool = False, watching: bool = False) -> AsyncIterator[Scene]:
    async with open_house() as house, sitting(interactive=interactive) as typist, trio.open_nursery() as nursery:
        session, bob = await house.session(), await house.session()
        if watching:
            await bob.create("Friday", "Bob", new_token(), bots=["careful"])
            await session.watch(bob.model.table)
        else:
            await session.create("Friday", "Ann", new_token(), overrides={"max_rounds": 3})
            await bob.join(session.model.table, "Bob", new_token())
        printer = TextPrinter(typist)
        conversation = Conversation(session, typist, printer, printer.log)
        nursery.start_soon(conversation.run)
        await trio.testing.wait_all_tasks_blocked()
        yield Scene(house, typist, conversation, bob)
        nursery.cancel_scope.cancel()


async def test_events_are_told_as_they_come(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.bob.say("hello")
        await trio.testing.wait_all_tasks_blocked()
        assert scene.ann.read() == "Bob says: hello\n"


@pytest.mark.parametrize("line", ["say hi there", "'hi there", '"hi there"', "' hi there "])
async def test_chat_is_said(autojump_clock: MockClock, line: str) -> None:
    async with at_table() as scene:
        assert await scene.reads(line) == "Ann says: hi there\n"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("say", "expected something to say, found nothing"),
        ("xyzzy", "there is no word xyzzy"),
        ("roll", "the game has not started: get ready, and the owner starts it"),
        ("kick nobody", "there is no seat nobody"),
        ("ready perhaps", "there is no word perhaps"),
        ("start", "refused: not ready: Bob (not_ready)"),
        ("add-bot strng", "there is no level strng (did you mean strong?)"),
        ("help xyzzy", "there is no word xyzzy"),
        ("deed xyzzy", "there is no deed xyzzy"),
        ("log x", "expected a number of lines or /TEXT, found x"),
    ],
)
async def test_what_cannot_be_done_is_told(autojump_clock: MockClock, line: str, text: str) -> None:
    async with at_table() as scene:
        assert text in await scene.reads(line)


async def test_the_owner_rules_the_lobby(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        assert "Bot 1, a careful bot" in await scene.reads("add-bot")
        assert "Bot 2, a strong bot" in await scene.reads("add-bot str")
        assert "seat 3" in await scene.reads("kick bot 1")
        assert "Ann is ready" in await scene.reads("ready")
        assert "Ann is not ready" in await scene.reads("ready no")
        assert "its player may not come back" in await scene.reads("kick bob bar")
        assert scene.bob.model.removed


async def test_enter_starts_and_then_takes_the_default(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        assert await scene.reads("") == ""
        await scene.bob.set_ready()
        assert "the game begins" in await scene.reads("")
        assert "Ann throws" in await scene.reads("")


async def test_lobby_words_end_with_the_lobby(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.start()
        assert await scene.reads("ready") == "ready is a word of the lobby, and the game has started\n"


async def test_a_refusal_comes_with_what_may_be_done(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.start()
        text = await scene.reads("buy")
        assert text.startswith("refused: ")
        assert "\nyou may: roll" in text


async def test_looking_changes_nothing(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.start()
        seq = scene.bob.model.seq
        for line, part in [
            ("board", "GO"),
            ("players", "Bob"),
            ("deed boardwalk", "Boardwalk"),
            ("offers", "no offer is open"),
            ("rules", "auction"),
            ("legal", "roll"),
            ("log 1", "the game begins"),
            ("help", "in the game:"),
            ("?", "in the game:"),
            ("help bid", "bid N"),
        ]:
            assert part in await scene.reads(line), line
        assert scene.bob.model.seq == seq


async def test_open_offers_are_listed_by_their_terms(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.start()
        await scene.reads("")
        await scene.reads("offer bob: 10 for 20")
        text = await scene.reads("offers")
        assert "offer 1: Ann would give Bob $10 for $20" in text


async def test_somebody_is_asked_again_before_giving_up(autojump_clock: MockClock) -> None:
    async with at_table(interactive=True) as scene:
        await scene.start()
        assert "sure" in await scene.reads("resign")
        assert await scene.reads("no") == "nothing was done\n"
        await scene.reads("resign")
        assert "Ann" in await scene.reads("yes")
        assert scene.bob.model.over


async def test_the_end_of_the_game_for_everybody_is_asked_about_too(autojump_clock: MockClock) -> None:
    async with at_table(interactive=True) as scene:
        await scene.start()
        assert "this ends the game for everybody; sure" in await scene.reads("end-game")
        assert await scene.reads("no") == "nothing was done\n"
        await scene.reads("end-game")
        assert "does not end the game by host (not_allowed)" in await scene.reads("yes")


async def test_the_people_of_a_table_settle_things(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        assert "(not_started)" in await scene.reads("away")
        await scene.start()
        assert "Ann is away, and the autopilot plays" in await scene.reads("away")
        assert "Ann plays again" in await scene.reads("back")
        assert "Ann proposes to pause: Bob may say yes or no, for 60 seconds" in await scene.reads("propose pause")
        assert scene.bob.model.lobby.motion is not None
        await scene.bob.cast_ballot(scene.bob.model.lobby.motion.id, True)
        await trio.testing.wait_all_tasks_blocked()
        assert "the game is paused, for 10 minutes at most" in scene.ann.read()
        assert "the players have agreed to pause: propose to resume (paused)" in await scene.reads("roll")
        assert "no vote is open" in await scene.reads("yes")


async def test_a_program_is_not_asked_again(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.start()
        await scene.reads("resign")
        assert scene.bob.model.over


async def test_the_end_of_the_input_is_a_goodbye(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.start()
        await scene.ann.ends()
        await trio.testing.wait_all_tasks_blocked()
        assert (scene.conversation.left, scene.conversation.gave_up) == (True, False)
        info = scene.bob.model.lobby.at(0)
        assert info is not None
        assert not info.connected


async def test_leaving_the_lobby_gives_the_seat_up_and_quitting_does_not(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        await scene.reads("quit")
        assert (scene.conversation.left, scene.conversation.gave_up) == (True, False)
        assert scene.bob.model.lobby.at(0) is not None
    async with at_table() as scene:
        await scene.reads("leave")
        assert (scene.conversation.left, scene.conversation.gave_up) == (True, True)
        assert scene.bob.model.lobby.at(0) is None


async def test_one_who_looks_on_looks_and_gives_no_commands(autojump_clock: MockClock) -> None:
    async with at_table(watching=True) as scene:
        await scene.bob.start_game()
        assert "Bob" in await scene.reads("players")
        assert "you look on: only players give commands" in await scene.reads("roll")
        await scene.ann.ends()
        await trio.testing.wait_all_tasks_blocked()
        assert not scene.conversation.left
        await scene.bob.act(c.Resign())
        await trio.testing.wait_all_tasks_blocked()
        assert scene.conversation.session.model.over


async def test_the_connection_is_told_of(autojump_clock: MockClock) -> None:
    async with at_table() as scene:
        scene.conversation.news(False, "the connection broke")
        scene.conversation.news(True, "")
        assert scene.ann.read() == "no connection: the connection broke; trying again\nthe connection is back\n"


@pytest.mark.parametrize("line", ["roll", "'hello", "legal", "leave", ""])
async def test_nothing_is_sent_without_a_connection(autojump_clock: MockClock, line: str) -> None:
    async with at_table() as scene:
        await scene.start()
        scene.conversation.session.live = False
        assert await scene.reads(line) == "there is no connection now: nothing was sent\n"
        assert "Bob" in await scene.reads("players")
        await scene.reads("quit")
        assert scene.conversation.left


async def test_the_game_may_be_saved(autojump_clock: MockClock, tmp_path: Path) -> None:
    async with at_table() as scene:
        await scene.start()
        assert "events are in" in await scene.reads(f"save {tmp_path}/game.jsonl")
        assert "is there already" in await scene.reads(f"save {tmp_path}/game.jsonl")
        assert await scene.reads("save") == "expected the name of a file, found nothing\n"
        assert "commitment to the seed" in await scene.reads("fair")
