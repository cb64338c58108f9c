"""Hypothesis strategies for whatever the wire may carry, made from the declarations, and for ways to cut bytes up."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from protocol import messages as m

PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-(2**63), 2**64 - 1),
    str: st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    bool: st.booleans(),
    NoneType: st.none(),
}


@cache
def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Whatever fits an annotation of a message's field, or a whole struct."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return within(args[0], args[1])
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, UnionType):
        return st.one_of(*map(values, args))
    if origin is dict:
        return st.dictionaries(values(args[0]), values(args[1]), max_size=2)
    if origin is list:
        return st.lists(values(args[0]), max_size=2)
    if origin is tuple and args[1:] == (...,):
        return st.lists(values(args[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, args))
    return PLAIN[annotation] if annotation in PLAIN else structs(annotation)


def within(annotation: Any, meta: msgspec.Meta) -> st.SearchStrategy[Any]:
    if meta.pattern is not None:
        return st.from_regex(meta.pattern)
    if annotation is int:
        return st.integers(meta.ge, meta.le)  # type: ignore[arg-type]  # bounds of integers are integers
    if annotation is str:
        return st.text(
            st.characters(exclude_categories=["Cs"]), min_size=meta.min_length or 0, max_size=min(meta.max_length or 9, 9)
        )
    return values(annotation)


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{field.name: later(hints[field.name]) for field in msgspec.structs.fields(kind)})


def later(annotation: Any) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: values(annotation))


def requests() -> st.SearchStrategy[m.Request]:
    return st.sampled_from(m.REQUESTS).flatmap(values)


def messages() -> st.SearchStrategy[m.Message]:
    return st.sampled_from([*m.REQUESTS, *m.SERVER_MESSAGES]).flatmap(values)


def server_messages() -> st.SearchStrategy[m.ServerMessage]:
    return st.sampled_from(m.SERVER_MESSAGES).flatmap(values)


@st.composite
def chunkings(draw: st.DrawFn, data: bytes) -> list[bytes]:
    """The bytes in pieces, none of them empty."""
    cuts = sorted(draw(st.sets(st.integers(1, max(1, len(data) - 1)), max_size=12)))
    return [piece for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True) if (piece := data[a:b])]
