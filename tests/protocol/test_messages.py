"""The declarations of the messages, as a whole."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from engine.commands import RollDice
from protocol import messages as m

TOKEN = "00112233445566778899aabbccddeeff"


def made_of(annotation: Any, seen: set[Any]) -> set[Any]:
    """Everything that a type is made of, itself included."""
    if annotation in seen:
        return seen
    seen.add(annotation)
    for inner in get_args(annotation):
        if not isinstance(inner, (msgspec.Meta, str, int)):
            made_of(inner, seen)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        for hint in get_type_hints(annotation, include_extras=True).values():
            made_of(hint, seen)
    return seen


def leaves(base: type) -> set[type]:
    below: list[type] = base.__subclasses__()
    return {leaf for child in below for leaf in leaves(child)} or {base}


def test_no_message_is_forgotten() -> None:
    assert set(m.REQUESTS) == leaves(m.Request)
    assert set(m.SERVER_MESSAGES) == leaves(m.ServerMessage)


def test_every_tag_is_one_messages_own() -> None:
    kinds = [*m.REQUESTS, *m.SERVER_MESSAGES]
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("kind", [*m.REQUESTS, *m.SERVER_MESSAGES], ids=lambda kind: kind.__name__)
def test_nothing_on_the_wire_is_untyped_or_no_integer(kind: type[msgspec.Struct]) -> None:
    used = made_of(kind, set())
    assert used.isdisjoint({Any, object, float, bytes, bytearray, dict, list, tuple, msgspec.Raw})


@pytest.mark.parametrize("kind", [*m.REQUESTS, *m.SERVER_MESSAGES], ids=lambda kind: kind.__name__)
def test_only_a_whole_table_has_a_map_with_other_than_text_keys(kind: type[msgspec.Struct]) -> None:
    keys = {get_args(used)[0] for used in made_of(kind, set()) if getattr(used, "__origin__", None) is dict}
    assert keys <= ({str, int} if kind is m.TableState else {str})


def test_requests_refuse_unknown_fields_but_for_hello() -> None:
    assert [kind for kind in m.REQUESTS if not kind.__struct_config__.forbid_unknown_fields] == [m.Hello]
    assert not any(kind.__struct_config__.forbid_unknown_fields for kind in m.SERVER_MESSAGES)


def test_the_form_of_hello_never_changes() -> None:
    hello = m.Hello(1, low=1, high=3, client="demo")
    assert msgspec.to_builtins(hello) == {"type": "hello", "id": 1, "low": 1, "high": 3, "client": "demo"}


def test_secrets_are_not_shown() -> None:
    secret = "hunter2"
    shown = [
        repr(m.CreateTable(1, "Friday", "Ann", TOKEN, code=secret)),
        repr(m.JoinTable(1, "t1", "Ann", TOKEN, code=secret)),
        repr(m.Resume(1, "t1", TOKEN)),
        repr(m.WatchTable(1, "t1", code=secret)),
    ]
    assert not any(TOKEN in text or secret in text for text in shown)
    assert shown[2] == "Resume(id=1, table='t1', token=***, after=None)"


def test_what_is_not_secret_is_shown() -> None:
    assert repr(m.Act(3, RollDice(), prompt=4)) == "Act(id=3, command=RollDice(), prompt=4)"


@pytest.mark.parametrize("token", ["", TOKEN[1:], TOKEN + "0", TOKEN.upper(), TOKEN + "\n", "g" * 32])
def test_a_token_is_32_digits(token: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "resume", "id": 1, "table": "t1", "token": token}, m.Resume)


def test_counted_requests_are_requests_at_a_table() -> None:
    assert set(m.REQUESTS) > m.COUNTED
    assert m.COUNTED.isdisjoint({m.Hello, m.Ping, m.CreateTable, m.JoinTable, m.Resume, m.Legal, m.GetState})
