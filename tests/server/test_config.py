"""The usual configuration makes sense."""

from __future__ import annotations

from dataclasses import astuple

from protocol.codec import SERVER_FRAME
from server.config import Config


def test_a_client_may_leave_the_largest_message_unread() -> None:
    assert Config().limits.outbox > SERVER_FRAME


def test_no_limit_is_nothing() -> None:
    assert all(value > 0 for value in astuple(Config().limits))


def test_no_address_can_take_every_connection() -> None:
    limits = Config().limits
    assert limits.per_address < limits.connections
    assert limits.tables_per_address < limits.tables


def test_nobody_is_hung_up_on_for_being_silent() -> None:
    assert Config().times.idle == 0
