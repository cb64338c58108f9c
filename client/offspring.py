"""Processes that play for this one: they hear no Ctrl-C, and do not outlive it. Must not know what they play."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess


@contextmanager
def deaf_start() -> Iterator[None]:
    """Processes that are started within never hear Ctrl-C, not even while they load; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def settle_down() -> None:
    """In such a process: end with the one that started it, whatever that one dies of, and never by Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when it is over

    def watch(parent: BaseProcess) -> None:
        parent.join()
        os._exit(1)

    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=watch, args=(parent,), daemon=True).start()
