"""`magnate pipe`: a client for programs in any language, as JSON lines on standard input and output. Must know no rule.

Theory of operation. Each line that comes in is one request of `protocol/README.md`, with the same names; each line that goes
out is one message of the server. The pipe says hello by itself, and when a connection breaks it comes back, takes the seat
again and asks again what was not answered, so that the program only ever sees each reply once. Where the wire has numbers of
its own for that, they are hidden: `in_reply_to` is the `id` that the program gave, and is missing where it gave none. What the
pipe itself has to say is `{"type": "connection", "live": ..., "message": ...}`.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable
from functools import partial
from typing import Any, Final

import msgspec
import trio

from client.errors import SeatLost
from client.seats import new_token
from client.wire import Dial, Make, Wire
from protocol import messages as m
from protocol.codec import FROM_CLIENT, decode
from protocol.errors import MalformedFrame, MessageError, ProtocolError, UnexpectedMessage

_SITTING: Final = frozenset({"create_table", "join_table", "claim_seat"})
_HELLO: Final = str(m.Hello.__struct_config__.tag)

Say = Callable[[bytes], None]
"""Takes one line of JSON, without its end."""


class Pipe:
    """One connection to a server on behalf of a program that reads and writes lines."""

    def __init__(self, dial: Dial, say: Say) -> None:
        self._say = say
        self._wire = Wire(dial, self._hear, client="magnate-pipe", greeting=self._greeting, news=self._news)
        self._asked: dict[int, tuple[m.Request, int | None]] = {}
        self._place: _Place | None = None
        self._token = ""
        self._met = False
        self._broken = False

    async def run(self, lines: AsyncIterable[str]) -> None:
        """Serve the program until its lines end and all is answered.

        Raises what `Wire.run` raises, within an exception group.
        """
        async with trio.open_nursery() as nursery:
            await nursery.start(self._keep_up)
            async with trio.open_nursery() as asking:
                async for line in lines:
                    if line.strip():
                        await self._take(line, asking)
            nursery.cancel_scope.cancel()

    async def _keep_up(self, *, task_status: trio.TaskStatus[None]) -> None:
        try:
            await self._wire.run(task_status=task_status)
        except SeatLost as lost:
            self._say(msgspec.json.encode(m.Closing(lost.code, str(lost))))
            raise

    async def _take(self, line: str, asking: trio.Nursery) -> None:
        """Ask the server what a line says; returns as soon as it is on its way, so that lines keep their order."""
        number = None
        try:
            raw = _object(line)
            number = raw["id"] if type(raw.get("id")) is int else None
            request = _request(raw)
        except ProtocolError as error:
            field = error.field if isinstance(error, MessageError) else None
            self._say_reply(m.Error(error.code, str(error), field=field), number)
        else:
            await asking.start(self._ask, request, number)

    async def _ask(self, request: m.Request, number: int | None, *, task_status: trio.TaskStatus[None]) -> None:
        wired = 0

        def make(own: int) -> m.Request:
            nonlocal wired
            wired = own
            self._asked[own] = request, number
            task_status.started()
            return msgspec.structs.replace(request, id=own)

        reply = await self._wire.ask(make, m.ServerMessage)
        del self._asked[wired]
        if isinstance(reply, m.Error):  # all other replies were heard when they came
            self._say_reply(reply, number)

    def _hear(self, message: m.ServerMessage) -> None:
        if self._place is not None:
            self._place.follow(message)
        reply_to = getattr(message, "in_reply_to", None)
        if reply_to is None:
            self._say(msgspec.json.encode(message))
        elif isinstance(message, m.Welcome):
            if not self._met:
                self._say_reply(message, None)
            self._met = True
        elif reply_to in self._asked:
            request, number = self._asked[reply_to]
            self._follow(request, message)
            self._say_reply(message, number)

    def _follow(self, request: m.Request, reply: m.ServerMessage) -> None:
        """Note where the connection is, to come back there."""
        if isinstance(reply, m.Seated):
            self._token = getattr(request, "token", self._token)
            self._place = _Place(partial(_resume, reply.table, self._token))
        elif isinstance(reply, m.Watching):
            self._place = _Place(partial(_watch, reply.table, getattr(request, "code", None)))
        elif isinstance(request, m.LeaveTable):
            self._place = None

    def _greeting(self) -> Make | None:
        return None if self._place is None else self._place.greeting()

    def _news(self, live: bool, words: str) -> None:
        if not live:
            self._say(msgspec.json.encode({"type": "connection", "live": False, "message": words}))
        elif self._broken:
            self._say(msgspec.json.encode({"type": "connection", "live": True}))
        self._broken = not live

    def _say_reply(self, reply: m.ServerMessage, number: int | None) -> None:
        fields = msgspec.to_builtins(reply, str_keys=True)
        fields.pop("in_reply_to", None)
        if number is not None:
            fields["in_reply_to"] = number
        self._say(msgspec.json.encode(fields))


def _object(line: str) -> dict[str, Any]:
    """The JSON object of a line; raises `MalformedFrame`."""
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedFrame(f"expected one JSON object, found none: {error}") from None
    if not isinstance(raw, dict):
        raise MalformedFrame(f"expected one JSON object, found {type(raw).__name__}")
    return raw


def _request(raw: dict[str, Any]) -> m.Request:
    """The request of an object, its id and token filled in where they were left out; raises `RemoteProtocolError`."""
    filled = {"id": 1, **raw}
    if raw.get("type") == _HELLO:
        raise UnexpectedMessage("expected no hello: the pipe says it by itself", field="type")
    if raw.get("type") in _SITTING:
        filled.setdefault("token", new_token())
    try:
        payload = msgspec.msgpack.encode(filled)
    except OverflowError:
        raise MalformedFrame("expected numbers of no more than 64 bits, found a larger one") from None
    request = decode(payload, FROM_CLIENT)
    assert isinstance(request, m.Request)
    return request


class _Place:
    """Where to come back to, and the newest event that the program knows of there."""

    def __init__(self, make: Callable[[int | None, int], m.Request]) -> None:
        self._make = make
        self._seq: int | None = None

    def follow(self, message: m.ServerMessage) -> None:
        """Note what the program is being told."""
        if isinstance(message, m.TableState):
            self._seq = message.seq
        elif isinstance(message, m.Update) and self._seq is not None:
            self._seq = max(self._seq, message.first + len(message.events) - 1)

    def greeting(self) -> Make:
        """How to take the place again."""
        return partial(self._make, self._seq)


def _resume(table: str, token: str, after: int | None, number: int) -> m.Request:
    return m.Resume(number, table, token, after)


def _watch(table: str, code: str | None, after: int | None, number: int) -> m.Request:
    return m.WatchTable(number, table, code, after)
