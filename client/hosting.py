"""A server on this computer for somebody who plays too: a process of its own, for as long as one stays. Must not import it.

The server keeps its tables in its usual data folder, so whatever ends it, they go on when it is started again. If one runs here
already, that one is taken, and left alone at the end.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

import platformdirs
import trio

from client.address import Address, Tls
from client.children import Child, ChildFailed, start_child
from client.errors import ClientError, Refused
from client.groups import unwrapped
from client.joining import default_name
from client.session import Session, connected, dial_tcp
from protocol.errors import BadName
from protocol.messages import DEFAULT_PORT
from protocol.names import safe_text, table_name

_NAME: Final = "magnate"

_TROUBLE: Final = "Error: "


@dataclass(frozen=True)
class Hosting:
    """How to host: on this port (0: any free one), and on the interface with this address only, if one is given."""

    port: int = DEFAULT_PORT
    interface: str | None = None

    @property
    def address(self) -> Address:
        """Where a server that is hosted so is for those who sit at this computer."""
        return Address(self.interface or "localhost", self.port)


@dataclass(frozen=True)
class Hosted:
    """A server on this computer; `lines` are what friends type, and `ours` says whether it ends when we go."""

    address: Address
    ours: bool
    lines: tuple[str, ...] = ()


def log_file() -> Path:
    """Where the log of a hosted server goes."""
    return platformdirs.user_log_path("magnate", appauthor=False) / "server.log"


@asynccontextmanager
async def hosted(hosting: Hosting) -> AsyncIterator[Hosted]:
    """A server meanwhile; raises `ChildFailed` if there can be none, or if it ends."""
    running = await _running(hosting.address) if hosting.port else None
    if running is not None:
        yield Hosted(running, ours=False)
        return
    with unwrapped(), _log_of_this_run().open("r+b") as log:
        async with trio.open_nursery() as nursery:
            child = await start_child(nursery, "server", "server", "run", *_options(hosting), log=log)
            with _explained(log):
                port = await child.port()
            lines = tuple(line.strip() for line in child.said if line.startswith(" "))
            nursery.start_soon(_stay, child, log)
            yield Hosted(replace(hosting.address, port=port), True, lines)
            nursery.cancel_scope.cancel()


async def _running(address: Address) -> Address | None:
    """The server that is at this address already, if there is one."""
    try:
        with unwrapped():
            async with connected(Session(dial_tcp(address))):
                return address
    except Refused as refused:
        return replace(address, tls=Tls()) if refused.code == "tls_required" else None
    except ClientError:
        return None


def _options(hosting: Hosting) -> list[str]:
    host = () if hosting.interface is None else ("--host", hosting.interface)
    return ["--port", str(hosting.port), "--name", _server_name(), *host]


def _server_name() -> str:
    """What a server is called whose host plays under the usual name."""
    try:
        return table_name(f"{default_name()}'s server")
    except BadName:  # too long, or with letters that nobody sees
        return _NAME


def _log_of_this_run() -> Path:
    """The log, empty; where there can be none it is lost."""
    path = log_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    except OSError:
        return Path(os.devnull)
    return path


async def _stay(server: Child, log: BinaryIO) -> None:
    with _explained(log):
        await server.stay()


@contextmanager
def _explained(log: BinaryIO) -> Iterator[None]:
    """A server that could not go on has said why in its log, in a line for people."""
    try:
        yield
    except ChildFailed as failed:
        log.seek(0)
        lines = log.read().decode(errors="replace").splitlines()
        why = [line.removeprefix(_TROUBLE) for line in lines if line.startswith(_TROUBLE)]
        raise ChildFailed(f"the server has ended: {safe_text(why[-1])}" if why else str(failed)) from None
