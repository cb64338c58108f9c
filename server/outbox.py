"""What a connection is yet to be told: sent at once as far as the socket takes it, the rest by a task that waits for it.

Theory of operation. All that is put into an outbox in one round of the event loop goes out together: the outbox calls the
`Post`, one task for all of them, which goes round them in the next. So an update, a question and a reply are one system call,
and no connection needs a task of its own to be woken for it. What the socket does not take then, since its client does not
read, is left to `run`; meanwhile whatever else is put in waits behind it, and others are not slowed.

Must not know what is said, nor drop a client that does not read: `push` tells that too much waits.
"""

from __future__ import annotations

import trio

from protocol.connection import Connection
from server.wire import Wire


class Post:
    """The task that goes round the outboxes which have something to send."""

    def __init__(self) -> None:
        self._calls: list[Outbox] = []
        self._idle = trio.lowlevel.ParkingLot()

    def call(self, outbox: Outbox) -> None:
        """Have this outbox sent in the next round."""
        if not self._calls:
            self._idle.unpark()
        self._calls.append(outbox)

    async def run(self) -> None:
        """Go round, for ever."""
        while True:
            calls, self._calls = self._calls, []
            for outbox in calls:
                outbox.send()
            await self._idle.park()


class Outbox:
    """What is queued in a connection and not yet taken by its client's socket."""

    __slots__ = ("_called", "_connection", "_limit", "_post", "_queued", "_rest", "_wake", "_wire")

    def __init__(self, wire: Wire, connection: Connection, post: Post, limit: int) -> None:
        self._wire = wire
        self._limit = limit
        self._connection = connection
        self._post = post
        self._queued = 0
        self._rest = b""
        self._called = False
        self._wake = trio.lowlevel.ParkingLot()

    def push(self, frame: bytes) -> bool:
        """Queue a frame; false if more than `limit` bytes are left unread now."""
        self._connection.send_frame(frame)
        self._queued += len(frame)
        if not self._called:
            self.hurry()
        return self._queued + len(self._rest) <= self._limit

    def hurry(self) -> None:
        """Have sent what is queued in the connection."""
        if not self._called:
            self._called = True
            self._post.call(self)

    def send(self) -> None:
        """Send what is queued as far as it is taken at once."""
        self._called = False
        if self._rest:
            return  # the task is at it, and will take the rest too
        data = self._take()
        sent = self._wire.send_now(data) if data else 0
        if sent < len(data):
            self._rest = data[sent:]
            self._wake.unpark()

    def finish(self) -> None:
        """Have `run` send what is left, once nothing more will be queued."""
        self._wake.unpark()

    async def run(self) -> None:
        """Send what was not taken at once, until the conversation is over and all of it is said.

        Raises `trio.BrokenResourceError` as soon as that can not be.
        """
        while True:
            over = self._connection.close_expected()
            if over and not self._rest:
                self._rest = self._take()
            if self._rest:
                await self._wire.send_all(self._rest)
                self._rest = self._take()
            elif over:
                break
            else:
                await self._wake.park()
        await self._wire.send_eof()

    def _take(self) -> bytes:
        self._queued = 0
        return self._connection.data_to_send()
