"""A real server within the test, without a disk, on memory streams or a socket, for the faces that need a whole table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import trio
from trio.testing import memory_stream_pair

from client.address import Address
from client.session import Face, Session
from server.config import Config
from server.memory_store import MemoryStore
from server.server import Server


class House:
    """The server, and the sessions that tests open to it."""

    def __init__(self, server: Server, nursery: trio.Nursery, store: MemoryStore) -> None:
        self.store = store
        self.server = server
        self._nursery = nursery
        self._scopes: dict[Session, trio.CancelScope] = {}
        self._streams: list[trio.abc.Stream] = []

    async def dial(self) -> trio.abc.Stream:
        """What a client calls to connect."""
        await trio.lowlevel.checkpoint()
        ours, theirs = memory_stream_pair()
        self._streams.append(theirs)
        self._nursery.start_soon(self.server.serve, ours, "127.0.0.1")
        return theirs

    async def session(self, face: Face | None = None) -> Session:
        """A client of the server, connected until the house is closed."""
        session = Session(self.dial, face)
        self._scopes[session] = await self._nursery.start(self._run, session)
        return session

    async def cut_last(self) -> None:
        """Break the newest connection, as a pulled cable does."""
        await trio.aclose_forcefully(self._streams[-1])

    async def hang_up(self, session: Session) -> None:
        """End the connection of a client for good, and wait until the server knows."""
        self._scopes.pop(session).cancel()
        await trio.testing.wait_all_tasks_blocked()

    async def _run(self, session: Session, *, task_status: trio.TaskStatus[trio.CancelScope]) -> None:
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                await nursery.start(session.run)
                task_status.started(scope)


@asynccontextmanager
async def open_tcp_house(config: Config | None = None) -> AsyncIterator[Address]:
    """A server for a test on a real socket of this computer; where it listens."""
    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        await nursery.start(partial(Server(MemoryStore(), config).run, listeners))
        _, port = listeners[0].socket.getsockname()
        yield Address("127.0.0.1", port)
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def open_house(config: Config | None = None) -> AsyncIterator[House]:
    """A server for a test."""
    async with trio.open_nursery() as nursery:
        store = MemoryStore()
        server = Server(store, config)
        await nursery.start(server.run)
        yield House(server, nursery, store)
        nursery.cancel_scope.cancel()
