"""`magnate discover`: the servers in the local network. Must not connect to any.

Exit codes: 0 some were found; 2 usage; 3 none was found, or the network can not be asked.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from client.address import interface_option

if TYPE_CHECKING:
    from client.discovery import FoundServer

_HEAD = ("NAME", "ADDRESS", "OPEN", "CODE", "TLS", "VERSION")

NOTHING = (
    "no server was found in the network; whoever hosts one sees a line like `magnate play 192.168.1.5` on the screen: type that"
)

@click.command()
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=2, show_default=True, help="How long to look.")
@interface_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def discover(seconds: float, interface: str | None, as_json: bool) -> None:
    """List the servers in the local network.

    ADDRESS is what `magnate play` takes, OPEN how many tables have a free seat, CODE whether none, some or all of them ask for
    a code. Exit code 3 if no server was found.
    """
    from client.running import run

    sys.exit(run(partial(_discover, seconds, interface, as_json)))


async def _discover(seconds: float, interface: str | None, as_json: bool) -> int:
    import trio

    from client.discovery import Neighborhood, looking
    from client.errors import OK, NoConnection

    seen = Neighborhood()
    async with looking(interface) as sightings:
        with trio.move_on_after(seconds):
            async for sighting in sightings:
                seen.take(sighting)
    servers = seen.servers()
    if not servers:
        raise NoConnection(NOTHING)
    click.echo("\n".join(_as_json(servers) if as_json else render_servers(servers)))
    return OK


def render_servers(servers: list[FoundServer], marks: list[str] | None = None) -> list[str]:
    """A line of headings and one line for each server; `marks` stand before the servers they belong to."""
    from client.columns import columns

    rows = [_HEAD, *(_row(server) for server in servers)]
    if marks is not None:
        rows = [(mark, *row) for mark, row in zip(("", *marks), rows, strict=True)]
    return columns(rows)


def _row(server: FoundServer) -> tuple[str, ...]:
    said = server.said
    note = "" if said.speaks_ours else ", another protocol"
    return said.name, server.address.typed, str(said.open), said.code, "yes" if said.tls else "no", said.version + note


def _as_json(servers: list[FoundServer]) -> list[str]:
    import msgspec

    def record(server: FoundServer) -> dict[str, Any]:
        return {**msgspec.structs.asdict(server.said), "addresses": [address.typed for address in server.addresses]}

    return [msgspec.json.encode(record(server)).decode() for server in servers]
