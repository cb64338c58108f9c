"""How a running server is, as one value for machines and people. Must not change anything or wait."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import version
from typing import Literal

import msgspec
import trio

from server.server import Server
from server.store import Unavailable


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """`paused` with its `reason` while some table can not store; `tables` by their stage, `broken` ones out of play.

    `uptime` is in seconds; `held_up` is how many tables stand still because nothing can be stored.
    """

    status: Literal["ok", "paused"]
    version: str
    name: str
    uptime: float
    connections: int
    tables: dict[str, int]
    broken: int
    held_up: int
    reason: Unavailable | None = None


class Watcher:
    """Looks at a server that has just been started."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._since = trio.current_time()

    def condition(self) -> Condition:
        """How the server is now."""
        tables = list(self._server.directory)
        held_up = [table.held_up for table in tables if table.held_up is not None]
        return Condition(
            status="paused" if held_up else "ok",
            version=version("magnate"),
            name=self._server.config.name,
            uptime=round(trio.current_time() - self._since, 1),
            connections=self._server.connections,
            tables=dict(Counter(table.summary.stage for table in tables)),
            broken=self._server.directory.broken,
            held_up=len(held_up),
            reason=held_up[0] if held_up else None,
        )
