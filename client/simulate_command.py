"""`magnate simulate`: many games among bots in this computer, without a server. Must not play or count itself.

Exit codes: 0 well, whatever the bots did; 1 the processes that play were killed from outside again and again; 2 what can not
be played, a bot that can not be loaded, a file that can not be written.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import ExitStack, closing
from typing import Any, BinaryIO, Final

import click
import msgspec

from client import shell_words
from client.errors import BadChoice, ClientError
from client.simulate_plan import BOTS_HELP, make_plan, parse_bots, plan_options, run_plan
from client.simulate_pool import Plan
from client.simulate_report import report_data, report_lines
from client.simulate_tally import Tally

_USUAL_SEATS: Final = "strong,careful,greedy,random"


@click.command("simulate")
@click.option(
    "--seats", metavar="BOT,BOT,...", default=_USUAL_SEATS, show_default=True, shell_complete=shell_words.bots,
    help=f"Who plays. {BOTS_HELP}",
)  # fmt: skip
@plan_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--out", type=click.Path(), help="Write every command and event of every game here, as JSON lines.")
def simulate(seats: str, jobs: int | None, as_json: bool, out: str | None, **options: Any) -> None:
    """Play many games among bots and say what came of them.

    All cores are used, and the same seed gives the same games whatever their number. A bot that crashes, comes to no end or
    answers what is not legal is named in the report; its seat gets the default and the game goes on.
    """
    try:
        plan = make_plan([parse_bots(seats)], log=out is not None, **options)
        tally = _play(plan, jobs, out)
    except ClientError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    if as_json:
        click.echo(msgspec.json.encode(report_data(plan, tally)))
    else:
        click.echo("\n".join(report_lines(plan, tally, shutil.get_terminal_size().columns)))


def _play(plan: Plan, jobs: int | None, out: str | None) -> Tally:
    """The sum of all games; their lines go to the file as they come."""
    tally = Tally()
    with ExitStack() as stack:
        file = stack.enter_context(_open(out)) if out is not None else None
        for chunk in stack.enter_context(closing(run_plan(plan, jobs))):
            tally.merge(chunk.tallies[0])
            if file is not None:
                file.write(chunk.log)
    return tally


def _open(path: str) -> BinaryIO:
    try:
        return open(path, "wb")
    except OSError as error:
        raise BadChoice(f"expected a file that can be written, found {path}: {error.strerror}") from None
