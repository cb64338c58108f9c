"""Transcripts of tables as files: exported by hand, and in the archive where finished tables go. Must not delete tables."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from engine.history import render_transcript
from server.data_folder import DataFolder
from server.sqlite_reader import History, each_history
from server.sqlite_schema import open_for_reading, sync_folder

DAY: Final = 86_400
"""Seconds."""

_EXPIRED: Final = "status IN ('finished', 'closed') AND changed <= ?"


class Archived(NamedTuple):
    """Names of tables: `written` ones are on disk and may be deleted, `left` ones stay since something of them is missing."""

    written: list[str]
    left: list[str]


def write_archive(folder: DataFolder, before: float) -> Archived:
    """Write every table that came to its end before that time (seconds since the epoch) to its file in the archive.

    Raises `UnusableData`, `sqlite3.Error` and `OSError`.
    """
    archived = Archived([], [])
    with closing(open_for_reading(folder.database)) as connection:
        for history in each_history(connection, _EXPIRED, (before,)):
            if history.whole:
                _write(folder.archive, history)
                archived.written.append(history.row.name)
            else:
                archived.left.append(history.row.name)
    return archived


def _write(archive: Path, history: History) -> None:
    archive.mkdir(mode=0o700, exist_ok=True)
    name = quote(history.row.name, safe="") + ".jsonl.gz"
    write_durably(archive / name, [gzip.compress(b"".join(render_transcript(history.transcript())))])


def write_durably(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file whole or not at all, on disk when this returns; raises `OSError`, and then leaves nothing behind."""
    unfinished = path.with_name(path.name + ".new")
    try:
        with unfinished.open("wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
