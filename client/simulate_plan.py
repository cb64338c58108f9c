"""What the command lines of simulations have in common: options into a plan, and the running of it. Must not report.

Raises `BadChoice` for what can not be played.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from itertools import chain
from typing import Any, Final, TypeVar

import click
import msgspec

from client.bots import LEVELS, BotName, parse_bot
from client.chosen_rules import resolve_rules
from client.errors import BadChoice
from client.parameters import preset_option, rule_option
from client.simulate_bot import BotProcess
from client.simulate_pool import Chunk, Plan, play_all
from engine.board import Board
from engine.ruleset import InvalidRuleset, parse_switch, validate

_Command = TypeVar("_Command", bound=Callable[..., Any])

BOTS_HELP: Final = f"Each is a level ({', '.join(LEVELS)}) or a bot of your own as FILE.py:NAME."


def plan_options(command: _Command) -> _Command:
    """The options that `make_plan` takes, and `jobs`."""
    options = [
        click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games."),
        preset_option("The rules."),
        rule_option("One switch of the rules."),
        click.option("--rules-file", type=click.Path(), help="A ruleset of your own."),
        click.option("--board-file", type=click.Path(), help="A board of your own."),
        click.option(
            "--rounds", type=click.IntRange(1, 100_000), default=200, show_default=True,
            help="A game is over after these, unless its rules have a last round of their own.",
        ),
        click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games."),
        click.option(
            "--limit", type=click.FloatRange(0, min_open=True), default=2.0, show_default=True,
            help="Seconds that a bot of your own has for each decision.",
        ),
        click.option("--jobs", type=click.IntRange(1), help="Processes that play.  [default: one for each core]"),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def make_plan(
    lineups: Sequence[Sequence[BotName]], *, games: int, preset: str, rules: Sequence[str], rules_file: str | None,
    board_file: str | None, rounds: int, seed: int, limit: float, log: bool = False,
) -> Plan:  # fmt: skip
    """The plan out of the options; runs the code of bots of somebody's own to see that they can be loaded."""
    try:
        switches = dict(parse_switch(rule) for rule in rules)
        ruleset, board = resolve_rules(preset, switches, rules_file, board_file)
        if not ruleset.max_rounds:
            ruleset = msgspec.structs.replace(ruleset, max_rounds=rounds)
        for seats in {len(lineup) for lineup in lineups}:
            validate(ruleset, board, seats)
    except InvalidRuleset as error:
        raise BadChoice(str(error)) from None
    plan = Plan(tuple(map(tuple, lineups)), games, ruleset, board.data, seed, limit, log)
    _try_bots(plan, board)
    return plan


def _try_bots(plan: Plan, board: Board) -> None:
    """Start each bot of somebody's own once: what can not be loaded is told before any game."""
    for name in dict.fromkeys(chain.from_iterable(plan.lineups)):
        if name.own:
            process = BotProcess(name, board.data, plan.rules, plan.limit)
            process.start()
            process.close()


def parse_bots(text: str) -> tuple[BotName, ...]:
    """Bots out of a list with commas."""
    return tuple(parse_bot(part) for part in text.split(","))


def usual_jobs() -> int:
    """As many processes as cores that this one may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_plan(plan: Plan, jobs: int | None) -> Generator[Chunk]:
    """Play all games, with a bar on standard error where that is a terminal; to be closed by who does not take them all."""
    with ExitStack() as stack:
        bar = None
        if sys.stderr.isatty():
            bar = stack.enter_context(click.progressbar(length=plan.games, label="games", file=sys.stderr))
        for chunk in stack.enter_context(closing(play_all(plan, jobs or usual_jobs()))):
            yield chunk
            if bar is not None:
                bar.update(chunk.games)
