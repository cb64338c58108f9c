"""`magnate rules`: a ruleset in plain words, what differs from the official rules first. Must not say what a switch does.

Exit codes: 0 well, 2 a preset, switch or file that can not be played.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from client import shell_words
from client.chosen_rules import resolve_rules
from client.columns import columns
from client.errors import BadChoice
from client.parameters import rule_option
from engine.ruleset import InvalidRuleset, Ruleset, differences, explain, parse_switch, presets


@click.command("rules")
@click.argument("preset", required=False, default="official", shell_complete=shell_words.presets)
@rule_option("One switch, on top of the preset and the file.")
@click.option("--file", type=click.Path(), help="A ruleset file, on top of the preset if it extends none.")
@click.option("--board-file", type=click.Path(), help="The board that it is to be played on.")
@click.option("--list", "as_list", is_flag=True, help="List the presets.")
def rules(preset: str, rules: tuple[str, ...], file: str | None, board_file: str | None, as_list: bool) -> None:
    """Say in plain words what is played.

    PRESET is one of --list; by default it is official. What differs from the official rules comes first.
    """
    if as_list:
        click.echo("\n".join(columns(list(presets().items()))))
        return
    try:
        ruleset, _ = resolve_rules(preset, dict(parse_switch(rule) for rule in rules), file, board_file)
    except (BadChoice, InvalidRuleset) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(BadChoice.exit_code)
    click.echo("\n".join(render_rules(ruleset)))


def render_rules(ruleset: Ruleset) -> list[str]:
    """The ruleset in lines of text: its name, what differs from the official rules, and the rest."""
    changed = differences(ruleset)
    rest = explain(ruleset)[len(changed) :]
    about = presets().get(ruleset.preset)
    head = f"{ruleset.preset}: {about}" if about else ruleset.preset
    otherwise = ["", "otherwise than official:", *_indented(changed)] if changed else []
    return [head, *otherwise, "", "as official:", *_indented(rest)]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]
