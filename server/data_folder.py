"""The data folder: where it is, what lies in it, and the lock that lets one server at a time write there.

Must not know what the database holds.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import platformdirs

_LOCK: Final = "lock"
_PID_BYTES: Final = 32
_TRIES: Final = 3  # `in_use` has the lock for a moment, and must not keep a server from starting
_BREATH: Final = 0.05  # seconds between them


class UnusableData(Exception):
    """The data folder or its database cannot be used; the message says why and, where there is one, the way out."""


class FolderInUse(UnusableData):
    """Another server has the folder; `pid` is its process id, if it could be read."""

    def __init__(self, folder: Path, pid: int | None) -> None:
        self.folder = folder
        self.pid = pid
        whose = "another server" if pid is None else f"the server with process id {pid}"
        super().__init__(f"data folder {folder} is in use by {whose}: end that one, or choose another folder with --data")


class FolderUnwritable(UnusableData):
    """The folder cannot be created or written to."""

    def __init__(self, folder: Path, error: OSError) -> None:
        self.folder = folder
        super().__init__(
            f"data folder {folder} cannot be written: {(error.strerror or str(error)).lower()};"
            " make it writable, or choose another folder with --data"
        )


def default_folder() -> Path:
    """Where data lies if nothing else is said: `$XDG_DATA_HOME/magnate` or what the system has for it."""
    return platformdirs.user_data_path("magnate", appauthor=False)


class DataFolder:
    """The paths in one data folder; nothing is created until it is locked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "magnate.sqlite3"
        self.archive = path / "archive"

    def lock(self) -> FolderLock:
        """Create the folder if need be and take it for this process; raises `FolderInUse` or `FolderUnwritable`.

        A folder made here can be entered by its owner only, since the seeds of running games are in it.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise FolderUnwritable(self.path, error) from error
        try:
            _take(self.path, descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return FolderLock(descriptor)

    def in_use(self) -> bool:
        """Whether a server has the folder now."""
        try:
            descriptor = os.open(self.path / _LOCK, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(descriptor)
        return False


class Anchor:
    """Files as they are now, to be found in their places later on.

    A program that has a file open does not notice when somebody moves or removes it, and what it writes then is lost at its
    end.
    """

    def __init__(self, *paths: Path) -> None:
        self._files = {path: _identity(path) for path in paths}

    def missing(self) -> Path | None:
        """The first of the files that is not in its place, or has another in it."""
        return next((path for path, known in self._files.items() if _identity(path) != known), None)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class FolderLock:
    """The lock of a data folder, held until it is released or the process ends, however it ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Let others have the folder; doing it twice does no harm."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def _take(folder: Path, descriptor: int) -> None:
    """Lock the file and write this process's id in it, for the message that others get.

    The file stays when the lock goes: removing it would let two servers lock two different files of the same name.
    """
    for left in reversed(range(_TRIES)):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise FolderUnwritable(folder, error) from error
            if not left:
                raise FolderInUse(folder, _written_pid(descriptor)) from None
            time.sleep(_BREATH)
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):  # a full disk costs the message its number, not the lock
            raise FolderUnwritable(folder, error) from error


def _written_pid(descriptor: int) -> int | None:
    text = os.pread(descriptor, _PID_BYTES, 0).strip()
    return int(text) if text.isdigit() else None
