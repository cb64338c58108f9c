"""A shell at a terminal emulator, as somebody sits before it who starts `magnate`, resizes the window, and presses keys."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType

import pyte

_PATIENCE = 60.0  # seconds until a test gives up on something that is never shown

BASH = ("bash", "--norc", "--noprofile", "-i")


class Emulator:
    """A shell with job control in a window of so many columns and rows; `bells` counts its rings, `title` is the window's."""

    def __init__(self, columns: int, rows: int, environment: Mapping[str, str], shell: Sequence[str] = BASH) -> None:
        self.screen = _Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self._child, self._leader = pty.fork()
        if self._child == 0:
            os.environ.update({"TERM": "xterm-256color", "PS1": "$ ", "LANG": "C.UTF-8", **environment})
            os.execvp(shell[0], shell)
        self._set_size(columns, rows)
        self.sees("$ ")

    @property
    def rows(self) -> list[str]:
        """What the window shows."""
        return list(self.screen.display)

    def runs(self, *arguments: str) -> None:
        """Start `magnate` with these arguments."""
        self.types(f"clear; {sys.executable} -m client {' '.join(arguments)}; echo ended $?\r")

    def types(self, keys: str) -> None:
        """Press keys."""
        os.write(self._leader, keys.encode())

    def sees(self, text: str) -> None:
        """Wait until the text is in the window."""
        until = time.monotonic() + _PATIENCE
        while not any(text in row for row in self.rows):
            if not self._read(until - time.monotonic()):
                raise AssertionError(f"{text!r} was never shown:\n" + "\n".join(self.rows))

    def resizes(self, columns: int, rows: int) -> None:
        """Pull the window to another size."""
        self.screen.resize(rows, columns)
        self._set_size(columns, rows)

    def terminate(self, command: str) -> None:
        """Send a request to end to the program whose command line has these words."""
        for process in os.listdir("/proc"):
            if process.isdigit() and command in _command_of(process) and _parent_of(process) == self._child:
                os.kill(int(process), signal.SIGTERM)

    def close(self) -> None:
        """Shut the window."""
        os.kill(self._child, signal.SIGKILL)
        os.close(self._leader)
        os.waitpid(self._child, 0)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._leader, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._leader], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._leader, 65536)
        except OSError:  # everybody at the other end has gone
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class _Screen(pyte.Screen):
    """A screen that counts its bells."""

    bells = 0

    def bell(self, *arguments: object) -> None:
        self.bells += 1

    def report_device_status(self, *arguments: object, **more: object) -> None:
        """Nobody answers questions here."""


def _command_of(process: str) -> str:
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def _parent_of(process: str) -> int:
    try:
        with open(f"/proc/{process}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except OSError:
        return -1
