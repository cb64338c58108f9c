"""A note in the data folder that says where the server of this folder listens. Must not be relied on without the lock."""

from __future__ import annotations

from pathlib import Path

import msgspec

from server.archive import write_durably
from server.data_folder import DataFolder


class Presence(msgspec.Struct, frozen=True):
    """A running server: process id, port, whether that speaks TLS, port for health, start in seconds since the epoch."""

    pid: int
    port: int
    tls: bool
    health: int | None
    since: float


def announce(folder: DataFolder, presence: Presence) -> None:
    """Leave the note; raises `OSError`."""
    write_durably(_path(folder), [msgspec.json.encode(presence)])


def find(folder: DataFolder) -> Presence | None:
    """The note of the server that has the folder now; `None` if none has it, or its note can not be read."""
    if not folder.in_use():
        return None
    try:
        return msgspec.json.decode(_path(folder).read_bytes(), type=Presence)
    except (OSError, msgspec.DecodeError):
        return None


def _path(folder: DataFolder) -> Path:
    return folder.path / "server.json"
