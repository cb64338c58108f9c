"""Tables of commands, events and reasons for the reference pages, made from the declarations. Must not touch a file.

A page keeps each table between two marks, `<!-- generated: NAME -->` and `<!-- /generated -->`; `fill` renews what is
between them. `python -m protocol.reference --write` does that for every page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import getdoc
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.board_data import Effect
from engine.commands import ASSET_COMMANDS, SEAT_COMMANDS, snake_case
from engine.errors import REASONS
from engine.events import EVENTS
from engine.frames import AnyFrame
from engine.phases.chart import fate_table, phase_diagram, phase_table
from engine.ruleset_table import preset_sections, switch_rows

Families = Mapping[frozenset[type], str]
"""Unions that have a name of their own, by their members."""

FAMILIES: Final[Families] = {
    frozenset(SEAT_COMMANDS): "command",
    ASSET_COMMANDS: "command",
    frozenset(EVENTS): "event",
    frozenset(get_args(AnyFrame)): "frame",
    frozenset(get_args(Effect)): "effect",
}

_PLAIN: Final = {int: "integer", str: "text", bool: "true or false", NoneType: "nil"}
_MARK: Final = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- /generated -->)", re.DOTALL)


def name_of(struct: type[msgspec.Struct]) -> str:
    """The name under which a struct is described: its tag on the wire, or its own in snake case."""
    return str(struct.__struct_config__.tag or snake_case(struct.__name__))


def type_words(annotation: Any, families: Families = FAMILIES) -> str:
    """What a field may hold, in words that need no knowledge of Python."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_words(args[0], families) + _bounds(args[1], "characters" if args[0] is str else "items")
    if origin is Literal:
        return " or ".join(f"`{choice}`" for choice in args)
    if origin in (Union, UnionType):
        return _union_words(args, families)
    if origin is dict:
        return f"map of {type_words(args[1], families)} by {type_words(args[0], families)}"
    if origin is list or (origin is tuple and args[1:] == (...,)):
        return f"list of {type_words(args[0], families)}"
    if origin is tuple:
        return f"[{', '.join(type_words(arg, families) for arg in args)}]"
    return _PLAIN.get(annotation) or f"*{name_of(annotation)}*"


def _union_words(args: tuple[Any, ...], families: Families) -> str:
    members = [arg for arg in args if arg is not NoneType]
    family = families.get(frozenset(members))
    words = [f"*{family}*"] if family else [type_words(member, families) for member in members]
    return " or ".join(words + ["nil"] * (NoneType in args))


def _bounds(meta: msgspec.Meta, unit: str) -> str:
    words = [f"{meta.ge} to {_number(meta.le)}"] if meta.le is not None else []
    if meta.max_length is not None:
        words.append(f"{meta.min_length or 0} to {meta.max_length} {unit}")
    if meta.pattern is not None:
        words.append(f"`{meta.pattern}`")
    return f" ({', '.join(words)})" if words else ""


def _number(value: float) -> str:
    return "2^53 - 1" if value == 2**53 - 1 else str(value)


def fields_of(struct: type[msgspec.Struct], families: Families = FAMILIES) -> Iterator[tuple[str, str, str]]:
    """Name, type and default of each field; the default is empty where the field is required."""
    hints = get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        yield field.name, type_words(hints[field.name], families), _default_words(field)


def _default_words(field: msgspec.structs.FieldInfo) -> str:
    default = field.default
    if default is msgspec.NODEFAULT:
        if field.default_factory is msgspec.NODEFAULT:
            return ""
        default = field.default_factory()
    return value_words(default)


def value_words(value: object) -> str:
    """A default as it stands in JSON, more or less."""
    if isinstance(value, str):
        return f'"{value}"'
    if value is None or isinstance(value, bool):
        return {None: "nil", True: "true", False: "false"}[value]
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(value_words, value))}]"
    if isinstance(value, msgspec.Struct):
        return value_words(msgspec.to_builtins(value))
    return str(value)


def description(struct: type[msgspec.Struct]) -> str:
    """The docstring as running text."""
    return re.sub(r"\s*\n\s*", " ", getdoc(struct) or "")


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [tuple(heads), *map(tuple, rows)]
    lines.insert(1, ("---",) * len(lines[0]))
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines) + "\n"


def struct_table(structs: Iterable[type[msgspec.Struct]], families: Families = FAMILIES) -> str:
    """One row for each tagged struct: tag, fields with their types and defaults, meaning."""
    rows = ((f"`{name_of(kind)}`", _fields_cell(kind, families), description(kind)) for kind in structs)
    return table(("type", "fields", "meaning"), rows)


def _fields_cell(kind: type[msgspec.Struct], families: Families) -> str:
    fields = fields_of(kind, families)
    return "; ".join(f"`{name}` {words}{f' = {default}' if default else ''}" for name, words, default in fields)


def code_table(codes: Mapping[str, str]) -> str:
    """One row for each code with its sentence, in alphabetical order."""
    return table(("code", "meaning"), ((f"`{code}`", codes[code]) for code in sorted(codes)))


TABLES: Final[Mapping[str, Callable[[], str]]] = {
    "commands": lambda: struct_table(SEAT_COMMANDS),
    "events": lambda: struct_table(EVENTS),
    "reasons": lambda: code_table(REASONS),
    "phases": phase_table,
    "diagram": phase_diagram,
    "fates": fate_table,
    "switches": lambda: table(("switch", "value", "what it means"), switch_rows()),
    "presets": preset_sections,
}
"""The tables that `engine/README.md` and `engine/RULES.md` may hold, by the name in their mark."""


def fill(page: str, tables: Mapping[str, Callable[[], str]] = TABLES) -> str:
    """The page with every table between marks renewed; raises `KeyError` for a mark of an unknown name."""
    return _MARK.sub(lambda mark: f"{mark[1]}{tables[mark[2]]()}{mark[3]}", page)
