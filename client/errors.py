"""What ends or hinders a client, each with the exit code of the command line; must not print anything.

    ClientError
    ├── BadChoice            2   what was asked for can not be meant
    ├── NoConnection         3   nobody answers there, or not in this language
    ├── Refused              4   the server said no, with its code
    │   └── CommandRefused   4   to a command of the game, with what may be done instead
    ├── SeatLost             4   the server took the seat or the table away for good
    ├── NotThere             1   what was asked about the table is not there yet, or not for this client
    └── TableOver            1   what was waited for can not come any more
"""

from __future__ import annotations

from typing import Final

from engine.commands import SeatCommand
from engine.options import Option
from protocol import messages as m
from protocol.names import safe_text

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130


class ClientError(Exception):
    """Base of what this package raises for people to read; `exit_code` is what the process ends with."""

    exit_code = FAILED


class BadChoice(ClientError):
    """What was asked for on the command line can not be meant."""

    exit_code = USAGE


class NoConnection(ClientError):
    """There is no server to talk to, or it speaks something else."""

    exit_code = 3


class Refused(ClientError):
    """The server refused a request: its `code`, its sentence, and what would do where it says so."""

    exit_code = 4

    def __init__(self, error: m.Error) -> None:
        self.error = error
        self.code = error.code
        self.message = safe_text(error.message)
        self.wanted = error.wanted
        self.retry_after = error.retry_after
        super().__init__(f"{self.message} ({safe_text(error.code)})")


class SeatLost(ClientError):
    """The server ended the connection with words after which coming back is of no use."""

    exit_code = 4

    def __init__(self, closing: m.Closing) -> None:
        self.code = closing.code
        super().__init__(f"{safe_text(closing.message)} ({safe_text(closing.code)})")


class CommandRefused(Refused):
    """A command of the game was refused: the `command`, the `reason`, and the `options` that there are instead."""

    def __init__(self, refused: Refused, command: SeatCommand, options: tuple[Option, ...]) -> None:
        super().__init__(refused.error)
        self.reason = refused.code
        self.command = command
        self.options = options


class NotThere(ClientError):
    """What was asked about the table is not there: the game has not started, or one who looks on has no seat."""


class TableOver(ClientError):
    """Nothing more will happen at the table, so that what was waited for can not come."""
