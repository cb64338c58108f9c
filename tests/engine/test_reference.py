"""The tables of `engine/README.md` say what the declarations say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from engine.commands import SEAT_COMMANDS, SeatCommand, Things
from engine.errors import REASONS
from engine.events import EVENTS, DiceRolled, MoneyPaid
from engine.reference import (
    TABLES,
    code_table,
    description,
    fields_of,
    fill,
    name_of,
    struct_table,
    table,
    type_words,
    value_words,
)

PAGE = Path(__file__).parents[2] / "engine" / "README.md"


class Sample(msgspec.Struct, tag="sample_tag", tag_field="type"):
    """What it is,
    on two lines."""

    dice: tuple[int, int]
    note: str | None = None
    list_: list[int] = []


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert fill(page) == page
    assert {"events", "reasons"} <= set(re.findall(r"<!-- generated: (\w+) -->", page))


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (int, "integer"),
        (bool, "true or false"),
        (int | None, "integer or nil"),
        (tuple[int, ...], "list of integer"),
        (list[list[str]], "list of list of text"),
        (tuple[int, str], "[integer, text]"),
        (dict[str, tuple[int, ...]], "map of list of integer by text"),
        (Literal["flat", "share", 3], "`flat` or `share` or `3`"),
        (Things, "*things*"),
        (SeatCommand, "*command*"),
        (SeatCommand | None, "*command* or nil"),
        (DiceRolled | MoneyPaid, "*dice_rolled* or *money_paid*"),
        (Annotated[int, msgspec.Meta(ge=2, le=8)], "integer (2 to 8)"),
        (Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)], "integer (0 to 2^53 - 1)"),
        (Annotated[str, msgspec.Meta(max_length=9)], "text (0 to 9 characters)"),
        (Annotated[tuple[str, ...], msgspec.Meta(max_length=7)], "list of text (0 to 7 items)"),
        (Annotated[str, msgspec.Meta(pattern="^a$")], "text (`^a$`)"),
        (Annotated[str, msgspec.Meta(description="free")], "text"),
    ],
)
def test_types_in_words(annotation: object, words: str) -> None:
    assert type_words(annotation) == words


def test_fields_and_their_defaults() -> None:
    assert list(fields_of(Sample)) == [
        ("dice", "[integer, integer]", ""),
        ("note", "text or nil", "nil"),
        ("list_", "list of integer", "[]"),
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a", '"a"'), (None, "nil"), (True, "true"), (False, "false"), (-1, "-1"), ((1, "b"), '[1, "b"]'), (Things(), "{}"),
        (Things(5), "{'cash': 5}"),
    ],
)  # fmt: skip
def test_defaults_in_words(value: object, words: str) -> None:
    assert value_words(value) == words


def test_names_and_descriptions() -> None:
    assert (name_of(Sample), name_of(Things), name_of(DiceRolled)) == ("sample_tag", "things", "dice_rolled")
    assert description(Sample) == "What it is, on two lines."


def test_a_bar_in_a_cell_does_not_end_it() -> None:
    assert table(["a", "b"], [["1|2", "3"]]) == "| a | b |\n| --- | --- |\n| 1\\|2 | 3 |\n"


def test_a_row_for_each_struct() -> None:
    row = "| `sample_tag` | `dice` [integer, integer]; `note` text or nil = nil; `list_` list of integer = [] | What it is,"
    assert row in struct_table([Sample])


def test_every_declaration_has_its_row() -> None:
    tables = {name: make().splitlines()[2:] for name, make in TABLES.items()}
    assert [len(tables[name]) for name in ("commands", "events", "reasons")] == [
        len(SEAT_COMMANDS),
        len(EVENTS),
        len(REASONS),
    ]


def test_codes_are_in_alphabetical_order() -> None:
    assert code_table({"b": "two", "a": "one"}).endswith("| `a` | one |\n| `b` | two |\n")


def test_filling_renews_what_is_between_marks_only() -> None:
    page = "before\n<!-- generated: x -->\nold\n<!-- /generated -->\nafter\n"
    filled = "before\n<!-- generated: x -->\nnew\n<!-- /generated -->\nafter\n"
    assert fill(page, {"x": lambda: "new\n"}) == filled
    assert fill(filled, {"x": lambda: "new\n"}) == filled


def test_a_mark_of_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill("<!-- generated: nonsense -->\n<!-- /generated -->")
