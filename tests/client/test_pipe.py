"""Lines in, lines out: requests and replies with the program's own numbers, and a connection that comes back by itself."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from client.errors import NoConnection, SeatLost
from client.pipe import Pipe
from client.wire import Dial
from engine import commands as c
from protocol import messages as m
from tests.client.house import open_house
from tests.client.peer import Den, Ledger

TOKEN = "0" * 32


class Program:
    """What a program at the other end of the pipe writes and has read."""

    def __init__(self) -> None:
        self.read: list[dict[str, Any]] = []
        self._sending, self.lines = trio.open_memory_channel[str](100)
        self._looked = 0

    def write(self, *lines: dict[str, Any] | str) -> None:
        for line in lines:
            self._sending.send_nowait(line if isinstance(line, str) else json.dumps(line))

    def hear(self, line: bytes) -> None:
        self.read.append(json.loads(line))

    def end(self) -> None:
        self._sending.close()

    async def hears(self, kind: str) -> dict[str, Any]:
        """The next line of a type, after the one that was asked for before."""
        while True:
            for number in range(self._looked, len(self.read)):
                if self.read[number]["type"] == kind:
                    self._looked = number + 1
                    return self.read[number]
            await trio.testing.wait_all_tasks_blocked()
            await trio.sleep(1)


@asynccontextmanager
async def piped(dial: Dial) -> AsyncIterator[Program]:
    """A program and its pipe, which ends with the program's last line."""
    program = Program()
    with trio.fail_after(1000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Pipe(dial, program.hear).run, program.lines)
            yield program
            program.end()


async def test_a_program_plays_with_the_names_of_the_wire(autojump_clock: MockClock) -> None:
    async with open_house() as house, piped(house.dial) as program:
        create = {"type": "create_table", "id": 70, "name": "Den", "player": "Ann", "bots": ["greedy"], "seats": 2}
        program.write(create, {"type": "start_game", "id": 3}, "")
        seated = await program.hears("seated")
        assert (seated["in_reply_to"], seated["seat"]) == (70, 0)
        assert (await program.hears("table_state"))["table"] == seated["table"]
        prompt = (await program.hears("prompts"))["prompts"][0]
        assert prompt["default"] == {"type": "roll_dice"}
        assert (await program.hears("result"))["in_reply_to"] == 3
        program.write({"type": "act", "id": 1, "prompt": prompt["id"], "command": prompt["default"]})
        assert (await program.hears("update"))["events"][0]["type"] == "opening_thrown"
        assert (await program.hears("result"))["in_reply_to"] == 1
    assert program.read[0]["type"] == "welcome"
    assert "in_reply_to" not in program.read[0]


async def test_an_id_may_be_left_out_and_then_is_left_out_of_the_reply(autojump_clock: MockClock) -> None:
    async with open_house() as house, piped(house.dial) as program:
        program.write({"type": "list_tables"}, {"type": "ping"})
        assert await program.hears("tables") == {"type": "tables", "tables": []}
        assert await program.hears("pong") == {"type": "pong"}


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("roll", {"code": "malformed"}),
        ("[1]", {"code": "malformed", "message": "expected one JSON object, found list"}),
        ("[" * 100_000, {"code": "malformed"}),
        ('{"type": "ping", "id": 99999999999999999999}', {"code": "malformed"}),
        ('{"type": "nosuch", "id": 5}', {"code": "unknown_type", "in_reply_to": 5}),
        ('{"type": "hello", "id": 5}', {"code": "unexpected", "in_reply_to": 5}),
        ('{"type": "chat", "id": 5, "text": 1}', {"code": "invalid", "field": "text", "in_reply_to": 5}),
        ('{"type": "ping", "id": "5"}', {"code": "invalid", "field": "id"}),
        ('{"type": "start_game", "id": 5}', {"code": "not_seated", "in_reply_to": 5}),
    ],
)
async def test_what_will_not_do_is_answered_by_an_error(
    line: str, error: dict[str, Any], autojump_clock: MockClock
) -> None:
    async with open_house() as house, piped(house.dial) as program:
        program.write(line)
        told = await program.hears("error")
        assert told | error == told
        program.write({"type": "ping", "id": 6})
        assert (await program.hears("pong"))["in_reply_to"] == 6


async def test_the_end_of_the_lines_waits_for_what_was_asked(autojump_clock: MockClock) -> None:
    den = Den()
    async with trio.open_nursery() as nursery:

        async def answer() -> None:
            peer = await den.welcomed()
            asked = await peer.hear(m.ListTables)
            await trio.sleep(5)
            await peer.say(m.Tables(asked.id, ()))

        nursery.start_soon(answer)
        async with piped(den.dial) as program:
            program.write({"type": "list_tables", "id": 4})
        assert program.read[-1] == {"type": "tables", "tables": [], "in_reply_to": 4}


async def test_a_broken_connection_comes_back_where_it_was(autojump_clock: MockClock) -> None:
    den, ledger = Den(), Ledger("Ann", "Bob", dice=[(1, 2), (3, 4), (2, 4)])
    async with piped(den.dial) as program:
        peer = await den.welcomed()
        program.write({"type": "join_table", "id": 2, "table": "t1", "player": "Bob", "token": TOKEN})
        join = await peer.hear(m.JoinTable)
        await peer.say(m.Seated(join.id, "t1", 1, ledger.seq), ledger.table_state())
        await peer.say(ledger.start())
        await program.hears("update")
        program.write({"type": "act", "id": 3, "command": {"type": "roll_dice"}})
        act = await peer.hear(m.Act)
        await peer.cut()
        assert (await program.hears("connection"))["live"] is False
        peer = await den.welcomed()
        back = await peer.hear(m.Resume)
        assert (back.table, back.token, back.after) == ("t1", TOKEN, ledger.seq)
        thrown = ledger.update(*ledger.game.handle(0, c.RollDice()))
        await peer.say(m.Seated(back.id, "t1", 1, ledger.seq, act.id - 1), thrown)
        assert await program.hears("connection") == {"type": "connection", "live": True}
        again = await peer.hear(m.Act)
        assert again == act
        await peer.say(m.Result(again.id, ledger.seq))
        assert (await program.hears("result"))["in_reply_to"] == 3
    assert [line["type"] for line in program.read].count("seated") == 1
    assert [line["type"] for line in program.read].count("welcome") == 1


async def test_a_watcher_comes_back_too_and_one_who_left_does_not(autojump_clock: MockClock) -> None:
    den, ledger = Den(), Ledger("Ann", "Bob")
    async with piped(den.dial) as program:
        peer = await den.welcomed()
        program.write({"type": "watch_table", "table": "t1", "code": "abc"})
        watch = await peer.hear(m.WatchTable)
        await peer.say(m.Watching(watch.id, "t1", ledger.seq), ledger.table_state())
        await program.hears("table_state")
        await peer.cut()
        peer = await den.welcomed()
        back = await peer.hear(m.WatchTable)
        assert (back.table, back.code, back.after) == ("t1", "abc", ledger.seq)
        await peer.say(m.Watching(back.id, "t1", ledger.seq))
        program.write({"type": "leave_table"})
        leave = await peer.hear(m.LeaveTable)
        await peer.say(m.Result(leave.id, ledger.seq))
        await program.hears("result")
        await peer.cut()
        peer = await den.welcomed()
        program.write({"type": "ping", "id": 9})
        ping = await peer.hear(m.Ping)
        await peer.say(m.Pong(ping.id))


async def test_last_words_are_told_and_end_the_pipe(autojump_clock: MockClock) -> None:
    den, program = Den(), Program()

    async def talk() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Pipe(den.dial, program.hear).run, program.lines)
            peer = await den.welcomed()
            await wait_all_tasks_blocked()
            await peer.say(m.Closing("displaced", "a newer connection has the seat"))

    with pytest.raises(ExceptionGroup) as raised:
        await talk()
    assert raised.group_contains(SeatLost)
    assert (program.read[-1]["type"], program.read[-1]["code"]) == ("closing", "displaced")


async def test_nobody_there_is_no_connection(autojump_clock: MockClock) -> None:
    den, program = Den(), Program()
    den.closed = True
    with pytest.raises(ExceptionGroup) as raised:
        await Pipe(den.dial, program.hear).run(program.lines)
    assert raised.group_contains(NoConnection)
