"""The end of each `--help` page of `magnate`: examples, and the exit codes on the first page. Must load no command.

Every example is declared here, under the command that it shows.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import click

from client.shell_scripts import INSTALL

Example: TypeAlias = tuple[str, str]
"""What somebody wants to do, and the line that does it."""

EXIT_CODES: Final = {
    0: "all went well",
    1: "something did not come out as it had to: a script, a scenario, a check",
    2: "wrong usage, or a file that can not be read or played",
    3: "no server answers there",
    4: "the server refused, or took the seat away",
    130: "interrupted by Ctrl-C; other signals end with 128 and their number",
}

EXAMPLES: Final[Mapping[str, Sequence[Example]]] = {
    "": (
        ("see a game at once, with three bots and no server", "magnate demo"),
        ("play on a friend's computer", "magnate play den.local"),
        ("let Tab complete what you type here", "magnate completion --help"),
    ),
    "board check": (("see whether a board of your own can be played", "magnate board check island.toml"),),
    "board show": (
        ("the prices and rents of the London board", "magnate board show uk_classic"),
        ("the amounts of an older edition", "magnate board show us_classic --edition pre2008"),
    ),
    "bot": (
        ("let a bot play at a table of this computer", "magnate bot --table Friday --level strong"),
        ("try a bot of your own, in a game that starts when two sit there",
         "magnate bot den.local --create --level mybot.py:decide --start 2"),
    ),
    "completion": tuple((f"install it for {shell}", line) for shell, line in INSTALL.items()),
    "demo": (
        ("play against three bots", "magnate demo"),
        ("watch how four strong bots end a short game", "magnate demo --bots 4 --level strong --preset short < /dev/null"),
    ),
    "discover": (
        ("the servers of your network", "magnate discover"),
        ("listen longer, for a program", "magnate discover --seconds 10 --json"),
    ),
    "load": (
        ("a hundred tables of four, for ten seconds", "magnate load --tables 100 --seats 4"),
        ("bots that take half a second for each answer", "magnate load den.local --tables 20 --think 500 --json"),
    ),
    "pipe": (("ask for the tables", "echo '{\"type\": \"list_tables\"}' | magnate pipe den.local"),),
    "play": (
        ("see the tables of a server and choose one; again later: take your seat back", "magnate play den.local"),
        ("open a table with two bots, for a game without auctions",
         "magnate play --create --title Friday --bots 2 --rule auctions=off"),
        ("sit down at a table that has a code", "magnate play den.local --table Friday --name Ann --code 4711"),
        ("play in lines, without a clock", "magnate play --create --clock off --plain"),
    ),
    "replay": (
        ("see a saved game again", "magnate replay friday.jsonl"),
        ("all that there was to say from its tenth round on", "magnate replay friday.jsonl --round 10 --plain"),
    ),
    "rules": (
        ("the names of the presets", "magnate rules --list"),
        ("what is played under one of them", "magnate rules short"),
        ("a ruleset of your own, and one switch more", "magnate rules --file mine.toml --rule free_parking=pot"),
    ),
    "scenario run": (
        ("all scenarios of a folder, in this process", "magnate scenario run tests/scenarios"),
        ("one of them through a server that allows it", "magnate scenario run M01.toml --server localhost"),
    ),
    "script": (
        ("play a text script at a server", "magnate script friday.magnate --server den.local"),
        ("with another value of its variable", "magnate script friday.magnate --set seats=4"),
    ),
    "simulate": (
        ("how a bot of your own does against three others",
         "magnate simulate --seats mybot.py:decide,careful,greedy,greedy --games 1000"),
        ("what a house rule changes", "magnate simulate --rule free_parking=pot --json"),
    ),
    "start": (
        ("choose among servers found, one of your own, and a game against bots", "magnate start"),
        ("the same in lines, with another port for a server of your own", "magnate start --plain --port 4000"),
    ),
    "tables": (
        ("the tables of this computer's server", "magnate tables"),
        ("of another one, for a program", "magnate tables den.local:4000 --json"),
    ),
    "tournament": (
        ("rate the levels at tables of four", "magnate tournament --seats 4 --games 200"),
        ("and a bot of your own with them", "magnate tournament --bots mybot.py:decide,careful,strong"),
    ),
    "verify": (("check every throw and every rule of a game that was saved", "magnate verify friday.jsonl"),),
    "watch": (
        ("look on at a table", "magnate watch den.local --table Friday"),
        ("follow it in a program", "magnate watch --table Friday --json"),
    ),
}  # fmt: skip


def first_page() -> str:
    """What ends the page of `magnate --help`."""
    codes = "\n".join(f"  {code:<5}{words}" for code, words in EXIT_CODES.items())
    return f"{_paragraph(EXAMPLES[''])}\n\n\b\nExit codes:\n{codes}"


def explained(command: click.Command, path: str) -> click.Command:
    """The command called `path`, and those below it, with their examples."""
    if path in EXAMPLES:
        command.epilog = _paragraph(EXAMPLES[path])
    for name, below in getattr(command, "commands", {}).items():
        explained(below, f"{path} {name}")
    return command


def about(module: str, name: str) -> str:
    """The first sentence about the command that a module defines, read without running the module."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    for node in ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return (ast.get_docstring(node) or "").partition(".")[0]
    return ""


def _paragraph(examples: Sequence[Example]) -> str:
    """Lines that click leaves as they are."""
    lines = "\n".join(f"  # {words}\n  {line}" for words, line in examples)
    return f"\b\nExamples:\n{lines}"
