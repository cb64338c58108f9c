"""A server as a process: its sockets, its store, signals, and what goes on beside the game. Must not read a command line."""

from __future__ import annotations

import logging
import os
import signal
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import trio

from server import presence
from server.addresses import announced_addresses
from server.beacon import Beacon, says
from server.condition import Watcher
from server.config import Config
from server.data_folder import DataFolder
from server.listener import open_listeners, port_of, take_in
from server.logs import log
from server.retention import retire_daily
from server.server import Server
from server.sqlite_store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a server process is started with; `announce` is told the port as soon as everybody can come.

    `health_port` is for figures on this machine (`None`: there is none, 0: any free one). Tables that have ended are
    archived after `keep_days` (0: never). With a `beacon` the server tells the local network that it is here.
    """

    config: Config
    folder: DataFolder
    host: str | None
    port: int
    announce: Callable[[int], None]
    relaxed: bool = False
    tls: ssl.SSLContext | None = None
    health_port: int | None = None
    keep_days: float = 30
    beacon: bool = False


async def run(setup: Setup) -> None:
    """Run a server until a signal ends it.

    Raises `PortTaken`, `CannotListen`, `UnusableData`, and `StoreFailed` within an exception group.
    """
    async with _opened(setup.host, setup.port) as listeners:
        store = SqliteStore(setup.folder, relaxed=setup.relaxed)
        server = Server(store, setup.config, setup.tls)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_on_signal, server)
            await nursery.start(_serve, server, listeners, nursery.cancel_scope)
            if setup.keep_days:
                nursery.start_soon(retire_daily, store, setup.keep_days)
            health = None if setup.health_port is None else await nursery.start(_tell_health, server, store, setup.health_port)
            port = port_of(listeners)
            _leave_note(setup, port, health)
            setup.announce(port)
            if setup.beacon:
                nursery.start_soon(_tell_network, server, listeners, setup.tls is not None)


@asynccontextmanager
async def _opened(host: str | None, port: int) -> AsyncIterator[Sequence[trio.SocketListener]]:
    listeners = await open_listeners(host, port)
    try:
        yield listeners
    finally:
        for listener in listeners:
            listener.socket.close()


async def _serve(
    server: Server,
    listeners: Sequence[trio.SocketListener],
    scope: trio.CancelScope,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    await server.run(listeners, task_status=task_status)
    scope.cancel()  # so that nobody waits for signals any more


async def _stop_on_signal(server: Server) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            server.stop()


async def _tell_health(server: Server, store: SqliteStore, port: int, *, task_status: trio.TaskStatus[int]) -> None:
    # Its libraries take a while to load, and most servers do without.
    from server.health import LOOPBACK, Health
    from server.metrics import Metrics

    watcher = Watcher(server)
    health = Health(watcher.condition, Metrics(watcher.condition, server.figures, lambda: store.stored))
    async with _opened(LOOPBACK, port) as listeners, trio.open_nursery() as asked:
        task_status.started(port_of(listeners))
        await take_in(listeners[0], health.serve, asked)


async def _tell_network(server: Server, listeners: Sequence[trio.SocketListener], tls: bool) -> None:
    bound = [str(listener.socket.getsockname()[0]).partition("%")[0] for listener in listeners]
    await Beacon(says(server, tls=tls), partial(announced_addresses, bound), port_of(listeners)).run()


def _leave_note(setup: Setup, port: int, health: int | None) -> None:
    try:
        presence.announce(setup.folder, presence.Presence(os.getpid(), port, setup.tls is not None, health, time.time()))
    except OSError as error:  # a full disk costs `status` its details, not the players their game
        log(_log, logging.WARNING, "note_not_left", reason=error)
