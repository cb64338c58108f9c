"""`magnate-server status`: whether a server has a data folder, and how it is. Must not write anything."""

from __future__ import annotations

import http.client
import sys
import time
from collections import Counter
from contextlib import closing
from typing import Final

import click
import msgspec

from server import presence
from server.condition import Condition
from server.data_folder import DataFolder
from server.health import LOOPBACK
from server.maintenance import data_option, explained
from server.sqlite_reader import read_rows
from server.sqlite_schema import open_for_reading

_PATIENCE: Final = 5.0  # seconds


class Status(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of the server of a folder; its condition only where it has a port for health."""

    running: bool
    tables: dict[str, int] = {}
    server: presence.Presence | None = None
    condition: Condition | None = None

    @property
    def well(self) -> bool:
        """Whether a server runs, and can store as far as it is known."""
        return self.running and (self.condition is None or self.condition.status == "ok")


@click.command()
@data_option
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@explained()
def status(folder: DataFolder, as_json: bool) -> None:
    """Tell whether a server is running, and how it is.

    Ends with 0 if it is well, with 1 if none runs or it can not store anything at the moment.
    """
    found = look(folder)
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        for line in describe(folder, found):
            click.echo(line)
    sys.exit(0 if found.well else 1)


def look(folder: DataFolder) -> Status:
    """What is known of a folder; raises `UnusableData` or `sqlite3.Error` if its database can not be read."""
    with closing(open_for_reading(folder.database)) as connection:
        tables = dict(Counter[str](row.status for row in read_rows(connection)))
    server = presence.find(folder)
    condition = None if server is None or server.health is None else _ask(server.health)
    return Status(folder.in_use(), tables, server, condition)


def describe(folder: DataFolder, found: Status) -> list[str]:
    """The same in words."""
    lines = [f"no server is running on {folder.path}"]
    server, condition = found.server, found.condition
    if found.running:
        lines = [f"a server is running on {folder.path}"]
    if server is not None:
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(server.since))
        lines.append(f"process {server.pid}, port {server.port}{' with TLS' if server.tls else ''}, since {since}")
    counts = ", ".join(f"{count} {name}" for name, count in sorted(found.tables.items()))
    lines.append(f"tables in the database: {counts or 'none'}")
    if condition is not None:
        lines.append(f"connections: {condition.connections}; tables out of play: {condition.broken}")
        if condition.status == "paused":
            lines.append(f"PAUSED: {condition.held_up} tables stand still, nothing can be stored ({condition.reason})")
    elif server is not None:
        how = "does not answer on its port for health" if server.health else "tells no more without --health-port"
        lines.append(f"the server {how}")
    return lines


def _ask(port: int) -> Condition | None:
    with closing(http.client.HTTPConnection(LOOPBACK, port, timeout=_PATIENCE)) as connection:
        try:
            connection.request("GET", "/healthz")
            return msgspec.json.decode(connection.getresponse().read(), type=Condition)
        except (OSError, http.client.HTTPException, msgspec.DecodeError):
            return None
