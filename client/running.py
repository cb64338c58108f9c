"""Runs a face to its end and turns whatever ended it into an exit code and one line of words. Must not show tracebacks."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Final

import click
import trio

from client.errors import INTERRUPTED, OK, ClientError
from client.groups import leaves

_ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What asks a program to end, as far as this system has it."""


def run(main: Callable[[], Awaitable[int]]) -> int:
    """The exit code of a face; a `ClientError` is told on standard error.

    A request to end by a signal, Ctrl-C among them, unwinds the face, so that a terminal is put back and processes of one's
    own are ended; a second one does not wait for that.
    """
    try:
        return trio.run(_until_signal, main)
    except (KeyboardInterrupt, BaseExceptionGroup, ClientError, BrokenPipeError) as error:
        return _exit_code(error)


async def _until_signal(main: Callable[[], Awaitable[int]]) -> int:
    code = OK
    async with trio.open_nursery() as nursery:

        async def end_by_signal(*, task_status: trio.TaskStatus[None]) -> None:
            # Ctrl-C as well: `KeyboardInterrupt` would come at any instruction, also where nobody can pass it on.
            nonlocal code
            with trio.open_signal_receiver(*_ENDING) as signals:
                task_status.started()
                code = 128 + await anext(signals)
            nursery.cancel_scope.cancel()

        await nursery.start(end_by_signal)
        code = await main()
        nursery.cancel_scope.cancel()
    return code


def _exit_code(error: BaseException) -> int:
    """What an error means for the process; raises it again if it is a fault of this program."""
    causes = list(leaves(error))
    if any(isinstance(cause, KeyboardInterrupt) for cause in causes):
        return INTERRUPTED
    for cause in causes:
        if not isinstance(cause, ClientError | BrokenPipeError):
            raise error
    told = next((cause for cause in causes if isinstance(cause, ClientError)), None)
    if told is None:
        _mute()
        return OK
    click.echo(f"error: {told}", err=True)
    return told.exit_code


def _mute() -> None:
    """The reader of standard output is gone; what is still buffered must not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
