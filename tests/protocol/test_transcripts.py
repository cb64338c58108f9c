"""The bytes of a history: the same on both sides, and nothing that is none of its own is taken for one."""

from __future__ import annotations

import msgspec
import pytest

from engine.board import load_board
from engine.events import DiceRolled
from protocol.lobby_events import SeatTaken
from protocol.transcripts import FORMAT, Header, decode_event, decode_header, encode_event, encode_header


def test_a_header_gives_its_board_again() -> None:
    board = load_board().data
    assert decode_header(encode_header(board)) == board


def test_a_header_of_a_later_version_is_not_read() -> None:
    later = msgspec.msgpack.encode(Header(FORMAT + 1, load_board().data))
    with pytest.raises(ValueError, match="expected a table of format 1, found 2"):
        decode_header(later)


@pytest.mark.parametrize("event", [SeatTaken(1, "Ann"), DiceRolled(0, (1, 2))])
def test_an_event_comes_back(event: SeatTaken | DiceRolled) -> None:
    assert decode_event(encode_event(event)) == event


@pytest.mark.parametrize("body", [b"", b"\xc1", b"\x80", encode_event(SeatTaken(1, "Ann"))[:-1]])
def test_what_is_no_event_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="."):
        decode_event(body)
