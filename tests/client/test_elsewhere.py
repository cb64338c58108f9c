"""Line mode plays where nothing of Unix is: the modules, signals and calls that only Unix has are taken away first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.terminal import HostedServer

_TAKE_AWAY = """
import os, select, selectors, signal, subprocess, sys
import platformdirs, trio  # which have ways of their own for each system
for name in ("curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "urwid"):
    sys.modules[name] = None
for name in ("SIGALRM", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGWINCH"):
    delattr(signal, name)
for name in ("fork", "geteuid", "getuid", "killpg", "openpty", "setsid"):
    delattr(os, name)
del select.poll
from client.cli import main
"""


def elsewhere(code: str, *arguments: str, typed: str = "", home: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _TAKE_AWAY + code, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "XDG_DATA_HOME": home, "LOGNAME": "ann"},
    )


@pytest.mark.slow
def test_a_friend_plays_in_lines(tmp_path: Path) -> None:
    with HostedServer(str(tmp_path / "server")) as server:
        told = elsewhere(
            "main()", "play", server.address, "--create", "--bots", "1", typed="start\nroll\nplayers\n? build\n",
            home=str(tmp_path / "home"),
        )  # fmt: skip
    assert (told.returncode, told.stderr) == (0, "")
    assert "you are ann in seat 1" in told.stdout
    assert "ann throws" in told.stdout
    assert "Builds houses" in told.stdout


@pytest.mark.slow
def test_what_is_missing_is_really_missing() -> None:
    told = elsewhere("import client.screen.window")
    assert told.returncode == 1
    assert "ModuleNotFoundError: import of urwid halted" in told.stderr
    told = elsewhere("import client.terminal")
    assert "import of termios halted" in told.stderr
