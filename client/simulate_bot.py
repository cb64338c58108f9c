"""A bot of somebody's own in a process of its own, which can be ended. Must trust nothing that comes out of it.

Theory of operation. The process folds the same events as everybody, so that it can do no harm to the game whatever it does to
its copy. It is told of events only together with a question. Whoever asks waits for `limit` seconds; a process that does not
answer by then is killed, and one that has died or was killed is started anew, with the position as it stands, for the next
question. What the bot prints goes to standard error.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Iterable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, Literal, TypeAlias, cast

import msgspec

from client.bots import Bot, BotFault, BotName, BotView, Maker, checked, describe_fault, load_bot
from client.offspring import deaf_start, settle_down
from engine.apply import fold
from engine.board import Board, BoardData
from engine.commands import SeatCommand
from engine.events import AnyEvent, Event
from engine.ids import Seat
from engine.legal import prompt_of
from engine.ruleset import Ruleset
from engine.state import Snapshot, State, restore

FaultKind: TypeAlias = Literal["crash", "time_out", "died", "illegal", "endless"]
"""What a bot may do wrong: raise an exception, answer too late, end its process, answer what is not legal, come to no end."""

_TO_LOAD: Final = 30.0  # seconds; imports may take long on a busy computer
_TO_END: Final = 5.0


class Failed(Exception):
    """A bot has given no answer that can be used: what it did wrong, and how."""

    def __init__(self, kind: FaultKind, message: str) -> None:
        self.kind: FaultKind = kind
        self.message = message
        super().__init__(message)


class _Sit(msgspec.Struct, tag=True):
    """Play this seat from this position on; `seed` is for the bot's own chance."""

    seat: Seat
    seed: str
    snapshot: Snapshot


class _Ask(msgspec.Struct, tag=True):
    """What has happened since, and whether the seat is asked something."""

    events: tuple[AnyEvent, ...]
    prompted: bool


class _Said(msgspec.Struct):
    """The answer, or the fault of it."""

    command: SeatCommand | None = None
    kind: FaultKind | None = None
    message: str = ""


_TOLD: Final[msgspec.msgpack.Decoder[_Sit | _Ask]] = msgspec.msgpack.Decoder(_Sit | _Ask)
_SAID: Final = msgspec.msgpack.Decoder(_Said)
_encode: Final = msgspec.msgpack.Encoder().encode


class BotProcess:
    """One bot, in one game after the other; the process is started when it is first needed, and ended by `close`."""

    def __init__(self, name: BotName, board: BoardData, rules: Ruleset, limit: float) -> None:
        self._name = name
        self._board = board
        self._rules = rules
        self._limit = limit
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._seated = False
        self._events: list[Event] = []
        self._seat: Seat = 0
        self._seed = ""

    def sit(self, seat: Seat, seed: str) -> None:
        """Take a seat in a new game."""
        self._seat, self._seed = seat, seed
        self._seated = False
        self._events.clear()

    def tell(self, events: Iterable[Event]) -> None:
        """What has happened in the game."""
        if self._seated:
            self._events += events

    def ask(self, state: State, *, prompted: bool) -> SeatCommand | None:
        """What the bot does now; raises `Failed`, and `BotFault` if it can not even be loaded."""
        connection = self._connection or self.start()
        try:
            if not self._seated:
                connection.send_bytes(_encode(_Sit(self._seat, self._seed, state.snapshot())))
                self._seated = True
            events = cast("tuple[AnyEvent, ...]", tuple(self._events))  # every event is one of these
            connection.send_bytes(_encode(_Ask(events, prompted)))
            self._events.clear()
            said = self._hear(connection, self._limit)
        except (EOFError, OSError):
            code = self._end(_TO_END)
            raise Failed("died", f"{self._name} has ended its process with exit code {code}") from None
        if said.kind is not None:
            raise Failed(said.kind, said.message)
        return said.command

    def start(self) -> Connection:
        """Start the process and wait until the bot is loaded; raises `BotFault` if it can not be."""
        context = multiprocessing.get_context("spawn")
        connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, self._name, self._board, self._rules), daemon=True)
        with deaf_start():
            self._process.start()
        other.close()
        self._connection = connection
        try:
            said = self._hear(connection, _TO_LOAD)
        except Failed:
            raise BotFault(f"{self._name}: expected to be loaded within {_TO_LOAD:g} seconds, found it still busy") from None
        except (EOFError, OSError):
            raise BotFault(f"{self._name}: expected to be loaded, found that it ends with {self._end(_TO_END)}") from None
        if said.kind is not None:
            self._end()
            raise BotFault(said.message)
        return connection

    def close(self) -> None:
        """End the process."""
        self._end()

    def _hear(self, connection: Connection, limit: float) -> _Said:
        """The next thing that the process says; kills it if that takes too long, or makes no sense."""
        if not connection.poll(limit):
            self._end()
            raise Failed("time_out", f"{self._name} has not answered within {limit:g} seconds")
        try:
            return _SAID.decode(connection.recv_bytes())
        except msgspec.DecodeError as error:
            self._end()
            raise Failed("died", f"{self._name} has broken its connection: {error}") from None

    def _end(self, patience: float = 0.0) -> int | None:
        """Make sure that there is no process any more, killing it after so many seconds; its exit code."""
        process, self._process = self._process, None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._seated = False
        self._events.clear()
        if process is None:
            return None
        process.join(patience)
        if process.exitcode is None:
            process.kill()
            process.join()
        return process.exitcode


def _serve(connection: Connection, name: BotName, board: BoardData, rules: Ruleset) -> None:
    """The life of the process."""
    settle_down()
    os.dup2(2, 1)  # standard output belongs to the report
    try:
        make = load_bot(name)
    except BotFault as fault:
        connection.send_bytes(_encode(_Said(kind="crash", message=str(fault))))
        return
    connection.send_bytes(_encode(_Said()))
    player = _Player(make, name, Board(board), rules)
    while True:
        try:
            told = _TOLD.decode(connection.recv_bytes())
        except EOFError:
            return
        if isinstance(told, _Sit):
            player.sit(told)
        else:
            connection.send_bytes(_encode(player.say(told)))


class _Player:
    """The bot with its copy of the game."""

    def __init__(self, make: Maker, name: BotName, board: Board, rules: Ruleset) -> None:
        self._make = make
        self._name = name
        self._board = board
        self._rules = rules
        self._bot: Bot | None = None
        self._state: State | None = None
        self._seat: Seat = 0
        self._chance = random.Random()

    def sit(self, told: _Sit) -> None:
        """A new game, or the same one after the process was ended."""
        self._bot = None
        self._state = restore(told.snapshot, self._board, self._rules)
        self._seat = told.seat
        self._chance = random.Random(told.seed)

    def say(self, told: _Ask) -> _Said:
        """The answer, whatever the bot may raise."""
        assert self._state is not None
        assert self._name.file is not None
        state = fold(self._state, told.events)
        view = BotView(state.copy(), self._seat, self._chance)
        prompt = prompt_of(state, self._seat) if told.prompted else None
        try:
            self._bot = self._bot or self._make()
            return _Said(checked(self._bot.decide(view, prompt)))
        except BotFault as fault:
            return _Said(kind="illegal", message=f"{self._name}: {fault}")
        except Exception as error:  # noqa: BLE001  # whatever somebody's code raises is told as its fault
            return _Said(kind="crash", message=describe_fault(error, self._name.file))
