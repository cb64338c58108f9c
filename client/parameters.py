"""Options that several commands have, with what a shell offers for them. Must not read a value itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import click

from client import shell_words

Decorator: TypeAlias = Callable[[Any], Any]


def preset_option(about: str) -> Decorator:
    """`--preset NAME`."""
    return click.option(
        "--preset", metavar="NAME", default="official", show_default=True, help=about, shell_complete=shell_words.presets
    )


def rule_option(about: str) -> Decorator:
    """`--rule NAME=VALUE`, which may be given again and arrives as `rules`."""
    return click.option(
        "--rule", "rules", metavar="NAME=VALUE", multiple=True, help=about, shell_complete=shell_words.switches
    )
