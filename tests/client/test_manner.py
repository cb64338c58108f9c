"""Whether the full screen may be used is found out without any library of it."""

import fcntl
import io
import os
import struct
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from client.manner import Manner, dumb, screen_hindrance


def test_where_nobody_reads_at_a_terminal_nothing_need_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert screen_hindrance(Manner()) == ""


@contextmanager
def at_terminal(monkeypatch: pytest.MonkeyPatch, columns: int = 80, rows: int = 24) -> Iterator[int]:
    leader, follower = os.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with os.fdopen(follower, "w") as stream, monkeypatch.context() as patch:
        patch.setattr("sys.stdout", stream)
        patch.setattr("sys.stdin", stream)
        patch.setenv("TERM", "xterm")
        yield follower
    os.close(leader)


def test_a_terminal_that_is_large_enough_hinders_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_terminal(monkeypatch) as descriptor:
        assert screen_hindrance(Manner()) is None
        assert not dumb(descriptor)


def test_who_wants_lines_is_not_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_terminal(monkeypatch):
        assert screen_hindrance(Manner(plain=True)) == ""


def test_what_hinders_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_terminal(monkeypatch, 79, 30):
        assert screen_hindrance(Manner()) == "line mode: the full screen needs 80 by 24, this terminal is 79 by 30"
        monkeypatch.setattr("sys.stdin", None)
        assert "line mode: the full screen needs a terminal" in str(screen_hindrance(Manner()))


def test_a_system_that_is_no_unix_has_lines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_terminal(monkeypatch) as descriptor:
        monkeypatch.setattr("client.manner._is_unix", lambda: False)
        assert dumb(descriptor)
        assert "line mode" in str(screen_hindrance(Manner()))
