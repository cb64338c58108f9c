"""Plays a script at a server: what its clients do, wait for and expect, line by line. Must not judge rules.

Theory of operation. Each client is a `client.api.Table` with a connection of its own. What one of them does is known to all
the others at that table before the next line, so that a script means the same however slow the network is. A line that does
not come out as it says ends the script with a `Mismatch`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from client.api import Server, Table
from client.errors import ClientError, CommandRefused, TableOver
from client.expectations import follow_contest
from client.looks import Outlook, look
from client.naming import InvalidInput, find_seat, find_word, suggest
from client.script import Script, Statement, UnreadableScript, fill_in
from client.script_table import creation, read_options
from client.script_waits import Check, condition, event_kind, expectation, situation
from client.words import LOOKS
from engine.events import Event
from engine.ids import Seat
from protocol.errors import ERROR_CODES
from protocol.lobby_events import TableEvent

PATIENCE: Final = 30.0
"""Seconds that a line may wait."""


class Mismatch(Exception):
    """A line did not come out as it says: what was `expected`, what was `found`, and the error that it was, if any."""

    def __init__(self, statement: Statement, expected: str, found: str, error: ClientError | None = None) -> None:
        self.statement = statement
        self.expected = expected
        self.found = found
        self.error = error
        super().__init__(f"line {statement.line}: {statement.text}: expected {expected}, found {found}")


@dataclass
class _Client:
    """A name of the script and the table where it is; `token` takes its seat back."""

    name: str
    at: Table | None = None
    id: str = ""
    token: str = ""

    @property
    def table(self) -> Table:
        """The table; raises `InvalidInput` where there is none."""
        if self.at is None:
            raise InvalidInput(f"expected {self.name} at a table, found {self.name} at none")
        return self.at


@dataclass
class _Line:
    """A statement that is being carried out, by a client, with its variables filled in; `check` is what it waits for."""

    statement: Statement
    client: _Client
    rest: str
    check: Check = situation

    @property
    def table(self) -> Table:
        """The table of the client; raises `InvalidInput` where it is at none."""
        return self.client.table

    def mismatch(self, expected: str, found: str) -> Mismatch:
        """That it did not come out as it says."""
        return Mismatch(self.statement, expected, found)

    def too_late(self, patience: float) -> Mismatch:
        """That nothing has come of it within so many seconds."""
        what = "it to be done" if self.check is situation else self.rest
        found = None if self.client.at is None else self.check(self.client.at)
        return self.mismatch(f"{what} within {patience:g} s", found or "no answer")


@dataclass
class Runner:
    """One run of a script; `say` prints a line, `folder` is where the files are that the script names."""

    server: Server
    say: Callable[[str], None]
    folder: Path = field(default_factory=Path)
    variables: dict[str, str] = field(default_factory=dict)
    patience: float = PATIENCE
    _clients: dict[str, _Client] = field(default_factory=dict)
    _events: tuple[TableEvent, ...] = ()
    _wishes: dict[Seat, int] = field(default_factory=dict)

    async def run(self, script: Script) -> None:
        """Play it to its end; raises `Mismatch`, and `UnreadableScript` for what could not be judged before."""
        for statement in script.statements:
            try:
                await self._do(statement)
            except InvalidInput as error:
                raise UnreadableScript(script.file, statement.line, str(error)) from None
            except TableOver as error:
                raise Mismatch(statement, "it to be possible", str(error)) from None
            except ClientError as error:
                raise Mismatch(statement, "it to be done", str(error), error) from None

    async def _do(self, statement: Statement) -> None:
        name = statement.speaker
        client = self._clients.setdefault(name, _Client(name))
        line = _Line(statement, client, fill_in(statement.rest, self.variables))
        carry_out = _STATEMENTS[statement.word] if statement.word else Runner._command
        with trio.move_on_after(self.patience) as scope:
            await carry_out(self, line)
        if scope.cancelled_caught:
            raise line.too_late(self.patience)

    # What is nobody's.

    async def _as(self, line: _Line) -> None:
        """Whose the next lines are has been settled when the script was read."""

    async def _set(self, line: _Line) -> None:
        name, _, value = line.rest.partition("=")
        self.variables[name.strip()] = value.strip()

    async def _patience(self, line: _Line) -> None:
        try:
            self.patience = float(line.rest)
        except ValueError:
            raise InvalidInput(f"expected a number of seconds, found {line.rest}") from None

    async def _print(self, line: _Line) -> None:
        self.say(line.rest)

    # Coming and going.

    async def _create(self, line: _Line) -> None:
        made = creation(read_options(line.rest, self.folder))
        self._sit(line.client, await self.server.create(line.client.name, **made))

    async def _join(self, line: _Line) -> None:
        table, code = self._where(line.rest)
        self._sit(line.client, await self.server.join(table, line.client.name, code=code))
        await self._tell_all(line.table)

    async def _watch(self, line: _Line) -> None:
        table, code = self._where(line.rest)
        self._sit(line.client, await self.server.watch(table, code=code))

    def _where(self, rest: str) -> tuple[str, str | None]:
        """A table and its code."""
        table, _, code = rest.partition(" code=")
        return table.strip(), code.strip() or None

    def _sit(self, client: _Client, table: Table) -> None:
        if client.at is not None:
            client.at.hang_up()
        client.at, client.id, client.token = table, table.id, table.token
        self.variables["table"] = table.id

    async def _hang_up(self, line: _Line) -> None:
        line.table.hang_up()
        line.client.at = None

    async def _resume(self, line: _Line) -> None:
        client = line.client
        if not client.token:
            raise InvalidInput(f"expected {client.name} to have had a seat, found none")
        self._sit(client, await self.server.resume(client.id, client.token))
        await self._tell_all(line.table)

    async def _leave(self, line: _Line) -> None:
        table = line.table
        await table.leave()
        line.client.at = None

    # The lobby.

    async def _ready(self, line: _Line) -> None:
        await line.table.ready(line.rest != "no")
        await self._tell_all(line.table)

    async def _start(self, line: _Line) -> None:
        await line.table.start()
        await self._tell_all(line.table)

    async def _add_bot(self, line: _Line) -> None:
        await line.table.add_bot(line.rest or "careful")
        await self._tell_all(line.table)

    async def _kick(self, line: _Line) -> None:
        name, _, how = line.rest.partition(" ")
        await line.table.remove(find_seat(name, line.table.players), bar=how.strip() == "bar")
        await self._tell_all(line.table)

    async def _talk(self, line: _Line) -> None:
        await line.table.say(line.rest)
        await self._tell_all(line.table)

    # The game.

    async def _command(self, line: _Line) -> None:
        try:
            await self._happen(line.table, await line.table.act(line.rest))
        except CommandRefused as refused:
            raise Mismatch(line.statement, "it to be accepted", _why(refused), refused) from None

    async def _default(self, line: _Line) -> None:
        question = line.table.question
        if question is None:
            raise line.mismatch("an open question", situation(line.table))
        await self._happen(line.table, await line.table.act(question.default))

    async def _timeout(self, line: _Line) -> None:
        table = line.table
        await self._happen(table, await table.time_out(find_seat(line.rest, table.players)))

    async def _refused(self, line: _Line) -> None:
        reason, colon, command = line.rest.partition(":")
        if not colon or " " in reason:
            reason, command = "", line.rest
        elif reason not in ERROR_CODES:
            raise InvalidInput(f"there is no reason {reason}", suggest(reason, ERROR_CODES))
        try:
            events = await line.table.act(command.strip())
        except CommandRefused as refused:
            if reason and refused.reason != reason:
                raise line.mismatch(f"refused, {reason}", _why(refused)) from None
            return
        found = " ".join(str(type(event).__struct_config__.tag) for event in events)
        raise line.mismatch(f"refused{f', {reason}' if reason else ''}", f"accepted, events {found or 'none'}")

    async def _happen(self, table: Table, events: tuple[TableEvent, ...]) -> None:
        """Remember what a command has brought about, for what is expected of it."""
        self._events = events
        self._wishes = follow_contest(self._wishes, (event for event in events if isinstance(event, Event)))
        await self._tell_all(table)

    async def _tell_all(self, table: Table) -> None:
        """Wait until all the clients at this table know what this one knows."""
        seq = table.seq
        for client in self._clients.values():
            if client.at is not None and client.at.id == table.id:
                with suppress(TableOver):  # it was told of the end, or is told nothing more
                    await client.at.wait_until(lambda other: other.seq >= seq)

    # Looking and waiting.

    async def _expect(self, line: _Line) -> None:
        found = expectation(line.rest, self._events, self._wishes)(line.table)
        if found is not None:
            raise line.mismatch(line.rest, found)

    async def _wait(self, line: _Line) -> None:
        kind, _, rest = line.rest.partition(" ")
        if kind == "event":
            await line.table.wait_for_event(event_kind(rest))
        elif kind == "over":
            await line.table.wait_until_over()
        else:
            line.check = condition(kind, rest, line.client.name)
            with suppress(TableOver):
                await line.table.wait_until(lambda table: line.check(table) is None)
            found = line.check(line.table)
            if found is not None:
                raise line.mismatch(line.rest, found)

    async def _show(self, line: _Line) -> None:
        word, _, rest = line.rest.partition(" ")
        view = line.table.session.model.view()
        for text in look(find_word(word, [name for name in LOOKS if name != "legal"]), rest, Outlook(view)):
            self.say(text)


def _why(refused: CommandRefused) -> str:
    return f"refused, {refused.reason}: {refused.message}"


_STATEMENTS: Final[dict[str, Callable[[Runner, _Line], Awaitable[None]]]] = {
    "as": Runner._as,
    "set": Runner._set,
    "patience": Runner._patience,
    "print": Runner._print,
    "show": Runner._show,
    "create": Runner._create,
    "join": Runner._join,
    "watch": Runner._watch,
    "resume": Runner._resume,
    "hang-up": Runner._hang_up,
    "ready": Runner._ready,
    "start": Runner._start,
    "add-bot": Runner._add_bot,
    "kick": Runner._kick,
    "say": Runner._talk,
    "leave": Runner._leave,
    "default": Runner._default,
    "timeout": Runner._timeout,
    "refused": Runner._refused,
    "expect": Runner._expect,
    "wait": Runner._wait,
}
