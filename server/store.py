"""What the tables ask of their journal: the `Store`, and the values that go in and out of it.

Bodies, headers and notes are bytes whose meaning the tables know; must not look into them, and must not do I/O.
Whatever a method has returned from is durable: a crash right afterwards loses nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from protocol.tables import Stage

KEPT_REPLIES: Final = 64
"""How many of a seat's last replies are kept, so that a repeated request is answered again after a restart."""

NO_EVENT: Final = -1
"""The `seq` of a history in which nothing has happened yet."""

Unavailable: TypeAlias = Literal["disk_full", "read_only", "locked", "missing"]
"""Why nothing can be stored at the moment; `locked`: another program holds the journal, `missing`: it is not in its place."""


class StoreUnavailable(Exception):
    """Nothing of what was to be stored is stored; the same may be tried again once the `reason` is gone."""

    def __init__(self, reason: Unavailable, detail: str = "") -> None:
        self.reason: Unavailable = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}" if detail else reason)


class StoreFailed(Exception):
    """The journal is broken or the disk is: the server must end, since nothing can be made durable any more."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One event of a table; the first has any `seq`, every other one more than the one before."""

    seq: int
    body: bytes


class KeptReply(msgspec.Struct, frozen=True, gc=False):
    """An encoded reply to a seat's request; a seat's request numbers rise."""

    seat: int
    request: int
    body: bytes


class Batch(msgspec.Struct, frozen=True):
    """What one command leaves behind, stored whole or not at all.

    `notes` are private values by name ("secret", "tokens", "clocks", "code"); the last of a name replaces the earlier.
    """

    table: str
    entries: tuple[Entry, ...] = ()
    reply: KeptReply | None = None
    notes: Mapping[str, bytes] = {}


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was found at the start.

    `dropped` entries at the end were torn, and are gone, replies to their commands too. With a `problem` the history is
    broken inside: `entries` are those before the break, and the table must not be played on.
    """

    table: str
    status: Stage
    created: float  # seconds since the epoch
    header: bytes
    notes: Mapping[str, bytes]
    replies: tuple[KeptReply, ...]
    entries: tuple[Entry, ...]
    problem: str | None = None
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some events of a table in a row, and when it was opened (seconds since the epoch)."""

    created: float
    entries: tuple[Entry, ...]


def check_order(table: str, last: int, entries: Sequence[Entry]) -> None:
    """Raise `ValueError` unless each event follows the one before; the first of a history may have any number from 0 on."""
    for entry in entries:
        if entry.seq != last + 1 and (last != NO_EVENT or entry.seq < 0):
            raise ValueError(f"table {table}: event {entry.seq} does not follow, expected {last + 1}")
        last = entry.seq


class Store(Protocol):
    """The journal of all tables.

    Every `async` method but `aclose` raises `StoreUnavailable` if nothing can be written at the moment and `StoreFailed`
    if nothing ever can again; it can be cancelled before it has begun, but not while it is writing. `LookupError` (no such
    table) and `ValueError` (the table is there already, or a `seq` does not follow) are bugs of the caller.
    """

    async def create(self, table: str, header: bytes, notes: Mapping[str, bytes], entries: tuple[Entry, ...]) -> None:
        """Begin a table in the lobby; the `header` is public, fixed, and part of the chain of its history."""

    async def append(self, batch: Batch) -> None:
        """Store a batch of an unfinished table."""

    async def set_status(self, table: str, status: Stage) -> None:
        """A table `finished` or `closed` takes nothing more, and is not loaded again."""

    async def delete(self, table: str) -> None:
        """Forget a table and its history."""

    async def read(self, table: str, after: int, most: int) -> Excerpt:
        """The first `most` events with numbers above `after`, of a table in whatever stage; raises `LookupError`."""

    def load(self) -> list[StoredTable]:
        """Every unfinished table, oldest first; to be called once, before anything is stored."""

    async def aclose(self) -> None:
        """Finish what has been handed in; nothing is taken afterwards."""
