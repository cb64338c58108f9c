"""The switches and the presets as tables for `engine/RULES.md`, made from their declarations. Must not touch a page.

What a value means is said once, in `ruleset_words`; how the page is filled is said in `reference`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.ruleset import differences, load_ruleset, presets
from engine.ruleset_words import wordings
from engine.switches import SWITCHES, Ruleset, expectation, render

Row = tuple[str, str, str]


def switch_rows() -> Iterator[Row]:
    """Switch, value and meaning: one row for each value of each switch, the switch named in its first row only.

    The default is in bold. Where any number or name will do, one row stands for all that have no row of their own.
    """
    for switch in SWITCHES:
        name = f"`{switch}`"
        for value, words in _rows_of(switch):
            yield name, value, words
            name = ""


def _rows_of(switch: str) -> Iterator[tuple[str, str]]:
    default = getattr(Ruleset(), switch)
    for value, words in wordings(switch).items():
        if value is not None:
            yield f"**{render(value)}**" if value == default else render(value), words
        else:
            usual = "" if default in wordings(switch) else f" (**{render(default)}**)"
            letter = "N" if isinstance(default, int) else "NAME"
            yield f"{letter}: {expectation(switch)}{usual}", words.format(letter)


def preset_sections() -> str:
    """Each preset with what it is about and one line for each switch that it sets otherwise than `official`."""
    return "\n" + "\n".join(_section(name, about) for name, about in presets().items()) + "\n"


def _section(name: str, about: str) -> str:
    lines = [f"* {line}" for line in differences(load_ruleset(name))] or ["All switches are at their defaults."]
    return "\n".join([f"### {name}", "", f"{about[:1].upper()}{about[1:]}.", "", *lines, ""])
