"""Players who outlive their server: each plays one game after the other, over every restart, and remembers what it was told.

Theory of operation. A player holds at most one request that has no reply yet. When the connection ends, it waits for the next
server, takes its seat back after the last event that it knows, asks some of its answered requests again, which must be
answered as before, and then the open one, under the same number. Whatever does not fit is an `AssertionError`.
"""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple, Protocol

import trio

from engine.errors import IllegalCommand
from engine.legal import prompt_id
from engine.policy import careful
from protocol import messages as m
from protocol.lobby_events import TableEvent
from protocol.tables import Clock
from tests.server.playing import Client

_REPEATED: Final = 3  # answered requests that are asked again after each restart
_KEPT: Final = 40  # answered requests to choose these from; fewer than the server keeps
_GONE: Final = (EOFError, OSError, trio.BrokenResourceError)


class House(Protocol):
    """Where a server runs that may be gone at any moment."""

    async def connect(self) -> trio.SocketStream:
        """A connection to the server, as soon as there is one."""

    def serves(self, stream: trio.SocketStream) -> bool:
        """Whether the server that this connection leads to should be alive."""

    def heard(self) -> None:
        """A player has got a message."""


class Asked(NamedTuple):
    """A request by its number."""

    id: int
    kind: type[m.Request]
    fields: dict[str, Any]


class Player:
    """One seat at one table, over as many connections as it takes.

    `events` is all that it was ever told, by number; `results` its requests that were done, with their replies; `repeated`
    counts those that were asked again and answered the same. `seat` is -1 until it is taken.
    """

    def __init__(self, party: Party, name: str) -> None:
        self.events: dict[int, TableEvent] = {}
        self.results: dict[int, m.Result] = {}
        self.repeated = 0
        self.seat = -1
        self._party = party
        self._name = name
        self._client: Client | None = None
        self._token = f"{party.chance.getrandbits(128):032x}"
        self._open: Asked | None = None
        self._done: list[Asked] = []

    async def play(self) -> None:
        """Play to the end of the game, however often the server is gone."""
        over = False
        while not over:
            stream: trio.SocketStream | None = None
            try:
                stream = await self._party.house.connect()
                await self._come_in(Client(stream))
                over = await self._play()
            except _GONE:
                assert stream is None or not self._party.house.serves(stream), "the server ended a connection by itself"
            finally:
                if stream is not None:
                    await trio.aclose_forcefully(stream)

    async def _come_in(self, client: Client) -> None:
        gone, self._client = self._client, client
        client.events = self.events
        assert isinstance(await client.hello(), m.Welcome)
        if self._done:
            assert gone is not None
            client.take_over(gone, gone.seq)
            await self._resume(client, gone)
        else:
            client.token = self._token
            await self._sit(client)
        client.next_id = max(client.next_id, self._done[-1].id + 1)

    async def _sit(self, client: Client) -> None:
        if self._name == self._party.names[0]:
            reply = await client.create(self._name, overrides={"max_rounds": self._party.rounds}, clock=Clock())
            self._party.opened(client.table)
        else:
            await self._party.table_known.wait()
            reply = await client.join(self._party.table, self._name)
        assert isinstance(reply, m.Seated), reply
        self.seat = reply.seat
        await client.until_is(m.TableState)
        await self._ask(client, m.SetReady, ready=True)

    async def _resume(self, client: Client, gone: Client) -> None:
        known = client.seq
        reply = await client.ask(m.Resume, table=self._party.table, token=self._token, after=known)
        assert isinstance(reply, m.Seated), reply
        assert reply.seq >= known, f"told of event {known}, found only {reply.seq} after the restart"
        assert reply.last_id >= max(self.results), f"request {max(self.results)} was answered, found {reply.last_id}"
        await client.until(lambda message: isinstance(message, m.Update | m.TableState))
        assert client.seq >= known
        again = self._party.chance.sample(self._done, min(_REPEATED, len(self._done)))
        for asked in sorted(again):
            reply = await client.ask(asked.kind, id=asked.id, **asked.fields)
            assert reply == self.results[asked.id], f"request {asked.id}: {reply}, before {self.results[asked.id]}"
            self.repeated += 1
        if self._open is not None:
            await self._settle(client, self._open)

    async def _ask(self, client: Client, kind: type[m.Request], **fields: Any) -> m.ServerMessage:
        self._open = Asked(client.next_id, kind, fields)
        return await self._settle(client, self._open)

    async def _settle(self, client: Client, asked: Asked) -> m.ServerMessage:
        reply = await client.ask(asked.kind, id=asked.id, **asked.fields)
        self._open = None
        if isinstance(reply, m.Result):
            self.results[asked.id] = reply
            self._done = [*self._done, asked][-_KEPT:]
        return reply

    async def _play(self) -> bool:
        client = self._client
        assert client is not None
        while client.lobby.stage in ("lobby", "running"):
            if client.lobby.stage == "lobby" and self._may_start(client):
                await self._ask(client, m.StartGame)
            elif self._is_asked(client):
                await self._answer(client)
            else:
                await client.read()
                self._party.house.heard()
        return True

    def _may_start(self, client: Client) -> bool:
        seats = client.lobby.seats
        return client.seat == 0 and len(seats) == len(self._party.names) and all(info.ready for info in seats)

    def _is_asked(self, client: Client) -> bool:
        if client.state is None or not client.prompts:
            return False
        return prompt_id(client.state, client.seat) == client.prompts[0].id

    async def _answer(self, client: Client) -> None:
        prompt = client.prompts[0]
        assert client.state is not None
        try:
            command = careful(client.state, client.seat) or prompt.default
        except IllegalCommand:
            command = prompt.default
        reply = await self._ask(client, m.Act, command=command, prompt=prompt.id)
        self._party.house.heard()
        if isinstance(reply, m.Error) and self._is_asked(client) and client.prompts[0] == prompt:
            await self._ask(client, m.Act, command=prompt.default, prompt=prompt.id)


class Party:
    """The players of one game; `over` once each of them has seen its end."""

    def __init__(self, house: House, names: tuple[str, ...], rounds: int, chance: random.Random) -> None:
        self.house = house
        self.names = names
        self.rounds = rounds
        self.chance = chance
        self.table = ""
        self.over = False
        self.table_known = trio.Event()
        self.players = [Player(self, name) for name in names]

    def opened(self, table: str) -> None:
        """The table is there, which its creator is told."""
        assert self.table in ("", table), f"table {self.table} was told, found {table} for the same token"
        self.table = table
        self.table_known.set()

    async def play(self) -> None:
        """Play one game to its end."""
        async with trio.open_nursery() as nursery:
            for player in self.players:
                nursery.start_soon(player.play)
