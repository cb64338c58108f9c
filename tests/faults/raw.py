"""Frames as bytes, for messages that no client of ours would send."""

from __future__ import annotations

from typing import Any, Final

import msgpack

HELLO: Final[dict[str, Any]] = {"type": "hello", "id": 1, "low": 1, "high": 1, "client": "raw"}


def framed(payload: bytes, length: int | None = None) -> bytes:
    """A payload behind its length, or behind another."""
    return (len(payload) if length is None else length).to_bytes(4, "big") + payload


def frame(message: object) -> bytes:
    """A value as a frame, whatever it is."""
    return framed(msgpack.packb(message))
