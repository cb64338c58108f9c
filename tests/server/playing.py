"""People for the tests of the server: clients over any stream, and a server in this process to connect them to.

Rules of this folder: loopback and port 0 only, `fail_after` around whatever does real I/O, no sleep without the autojump
clock, no stand-ins where the real thing can run, no asserted durations.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair

from engine.apply import apply
from engine.board import Board
from engine.events import Event
from engine.options import Prompt
from engine.state import State, new_state, restore
from protocol import messages as m
from protocol.connection import Connection, Role
from protocol.lobby import EMPTY, apply_lobby
from protocol.lobby_events import TableEvent, TableStarted
from protocol.tables import Lobby
from server.config import Config, ServerLimits, Times
from server.memory_store import MemoryStore
from server.server import Server
from server.store import Store

Reply = TypeVar("Reply", bound=m.ServerMessage)


class Client:
    """One connection as a person's program would use it; folds what it is told and remembers all of it.

    `log` is everything that came, `heard` the bytes of it, `events` the table's events by number.
    """

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.log: list[m.ServerMessage] = []
        self.heard = b""
        self.events: dict[int, TableEvent] = {}
        self.prompts: tuple[Prompt, ...] = ()
        self.update: m.Update | m.TableState | None = None
        self.state: State | None = None
        self.lobby: Lobby = EMPTY
        self.seq = 0
        self.token = secrets.token_hex(16)
        self.seat = -1
        self.table = ""
        self.next_id = 1
        self._conn = Connection(Role.CLIENT)
        self._rules: Any = None
        self._board: Board | None = None

    async def hello(self) -> m.ServerMessage:
        """Greet the server and return its answer."""
        return await self.ask(m.Hello, low=1, high=1, client="test")

    async def send(self, kind: type[m.Request], **fields: Any) -> int:
        """Send a request without waiting for its reply; returns its id."""
        number = fields.pop("id", self.next_id)
        self.next_id = max(self.next_id, number + 1)
        self._conn.send(kind(number, **fields))
        await self.stream.send_all(self._conn.data_to_send())
        return number

    async def write(self, *requests: m.Request) -> None:
        """Send several requests in one piece."""
        for request in requests:
            self._conn.send(request)
            self.next_id = max(self.next_id, request.id + 1)
        await self.stream.send_all(self._conn.data_to_send())

    async def ask(self, kind: type[m.Request], **fields: Any) -> m.ServerMessage:
        """Send a request and return its reply."""
        number = await self.send(kind, **fields)
        return await self.reply_to(number)

    async def reply_to(self, number: int) -> m.ServerMessage:
        """The next message that answers the request of this id."""
        return await self.until(lambda message: getattr(message, "in_reply_to", None) == number)

    async def until(self, wanted: Callable[[m.ServerMessage], bool]) -> m.ServerMessage:
        """Read up to the first message that is wanted."""
        while True:
            message = await self.read()
            if wanted(message):
                return message

    async def until_is(self, kind: type[Reply]) -> Reply:
        """Read up to the next message of a kind."""
        message = await self.until(lambda message: isinstance(message, kind))
        assert isinstance(message, kind)
        return message

    async def until_event(self, kind: type[Any]) -> None:
        """Read up to the update that tells of an event of a kind."""
        await self.until(
            lambda message: isinstance(message, m.Update) and any(isinstance(event, kind) for event in message.events)
        )

    async def read(self) -> m.ServerMessage:
        """The next message; raises `EOFError` at the end of the stream."""
        while True:
            for message in self._conn.events_received():
                assert isinstance(message, m.ServerMessage), message
                self._take(message)
                return message
            data = bytes(await self.stream.receive_some(65536))
            self.heard += data
            if not data:
                raise EOFError
            self._conn.receive_data(data)

    async def read_to_end(self) -> None:
        """Read until the server has closed the connection."""
        try:
            while True:
                await self.read()
        except (EOFError, trio.BrokenResourceError):
            return

    async def create(self, player: str = "Ann", **fields: Any) -> m.ServerMessage:
        """Open a table; no clock runs unless one is given."""
        fields.setdefault("clock", None)
        return await self.ask(m.CreateTable, name="Friday", player=player, token=self.token, **fields)

    async def join(self, table: str, player: str, **fields: Any) -> m.ServerMessage:
        """Sit down at a table."""
        return await self.ask(m.JoinTable, table=table, player=player, token=self.token, **fields)

    async def answer_default(self) -> m.ServerMessage:
        """Answer the open question by its default."""
        prompt = self.prompts[0]
        return await self.ask(m.Act, command=prompt.default, prompt=prompt.id)

    def take_over(self, gone: Client, after: int | None) -> None:
        """Be the same person as `gone`, who knew the events up to `after`."""
        self.token = gone.token
        self._board, self._rules = gone._board, gone._rules
        if after is not None:
            self.seq = after
        if after == gone.seq:
            self.state, self.lobby = gone.state, gone.lobby

    def of_kind(self, kind: type[Any]) -> list[TableEvent]:
        """The events of a kind among those told so far."""
        return [event for _, event in sorted(self.events.items()) if isinstance(event, kind)]

    def _take(self, message: m.ServerMessage) -> None:
        self.log.append(message)
        if isinstance(message, m.Seated):
            self.table, self.seat = message.table, message.seat
            self.next_id = max(self.next_id, message.last_id + 1)
        elif isinstance(message, m.TableState):
            self._take_state(message)
        elif isinstance(message, m.Update):
            self._take_update(message)
        elif isinstance(message, m.Prompts):
            self.prompts = message.prompts

    def _take_state(self, told: m.TableState) -> None:
        self.update = told
        self.lobby, self.seq = told.lobby, told.seq
        self._board, self._rules = Board(told.board), told.rules
        self.state = None if told.snapshot is None else restore(told.snapshot, self._board, self._rules)

    def _take_update(self, told: m.Update) -> None:
        assert told.first == self.seq + 1, f"update from {told.first}, expected {self.seq + 1}"
        self.update = told
        for event in told.events:
            self.seq += 1
            self.events[self.seq] = event
            self.lobby = apply_lobby(self.lobby, event)
            if isinstance(event, TableStarted):
                self.seat = event.seats.index(self.seat) if self.seat in event.seats else -1
                assert self._board is not None
                self.state = new_state(self._board, self._rules, len(event.seats))
            elif isinstance(event, Event) and self.state is not None:
                apply(self.state, event)


class House:
    """A server in this process, and clients over memory streams.

    `crash` ends it as a power cut would, without a goodbye; `open` starts it again on the same store.
    """

    def __init__(self, nursery: trio.Nursery, store: Store | Callable[[], Store] | None = None, config: Config | None = None):
        self.store = store if store is not None else MemoryStore()
        self.config = config or Config()
        self._nursery = nursery
        self._scope = trio.CancelScope()
        self._ended = trio.Event()

    async def open(self) -> House:
        """Start the server."""
        store: Any = self.store() if callable(self.store) else self.store
        self.server = Server(store, self.config)
        await self._nursery.start(self._run)
        return self

    async def _run(self, *, task_status: trio.TaskStatus[None]) -> None:
        self._ended = trio.Event()
        with trio.CancelScope() as self._scope:
            await self.server.run(task_status=task_status)
        self._ended.set()

    async def crash(self) -> None:
        """End the server at once."""
        self._scope.cancel()
        await self._ended.wait()

    def stranger(self, address: str = "10.0.0.1", *, lockstep: bool = False) -> Client:
        """A new connection that has not said a word; `lockstep`: nothing can be written that is not being read."""
        ours, theirs = lockstep_stream_pair() if lockstep else memory_stream_pair()
        self._nursery.start_soon(self.server.serve, theirs, address)
        return Client(ours)

    async def connect(self, address: str = "10.0.0.1", *, lockstep: bool = False) -> Client:
        """A new connection that has been welcomed."""
        client = self.stranger(address, lockstep=lockstep)
        reply = await client.hello()
        assert isinstance(reply, m.Welcome)
        return client

    async def resume(self, gone: Client, **fields: Any) -> Client:
        """The same person over a new connection."""
        client = await self.connect()
        client.take_over(gone, fields.get("after"))
        reply = await client.ask(m.Resume, table=gone.table, token=gone.token, **fields)
        assert isinstance(reply, m.Seated), reply
        return client

    async def table(self, *players: str, **fields: Any) -> list[Client]:
        """A table in its lobby, with these players ready."""
        clients = [await self.connect() for _ in players]
        await clients[0].create(players[0], **fields)
        for client, player in zip(clients[1:], players[1:], strict=True):
            await client.join(clients[0].table, player, code=fields.get("code"))
            await client.ask(m.SetReady, ready=True)
        return clients

    async def game(self, *players: str, **fields: Any) -> list[Client]:
        """A table whose game has begun; everybody has been told."""
        clients = await self.table(*players, **fields)
        reply = await clients[0].ask(m.StartGame)
        assert isinstance(reply, m.Result), reply
        await catch_up(*clients)
        return clients


async def catch_up(*clients: Client) -> None:
    """Let every client read all that was said up to now."""
    for client in clients:
        await client.ask(m.Ping)


async def play_defaults(clients: list[Client], decisions: int) -> None:
    """Let the clients answer so many questions by their defaults."""
    for _ in range(decisions):
        await catch_up(*clients)
        asked = next(client for client in clients if client.prompts)
        reply = await asked.answer_default()
        assert isinstance(reply, m.Result), reply
    await catch_up(*clients)


def with_limits(**limits: Any) -> Config:
    """A configuration with some limits of its own."""
    return Config(limits=ServerLimits(**limits))


def with_times(**times: Any) -> Config:
    """A configuration with some times of its own."""
    return replace(Config(), times=Times(**times))


Opener = Callable[..., Awaitable[House]]
