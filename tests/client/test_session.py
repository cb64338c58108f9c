"""A session against a peer that keeps a real table: sitting down, gaps, coming back, and what an answer names."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from client.errors import NoConnection, Refused
from client.session import Session, connected
from engine import commands as c
from protocol import messages as m
from protocol.lobby_events import ChatSaid, TableEvent
from tests.client.peer import Den, Ledger, Peer

TOKEN = "0" * 32
DICE = [(1, 2), (3, 4), (2, 4), (1, 2)]


class Diary:
    """A face that writes down what it is told."""

    def __init__(self) -> None:
        self.events: list[int] = []
        self.changes = 0
        self.links: list[bool] = []

    def happened(self, seq: int, event: TableEvent) -> None:
        self.events.append(seq)

    def changed(self) -> None:
        self.changes += 1

    def news(self, live: bool, words: str) -> None:
        self.links.append(live)


class Scene:
    """Bob's session at Ann's table, and the peer it talks to."""

    def __init__(self, den: Den, session: Session, peer: Peer, ledger: Ledger, diary: Diary, nursery: trio.Nursery) -> None:
        self.den, self.session, self.peer, self.ledger, self.diary, self.nursery = den, session, peer, ledger, diary, nursery

    def background(self, work: Callable[[], Awaitable[object]]) -> None:
        async def do() -> None:
            await work()

        self.nursery.start_soon(do)


@asynccontextmanager
async def seated() -> AsyncIterator[Scene]:
    den, ledger, diary = Den(), Ledger("Ann", "Bob", dice=DICE), Diary()
    session = Session(den.dial, diary)
    async with trio.open_nursery() as nursery:

        async def serve() -> Peer:
            peer = await den.welcomed()
            nursery.start_soon(answer_join, peer)
            return peer

        async def answer_join(peer: Peer) -> None:
            join = await peer.hear(m.JoinTable)
            assert (join.table, join.player, join.token) == ("t1", "Bob", TOKEN)
            await peer.say(m.Seated(join.id, "t1", 1, ledger.seq), ledger.table_state())

        peers: list[Peer] = []

        async def welcome() -> None:
            peers.append(await serve())

        nursery.start_soon(welcome)
        async with connected(session):
            await session.join("t1", "Bob", TOKEN)
            yield Scene(den, session, peers[0], ledger, diary, nursery)
        nursery.cancel_scope.cancel()


async def test_joining_ends_once_the_table_is_known(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        model = scene.session.model
        assert (model.table, model.seat, model.player, model.known) == ("t1", 1, "Bob", True)
        assert scene.session.live


async def test_events_reach_model_and_face(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        change = scene.session.next_change()
        await scene.peer.say(scene.ledger.start())
        await change.wait()
        assert scene.diary.events == [4, 5]
        assert scene.session.model.phase == "opening_roll"


async def test_a_gap_is_healed_by_asking_for_the_whole_table(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        ledger = scene.ledger
        ledger.start()
        await scene.peer.say(ledger.update(ChatSaid(0, "hello")))
        asked = await scene.peer.hear(m.GetState)
        await scene.peer.say(ledger.update(ChatSaid(0, "still there?")), ledger.table_state(asked.id))
        await wait_all_tasks_blocked()
        model = scene.session.model
        assert (model.stale, model.seq) == (False, ledger.seq)
        assert model.state is not None
        await scene.peer.say(ledger.update(ChatSaid(0, "good")))
        await wait_all_tasks_blocked()
        assert scene.diary.events == [8]


async def test_a_gap_that_a_whole_table_has_filled_needs_no_asking(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        ledger = scene.ledger
        ledger.update(ChatSaid(0, "lost"))
        await scene.peer.say(ledger.update(ChatSaid(0, "after the gap")), ledger.table_state())
        await wait_all_tasks_blocked()
        assert (scene.session.model.stale, scene.session.model.seq) == (False, ledger.seq)
        scene.background(scene.session.tables)
        await scene.peer.hear(m.ListTables)


async def test_a_lost_connection_is_resumed_after_the_last_event(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        await scene.peer.say(scene.ledger.start())
        await wait_all_tasks_blocked()
        missed = scene.ledger.update(*scene.ledger.game.handle(0, c.RollDice()))
        await scene.peer.cut()
        peer = await scene.den.welcomed()
        resume = await peer.hear(m.Resume)
        assert (resume.table, resume.token, resume.after) == ("t1", TOKEN, 5)
        await peer.say(m.Seated(resume.id, "t1", 1, scene.ledger.seq), missed, scene.ledger.prompts(1))
        await wait_all_tasks_blocked()
        assert scene.session.model.seq == scene.ledger.seq
        assert scene.session.model.question() is not None
        assert scene.diary.links == [True, False, True]


async def test_one_who_has_missed_something_comes_back_for_everything(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        scene.ledger.start()
        await scene.peer.say(scene.ledger.update(ChatSaid(0, "hello")))
        asked = await scene.peer.hear(m.GetState)
        await scene.peer.cut()
        peer = await scene.den.welcomed()
        resume = await peer.hear(m.Resume)
        assert resume.after is None
        await peer.say(m.Seated(resume.id, "t1", 1, scene.ledger.seq), scene.ledger.table_state())
        assert (await peer.hear(m.GetState)).id == asked.id
        await wait_all_tasks_blocked()
        assert not scene.session.model.stale


async def test_an_answer_names_its_question_and_an_interrupt_does_not(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        ledger = scene.ledger
        await scene.peer.say(
            ledger.start(), ledger.update(*ledger.game.handle(0, c.RollDice())), ledger.prompts(1)
        )  # fmt: skip
        await wait_all_tasks_blocked()
        question = scene.session.model.question()
        assert question is not None
        scene.background(lambda: scene.session.do(c.RollDice()))
        assert (await scene.peer.hear(m.Act)).prompt == question.id
        scene.background(lambda: scene.session.do(c.SetStops(True, True)))
        assert (await scene.peer.hear(m.Act)).prompt is None


async def test_a_pass_names_the_price_that_it_answers(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        ledger = scene.ledger
        await scene.peer.say(ledger.start())
        steps = [(0, c.RollDice()), (1, c.RollDice()), (1, c.RollDice()), (1, c.DeclineDeed()), (0, c.PlaceBid(55))]
        for seat, command in steps:
            await scene.peer.say(ledger.update(*ledger.game.handle(seat, command)), ledger.prompts(1))
        await wait_all_tasks_blocked()
        scene.background(lambda: scene.session.do(c.Pass()))
        assert (await scene.peer.hear(m.Act)).command == c.Pass(55)


async def test_leaving_forgets_the_table(autojump_clock: MockClock) -> None:
    async with seated() as scene:
        scene.background(scene.session.leave)
        left = await scene.peer.hear(m.LeaveTable)
        await scene.peer.say(m.Result(left.id, scene.ledger.seq))
        await wait_all_tasks_blocked()
        assert not scene.session.model.known
        await scene.peer.cut()
        peer = await scene.den.welcomed()
        scene.background(scene.session.tables)
        await peer.hear(m.ListTables)


async def test_a_table_taken_out_of_play_ends_the_session(autojump_clock: MockClock) -> None:
    async def sit_through_it() -> None:
        async with seated() as scene:
            await scene.peer.say(m.Error("quarantined", "the table was taken out of play because of a fault"))
            await trio.sleep(1)

    with pytest.raises(ExceptionGroup) as caught:
        await sit_through_it()
    assert caught.group_contains(Refused, match="quarantined")


async def test_one_who_looks_on_comes_back_to_look_on(autojump_clock: MockClock) -> None:
    den, ledger = Den(), Ledger("Ann", "Bob")
    async with trio.open_nursery() as nursery:
        session = Session(den.dial)
        nursery.start_soon(session.run)
        peer = await den.welcomed()

        async def look() -> None:
            await session.watch("t1", "friends")

        nursery.start_soon(look)
        asked = await peer.hear(m.WatchTable)
        await peer.say(m.Watching(asked.id, "t1", ledger.seq), ledger.table_state())
        await wait_all_tasks_blocked()
        await peer.cut()
        peer = await den.welcomed()
        again = await peer.hear(m.WatchTable)
        assert (again.table, again.code, again.after) == ("t1", "friends", ledger.seq)
        nursery.cancel_scope.cancel()


async def test_a_message_that_can_not_be_told_ends_the_session_in_words(autojump_clock: MockClock) -> None:
    class Stumbling(Diary):
        def happened(self, seq: int, event: TableEvent) -> None:
            raise KeyError("no words for this")

    told = pytest.RaisesExc(NoConnection, match=r"found one that does not: update \(KeyError\)")
    with pytest.RaisesGroup(told, flatten_subgroups=True):
        async with seated() as scene:
            scene.session.face = Stumbling()
            await scene.peer.say(scene.ledger.update(ChatSaid(0, "hello")))
            await trio.sleep_forever()
