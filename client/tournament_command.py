"""`magnate tournament`: bots against each other, and their ratings. Must not play or rate itself.

Exit codes: 0 well, whatever the bots did; 1 the processes that play were killed from outside again and again; 2 what can not
be played, or a bot that can not be loaded.
"""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import combinations
from typing import Any

import click
import msgspec

from client import shell_words
from client.bots import LEVELS
from client.errors import ClientError
from client.simulate_plan import BOTS_HELP, make_plan, parse_bots, plan_options, run_plan
from client.tournament import Tournament, lineups, tournament_data, tournament_lines


@click.command("tournament")
@click.option(
    "--bots", metavar="BOT,BOT,...", default=",".join(LEVELS), show_default=True, shell_complete=shell_words.bots,
    help=f"Who plays. {BOTS_HELP}",
)  # fmt: skip
@click.option("--seats", type=click.IntRange(2, 8), default=2, show_default=True, help="Seats of a table.")
@plan_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tournament(bots: str, seats: int, games: int, jobs: int | None, as_json: bool, **options: Any) -> None:
    """Let bots play against each other and rate them.

    Every set of bots that fits a table plays --games games, its seats rotated. Ratings are on Elo's scale around 1500; each
    comes with the range that holds the true one in 95 of 100 cases.
    """
    try:
        names = parse_bots(bots)
        tables = lineups(names, seats)
        sets = sum(1 for _ in combinations(names, seats))
        played = Tournament(make_plan(tables, games=games * sets, **options), names)
        with closing(run_plan(played.plan, jobs)) as chunks:
            for chunk in chunks:
                played.add(chunk)
    except ClientError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    click.echo(msgspec.json.encode(tournament_data(played)) if as_json else "\n".join(tournament_lines(played)))
