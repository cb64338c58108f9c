"""`engine/RULES.md` names every switch with every value, every preset, and every point that nobody settles."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from engine.reference import fill
from engine.ruleset import differences, load_ruleset, presets
from engine.ruleset_table import preset_sections, switch_rows
from engine.switches import SWITCHES, Ruleset, render

PAGE = (Path(__file__).parents[2] / "engine" / "RULES.md").read_text(encoding="utf-8")
UNSETTLED = PAGE.partition("## Points that nobody settles\n")[2]
CASES = (
    "M18", "M22", "P07", "P03", "R11", "R15", "R18", "N01", "B09", "B17", "B18", "B19",
    "T05", "X10", "X11", "K13", "K04", "K16", "K23", "K24", "K20", "E03", "E04", "E06",
    "P11", "R19", "B10", "K08", "O02", "E08", "N02", "N03", "N04", "N05",
)  # fmt: skip
"""The cases that no rule sheet settles: those of the list of open points, then the others of that status."""

HINTS = get_type_hints(Ruleset)


def rows() -> dict[str, list[tuple[str, str]]]:
    """The rows of each switch, without its name."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, value, words in switch_rows():
        if name:
            found[name.strip("`")] = []
        found[list(found)[-1]].append((value, words))
    return found


def test_the_page_is_up_to_date() -> None:
    assert fill(PAGE) == PAGE
    assert re.findall(r"<!-- generated: (\w+) -->", PAGE) == ["switches", "presets"]


def test_every_switch_has_its_rows_in_order() -> None:
    assert tuple(rows()) == SWITCHES


@pytest.mark.parametrize("switch", SWITCHES)
def test_the_default_alone_is_in_bold(switch: str) -> None:
    bold = [value for value, _ in rows()[switch] if "**" in value]
    assert len(bold) == 1
    assert f"**{render(getattr(Ruleset(), switch))}**" in bold[0]


@pytest.mark.parametrize("switch", [name for name in SWITCHES if get_origin(HINTS[name]) is Literal])
def test_every_value_of_a_choice_has_a_row(switch: str) -> None:
    found = [value.strip("*") for value, _ in rows()[switch]]
    assert sorted(found) == sorted(str(value) for value in get_args(HINTS[switch]))


def test_a_number_has_its_bounds_and_its_letter() -> None:
    assert rows()["jail_fine"] == [("N: a whole number from 0 to 1000000 (**50**)", "leaving jail costs N")]
    assert rows()["edition"][1] == ("NAME: a name", "the board has the amounts and decks of its edition NAME")
    assert [value for value, _ in rows()["max_rounds"]] == ["**0**", "N: a whole number from 0 to 100000"]


def test_every_preset_has_a_section_with_its_differences() -> None:
    sections = dict(re.findall(r"### (\w+)\n\n.+\n\n((?:.+\n)+)", preset_sections()))
    assert list(sections) == list(presets())
    for name, lines in sections.items():
        assert lines.splitlines() == [f"* {line}" for line in differences(load_ruleset(name))] or name == "official"
    assert sections["official"] == "All switches are at their defaults.\n"


@pytest.mark.parametrize("case", CASES)
def test_every_unsettled_point_is_told(case: str) -> None:
    (line,) = [line for line in UNSETTLED.splitlines() if re.search(rf"\| [A-Z0-9, ]*\b{case}\b[A-Z0-9, ]*\|$", line)]
    point, here, other, _ = (cell.strip() for cell in line.strip("|").split("|"))
    assert point
    assert here
    assert other


def test_links_within_the_page_lead_somewhere() -> None:
    heads = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)}
    links = re.findall(r"\]\(#([\w-]+)\)", PAGE.replace("\n", " "))
    assert links
    assert set(links) <= heads
