"""`magnate replay`: looks at a game again, at the terminal or line by line. Must not judge it: `verify` does.

Exit codes: 0 all of the file was shown, 1 only its beginning makes sense, 2 the file cannot be read.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from client.errors import FAILED, OK, USAGE, BadChoice
from client.manner import Manner, screen_hindrance
from protocol.names import safe_text

if TYPE_CHECKING:
    from client.reel import Reel


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--round", "number", type=click.IntRange(1), help="Begin where this round begins.")
@click.option("--speed", type=click.FloatRange(0.5, 32), default=2, show_default=True, help="Steps a second, if it plays.")
@click.option("--plain", is_flag=True, help="Lines only, no full screen.")
@click.option("--no-color", is_flag=True, help="No colors on the full screen; so does NO_COLOR in the environment.")
def replay(file: Path, number: int | None, speed: float, plain: bool, no_color: bool) -> None:
    """See a saved game again.

    FILE is what `save`, `--save` or `magnate-server export` has written.

    At a terminal: go on and back by steps and turns, let it play, F1 for the keys. In a pipe: all that there was to say.
    """
    from client.reel import Reel
    from client.standing import render_standing
    from client.transcript import read
    from client.verifying import sound

    try:
        told = read(file)
    except BadChoice as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(USAGE)
    count, problem = sound(told)
    reel = Reel(told, count)
    if number is not None:
        reel.go_to_round(number)
    manner = Manner(plain, not no_color)
    code = OK
    if screen_hindrance(manner) is None:
        code = _show(reel, manner, speed)
    else:
        for text in (*reel.lines(), *render_standing(reel.view)):
            click.echo(safe_text(text))
    if problem:
        click.echo(f"error: only the first {count} events can be shown: {safe_text(problem)}", err=True)
    sys.exit(FAILED if problem else code)


def _show(reel: Reel, manner: Manner, speed: float) -> int:
    """The full screen, until somebody has seen enough; how it ended."""
    from client.running import run
    from client.screen.replay import show  # its libraries are for those who use it

    async def look() -> int:
        await show(reel, manner, speed)
        return OK

    return run(look)
