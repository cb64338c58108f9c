"""The depth of MessagePack bytes agrees with that of the values, for every kind of value, and takes no memory."""

from __future__ import annotations

import tracemalloc
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.nesting import nests_deeper

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(width=32),
    st.text(max_size=300),
    st.binary(max_size=300),
    st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=300)),
)
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=5), inner, max_size=20)
)


def depth(value: Any) -> int:
    if type(value) is list:
        return 1 + max(map(depth, value), default=0)
    if type(value) is dict:
        return 1 + max(map(depth, value.values()), default=0)
    return 0


def nested(levels: int, header: bytes = b"\x91", core: bytes = b"\x00") -> bytes:
    return header * levels + core


@given(TREES, st.sampled_from([False, True]))
def test_agrees_with_the_value(tree: Any, single_float: bool) -> None:
    payload = msgpack.packb(tree, use_single_float=single_float)
    levels = depth(tree)
    assert nests_deeper(payload, levels) is False
    assert levels == 0 or nests_deeper(payload, levels - 1) is True


@pytest.mark.parametrize("count", [15, 16, 70_000])
@pytest.mark.parametrize("make", [list, lambda numbers: {str(number): number for number in numbers}])
def test_wide_containers_of_every_header_are_one_level(count: int, make: Any) -> None:
    payload = msgpack.packb([make(range(count)), [[0]]])
    assert nests_deeper(payload, 3) is False
    assert nests_deeper(payload, 2) is True


@pytest.mark.parametrize(
    "header",
    [b"\x91", b"\xdc\xff\xff", b"\xdd\xff\xff\xff\xff", b"\x81\xa1a", b"\xde\xff\xff\xa1a", b"\xdf\xff\xff\xff\xff\xa1a"],
    ids=["fixarray", "array16", "array32", "fixmap", "map16", "map32"],
)
def test_counts_every_kind_of_header(header: bytes) -> None:
    assert nests_deeper(nested(16, header), 16) is False
    assert nests_deeper(nested(17, header), 16) is True


def test_text_that_looks_like_headers_nests_nothing() -> None:
    payload = msgpack.packb({"text": "\u00d1\u0091" * 200})
    assert sum(byte in range(0x80, 0xA0) for byte in payload) > 100
    assert nests_deeper(payload, 1) is False


def test_an_empty_array_too_deep_is_too_deep() -> None:
    assert nests_deeper(nested(16, core=b"\x90"), 16) is True
    assert nests_deeper(nested(15, core=b"\x90"), 16) is False


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(payload: bytes) -> None:
    assert nests_deeper(payload, 3) in (False, True)


def test_takes_no_memory_for_what_headers_claim() -> None:
    payloads = [nested(60_000), b"\xdc\xff\xff" * 20_000, b"\xdd\xff\xff\xff\xff" * 12_000, b"\x9f" * 60_000]
    tracemalloc.start()
    try:
        assert all(nests_deeper(payload, 16) for payload in payloads)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 256 * 1024
