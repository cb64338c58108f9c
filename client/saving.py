"""The history of a table as a file of one's own, put together from what the server tells. Must not judge what is in it.

The client reckons the hashes of the chain itself: they are those of the host's own file if both hold the same events.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from client.errors import BadChoice
from client.session import Session
from engine.history import Record, Transcript, link, render_transcript, start
from protocol import messages as m
from protocol.lobby_events import TableEvent
from protocol.transcripts import encode_event, encode_header


async def save(session: Session, path: Path) -> str:
    """Write a new file, and say so in a sentence; raises `Refused`, and `BadChoice` if the file cannot be written."""
    transcript = await fetch(session)
    write_new(path, render_transcript(transcript))
    over = "the whole game" if transcript.secret is not None else "the game so far, which `verify` can check at its end only"
    return f"{len(transcript.records)} events are in {path}: {over}"


async def fetch(session: Session) -> Transcript:
    """All that has happened at the table; raises `Refused`."""
    model = session.model
    assert model.board is not None  # one is at a table, so it is known
    events: list[TableEvent] = []
    created = 0
    async for chapter in _chapters(session):
        created = chapter.created
        events += chapter.events
    header = encode_header(model.board.data)
    lobby = model.lobby
    secret = bytes.fromhex(lobby.seed) if lobby.seed else None
    return Transcript(model.table, lobby.stage, float(created), header, secret, chain(model.table, header, events))


async def _chapters(session: Session) -> AsyncIterator[m.History]:
    """What the server tells at a time, until there is no more."""
    after = 0
    while (chapter := await session.history(after)).events:
        yield chapter
        after += len(chapter.events)


def chain(table: str, header: bytes, events: Iterable[TableEvent]) -> tuple[Record, ...]:
    """Events numbered from 1, each with the hash of the history up to it."""
    records = []
    digest = start(table, header)
    for seq, event in enumerate(events, 1):
        body = encode_event(event)
        digest = link(digest, seq, body)
        records.append(Record(seq, body, digest))
    return tuple(records)


def write_new(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file that is not there yet; raises `BadChoice`."""
    try:
        with path.open("xb") as file:
            file.writelines(lines)
    except FileExistsError:
        raise BadChoice(f"expected a new file, found that {path} is there already") from None
    except OSError as error:
        raise BadChoice(f"{path}: {(error.strerror or str(error)).lower()}") from None
