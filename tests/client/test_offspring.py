"""Processes that play for this one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.offspring import deaf_start

PARENT = """
import multiprocessing, os, sys
from client import offspring
def child(told):
    offspring.settle_down()
    told.send(os.getpid())
    while True: pass
if __name__ == "__main__":
    mine, theirs = multiprocessing.get_context("spawn").Pipe()
    with offspring.deaf_start():
        process = multiprocessing.get_context("spawn").Process(target=child, args=(theirs,))
        process.start()
    print(mine.recv(), flush=True)
    sys.stdin.read()
    os._exit(0)
"""


def test_a_process_hears_no_interrupt_and_ends_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(child, signal.SIGINT)
        os.kill(child, 0)
        parent.stdin.close()
        assert parent.stdout.read() == ""  # both have the other end of it: this is the end of both
        assert parent.wait(60) == 0


def test_an_interrupt_is_heard_after_the_start() -> None:
    done: list[str] = []

    def start() -> None:
        with deaf_start():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("started")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert done == ["started"]
