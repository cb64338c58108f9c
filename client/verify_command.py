"""`magnate verify`: whether a finished game was played with honest dice and by its rules. Must not judge anything itself.

Exit codes: 0 all is well, 1 a check failed, 2 the file cannot be read.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from client.errors import FAILED, OK, USAGE, BadChoice
from protocol.names import safe_text


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Check the dice and the rules of a finished game.

    FILE is what `save`, `--save` or `magnate-server export` has written.

    One line for each check: the chain of hashes, the seats and what they added to the dice, the commitment to the seed, every
    draw, every rule. It shows that the host has not changed the dice. It does not show that the host did not know them, nor
    that nothing was left out at the end: compare the last hash with what the others have.
    """
    from client.transcript import read
    from client.verifying import verify as check_all

    try:
        told = read(file)
    except BadChoice as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(USAGE)
    title = f"table {told.table}, {told.settings.name}; rules {told.rules.preset} on {told.board.data.title}"
    click.echo(safe_text(title))
    well = True
    for check in check_all(told):
        well = well and check.ok
        click.echo(f"{'ok  ' if check.ok else 'FAIL'}  {check.name:<10}  {safe_text(check.words)}")
    sys.exit(OK if well else FAILED)
