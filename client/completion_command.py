"""`magnate completion`: prints the script that lets a shell complete. Must not install anything by itself.

Exit codes: 0 well, 2 a shell that there is no script for.
"""

from __future__ import annotations

import os
import sys
from pathlib import PurePath

import click

from client.shell_scripts import INSTALL, SCRIPTS


@click.command()
@click.argument("shell", required=False, type=click.Choice(list(SCRIPTS)))
def completion(shell: str | None) -> None:
    """Let your shell complete what you type.

    Tab then completes the commands and options of magnate and magnate-server, presets, switches and their values, levels of
    bots, boards, files, and the servers where you have a seat. This prints the script that does it; without a name the script
    for the shell that $SHELL names. Paste the line of your shell below, once: it holds from the next terminal on.
    """
    name = shell or _usual_shell()
    click.echo(SCRIPTS[name], nl=False)
    if sys.stdout.isatty():
        click.echo(f"\nThis is for {name} to read. To install it, paste this line:\n  {INSTALL[name]}", err=True)


def _usual_shell() -> str:
    """The shell that somebody logs in to; raises `click.UsageError` if there is no script for it."""
    name = PurePath(os.environ.get("SHELL", "")).name
    if name not in SCRIPTS:
        raise click.UsageError(f"expected $SHELL to be one of {', '.join(SCRIPTS)}, found {name or 'nothing'}: name it")
    return name
