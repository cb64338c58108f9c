"""`magnate tables`: the tables of a server. Must not take part in one."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from client.address import Address
from client.columns import columns
from client.errors import OK, BadChoice
from client.session import Session, connected, dial_tcp
from protocol.names import safe_text, same_name
from protocol.tables import TableSummary

_HEAD = ("TABLE", "NAME", "STAGE", "SEATS", "RULES", "PLAYERS")


def render_tables(tables: Sequence[TableSummary], marks: Sequence[str] | None = None) -> list[str]:
    """A line of headings and one line for each table; `marks` stand before the tables they belong to."""
    rows = [_HEAD, *(_row(table) for table in tables)]
    if marks is not None:
        rows = [(mark, *row) for mark, row in zip(("", *marks), rows, strict=True)]
    return columns(rows)


def _row(table: TableSummary) -> tuple[str, ...]:
    return (
        safe_text(table.table),
        safe_text(table.name),
        table.stage + (", seat open" if table.open else "") + (", code" if table.code else ""),
        f"{len(table.players)}/{table.seats}",
        safe_text(table.preset),
        ", ".join(safe_text(player) for player in table.players),
    )


async def find_table(session: Session, wanted: str) -> str:
    """The id of a table named by its id or title; what is not listed may be private and is taken for an id.

    Raises `BadChoice` if several tables have that title.
    """
    tables = await session.tables()
    if any(table.table == wanted for table in tables):
        return wanted
    titled = [table.table for table in tables if same_name(table.name, wanted)]
    if len(titled) > 1:
        raise BadChoice(f"expected one table called {wanted}, found {len(titled)}: {', '.join(titled)}")
    return titled[0] if titled else wanted


async def list_tables(address: Address, *, as_json: bool) -> int:
    """Print the tables of a server; returns the exit code."""
    async with connected(Session(dial_tcp(address))) as session:
        await print_tables(session, as_json=as_json)
    return OK


async def print_tables(session: Session, *, as_json: bool) -> None:
    """Print the tables of a connected server."""
    tables = await session.tables()
    if as_json:
        for table in tables:
            click.echo(msgspec.json.encode(table))
    else:
        click.echo("\n".join(render_tables(tables)) if tables else "no table is open: open one with `magnate play --create`")
