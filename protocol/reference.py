"""Makes the tables of the reference pages out of the declarations: `python -m protocol.reference [--write]`.

Without `--write` it only says which pages are out of date, and exits with 1 if there is one. A tool for developers:
apart from `main`, which reads and writes the pages, it must not do I/O, and nothing of the wire may depend on it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

from engine import reference as engine_reference
from engine.board_data import Effect
from engine.frames import AnyFrame
from engine.reference import FAMILIES, code_table, description, fields_of, fill, name_of, struct_table, table
from protocol import codec
from protocol import messages as m
from protocol.codec import PREFIX, encode
from protocol.connection import NEXT, ConnectionState, Role
from protocol.conversations import CONVERSATIONS, render
from protocol.errors import WIRE_CODES
from protocol.examples import EXAMPLES
from protocol.lobby_events import LOBBY_EVENTS, TableEvent

ROOT: Final = Path(__file__).parents[1]

_FAMILIES: Final = {
    **FAMILIES,
    frozenset(get_args(TableEvent)): "event",
}

Struct = type[msgspec.Struct]


def _section(struct: Struct) -> str:
    rows = [(f"`{name}`", words, default) for name, words, default in fields_of(struct, _FAMILIES)]
    fields = f"\n{table(('field', 'type', 'default'), rows)}" if rows else ""
    return f"#### {name_of(struct)}\n\n{description(struct)}\n{fields}"


def _sections(structs: Iterable[Struct]) -> str:
    return "\n" + "\n".join(_section(struct) for struct in structs) + "\n"


def values() -> list[Struct]:
    """Every struct without a tag that messages are made of, in the order in which they are met."""
    found: dict[Struct, None] = {}
    for message in (*m.REQUESTS, *m.SERVER_MESSAGES):
        found |= dict.fromkeys(_met(message, set()))
    return [struct for struct in found if struct.__struct_config__.tag is None]


def _met(annotation: Any, seen: set[Any]) -> Iterator[Struct]:
    for inner in get_args(annotation):
        yield from _met(inner, seen)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct) and annotation not in seen:
        seen.add(annotation)
        yield annotation
        for hint in get_type_hints(annotation, include_extras=True).values():
            yield from _met(hint, seen)


def _states() -> str:
    roles = (Role.CLIENT, Role.SERVER)
    rows = ([state.value, *(_sayable(role, state) for role in roles)] for state in ConnectionState)
    return table(("state", "the client may say", "the server may say"), rows)


def _sayable(role: Role, state: ConnectionState) -> str:
    every: tuple[Struct, ...] = m.REQUESTS if role is Role.CLIENT else m.SERVER_MESSAGES
    following: Mapping[Any, ConnectionState] = NEXT.get((role, state), {})
    groups = {after: [kind for kind in every if following.get(kind) is after] for after in following.values()}
    return "; ".join(f"{_names(kinds, every)} -> {after.value}" for after, kinds in groups.items()) or "nothing"


def _names(kinds: Iterable[Struct], every: Iterable[Struct]) -> str:
    listed = [f"`{name_of(kind)}`" for kind in kinds]
    others = [f"`{name_of(kind)}`" for kind in every if kind not in kinds]
    return f"all but {', '.join(others)}" if len(others) < len(listed) else ", ".join(listed)


def _limits() -> str:
    client, server = codec.FROM_CLIENT.bounds, codec.FROM_SERVER.bounds
    rows = [
        ("bytes of a message before `welcome`", codec.FIRST_FRAME, codec.SERVER_FRAME),
        ("bytes of a message after `welcome`", codec.CLIENT_FRAME, codec.SERVER_FRAME),
        ("bytes of a text", client.text, server.text),
        ("items of an array", client.array, server.array),
        ("entries of a map", client.map, server.map),
        ("arrays and maps in each other", codec.MAX_DEPTH, codec.MAX_DEPTH),
    ]
    return table(("at most", "from a client", "from a server"), ([what, str(a), str(b)] for what, a, b in rows))


def _examples() -> str:
    return "\n" + "\n".join(_example(what, message) for what, message in EXAMPLES.items()) + "\n"


def _example(what: str, message: m.Message) -> str:
    frame = encode(message)
    lines = [frame[:PREFIX].hex(), *(frame[at : at + 40].hex() for at in range(PREFIX, len(frame), 40))]
    shown = json.dumps(msgspec.to_builtins(message), ensure_ascii=False)
    return f"{what[:1].upper()}{what[1:]}:\n\n```json\n{shown}\n```\n\n```hex\n{chr(10).join(lines)}\n```\n"


def _conversation(name: str) -> Callable[[], str]:
    return lambda: f"\n```text\n{render(CONVERSATIONS[name]())}\n```\n\n"


TABLES: Final[Mapping[str, Callable[[], str]]] = {
    **engine_reference.TABLES,
    "states": _states,
    "limits": _limits,
    "requests": lambda: _sections(m.REQUESTS),
    "replies": lambda: _sections(kind for kind in m.SERVER_MESSAGES if not issubclass(kind, m.Notice)),
    "notices": lambda: _sections(kind for kind in m.SERVER_MESSAGES if issubclass(kind, m.Notice)),
    "values": lambda: _sections(values()),
    "lobby_events": lambda: struct_table(LOBBY_EVENTS, _FAMILIES),
    "frames": lambda: struct_table(get_args(AnyFrame), _FAMILIES),
    "effects": lambda: struct_table(get_args(Effect), _FAMILIES),
    "codes": lambda: code_table(WIRE_CODES),
    "examples": _examples,
    "counted": lambda: ", ".join(f"`{name_of(kind)}`" for kind in m.REQUESTS if kind in m.COUNTED) + "\n",
    **{name: _conversation(name) for name in CONVERSATIONS},
}
"""The tables of `protocol/README.md`, by the name in their mark."""

PAGES: Final[Mapping[Path, Mapping[str, Callable[[], str]]]] = {
    ROOT / "protocol" / "README.md": TABLES,
    ROOT / "engine" / "README.md": engine_reference.TABLES,
    ROOT / "engine" / "RULES.md": engine_reference.TABLES,
}
"""The pages that hold tables, and which."""


def main(arguments: list[str], pages: Mapping[Path, Mapping[str, Callable[[], str]]] = PAGES) -> int:
    """Renew the pages, or say which are out of date; returns the exit code."""
    write = "--write" in arguments
    stale = {path: filled for path, tables in pages.items() if (filled := _filled(path, tables)) is not None}
    for path, filled in stale.items():
        if write:
            path.write_text(filled, encoding="utf-8")
        print(f"{path} {'written' if write else 'is out of date'}")
    return 1 if stale and not write else 0


def _filled(path: Path, tables: Mapping[str, Callable[[], str]]) -> str | None:
    """The page as it should be, or `None` if it is that already."""
    page = path.read_text(encoding="utf-8")
    filled = fill(page, tables)
    return None if filled == page else filled


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
