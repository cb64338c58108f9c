"""A program at a pseudo-terminal, as somebody sits before it: types, and waits for what is shown."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from types import TracebackType

_PATIENCE = 60.0  # seconds until a test gives up on a word that never comes
_SEQUENCE = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")


class Sitter:
    """A running program and its screen.

    `seen` is all that it has shown, without control sequences; `left`: nothing that it has started is there any more either.
    """

    def __init__(self, arguments: list[str], environment: Mapping[str, str]) -> None:
        self._leader, follower = os.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "client", *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**os.environ, "TERM": "xterm", **environment},
            start_new_session=True,
        )
        os.close(follower)
        self.seen = ""
        self.left = False
        self._read_up_to = 0

    def types(self, text: str) -> None:
        """Press keys; `\\r` is Enter."""
        os.write(self._leader, text.encode())

    def sees(self, text: str) -> None:
        """Wait until the text is shown, after what was waited for before."""
        until = time.monotonic() + _PATIENCE
        while (at := self.seen.find(text, self._read_up_to)) < 0:
            if not self._read(until - time.monotonic()):
                raise AssertionError(f"{text!r} was never shown; last:\n{self.seen[-3000:]}")
        self._read_up_to = at + len(text)

    def interrupts(self) -> None:
        """Press Ctrl-C: every process at the terminal hears it."""
        os.killpg(self._process.pid, signal.SIGINT)

    def ends(self) -> int:
        """Wait for the end of the program; returns its exit code."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until and self._read(until - time.monotonic()):
            pass
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it came to no end; last:\n{self.seen[-3000:]}") from None

    def close(self) -> None:
        """End the program, if it still runs."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._leader)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._leader], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._leader, 65536)
        except OSError:  # nobody has the terminal open any more
            self.left = True
            return False
        self.seen += _SEQUENCE.sub("", data.decode(errors="replace")).replace("\r\n", "\n")
        return bool(data)

    def __enter__(self) -> Sitter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class HostedServer:
    """A server process on this computer, started with these further `options`; `address` is where it listens.

    The network is told of it only if that is wanted, on the loopback interface, as of every server with such an address.
    """

    def __init__(self, folder: str, port: str = "0", *options: str, announced: bool = False) -> None:
        where = ["--host", "127.0.0.1", "--port", port, "--data", folder, *options, *([] if announced else ["--no-announce"])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "server", "run", *where], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        found = re.search(r"port (\d+)", self._process.stdout.readline())
        assert found is not None
        self.address = f"127.0.0.1:{found[1]}"
        self.port = found[1]

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def kill(self) -> None:
        """End it without a goodbye, as a power cut does."""
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> HostedServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.terminate()
        self._process.communicate(timeout=_PATIENCE)
