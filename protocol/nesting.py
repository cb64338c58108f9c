"""How deep MessagePack bytes nest, found out without building anything; must not decode a value.

A header of an array or a map may claim any size. An unpacker makes room for what is claimed, so that a kilobyte of
nested headers takes tens of megabytes; counting them first takes none.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class _Head(NamedTuple):
    """What the first byte of a value says.

    `width` is how many bytes of length follow, `length` the length where none do, `items` how many values stand for one
    of the length (0: it counts bytes), `extra` how many bytes come on top.
    """

    width: int
    length: int = 0
    items: int = 0
    extra: int = 0


def _heads() -> tuple[_Head, ...]:
    heads = [_Head(0)] * 256
    heads[0x80:0x90] = [_Head(0, count, 2) for count in range(16)]
    heads[0x90:0xA0] = [_Head(0, count, 1) for count in range(16)]
    heads[0xA0:0xC0] = [_Head(0, length) for length in range(32)]
    for power in range(3):
        heads[0xC4 + power] = heads[0xD9 + power] = _Head(1 << power)
        heads[0xC7 + power] = _Head(1 << power, extra=1)
    for power in range(4):
        heads[0xCC + power] = heads[0xD0 + power] = _Head(0, 1 << power)
    heads[0xCA], heads[0xCB] = _Head(0, 4), _Head(0, 8)
    heads[0xD4:0xD9] = [_Head(0, 1 + (1 << power)) for power in range(5)]
    heads[0xDC], heads[0xDD] = _Head(2, items=1), _Head(4, items=1)
    heads[0xDE], heads[0xDF] = _Head(2, items=2), _Head(4, items=2)
    return tuple(heads)


_HEADS: Final = _heads()

_CONTAINERS: Final = bytes([*range(0x80, 0xA0), *range(0xDC, 0xE0)])


def nests_deeper(payload: bytes, limit: int) -> bool:
    """Whether arrays and maps lie in each other more than `limit` deep; bytes that are no MessagePack may say either.

    Takes no memory but for `limit` numbers. Most messages have so few bytes that could begin an array or a map that
    counting these is enough.
    """
    if len(payload) - len(payload.translate(None, _CONTAINERS)) <= limit:
        return False
    return _scan(payload, limit)


def _scan(payload: bytes, limit: int) -> bool:
    left: list[int] = []  # of each open array or map, the values that are still to come
    position, end = 0, len(payload)
    while position < end:
        width, length, items, extra = _HEADS[payload[position]]
        position += 1 + width
        if width:
            length = int.from_bytes(payload[position - width : position], "big")
        if items:
            if len(left) >= limit:
                return True
            if length:
                left.append(length * items)
                continue
        else:
            position += length + extra
        while left:
            left[-1] -= 1
            if left[-1]:
                break
            left.pop()
    return False
