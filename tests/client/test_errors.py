"""Errors for people: words, code and exit code."""

import pytest

from client.errors import ClientError, NoConnection, Refused, SeatLost
from protocol import messages as m


@pytest.mark.parametrize(
    ("error", "words", "exit_code"),
    [
        (NoConnection("connection refused"), "connection refused", 3),
        (Refused(m.Error("not_found", "there is no table t9", 4)), "there is no table t9 (not_found)", 4),
        (SeatLost(m.Closing("displaced", "a newer connection")), "a newer connection (displaced)", 4),
    ],
)
def test_each_error_says_what_it_is_and_how_to_exit(error: ClientError, words: str, exit_code: int) -> None:
    assert str(error) == words
    assert error.exit_code == exit_code


def test_what_a_server_says_cannot_move_a_terminal() -> None:
    refused = Refused(m.Error("x", "\x1b[2Jgone", 1))
    assert str(refused) == "\\x1b[2Jgone (x)"
