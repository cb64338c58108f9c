"""`magnate load`: how many decisions a second a server bears, and how fast it answers. Must not hold the load itself.

Exit codes: 0 well, 1 if an act was refused for anything but its lateness or a connection was lost, 3 no server is there, 4 it
refuses the tables.
"""

from __future__ import annotations

import sys
from functools import partial

import click
import msgspec

from client.address import Address
from client.errors import FAILED, OK
from client.load import Plan, run_load
from client.load_figures import render_load
from client.parameters import preset_option
from client.running import run
from client.server_argument import server_argument


@click.command()
@server_argument
@click.option("--tables", type=click.IntRange(1), default=10, show_default=True, help="Tables that play at once.")
@click.option("--seats", type=click.IntRange(2, 8), default=4, show_default=True, help="Seats of each, a connection each.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=10.0, show_default=True, help="To measure.")
@click.option("--warm-up", type=click.FloatRange(0), default=1.0, show_default=True, help="Seconds before measuring.")
@click.option("--think", type=click.IntRange(0), default=0, show_default=True, help="Milliseconds before each answer.")
@preset_option("The rules.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def load(
    server: Address, tables: int, seats: int, seconds: float, warm_up: float, think: int, preset: str, as_json: bool
) -> None:
    """Put tables of bots on a server and measure it.

    Each seat is a connection of its own and answers every question by its default. Latencies are those from an act to its
    reply, and from an act to its update at another seat.
    """
    plan = Plan(server.host, server.port, tables, seats, think / 1000, preset, tls=server.tls)
    sys.exit(run(partial(_load, plan, seconds, warm_up, as_json=as_json)))


async def _load(plan: Plan, seconds: float, warm_up: float, *, as_json: bool) -> int:
    measured = await run_load(plan, seconds, warm_up=warm_up)
    click.echo(msgspec.json.encode(measured) if as_json else "\n".join(render_load(measured)))
    return FAILED if measured.errors else OK
