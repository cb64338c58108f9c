"""What SQLite passes over in silence: the end of a write-ahead log that was cut off or damaged. Must not change the file.

SQLite recovers a log up to its last whole transaction and ignores the rest. The format is documented with SQLite ("WAL-mode
file format"): a header of 32 bytes, then frames of 24 bytes and one page each. A frame of an earlier round of the
log has another salt than the header; one with the header's salt after the last whole transaction is a torn write.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

_HEADER: Final = struct.Struct(">IIII8sII")  # magic, version, page size, checkpoint number, salt, checksum
_FRAME: Final = struct.Struct(">II8s8s")  # page number, size of the database after a commit or 0, salt, checksum
_LITTLE: Final = 0x377F0682
_BIG: Final = 0x377F0683


@dataclass(frozen=True)
class Torn:
    """Bytes at the end of the log that were passed over, and how many whole commits are seen to have been in them."""

    size: int
    commits: int = 0


def torn_end(path: Path, recovered: int) -> Torn | None:
    """The torn end of the log at `path`, after SQLite has recovered so many frames; raises `OSError`."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        header = file.read(_HEADER.size)
        if not header:
            return None
        if not _is_whole(header):
            return Torn(path.stat().st_size)
        _, _, page, _, salt, *_ = _HEADER.unpack(header)
        file.seek(_HEADER.size + recovered * (_FRAME.size + page))
        return _count(file, page, salt)


def _count(file: BinaryIO, page: int, salt: bytes) -> Torn | None:
    """The frames from here on that belong to the same round of the log; half a frame counts if there is no more than that."""
    size = commits = 0
    while frame := file.read(_FRAME.size + page):
        if frame[8:16] != salt[: len(frame[8:16])]:
            break
        size += len(frame)
        commits += len(frame) == _FRAME.size + page and _FRAME.unpack_from(frame)[1] != 0
    return Torn(size, commits) if size else None


def _is_whole(header: bytes) -> bool:
    """Whether a header is complete and its checksum is right: otherwise SQLite takes nothing of the log."""
    if len(header) < _HEADER.size:
        return False
    magic = int.from_bytes(header[:4], "big")
    if magic not in (_LITTLE, _BIG):
        return False
    first = second = 0
    words = struct.unpack("<6I" if magic == _LITTLE else ">6I", header[:24])
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return (first, second) == struct.unpack(">II", header[24:])
