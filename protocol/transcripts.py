"""What the history of a table is made of: its header and its events as the bytes that are stored, chained and exported.

The server writes histories and a client may put one together from what it is told: both come to the same bytes here. Must
not chain them (`engine.history` does), nor say what is in them.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engine.board_data import BoardData
from protocol.lobby_events import TableEvent

FORMAT: Final = 1
"""The version of what is stored of a table; one that a later server wrote is not read."""

_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final[msgspec.msgpack.Decoder[TableEvent]] = msgspec.msgpack.Decoder(TableEvent)


class Header(msgspec.Struct, frozen=True):
    """What is fixed of a table besides its first event: the board, so that a later edition changes no game."""

    format: int
    board: BoardData


def encode_header(board: BoardData) -> bytes:
    """The header of a table that is played on this board."""
    return msgspec.msgpack.encode(Header(FORMAT, board))


def decode_header(header: bytes) -> BoardData:
    """The board of a header; raises `ValueError` (`msgspec` errors are such) for one that is none, or of another version."""
    told = msgspec.msgpack.decode(header, type=Header)
    if told.format != FORMAT:
        raise ValueError(f"expected a table of format {FORMAT}, found {told.format}")
    return told.board


def encode_event(event: TableEvent) -> bytes:
    """An event as it is stored."""
    return _ENCODER.encode(event)


def decode_event(body: bytes) -> TableEvent:
    """An event out of the store; raises `ValueError` (`msgspec` errors are such)."""
    return _DECODER.decode(body)
