"""The wire against a peer that says just what each test wants: replies, lost connections, repeats, refusals."""

from collections.abc import Callable
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock

from client.back_off import BackOff
from client.errors import ClientError, NoConnection, Refused, SeatLost
from client.wire import Make, Wire
from protocol import messages as m
from tests.client.peer import LIMITS, Den


class Client:
    """A wire under test with all that it has told."""

    def __init__(self, den: Den, greeting: Callable[[], Make | None] = lambda: None) -> None:
        self.heard: list[m.ServerMessage] = []
        self.news: list[tuple[bool, str]] = []
        self.wire = Wire(
            den.dial,
            self.heard.append,
            greeting=greeting,
            news=lambda live, words: self.news.append((live, words)),
            back_off=BackOff(chance=lambda: 0.0),
        )
        self.replies: list[m.ServerMessage | Refused] = []

    async def chat(self, text: str) -> None:
        try:
            self.replies.append(await self.wire.ask(lambda number: m.Chat(number, text), m.Result))
        except Refused as refused:
            self.replies.append(refused)


async def failure_of(wire: Wire) -> ClientError:
    with trio.fail_after(60):
        try:
            await wire.run()
        except ClientError as error:
            return error
    raise AssertionError("the wire came to no end")


async def test_a_request_gets_its_own_reply_even_out_of_order(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        peer = await den.welcomed()
        for text in ("one", "two"):
            nursery.start_soon(client.chat, text)
        asked = [await peer.hear(m.Chat), await peer.hear(m.Chat)]
        assert asked[0].id < asked[1].id
        await peer.say(m.Result(asked[1].id, 8))
        await trio.testing.wait_all_tasks_blocked()
        assert client.replies == [m.Result(asked[1].id, 8)]
        await peer.say(m.Result(asked[0].id, 7))
        await trio.testing.wait_all_tasks_blocked()
        assert client.replies[1:] == [m.Result(asked[0].id, 7)]
        nursery.cancel_scope.cancel()


async def test_a_refusal_reaches_its_asker_with_code_and_wanted(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        peer = await den.welcomed()
        nursery.start_soon(client.chat, "x")
        asked = await peer.hear(m.Chat)
        await peer.say(m.Error("bid_too_low", "bid of 60 is not above 60", asked.id, wanted=61))
        await trio.testing.wait_all_tasks_blocked()
        (refused,) = client.replies
        assert isinstance(refused, Refused)
        assert (refused.code, refused.wanted) == ("bid_too_low", 61)
        assert str(refused) == "bid of 60 is not above 60 (bid_too_low)"
        nursery.cancel_scope.cancel()


async def test_an_unanswered_request_is_repeated_with_its_id_on_the_next_connection(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        first = await den.welcomed()
        nursery.start_soon(client.chat, "x")
        asked = await first.hear(m.Chat)
        await first.cut()
        second = await den.welcomed()
        again = await second.hear(m.Chat)
        assert again == asked
        await second.say(m.Result(again.id, 9))
        await trio.testing.wait_all_tasks_blocked()
        assert client.replies == [m.Result(asked.id, 9)]
        nursery.cancel_scope.cancel()


async def test_the_greeting_comes_before_what_was_not_answered(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den, lambda: lambda number: m.Resume(number, "t1", "0" * 32, 12))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        first = await den.welcomed()
        nursery.start_soon(client.chat, "x")
        asked = await first.hear(m.Chat)
        await first.cut()
        second = await den.welcomed()
        resume = await second.hear(m.Resume)
        assert (resume.after, resume.id < asked.id) == (12, True)
        await second.say(m.Seated(resume.id, "t1", 1, 15, last_id=40))
        assert await second.hear(m.Chat) == asked
        nursery.start_soon(client.chat, "y")
        assert (await second.hear(m.Chat)).id == 41, "ids go on above the last one that the table has seen"
        nursery.cancel_scope.cancel()


async def test_a_refused_greeting_ends_the_wire(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den, lambda: lambda number: m.Resume(number, "t1", "0" * 32))
    failures = []
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            failures.append(await failure_of(client.wire))

        nursery.start_soon(run)
        await (await den.welcomed()).cut()
        peer = await den.welcomed()
        resume = await peer.hear(m.Resume)
        await peer.say(m.Error("unknown_token", "no seat of this table has this token", resume.id))
    (failure,) = failures
    assert isinstance(failure, Refused)
    assert (failure.code, failure.exit_code) == ("unknown_token", 4)


async def test_the_first_connection_must_succeed() -> None:
    den = Den()
    den.closed = True
    failure = await failure_of(Client(den).wire)
    assert isinstance(failure, NoConnection)
    assert (str(failure), failure.exit_code) == ("connection refused", 3)


async def test_later_connections_are_tried_with_growing_delays(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        peer = await den.welcomed()
        den.closed = True
        await peer.cut()
        await trio.sleep(0.24)
        assert [live for live, _ in client.news] == [True, False]
        assert client.wire.retry_at == pytest.approx(trio.current_time() + 0.01)
        await trio.sleep(0.25 + 0.5 + 1 - 0.24 + 0.01)
        assert [words for _, words in client.news[2:]] == ["connection refused"] * 3
        den.closed = False
        await den.welcomed()
        await trio.testing.wait_all_tasks_blocked()
        assert client.news[-1] == (True, "")
        assert client.wire.retry_at is None
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("code", ["version", "too_many_connections"])
async def test_a_server_that_will_not_have_this_client_says_why(code: str) -> None:
    den = Den()
    client = Client(den)
    failures = []
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            failures.append(await failure_of(client.wire))

        nursery.start_soon(run)
        peer = await den.peer()
        hello = await peer.hear(m.Hello)
        assert (hello.low, hello.high) == (1, 1)
        await peer.say(m.Error(code, "not you", hello.id))
    (failure,) = failures
    assert isinstance(failure, Refused)
    assert failure.code == code


async def test_a_displaced_client_does_not_come_back() -> None:
    den = Den()
    client = Client(den)
    failures = []
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            failures.append(await failure_of(client.wire))

        nursery.start_soon(run)
        await (await den.welcomed()).say(m.Closing("displaced", "a newer connection has taken the seat"))
    (failure,) = failures
    assert isinstance(failure, SeatLost)
    assert failure.exit_code == 4


async def test_a_server_that_goes_down_is_waited_for(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        await (await den.welcomed()).say(m.Closing("shutdown", "the server is going down"))
        await den.welcomed()
        await trio.testing.wait_all_tasks_blocked()
        assert client.news == [(True, ""), (False, "the server is going down"), (True, "")]
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("code", ["rate_limited", "too_soon"])
async def test_a_request_that_came_too_soon_is_asked_again_later(autojump_clock: MockClock, code: str) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        peer = await den.welcomed()
        nursery.start_soon(client.chat, "x")
        asked = await peer.hear(m.Chat)
        before = trio.current_time()
        await peer.say(m.Error(code, "not so fast", asked.id, retry_after=1500))
        again = await peer.hear(m.Chat)
        assert again.id > asked.id
        assert trio.current_time() - before == pytest.approx(1.5)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("told", "waited"), [(-(2**60), 0.01), (0, 0.01), (2**60, 10)])
async def test_no_server_makes_a_client_wait_for_ever(autojump_clock: MockClock, told: int, waited: float) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        peer = await den.welcomed()
        nursery.start_soon(client.chat, "x")
        asked = await peer.hear(m.Chat)
        before = trio.current_time()
        await peer.say(m.Error("rate_limited", "not so fast", asked.id, retry_after=told))
        while not isinstance(await peer.hear(m.Request), m.Chat):
            pass  # it pings meanwhile
        assert trio.current_time() - before == pytest.approx(waited)
        nursery.cancel_scope.cancel()


async def test_silence_is_broken_by_a_ping_and_then_ends_the_connection(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        peer = await den.peer()
        await peer.welcome(m.Limits(frame=65536, rate=20, burst=60, idle=30))
        first = await peer.hear(m.Ping)
        assert trio.current_time() == pytest.approx(10)
        await peer.say(m.Pong(first.id))
        await peer.hear(m.Ping)
        assert trio.current_time() == pytest.approx(20)
        await den.welcomed()
        assert client.news[1] == (False, "nothing was heard from the server for 20 seconds")
        nursery.cancel_scope.cancel()


async def test_messages_come_in_order_and_before_the_asker_wakes(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        peer = await den.welcomed()
        nursery.start_soon(client.chat, "x")
        asked = await peer.hear(m.Chat)
        await peer.say(m.Update(5), m.Prompts(5), m.Result(asked.id, 5))
        await trio.testing.wait_all_tasks_blocked()
        assert client.heard[1:] == [m.Update(5), m.Prompts(5), m.Result(asked.id, 5)]
        nursery.cancel_scope.cancel()


async def test_something_that_is_no_magnate_server_is_told_apart() -> None:
    den = Den()
    failures = []
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            failures.append(await failure_of(Client(den).wire))

        nursery.start_soon(run)
        peer = await den.peer()
        await peer.stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    (failure,) = failures
    assert isinstance(failure, NoConnection)
    assert "expected a Magnate server, found something else" in str(failure)


async def test_a_dial_that_never_ends_is_given_up(autojump_clock: MockClock) -> None:
    failure = await failure_of(Wire(trio.sleep_forever, lambda message: None))
    assert isinstance(failure, NoConnection)
    assert str(failure) == "no answer within 10 seconds"
    assert LIMITS.idle == 0


async def test_a_request_that_a_server_always_hangs_up_on_is_given_up(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    failures: list[ClientError] = []
    asked = []
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            failures.append(await failure_of(client.wire))
            nursery.cancel_scope.cancel()

        nursery.start_soon(run)
        peer = await den.welcomed()
        nursery.start_soon(client.chat, "poison")
        for _ in range(5):
            asked.append(await peer.hear(m.Chat))
            await peer.cut()
            peer = await den.welcomed()
        await trio.sleep_forever()
    assert len(set(asked)) == 1
    assert str(failures[0]) == "expected a reply to chat, found that the server hung up on it 5 times"


async def test_a_server_that_welcomes_and_hangs_up_is_tried_less_and_less_often(autojump_clock: MockClock) -> None:
    den = Den()
    client = Client(den)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.wire.run)
        times = []
        for _ in range(8):
            await (await den.welcomed()).cut()
            times.append(trio.current_time())
        gaps = [after - before for before, after in pairwise(times)]
        assert gaps == pytest.approx([0.25, 0.5, 1, 2, 4, 8, 10])
        nursery.cancel_scope.cancel()
