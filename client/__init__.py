"""The clients: one core of connection, model, command language and rendering under several faces.

It must never import the server and never trust itself: the server decides.

For scripts: `connect` on trio, `connect_blocking` without it, and what these give out and raise. Each name is loaded when it is
first asked for, so that importing one module of this package does not load all the others.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from client.address import InvalidAddress as InvalidAddress
    from client.api import Server as Server
    from client.api import Table as Table
    from client.api import connect as connect
    from client.blocking import BlockingServer as BlockingServer
    from client.blocking import BlockingTable as BlockingTable
    from client.blocking import connect_blocking as connect_blocking
    from client.errors import BadChoice as BadChoice
    from client.errors import ClientError as ClientError
    from client.errors import CommandRefused as CommandRefused
    from client.errors import NoConnection as NoConnection
    from client.errors import NotThere as NotThere
    from client.errors import Refused as Refused
    from client.errors import SeatLost as SeatLost
    from client.errors import TableOver as TableOver
    from client.naming import InvalidInput as InvalidInput

_HOMES: Final = {
    "BadChoice": "errors",
    "BlockingServer": "blocking",
    "BlockingTable": "blocking",
    "ClientError": "errors",
    "CommandRefused": "errors",
    "InvalidAddress": "address",
    "InvalidInput": "naming",
    "NoConnection": "errors",
    "NotThere": "errors",
    "Refused": "errors",
    "SeatLost": "errors",
    "Server": "api",
    "Table": "api",
    "TableOver": "errors",
    "connect": "api",
    "connect_blocking": "blocking",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for package in ("engine", "protocol"):
        _need_ours(package)
    value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


def _need_ours(package: str) -> None:
    """A script called `engine.py` would be taken for the package `engine`; raises `ImportError` that says so."""
    found = importlib.util.find_spec(package)
    if found is not None and found.submodule_search_locations is None:
        raise ImportError(f"expected Magnate's package {package}, found {found.origin}, which hides it: rename that file")
