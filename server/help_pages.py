"""The end of each `--help` page of `magnate-server`: examples, and the exit codes on the first page. Must run nothing.

Every example is declared here, under the command that it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import click

Example: TypeAlias = tuple[str, str]
"""What somebody wants to do, and the line that does it."""

EXIT_CODES: Final = {
    0: "all went well; also after Ctrl-C or SIGTERM",
    1: "check, export, archive: some data is broken; status: no server is well",
    2: "wrong usage, or something can not be read or written",
    3: "run: a port can not be had",
    4: "run: the data folder can not be used, or not any more",
}

EXAMPLES: Final[Mapping[str, Sequence[Example]]] = {
    "": (
        ("open a server for your network", "magnate-server run"),
        ("see how it is", "magnate-server status"),
    ),
    "run": (
        ("for your network, on the usual port", "magnate-server run --name Attic"),
        ("for this computer only, on any free port", "magnate-server run --host 127.0.0.1 --port 0"),
        ("with TLS, a folder of its own and figures for Prometheus",
         "magnate-server run --data games --tls-cert cert.pem --tls-key key.pem --health-port 9100"),
    ),
    "status": (("for a program", "magnate-server status --data games --json"),),
    "check": (("see whether all that is stored is whole", "magnate-server check --data games"),),
    "list": (("the tables, for a program", "magnate-server list --json"),),
    "export": (("the transcript of a table as a file", "magnate-server export k3x9ab --output friday.jsonl"),),
    "archive": (("put away what ended a week ago, while no server runs", "magnate-server archive --days 7"),),
    "backup": (("a copy, also while a server runs", "magnate-server backup friday.sqlite3"),),
}  # fmt: skip


def explain(group: click.Group) -> None:
    """Put the examples on the pages of a group and of its commands."""
    codes = "\n".join(f"  {code:<3}{words}" for code, words in EXIT_CODES.items())
    group.epilog = f"{_paragraph(EXAMPLES[''])}\n\n\b\nExit codes:\n{codes}"
    for name, command in group.commands.items():
        command.epilog = _paragraph(EXAMPLES.get(name, ()))


def _paragraph(examples: Sequence[Example]) -> str:
    """Lines that click leaves as they are."""
    lines = "\n".join(f"  # {words}\n  {line}" for words, line in examples)
    return f"\b\nExamples:\n{lines}"
