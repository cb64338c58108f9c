"""A place at a table for a script: what is known there, what happens, and what to answer. Must draw and decide nothing.

Theory of operation. A `Table` is the face of one session, which comes back by itself when its connection breaks. Events are
kept as they are folded, each given out once by `wait_for_event` or `events`. All that waits looks again after each message, and
ends with `TableOver` when the table does, or with the error that ended the connection for good.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from typing import Final, TypeVar

import trio

from client.errors import ClientError, CommandRefused, NotThere, Refused, TableOver
from client.groups import leaves
from client.language import parse
from client.model import Model
from client.session import Session
from client.waiting import context_of
from engine.board import Board
from engine.commands import SeatCommand
from engine.ids import Seat
from engine.options import Option, Prompt, candidates
from engine.ruleset import Ruleset
from engine.state import Outcome, State
from protocol import messages as m
from protocol.lobby_events import TableEvent
from protocol.tables import Lobby, Waiting

_KEPT: Final = 10_000  # events that nobody has asked for yet
_PASSING: Final = frozenset({"stale", "window_held"})

T = TypeVar("T")
E = TypeVar("E")


class Table:
    """A seat, or a look from outside, at one table of a server.

    Calls that ask the server raise `Refused` where it says no, and `SeatLost` or `NoConnection` once the connection has ended
    for good. A connection that only broke is no error: it comes back by itself, and what was asked is asked again. `token` is
    the secret by which the seat can be resumed; whoever has it has the seat.
    """

    def __init__(self, session: Session) -> None:
        self.token = ""
        self.session = session
        self._failure: ClientError | None = None
        self._calls: set[trio.CancelScope] = set()
        self._scope = trio.CancelScope()
        self._events: deque[TableEvent] = deque(maxlen=_KEPT)
        self._batch: list[TableEvent] = []
        self._told: deque[tuple[int, tuple[TableEvent, ...]]] = deque(maxlen=64)
        self._refused: Prompt | None = None
        session.face = self

    # What is known now. All of it changes whenever messages come, which is only while something is awaited.

    @property
    def id(self) -> str:
        """The table's id, by which others join it."""
        return self._model.table

    @property
    def watching(self) -> bool:
        """Whether this is only a look from outside."""
        return self._model.seat is None

    @property
    def seat(self) -> Seat:
        """One's own seat, from 0; raises `NotThere` for one who looks on. Seats are renumbered when the game starts."""
        return self._there(self._model.seat, "one who looks on has no seat")

    @property
    def player(self) -> str:
        """The name that one plays under."""
        return self._model.player

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players by seat; empty for a free seat of the lobby."""
        return self._model.names()

    @property
    def board(self) -> Board:
        """The board."""
        return self._there(self._model.board, "the table is not known yet")

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self._there(self._model.rules, "the table is not known yet")

    @property
    def lobby(self) -> Lobby:
        """The people of the table: who is ready, connected, away."""
        return self._model.lobby

    @property
    def started(self) -> bool:
        """Whether there is a position to look at."""
        return self._model.state is not None

    @property
    def state(self) -> State:
        """The position, which goes on changing: `copy()` it to keep it. Raises `NotThere` before the game has started."""
        return self._there(self._model.state, "the game has not started")

    @property
    def phase(self) -> str:
        """The phase of the game; `lobby` before it."""
        return self._model.phase

    @property
    def turn(self) -> Seat:
        """Whose turn it is; -1 before the game."""
        return self._model.turn

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """The seats that the table waits for, each with the milliseconds that it had left when that was told."""
        return self._model.waiting

    @property
    def seq(self) -> int:
        """The number of the last event that is known."""
        return self._model.seq

    @property
    def live(self) -> bool:
        """Whether the connection is up just now."""
        return self.session.live

    @property
    def over(self) -> bool:
        """Whether nothing more will happen here: the game has ended, or the owner has taken the seat away."""
        return self._model.over

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return None if self._model.state is None else self._model.state.outcome

    @property
    def question(self) -> Prompt | None:
        """The question that is open to one's own seat, if there is one: its options and its default."""
        return self._model.question()

    @property
    def answers(self) -> tuple[SeatCommand, ...]:
        """The single commands that may answer the open question; of a range of amounts only its ends."""
        question = self.question
        options = () if question is None else question.options
        return tuple(command for option in options for command in candidates(option))  # type: ignore[misc]  # of seats only

    def read(self, words: str) -> SeatCommand:
        """The command that typed words stand for at this table; raises `InvalidInput`."""
        return parse(words, context_of(self._model.view()))

    # What can be done.

    async def ready(self, ready: bool = True) -> None:
        """Say that one is ready to start, or no longer."""
        await self.ask_server(partial(self.session.set_ready, ready))

    async def start(self) -> None:
        """Start the game, as the owner."""
        await self.ask_server(self.session.start_game)

    async def add_bot(self, level: str = "careful") -> None:
        """Give a free seat to a bot of the server, as the owner."""
        await self.ask_server(partial(self.session.add_bot, level))

    async def remove(self, seat: Seat, *, bar: bool = False) -> None:
        """Free a seat in the lobby, as the owner; `bar`: its player may not come back."""
        await self.ask_server(partial(self.session.remove_player, seat, bar=bar))

    async def say(self, text: str) -> None:
        """Say something to the table."""
        await self.ask_server(partial(self.session.say, text))

    async def act(self, command: SeatCommand | str) -> tuple[TableEvent, ...]:
        """Give a command, typed or in words; returns the events that came of it.

        Raises `CommandRefused` with the reason and what may be done instead, and `InvalidInput` for words that can not be read.
        """
        given = self.read(command) if isinstance(command, str) else command
        question = self.question
        try:
            result = await self.ask_server(partial(self.session.do, given))
        except Refused as refused:
            self._refused = question
            raise CommandRefused(refused, given, await self.ask_server(self.session.alternatives)) from None
        return self._come_of(result)

    async def legal(self) -> tuple[Option, ...]:
        """All that one's seat may do now, interrupts included, as the server sees it."""
        return await self.ask_server(self.session.legal)

    async def time_out(self, seat: Seat) -> tuple[TableEvent, ...]:
        """Let the time of a seat be over, at a test table; returns the events that came of it."""
        return self._come_of(await self.ask_server(partial(self.session.time_out, seat)))

    async def leave(self) -> None:
        """Get up in the lobby, or go away from a running game, and hang up."""
        await self.ask_server(self.session.leave)
        self.hang_up()

    def hang_up(self) -> None:
        """End the connection without a word; the seat stays one's own and can be resumed with its `token`."""
        self._scope.cancel()

    # What can be waited for.

    async def next_question(self) -> Prompt | None:
        """The question that is open to one's own seat, waited for; `None` once the table is over.

        A question whose answer was refused is given again only after something has changed.
        """
        try:
            return await self._until(self._answerable)
        except TableOver:
            return None

    async def play(self, choose: Callable[[Table, Prompt], SeatCommand | str]) -> Outcome | None:
        """Answer every question as `choose` says, until the table is over; returns how the game ended, if it has.

        An answer that came too late, or while another seat holds the window, is no error: the next question is waited for. Any
        other refusal is raised.
        """
        while (question := await self.next_question()) is not None:
            try:
                await self.act(choose(self, question))
            except CommandRefused as refused:
                if refused.reason not in _PASSING:
                    raise
        return self.outcome

    async def wait_for_event(self, *kinds: type[E]) -> E:
        """The next event of one of these types; it and all before it are given out by that. Raises `TableOver`."""

        def find() -> E | None:
            return next((event for event in self._take_events() if isinstance(event, kinds)), None)

        return await self._until(find)

    async def next_event(self) -> TableEvent | None:
        """The first event that has not been given out yet; `None` once the table is over."""
        try:
            return await self._until(lambda: next(self._take_events(), None))
        except TableOver:
            return None

    async def events(self) -> AsyncIterator[TableEvent]:
        """The events that have not been given out yet, one by one, until the table is over."""
        while (event := await self.next_event()) is not None:
            yield event

    async def wait_until(self, condition: Callable[[Table], object]) -> None:
        """Wait until a condition holds, looked at after each message. Raises `TableOver`."""
        await self._until(lambda: True if condition(self) else None)

    async def wait_until_over(self) -> Outcome | None:
        """Wait until nothing more will happen; returns how the game ended, if it has."""
        await self._until(lambda: True if self.over else None)
        return self.outcome

    # The face of the session.

    def happened(self, seq: int, event: TableEvent) -> None:
        """Keep an event; the session calls this."""
        self._events.append(event)
        self._batch.append(event)

    def changed(self) -> None:
        """A message has been taken in; the session calls this."""
        self._refused = None
        if self._batch:
            self._told.append((self._model.seq, tuple(self._batch)))
            self._batch = []

    def news(self, live: bool, words: str) -> None:
        """The connection came or went; the session calls this."""

    async def keep_up(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep the connection until `hang_up`; the server's error that ends it is raised in whatever waits."""
        started = False

        def start() -> None:
            nonlocal started
            started = True
            task_status.started()

        try:
            with self._scope:
                await _run(self.session, start)
            self._fail(TableOver("expected a connection, found it hung up"))
        except ClientError as error:
            if not started:
                raise
            self._fail(error)

    @property
    def ended(self) -> bool:
        """Whether the connection has ended for good."""
        return self._failure is not None

    async def ask_server(self, ask: Callable[[], Awaitable[T]]) -> T:
        """What the server answers to something asked through the session; raises what ended the connection, if it has."""
        self._need_up()
        with trio.CancelScope() as scope:
            self._calls.add(scope)
            try:
                return await ask()
            finally:
                self._calls.discard(scope)
        self._need_up()
        raise AssertionError("expected that only an end of the connection cancels a call")

    def _need_up(self) -> None:
        if self._failure is not None:
            raise self._failure

    @property
    def _model(self) -> Model:
        return self.session.model

    def _there(self, value: T | None, otherwise: str) -> T:
        if value is None:
            raise NotThere(otherwise)
        return value

    def _answerable(self) -> Prompt | None:
        question = self.question
        return None if question == self._refused else question

    def _come_of(self, result: m.Result) -> tuple[TableEvent, ...]:
        """The events that came in the update before this reply."""
        return next((events for last, events in self._told if last == result.seq), ())

    def _take_events(self) -> Iterator[TableEvent]:
        while self._events:
            yield self._events.popleft()

    def _fail(self, error: ClientError) -> None:
        self._failure = error
        for scope in self._calls:
            scope.cancel()

    async def _until(self, find: Callable[[], T | None]) -> T:
        """What `find` finds, at once or after some message."""
        while True:
            change = self.session.next_change()
            found = find()
            if found is not None:
                await trio.lowlevel.checkpoint()
                return found
            if self.over:
                raise TableOver("nothing more will happen at this table")
            await self.ask_server(change.wait)


async def _run(session: Session, start: Callable[[], None]) -> None:
    """Run a session, calling `start` when it is up; raises the one error that ends it."""
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(session.run)
            start()
    except BaseExceptionGroup as group:
        for error in leaves(group):
            if isinstance(error, ClientError):
                raise error from None
        raise
