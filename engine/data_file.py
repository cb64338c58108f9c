"""Reading TOML into typed values, with a fault told as field and problem; must not know what the values mean."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec


class UnreadableData(Exception):
    """A file cannot be read, or a value has not the declared shape: the `field` it happened at and the `problem`."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        self.problem = problem
        super().__init__(f"{field}: {problem}")


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; raises `UnreadableData` if it is missing or no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UnreadableData("path", f"expected a readable file, found {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UnreadableData("text", f"expected UTF-8, found byte {error.object[error.start]:#04x}") from None
    except RecursionError:
        raise UnreadableData("text", "expected TOML, found tables or arrays nested too deeply") from None
    except ValueError as error:  # no TOML, or a number of more digits than Python reads
        raise UnreadableData("text", f"expected TOML, found {str(error)[:1].lower()}{str(error)[1:]}") from None


def convert(raw: object, shape: type[Any]) -> Any:
    """A raw TOML value as the declared type, strictly; raises `UnreadableData` naming the field."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        raise _unreadable(str(error), shape) from None


def _unreadable(message: str, shape: type[Any]) -> UnreadableData:
    """A fault in msgspec's words, told in ours: with the field first, and with what would have been right."""
    text, _, rest = message.partition(" - at `$")
    path = rest.strip("`").lstrip(".")
    quoted = re.findall(r"`([^`]*)`", text)
    if text.startswith("Object missing required field"):
        return UnreadableData(_join(path, quoted[0]), "expected a value, found none")
    if text.startswith("Object contains unknown field"):
        known = ", ".join(_fields(_shape_at(shape, path)))
        return UnreadableData(_join(path, quoted[0]), f"expected one of {known}, found an unknown key")
    if text.startswith("Invalid "):
        found = text.removeprefix("Invalid ").removeprefix("enum ").removeprefix("value ")
        return UnreadableData(path, f"expected one of {', '.join(_choices(shape, path))}, found {found}")
    # TOML has no null: a field that may be left out can not be given as one.
    text = text.replace(" | null", "").replace("Expected", "expected").replace("got", "found")
    return UnreadableData(path or "value", text)


def _choices(shape: object, path: str) -> list[str]:
    """The values of a literal, or the tags of a union whose tag is the last step of the path."""
    literals = get_args(_shape_at(shape, path))
    if literals:
        return [str(literal) for literal in literals]
    union = get_args(_shape_at(shape, path.rpartition(".")[0]))
    return [str(member.__struct_config__.tag) for member in union]


def _shape_at(shape: object, path: str) -> object:
    for step in path.replace("[...]", "[]").split(".") if path else ():
        name, bracket, _ = step.partition("[")
        shape = _fields(shape).get(name, object)
        shape = get_args(shape)[-1] if bracket and get_args(shape) else shape
    return shape


def _fields(shape: object) -> dict[str, Any]:
    return get_type_hints(shape) if hasattr(shape, "__struct_fields__") else {}


def _join(path: str, field: str) -> str:
    return f"{path}.{field}" if path else field
