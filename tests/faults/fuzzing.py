"""Valid requests made wrong in all ways, and said to a live server by strangers, onlookers and players.

Theory of operation. Valid requests come from the declarations of the wire. Each is changed: a value in it for another, a field
too many or too few, or some of its bytes; some stay as they are. Half of them are commands of the game. All that is drawn is
drawn from one seeded source. What a server says must be a message each time, and one who was hung up on comes back.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

import msgpack
import trio
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from protocol import messages as m
from protocol.codec import PREFIX, encode
from protocol.connection import Connection, Role
from tests.faults.raw import HELLO, frame, framed
from tests.protocol.strategies import requests, values
from tests.server.processes import Process

_SAID: Final = 20  # requests over one connection
_POOL: Final = 400  # valid requests, and as many commands of the game
_SEATS: Final = 8  # the newest of them are sat on
_BYTES: Final = 50  # one request in so many has its bytes changed, after which a connection seldom lives
_ODD: Final[list[Any]] = [
    None, True, -1, 0, 1, 2, 3, 39, 40, 2**31, 2**53, -(2**63), 2**64 - 1, 0.5, float("nan"), float("inf"), "", "\x00",
    "\x1b[2J", "x" * 600, b"", b"\xff", [], [[[[[[[[]]]]]]]], {}, {"type": "act"}, [0] * 1000, msgpack.ExtType(1, b"x"),
]  # fmt: skip
_ODD_IDS: Final[list[Any]] = [None, -1, 0, 1, 2, 0.5, "7", [], 2**64 - 1]  # none that would be the seat's last for ever


def valid_requests(count: int, number: int, kinds: SearchStrategy[m.Request]) -> list[dict[str, Any]]:
    """So many requests of these kinds, as maps."""
    found: list[dict[str, Any]] = []

    @seed(number)
    @settings(max_examples=count, database=None, phases=[Phase.generate], deadline=None, suppress_health_check=[*HealthCheck])
    @given(kinds)
    def gather(request: m.Request) -> None:
        found.append(msgpack.unpackb(encode(request)[PREFIX:]))

    gather()
    return found


@dataclass
class Figures:
    """What a run has said and heard: `ended` connections that the server hung up on, replies and errors by code."""

    connections: int = 0
    said: int = 0
    ended: int = 0
    replies: dict[str, int] = field(default_factory=dict)


class Fuzzer:
    """Says wrong requests to a server; `seats` are the tables and tokens of those to say them from."""

    def __init__(self, server: Process, number: int) -> None:
        self.figures = Figures()
        self.seats: deque[tuple[str, str]] = deque(maxlen=_SEATS)
        self._server = server
        self._chance = random.Random(number)
        self._pool = valid_requests(_POOL, number, requests())
        self._acts = valid_requests(_POOL, number, values(m.Act))
        self._broken = False  # whether the server may wait for the rest of a frame
        self._id = 2  # the ids of a seat rise over all its connections

    async def converse(self) -> None:
        """One connection: a hello, perhaps a table, and wrong requests until all are said or the server hangs up."""
        self.figures.connections += 1
        self._broken = False
        words = frame(HELLO) + self._arrival() + b"".join(self._wrong() for _ in range(_SAID))
        words += frame({"type": "get_state", "id": self._next_id()})  # its reply comes after all that the table is asked
        async with await trio.open_tcp_stream("127.0.0.1", self._server.port) as stream, trio.open_nursery() as nursery:
            nursery.start_soon(self._say, stream, words, self._broken)
            self.figures.ended += not await self._listen(stream, self._id)
            nursery.cancel_scope.cancel()

    def _next_id(self) -> int:
        self._id += 1
        return self._id

    def _arrival(self) -> bytes:
        table, token = self._chance.choice(self.seats)
        match self._chance.randrange(4):
            case 0:
                return b""
            case 1:
                return frame({"type": "watch_table", "id": self._next_id(), "table": table})
            case _:
                return frame({"type": "resume", "id": self._next_id(), "table": table, "token": token})

    def _wrong(self) -> bytes:
        self.figures.said += 1
        chance = self._chance
        message = {**chance.choice(self._acts if chance.randrange(2) else self._pool)}
        if chance.randrange(2):
            message.pop("prompt", None)
        if chance.randrange(4):
            message = self._changed(message)
        if isinstance(message, dict):
            message["id"] = self._next_id() if chance.randrange(30) else chance.choice(_ODD_IDS)
        payload = msgpack.packb(message)
        return self._damaged(payload) if chance.randrange(_BYTES) == 0 else framed(payload)

    def _changed(self, value: Any) -> Any:
        """The same with another value somewhere, one field less or one more."""
        chance = self._chance
        if isinstance(value, list) and value and chance.randrange(4):
            place = chance.randrange(len(value))
            return [*value[:place], self._changed(value[place]), *value[place + 1 :]]
        if not isinstance(value, dict) or not value or not chance.randrange(40):
            return chance.choice(_ODD)
        names = [name for name in value if name != "type" or not chance.randrange(8)]  # a wrong type hides all else
        key = chance.choice(names or ["type"])
        match chance.randrange(8):
            case 0:
                return {name: one for name, one in value.items() if name != key}
            case 1:
                return {**value, f"{key}x": chance.choice(_ODD)}
            case _:
                return {**value, key: self._changed(value.get(key))}

    def _damaged(self, payload: bytes) -> bytes:
        self._broken = True
        chance, data = self._chance, bytearray(framed(payload))
        match chance.randrange(4):
            case 0:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            case 1:
                del data[chance.randrange(len(data)) :]
            case 2:
                place = chance.randrange(len(data))
                data[place:place] = chance.randbytes(chance.randrange(1, 9))
            case _:
                place = chance.randrange(PREFIX, len(data))
                return framed(bytes(data[PREFIX:place]) + chance.randbytes(chance.randrange(1, 9)) + bytes(data[place:]))
        return bytes(data)

    async def _say(self, stream: trio.SocketStream, words: bytes, last: bool) -> None:
        try:
            await stream.send_all(words)
            if last:  # else the end would cut off replies that are on their way
                await stream.send_eof()
        except trio.BrokenResourceError:
            pass  # the server has hung up, which the listener finds out and counts

    async def _listen(self, stream: trio.SocketStream, last: int) -> bool:
        """Hear all up to the last reply; returns whether it came."""
        connection = Connection(Role.CLIENT)
        connection.send(m.Hello(1, 1, 1, "raw"))
        try:
            async for data in stream:
                connection.receive_data(bytes(data))
                for message in connection.events_received():
                    assert isinstance(message, m.ServerMessage), message
                    self._count(message)
                    if getattr(message, "in_reply_to", None) == last:
                        return True
        except trio.BrokenResourceError:
            pass  # hung up on with something unread
        return False

    def _count(self, message: m.ServerMessage) -> None:
        replies = self.figures.replies
        name = message.code if isinstance(message, m.Error | m.Closing) else str(message.__struct_config__.tag)
        replies[name] = replies.get(name, 0) + 1
