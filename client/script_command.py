"""`magnate script`: plays a text script at a server and reports. Must not carry out its lines.

Exit codes: 0 all came out as it says, 1 a line did not, 2 the file can not be read, 3 no server is there, 4 the server refused
what the script did not expect to be refused.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import click
import msgspec

from client.address import Address
from client.api import connect
from client.errors import FAILED, OK, USAGE
from client.running import run
from client.script import Script, UnreadableScript, load_script
from client.script_runner import PATIENCE, Mismatch, Runner
from client.server_argument import server_option


def _settings(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    settings = dict(value.split("=", 1) for value in values if "=" in value)
    if len(settings) < len(values):
        raise click.BadParameter(f"expected NAME=TEXT, each name once, found {' '.join(values)}")
    return settings


@click.command()
@click.argument("file", type=click.Path())
@server_option
@click.option("--set", "variables", multiple=True, metavar="NAME=TEXT", callback=_settings, help="A variable of the script.")
@click.option(
    "--patience", type=click.FloatRange(0, min_open=True), default=PATIENCE, show_default=True,
    help="Seconds that a line may wait.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object: file, ok, line, text, expected, found.")
def script(file: str, server: Address, variables: dict[str, str], patience: float, as_json: bool) -> None:
    """Play a text script at a server.

    Exit code 0: all came out as it says; 1: a line did not; 2: the file can not be read; 3: no server is there; 4: the server
    refused something.
    """
    try:
        read = load_script(Path(file))
    except UnreadableScript as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(USAGE)
    sys.exit(run(partial(_play, read, server, variables, patience, as_json=as_json)))


async def _play(read: Script, address: Address, variables: Mapping[str, str], patience: float, *, as_json: bool) -> int:
    """Play it and report; returns the exit code."""
    async with connect(address) as server:
        say = partial(click.echo, err=as_json)  # so that standard output is JSON and nothing else
        runner = Runner(server, say, Path(read.file).parent, dict(variables), patience)
        try:
            await runner.run(read)
        except UnreadableScript as error:
            click.echo(f"error: {error}", err=True)
            return USAGE
        except Mismatch as mismatch:
            _report(read, mismatch, as_json=as_json)
            return mismatch.error.exit_code if mismatch.error is not None else FAILED
    _report(read, None, as_json=as_json)
    return OK


def _report(read: Script, mismatch: Mismatch | None, *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(_fields(read, mismatch)))
    elif mismatch is None:
        click.echo(f"ok    {read.file}")
    else:
        click.echo(f"FAIL  {read.file}, line {mismatch.statement.line}: {mismatch.statement.text}")
        click.echo(f"      expected {mismatch.expected}")
        click.echo(f"      found    {mismatch.found}")


def _fields(read: Script, mismatch: Mismatch | None) -> dict[str, object]:
    fields: dict[str, object] = {"file": read.file, "ok": mismatch is None}
    if mismatch is not None:
        statement = mismatch.statement
        fields |= {"line": statement.line, "text": statement.text}
        fields |= {"expected": mismatch.expected, "found": mismatch.found}
    return fields
