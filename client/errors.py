"""What ends or hinders a client, each with the exit code of the command line; must not print anything.

    ClientError
    ├── BadChoice        2   what was asked for can not be meant
    ├── NoConnection     3   nobody answers there, or not in this language
    ├── Refused          4   the server said no, with its code
    └── SeatLost         4   the server took the seat or the table away for good
"""

from __future__ import annotations

from typing import Final

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
