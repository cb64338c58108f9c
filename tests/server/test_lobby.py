"""What is asked for outside a table."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from engine.position import Position, SeatPosition
from protocol import messages as m
from protocol.lobby_events import TableCreated, TableEvent
from protocol.tables import MAX_SAFE, Scenario, TableSummary
from server.config import Config
from server.memory_store import MemoryStore
from server.store import Entry, Excerpt, StoreUnavailable
from tests.server.playing import Client, House, Opener, catch_up, play_defaults, with_limits


def code_of(reply: m.ServerMessage) -> str:
    assert isinstance(reply, m.Error), reply
    return reply.code


async def test_a_sign_of_life(house: House) -> None:
    ann = await house.connect()
    assert await ann.ask(m.Ping) == m.Pong(2)


async def test_tables_are_listed_unless_they_are_private(house: House) -> None:
    ann, _bob = await house.table("Ann", "Bob", seats=4, code="friends")
    await house.table("Cid", private=True)
    reply = await ann.ask(m.ListTables)
    assert isinstance(reply, m.Tables)
    assert reply.tables == (TableSummary(ann.table, "Friday", "lobby", 4, ("Ann", "Bob"), "official", code=True),)


async def test_a_connection_sits_at_one_table(house: House) -> None:
    (ann,) = await house.table("Ann")
    (bob,) = await house.table("Bob")
    assert code_of(await ann.join(bob.table, "Ann")) == "already_seated"
    assert code_of(await ann.ask(m.WatchTable, table=bob.table)) == "already_seated"
    assert code_of(await ann.create("Ann")) == "already_seated"


async def test_the_request_that_led_to_the_table_is_answered_again(house: House) -> None:
    (ann,) = await house.table("Ann")
    bob = await house.connect()
    join = m.JoinTable(7, ann.table, "Bob", bob.token)
    await bob.write(join, join)
    first, second = await bob.reply_to(7), await bob.reply_to(7)
    assert first == second
    assert isinstance(first, m.Seated)
    await catch_up(ann)
    assert len(ann.lobby.seats) == 2


async def test_without_a_table_nothing_can_be_done_at_one(house: House) -> None:
    ann = await house.connect()
    for kind, fields in ((m.StartGame, {}), (m.Chat, {"text": "hi"}), (m.LeaveTable, {}), (m.GetState, {}), (m.Legal, {})):
        assert code_of(await ann.ask(kind, **fields)) == "not_seated"


async def test_a_table_that_is_not_there_is_not_found(house: House) -> None:
    ann = await house.connect()
    assert code_of(await ann.join("nowhere", "Ann")) == "not_found"
    assert code_of(await ann.ask(m.WatchTable, table="nowhere")) == "not_found"


async def test_a_code_is_needed_to_come_in_and_not_to_come_back(house: House) -> None:
    ann, bob = await house.table("Ann", "Bob", code="friends")
    stranger = await house.connect()
    assert code_of(await stranger.join(ann.table, "Eve")) == "wrong_code"
    assert code_of(await stranger.join(ann.table, "Eve", code="Friends")) == "wrong_code"
    assert code_of(await stranger.ask(m.WatchTable, table=ann.table)) == "wrong_code"
    back = await house.resume(bob)
    assert back.seat == 1
    again = await house.connect()
    again.token = bob.token
    assert isinstance(await again.join(ann.table, "Bob"), m.Seated)


async def test_codes_can_not_be_guessed_fast(
    house: House, autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    (ann,) = await house.table("Ann", code="friends")
    guesser = await house.connect(address="10.0.0.9")
    for _ in range(5):
        assert code_of(await guesser.join(ann.table, "Eve", code="guess")) == "wrong_code"
    reply = await guesser.join(ann.table, "Eve", code="friends")
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.retry_after) == ("rate_limited", 10_000)
    other = await house.connect(address="10.0.0.8")
    assert isinstance(await other.join(ann.table, "Bob", code="friends"), m.Seated)
    await trio.sleep(10)
    assert isinstance(await guesser.join(ann.table, "Eve", code="friends"), m.Seated)
    assert "wrong_code" in caplog.text
    assert "friends" not in caplog.text
    assert "guess" not in caplog.text


@pytest.mark.parametrize("limits", [{"tables": 2}, {"tables_per_address": 2}])
async def test_there_is_an_end_to_tables(open_house: Opener, limits: dict[str, int]) -> None:
    house = await open_house(with_limits(**limits))
    (ann,) = await house.table("Ann")
    await house.table("Bob")
    third = await house.connect()
    assert code_of(await third.create("Cid")) == "too_many_tables"
    await ann.ask(m.LeaveTable)
    await catch_up(ann)
    assert isinstance(await third.create("Cid"), m.Seated)


async def test_another_address_may_still_open_tables(open_house: Opener) -> None:
    house = await open_house(with_limits(tables_per_address=1))
    await house.table("Ann")
    other = await house.connect(address="10.0.0.2")
    assert isinstance(await other.create("Bob"), m.Seated)


async def test_while_nothing_can_be_stored_no_table_is_opened(open_house: Opener) -> None:
    store = MemoryStore()
    house = await open_house(store=store)
    ann = await house.connect()
    store.fail_next("disk_full")
    reply = await ann.create()
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.retry_after) == ("paused", 1000)
    assert isinstance(await ann.create(), m.Seated)


class SlowStore(MemoryStore):
    """A store that takes its time to begin a table, and does not always."""

    def __init__(self) -> None:
        super().__init__()
        self.go = trio.Event()

    async def create(self, table: str, header: bytes, notes: Mapping[str, bytes], entries: tuple[Entry, ...]) -> None:
        await self.go.wait()
        await super().create(table, header, notes, entries)


@pytest.mark.parametrize("failing", [False, True])
async def test_a_token_opens_one_table_though_it_asks_again_meanwhile(open_house: Opener, failing: bool) -> None:
    """The connection broke before the reply, and the next one asks while the table is still being stored."""
    store = SlowStore()
    house = await open_house(store=store)
    clients = [await house.connect() for _ in range(3)]
    asked = []
    for seats, client in enumerate(clients, 2):
        client.token = clients[0].token
        fields = {"name": "Friday", "player": "Ann", "token": client.token, "seats": seats}
        asked.append(await client.send(m.CreateTable, **fields))
        await wait_all_tasks_blocked()
    if failing:
        store.fail_next("disk_full")
    store.go.set()
    replies = [await client.reply_to(number) for client, number in zip(clients, asked, strict=True)]
    assert isinstance(replies[0], m.Error if failing else m.Seated)
    assert len({reply.table for reply in replies if isinstance(reply, m.Seated)}) == 1
    assert len(house.server.directory) == 1


async def test_bad_rules_are_told_with_what_would_do(house: House) -> None:
    ann = await house.connect()
    reply = await ann.create(overrides={"starting_cash": 0})
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.field) == ("bad_rules", "overrides")
    assert "starting_cash" in reply.message


async def test_tokens_and_codes_are_not_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann, bob = await house.game("Ann", "Bob", code="friends")
    await house.resume(ann)
    for secret in (ann.token, bob.token, "friends"):
        assert secret not in caplog.text


async def whole_history(client: Client) -> list[TableEvent]:
    """All that the server tells of what has happened at a client's table."""
    events: list[TableEvent] = []
    while True:
        reply = await client.ask(m.GetHistory, after=len(events))
        assert isinstance(reply, m.History), reply
        assert reply.first == len(events) + 1
        if not reply.events:
            return events
        events += reply.events


async def test_whoever_is_at_a_table_may_have_its_history(house: House) -> None:
    clients = await house.game("Ann", "Bob")
    await play_defaults(clients, 300)
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=clients[0].table)
    events = await whole_history(watcher)
    assert isinstance(events[0], TableCreated)
    assert len(events) == clients[0].seq > 500
    known = clients[0].events
    assert events[min(known) - 1 :] == [known[seq] for seq in sorted(known)]


async def test_a_history_of_long_words_comes_in_messages_that_are_not_too_long(open_house: Opener) -> None:
    house = await open_house(with_limits(rate=1e9, burst=10**9, chat_rate=1e9, chat_burst=10**9, outbox=10**9))
    (ann,) = await house.table("Ann")
    for _ in range(600):
        await ann.ask(m.Chat, text="\U0001d11e" * 500)
    assert len(await whole_history(ann)) == ann.seq > 600


async def test_a_stranger_gets_no_history(house: House) -> None:
    ann = await house.connect()
    assert code_of(await ann.ask(m.GetHistory)) == "not_seated"


async def test_a_test_table_has_no_history(open_house: Opener) -> None:
    house = await open_house(Config(allow_scenarios=True))
    ann = await house.connect()
    await ann.create("Ann", scenario=Scenario(Position(seats=(SeatPosition(), SeatPosition()))))
    reply = await ann.ask(m.GetHistory)
    assert code_of(reply) == "not_allowed"


async def test_a_history_that_cannot_be_read_now_can_be_asked_for_again(open_house: Opener) -> None:
    class Locked(MemoryStore):
        async def read(self, table: str, after: int, most: int) -> Excerpt:
            raise StoreUnavailable("locked", "another program")

    house = await open_house(store=Locked())
    (ann,) = await house.table("Ann")
    reply = await ann.ask(m.GetHistory)
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.message) == ("paused", "nothing can be read: locked: another program")
    assert reply.retry_after


async def test_there_is_nothing_after_the_last_number_that_there_can_be(house: House) -> None:
    (ann,) = await house.table("Ann")
    reply = await ann.ask(m.GetHistory, after=MAX_SAFE)
    assert isinstance(reply, m.History)
    assert (reply.first, reply.events) == (MAX_SAFE, ())
