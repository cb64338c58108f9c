"""The one channel into a table: what may come through it, and what becomes of it when the table ends. Must not act on it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import trio

from protocol import messages as m
from protocol.lobby_events import DropCause
from server.refusal import Refused

if TYPE_CHECKING:
    from server.session import Session

EntryRequest: TypeAlias = m.CreateTable | m.JoinTable | m.Resume | m.ClaimSeat | m.WatchTable


class Said(NamedTuple):
    """A session's request."""

    session: Session
    request: m.Request


class Enter(NamedTuple):
    """A session wants to sit down, come back or look on; `done` is set when it has its reply."""

    session: Session
    request: EntryRequest
    done: trio.Event


class Gone(NamedTuple):
    """A session's connection has ended; `done` is set when all that it said before has been answered."""

    session: Session
    cause: DropCause
    done: trio.Event


Item: TypeAlias = Said | Enter | Gone


class Inbox:
    """A bounded channel: whoever puts something into a full one waits, in order of arrival.

    `closed` is empty while the table stands, then the error code for everybody who comes too late.
    """

    def __init__(self, size: int) -> None:
        self._send, self._receive = trio.open_memory_channel[Item | None](size)
        self.closed = ""

    async def put(self, item: Item) -> None:
        """Hand an item to the table; raises `Refused` if there is no table any more."""
        try:
            self._send.send_nowait(item)
        except trio.WouldBlock:
            try:
                await self._send.send(item)
            except trio.BrokenResourceError:
                raise Refused(self.closed) from None
        except trio.BrokenResourceError:
            raise Refused(self.closed) from None

    def ring(self) -> None:
        """Have the table look up; where so much waits that there is no room, it is about to do that anyway."""
        with suppress(trio.WouldBlock):
            self._send.send_nowait(None)

    async def get(self) -> Item | None:
        """The next item, or `None` for a ring."""
        return await self._receive.receive()

    def get_now(self) -> Item | None:
        """The next item, if there is one."""
        try:
            return self._receive.receive_nowait()
        except trio.WouldBlock:
            return None

    def close(self, code: str) -> None:
        """Take nothing more, and tell everybody who waits for an answer why there is none."""
        self.closed = code
        with suppress(trio.WouldBlock):
            while True:
                item = self._receive.receive_nowait()
                if item is not None:
                    turn_away(item, code)
        self._receive.close()


def turn_away(item: Item, code: str) -> None:
    """Answer an item that will not be dealt with."""
    if not isinstance(item, Gone):
        item.session.send(Refused(code).reply(item.request.id))
    if not isinstance(item, Said):
        item.done.set()
