"""A transcript file as a client reads it: the board, the events and what is claimed of them. Must not believe any of it.

Plain files and those of a server's archive (gzip) are read alike, up to a size that no honest game comes near.
"""

from __future__ import annotations

import gzip
import io
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from client.errors import BadChoice
from engine.board import Board, InvalidBoard
from engine.board_check import check_board
from engine.history import InvalidTranscript, Transcript, read_transcript
from engine.ruleset import Ruleset
from protocol.lobby_events import SeedRevealed, TableCreated, TableEvent
from protocol.names import safe_text
from protocol.tables import Settings
from protocol.transcripts import decode_event, decode_header

LONGEST: Final = 64 * 1024 * 1024
"""Bytes of the longest transcript that is read; a game of three thousand events has half a million."""

_GZIP: Final = b"\x1f\x8b"


@dataclass(frozen=True)
class Told:
    """What a file tells of a table; `broken` is what is wrong with the chain of its hashes.

    Event k has the number `first` + k.
    """

    transcript: Transcript
    broken: InvalidTranscript | None
    board: Board
    created: TableCreated
    events: tuple[TableEvent, ...]
    first: int

    @property
    def table(self) -> str:
        """The id of the table."""
        return self.transcript.table

    @property
    def rules(self) -> Ruleset:
        """The rules of the table."""
        return self.created.rules

    @property
    def settings(self) -> Settings:
        """The settings of the table."""
        return self.created.settings

    def seeds(self) -> set[bytes]:
        """Every seed that is shown: in an event, by the host's own file, or by both."""
        shown = {bytes.fromhex(event.seed) for event in self.events if isinstance(event, SeedRevealed)}
        return shown if self.transcript.secret is None else {*shown, self.transcript.secret}


def read(path: Path) -> Told:
    """What a file tells; raises `BadChoice` with the line that cannot be read."""
    try:
        return _told(_contents(path))
    except OSError as error:
        raise BadChoice(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except InvalidTranscript as error:
        raise BadChoice(f"{path}: {safe_text(str(error))}") from None


def _contents(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(LONGEST + 1)
    if data.startswith(_GZIP):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                data = packed.read(LONGEST + 1)
        except (EOFError, zlib.error) as error:
            raise InvalidTranscript(1, f"expected a whole gzip file: {error}") from None
    if len(data) > LONGEST:
        raise InvalidTranscript(1, f"expected no more than {LONGEST} bytes, found more")
    return data


def _told(data: bytes) -> Told:
    transcript, broken = read_transcript(data.splitlines())
    board = _board(transcript.header)
    events = tuple(_event(line, record.body) for line, record in enumerate(transcript.records, 2))
    if not events or not isinstance(events[0], TableCreated):
        raise InvalidTranscript(2, f"expected table_created first, found {_tag(events[0]) if events else 'no event'}")
    return Told(transcript, broken, board, events[0], events, transcript.records[0].seq)


def _board(header: bytes) -> Board:
    try:
        data = decode_header(header)
        check_board(data, "the board")
    except (ValueError, InvalidBoard) as error:
        raise InvalidTranscript(1, f"expected a board that can be played: {error}") from None
    return Board(data)


def _event(line: int, body: bytes) -> TableEvent:
    try:
        return decode_event(body)
    except (ValueError, RecursionError) as error:
        raise InvalidTranscript(line, f"expected an event of this version: {error}") from None


def _tag(event: TableEvent) -> str:
    return str(event.__struct_config__.tag)
