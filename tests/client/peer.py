"""The other end of a client's wire, said word by word by a test; the bytes and the protocol are the real ones."""

from __future__ import annotations

from typing import TypeVar

import trio
from trio.testing import memory_stream_pair

from engine.board import load_board
from engine.chance import ScriptedChance
from engine.events import Event
from engine.game import Game, new_game
from engine.legal import phase_of, prompts, waiting
from engine.ruleset import load_ruleset
from protocol import messages as m
from protocol.connection import Connection, Role
from protocol.lobby import apply_lobby
from protocol.lobby_events import LobbyEvent, TableStarted
from protocol.tables import Clock, Lobby, SeatInfo, Settings, Waiting

Asked = TypeVar("Asked", bound=m.Request)

LIMITS = m.Limits(frame=65536, rate=20, burst=60)


class Peer:
    """One connection as the server has it."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.connection = Connection(Role.SERVER)
        self._heard: list[m.Request] = []

    async def hear(self, kind: type[Asked]) -> Asked:
        """The next request, which has to be of this kind."""
        while not self._heard:
            data = await self.stream.receive_some(4096)
            assert data, "the client hung up"
            self.connection.receive_data(bytes(data))
            for event in self.connection.events_received():
                assert isinstance(event, m.Request), event
                self._heard.append(event)
        request = self._heard.pop(0)
        assert isinstance(request, kind), request
        return request

    async def say(self, *messages: m.ServerMessage) -> None:
        """Send messages in one write."""
        for message in messages:
            self.connection.send(message)
        await self.stream.send_all(self.connection.data_to_send())

    async def welcome(self, limits: m.Limits = LIMITS) -> m.Hello:
        """Hear the hello and answer it."""
        hello = await self.hear(m.Hello)
        await self.say(m.Welcome(hello.id, 1, "den", limits))
        return hello

    async def cut(self) -> None:
        """End the stream without a word."""
        await self.stream.aclose()


class Den:
    """A server that can be dialed over and over; each connection comes out of `peer`."""

    def __init__(self) -> None:
        self._sending, self._receiving = trio.open_memory_channel[Peer](10)
        self.closed = False

    async def dial(self) -> trio.abc.Stream:
        """What a client calls to connect."""
        await trio.lowlevel.checkpoint()
        if self.closed:
            raise OSError("connection refused")
        ours, theirs = memory_stream_pair()
        self._sending.send_nowait(Peer(ours))
        return theirs

    async def peer(self) -> Peer:
        """The next connection."""
        return await self._receiving.receive()

    async def welcomed(self) -> Peer:
        """The next connection, once it has been welcomed."""
        peer = await self.peer()
        await peer.welcome()
        return peer


class Ledger:
    """A table as a server keeps it: the real engine, the lobby, and the numbers of the events."""

    def __init__(self, *players: str, dice: list[tuple[int, int]] | None = None) -> None:
        self.rules = load_ruleset()
        self.settings = Settings("Friday", 4, Clock())
        self.lobby = Lobby("lobby", 0, tuple(SeatInfo(seat, name) for seat, name in enumerate(players)))
        self.seq = len(players) + 1
        self.game: Game = new_game(load_board(), self.rules, len(players), ScriptedChance(dice or []))
        self.started = False

    def table_state(self, in_reply_to: int | None = None) -> m.TableState:
        """The whole table."""
        state = self.game.state
        board = load_board().data
        if not self.started:
            return m.TableState("t1", self.seq, self.settings, board, self.rules, self.lobby, in_reply_to=in_reply_to)
        return m.TableState(
            "t1", self.seq, self.settings, board, self.rules, self.lobby, state.copy().snapshot(), phase_of(state), state.turn,
            self.waiting(), in_reply_to=in_reply_to,
        )  # fmt: skip

    def waiting(self) -> tuple[Waiting, ...]:
        """Whom the table waits for."""
        return tuple(Waiting(seat, 30_000) for seat in waiting(self.game.state))

    def update(self, *events: Event | LobbyEvent) -> m.Update:
        """Number events that have happened in the game, or make events of the lobby happen."""
        first = self.seq + 1
        self.seq += len(events)
        for event in events:
            self.lobby = apply_lobby(self.lobby, event)  # type: ignore[arg-type]  # the unions list just these classes
        state = self.game.state
        head = (phase_of(state), state.turn, self.waiting()) if self.started else ()
        return m.Update(first, events, *head)  # type: ignore[arg-type]  # the same

    def start(self) -> m.Update:
        """The game begins."""
        self.started = True
        return self.update(TableStarted(tuple(range(len(self.lobby.seats)))), *self.game.start())

    def prompts(self, seat: int) -> m.Prompts:
        """The questions to one seat."""
        return m.Prompts(self.seq, tuple(prompt for prompt in prompts(self.game.state) if prompt.seat == seat))
