"""The command line `magnate`: options in, exit code out. Must hold no play of its own.

Exit codes: 0 well; 1 an expectation failed; 2 usage or an unreadable file; 3 no connection; 4 refused by the server; 130
interrupted. What a command needs is imported when it is called, so that none waits for another's libraries.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from client import shell_words
from client.address import Address, interface_option
from client.errors import INTERRUPTED
from client.help_pages import about, explained, first_page
from client.parameters import preset_option, rule_option
from client.server_argument import server_argument
from protocol.messages import DEFAULT_PORT

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Command = TypeVar("_Command", bound=Callable[..., Any])

_ELSEWHERE: Final = (
    "board", "completion", "discover", "load", "pipe", "replay", "rules", "scenario", "script", "simulate", "tournament",
    "verify",
)  # fmt: skip
"""Commands that modules of their own may define, each under its name in `client/NAME_command.py`."""


class _Group(click.Group):
    """Ends by its own exit code when interrupted, and looks for commands in modules of their own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if not args and at_terminal and not ctx.resilient_parsing:
            args = ["start"]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *(name for name in _ELSEWHERE if _is_there(name))])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _ELSEWHERE and _is_there(cmd_name):
            command = getattr(importlib.import_module(_module(cmd_name)), cmd_name)
            assert isinstance(command, click.Command)
        else:
            command = super().get_command(ctx, cmd_name)
        return None if command is None else explained(command, cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the commands without loading their modules, since somebody waits in the middle of a line."""
        from click.shell_completion import CompletionItem

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        offered = [CompletionItem(name, help=self._about(ctx, name)) for name in names]
        return [*offered, *click.Command.shell_complete(self, ctx, incomplete)]

    def _about(self, ctx: click.Context, name: str) -> str:
        known = super().get_command(ctx, name)
        return about(_module(name), name) if known is None else known.get_short_help_str(100).removesuffix(".")


def _module(name: str) -> str:
    return f"client.{name}_command"


def _is_there(name: str) -> bool:
    return importlib.util.find_spec(_module(name)) is not None


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]}, epilog=first_page())
@click.version_option(package_name="magnate", prog_name="magnate")
def main() -> None:
    """Play a Monopoly-style game with friends on your network."""


def _table_options(command: _Command) -> _Command:
    """What says where to sit, for people and bots alike."""
    options = [
        click.option("--table", metavar="TABLE", help="The table to sit down at, by id or name."),
        click.option("--create", is_flag=True, help="Open a new table."),
        click.option("--name", metavar="NAME", help="The player's name."),
        click.option("--code", metavar="CODE", help="The code of the table, where it has one."),
        click.option("--title", metavar="TEXT", help="With --create: the table's name."),
        preset_option("With --create: its rules."),
        rule_option("With --create: one switch of the rules."),
        click.option("--rules-file", type=click.Path(), help="With --create: a ruleset of your own."),
        click.option("--board-file", type=click.Path(), help="With --create: a board of your own."),
        click.option("--seats", type=click.IntRange(2, 8), default=8, show_default=True, help="With --create: its seats."),
        click.option(
            "--bots", metavar="NUMBER|LEVEL,...", default="0",
            help="With --create: bots of the server, so many careful ones or one of each level named, as in `strong,greedy`.",
        ),
        click.option("--private", is_flag=True, help="With --create: not in the list of tables."),
        click.option(
            "--clock", metavar="FIGURES", default="",
            help="With --create: `off`, or seconds that differ from the usual clock, as in `fresh=20 bank=120`.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _manner_options(command: _Command) -> _Command:
    """How the table is shown at a terminal."""
    options = [
        click.option("--plain", is_flag=True, help="Lines only, no full screen."),
        click.option("--no-color", is_flag=True, help="No colors on the full screen; so does NO_COLOR in the environment."),
        click.option("--no-bell", is_flag=True, help="Do not ring when the table waits for you."),
        click.option(
            "--save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
            help="At the end write what has happened to FILE, for `replay` and `verify`.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


_level_option = click.option(
    "--level", metavar="LEVEL", default="careful", show_default=True, shell_complete=shell_words.levels,
    help="How it plays: random, greedy, careful, strong, or FILE.py:NAME for a bot of your own.",
)  # fmt: skip
_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")


@main.command("play")
@server_argument
@_table_options
@_manner_options
@_json_option
def play_command(
    server: Address, as_json: bool, plain: bool, no_color: bool, no_bell: bool, save: Path | None, **where: Any
) -> None:
    """Sit down at a table and play.

    Without --table or --create the tables are listed and you are asked. Run again, it takes the same seat back.
    """
    from client.play import play

    _run(partial(play, _wish(server, **where), _manner(plain, no_color, no_bell, save), as_json=as_json))


@main.command("watch")
@server_argument
@click.option("--table", metavar="TABLE", required=True, help="The table to look at, by id or name.")
@click.option("--code", metavar="CODE", help="The code of the table, where it has one.")
@_manner_options
@_json_option
def watch_command(
    server: Address, table: str, code: str | None, as_json: bool, plain: bool, no_color: bool, no_bell: bool,
    save: Path | None,
) -> None:  # fmt: skip
    """Look on at a table."""
    from client.play import watch

    _run(partial(watch, server, table, _manner(plain, no_color, no_bell, save), code=code, as_json=as_json))


@main.command("tables")
@server_argument
@_json_option
def tables_command(server: Address, as_json: bool) -> None:
    """List the tables of a server."""
    from client.tables import list_tables

    _run(partial(list_tables, server, as_json=as_json))


@main.command("bot")
@server_argument
@_table_options
@_level_option
@click.option("--seed", type=int, help="Fixes what it draws, if it draws at all.")
@click.option("--start", type=click.IntRange(0, 8), default=0, help="With --create: start once so many sit there.")
def bot_command(server: Address, level: str, seed: int | None, start: int, **where: Any) -> None:
    """Sit down at a table and play by itself."""
    from client.bot import run_bot
    from client.bot_policy import bot_policy

    if not (where["table"] or where["create"]):
        raise click.UsageError("expected --table or --create, found neither")
    wish, name = _wish(server, **where), _bot(level)

    async def play() -> int:
        return await run_bot(wish, bot_policy(name, seed), start=start)

    _run(play)


@main.command("demo")
@click.option("--bots", type=click.IntRange(1, 8), help="How many bots play.  [default: 3 with you, 4 without]")
@click.option("--rounds", type=click.IntRange(1, 1000), default=30, show_default=True, help="The game ends after these.")
@preset_option("The rules.")
@rule_option("One switch of the rules.")
@_level_option
@_manner_options
def demo_command(
    bots: int | None, rounds: int, preset: str, rules: Sequence[str], level: str, plain: bool, no_color: bool, no_bell: bool,
    save: Path | None,
) -> None:  # fmt: skip
    """Start a server and bots on this computer and play a game.

    At a terminal you sit in; without one the bots play alone, and the final standing is printed.
    """
    from client.demo import Setup, demo

    manner = _manner(plain, no_color, no_bell, save)
    _run(partial(demo, Setup(bots, rounds, preset, _switches(rules), manner, str(_bot(level)))))


@main.command("start")
@interface_option
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="Of a server opened here.")
@_manner_options
def start_command(
    interface: str | None, port: int, plain: bool, no_color: bool, no_bell: bool, save: Path | None
) -> None:
    """Find a game or open one, as `magnate` alone does.

    The servers in your network are listed, with those that you played on last; a server of your own or a game against bots is
    there at once.
    """
    from client.hosting import Hosting
    from client.start import Start

    _run(Start(Hosting(port, interface), _manner(plain, no_color, no_bell, save)).run)


def _manner(plain: bool, no_color: bool, no_bell: bool, save: Path | None) -> Any:
    """How a table is shown; raises `click.UsageError` if what is to be written at the end is there already."""
    from client.manner import Manner

    if save is not None and save.exists():
        raise click.UsageError(f"expected a new file, found that {save} is there already")
    return Manner(plain, not no_color, not no_bell, save)


def _wish(
    server: Address, *, table: str | None, create: bool, name: str | None, title: str | None, bots: str,
    preset: str, rules: Sequence[str], rules_file: str | None, board_file: str | None, clock: str, **rest: Any,
) -> Any:  # fmt: skip
    """Where somebody wants to sit, from the options of the command line; raises `click.UsageError`."""
    from client.chosen_bots import choose_bots
    from client.chosen_clock import choose_clock
    from client.chosen_rules import choose_rules
    from client.errors import BadChoice
    from client.joining import Wish

    if table and create:
        raise click.UsageError("expected one of --table and --create, found both")
    try:
        chosen = choose_rules(preset, _switches(rules), rules_file, board_file)
        time = choose_clock(clock)
        levels = choose_bots(bots)
    except BadChoice as error:
        raise click.UsageError(str(error)) from None
    return Wish(server, table, create, name, title, rules=chosen, clock=time, bots=levels, **rest)


def _bot(level: str) -> Any:
    """A bot by its level or file; raises `click.UsageError`."""
    from client.bots import parse_bot
    from client.errors import BadChoice

    try:
        return parse_bot(level)
    except BadChoice as error:
        raise click.UsageError(str(error)) from None


def _switches(rules: Sequence[str]) -> dict[str, Any]:
    """Switches out of NAME=VALUE; raises `click.UsageError`."""
    from engine.ruleset import InvalidRuleset, parse_switch

    try:
        return dict(parse_switch(rule) for rule in rules)
    except InvalidRuleset as error:
        raise click.UsageError(str(error)) from None


def _run(face: Callable[[], Awaitable[int]]) -> None:
    from client.running import run

    sys.exit(run(face))
