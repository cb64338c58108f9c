"""A server that is killed again and again while people play on it, and an audit of its journal after each death.

The audit reads the database as the kill has left it, and knows what every player was told: events, and replies.
"""

from __future__ import annotations

import random
import shutil
import signal
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import trio

from protocol import messages as m
from protocol.codec import encode
from server.data_folder import DataFolder
from server.sqlite_reader import History, read_history
from server.sqlite_schema import open_for_reading
from tests.faults.players import Party
from tests.server.processes import Process, announced, log_of, spawn

_MESSAGES: Final = 300  # at most so many are heard between two kills
_START: Final = 0.7  # seconds after which a server that is killed at its start is dead at the latest
_AT_START: Final = 8  # one kill in so many hits a server that starts


@dataclass
class Figures:
    """What a run of kills has seen."""

    kills: int = 0
    at_start: int = 0
    games: int = 0
    events: int = 0
    told: int = 0
    acknowledged: int = 0
    repeated: int = 0


class KilledHouse:
    """Keeps a server running on a data folder, and kills it; players ask it for connections."""

    def __init__(self, data: Path, chance: random.Random) -> None:
        self.figures = Figures()
        self._data = data
        self._chance = chance
        self._server: Process | None = None
        self._up = trio.Event()
        self._enough = trio.Event()
        self._wanted = 0
        self._streams: dict[trio.SocketStream, trio.Event] = {}  # each with the life of the server that it leads to
        self._parties: list[Party] = []
        self._hashes: dict[str, list[bytes]] = {}
        self._closing = False

    async def connect(self) -> trio.SocketStream:
        """As `House.connect`."""
        while True:
            life = self._up
            await life.wait()
            if life is not self._up:
                continue
            assert self._server is not None
            try:
                stream = await trio.open_tcp_stream("127.0.0.1", self._server.port)
            except OSError:
                await trio.lowlevel.checkpoint()
                continue
            self._streams[stream] = life
            return stream

    def serves(self, stream: trio.SocketStream) -> bool:
        """As `House.serves`."""
        return self._streams.get(stream) is self._up

    def heard(self) -> None:
        """As `House.heard`."""
        self._wanted -= 1
        if self._wanted <= 0:
            self._enough.set()

    async def run(self, kills: int, tables: int, rounds: int) -> Figures:
        """Let people play at so many tables at once until the server has died so often, and their games are over."""
        try:
            return await self._run(kills, tables, rounds)
        finally:
            if self._server is not None:
                with trio.CancelScope(shield=True):
                    await self._server.close()

    async def _run(self, kills: int, tables: int, rounds: int) -> Figures:
        async with trio.open_nursery() as nursery:
            for _ in range(tables):
                nursery.start_soon(self._play, rounds)
            while self.figures.kills < kills:
                await self._live_and_die()
                self._audit()
            self._closing = True
            self._server = await self._start()
            self._up.set()
        assert self._server is not None
        assert await self._server.end(signal.SIGTERM) == 0
        self._audit()
        return self.figures

    async def _play(self, rounds: int) -> None:
        while not self._closing:
            party = Party(self, ("Ann", "Bob", "Cid"), rounds, self._chance)
            self._parties.append(party)
            await party.play()
            party.over = True

    async def _live_and_die(self) -> None:
        self.figures.kills += 1
        if self._chance.randrange(_AT_START) == 0:
            self.figures.at_start += 1
            await self._die_at_start()
            return
        self._server = await self._start()
        self._wanted = self._chance.randrange(_MESSAGES)
        self._enough = trio.Event()
        self._up.set()
        if self._wanted:
            await self._enough.wait()
        self._up = trio.Event()
        self._streams.clear()
        assert self._server.process.poll() is None, "the server has ended by itself"
        await self._server.end(signal.SIGKILL)
        await self._server.close()

    async def _start(self) -> Process:
        return await announced(await spawn(self._data), log_of(self._data))

    async def _die_at_start(self) -> None:
        """Kill a server while it takes up its tables, or right after; the moment is drawn and waits for nothing."""
        process = await spawn(self._data)
        with trio.move_on_after(self._chance.uniform(0, _START)):
            await process.wait()
        assert process.poll() is None, "the server has ended by itself"
        process.kill()
        await process.wait()
        assert process.stdout is not None
        await process.stdout.aclose()

    def _audit(self) -> None:
        """Look into a copy of the journal for all that the players know; forget the games that are over."""
        if not DataFolder(self._data).database.exists():
            return  # killed before there was one
        copy = self._data.with_name("copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._data, copy)
        with closing(open_for_reading(DataFolder(copy).database)) as connection:
            for party in list(self._parties):
                if party.table:
                    history = read_history(connection, party.table)
                    assert history is not None, f"table {party.table} was told, and is not there"
                    self._audit_table(party, history)

    def _audit_table(self, party: Party, history: History) -> None:
        assert history.whole, history.problem
        hashes = [record.hash for record in history.records]
        before = self._hashes.get(party.table, [])
        assert hashes[: len(before)] == before, f"the history of {party.table} is another than it was"
        self._hashes[party.table] = hashes
        bodies = {record.seq: record.body for record in history.records}
        for player in party.players:
            for seq, event in player.events.items():
                stored = bodies.get(seq)
                problem = f"event {seq} of {party.table}: {event} was told, found {stored!r}"
                assert stored == msgspec.msgpack.encode(event), problem
            _audit_replies(history, player.seat, player.results)
        if party.over:
            self._settle(party, history)

    def _settle(self, party: Party, history: History) -> None:
        figures = self.figures
        figures.games += 1
        figures.events += len(history.records)
        for player in party.players:
            figures.told += len(player.events)
            figures.acknowledged += len(player.results)
            figures.repeated += player.repeated
        self._parties.remove(party)
        del self._hashes[party.table]


def _audit_replies(history: History, key: int, results: dict[int, m.Result]) -> None:
    """Every request that was answered is in the journal with the very reply, as far back as replies are kept.

    A seat's key is its number here, since nobody got up before the start.
    """
    kept = {reply.request: reply.body for _, reply in history.replies.get(key, ())}
    for number, result in results.items():
        assert result.seq <= history.tip, f"request {number} was answered by event {result.seq}, found {history.tip}"
        if kept and number >= min(kept):
            assert kept.get(number) == encode(result), f"request {number} was answered, and its reply is not there"
