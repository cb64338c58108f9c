"""Replies are kept by rising ids."""

from __future__ import annotations

import pytest

from server.refusal import Refused
from server.replies import Replies
from server.store import KEPT_REPLIES


def test_a_new_id_has_no_reply_and_a_known_one_has_its_own() -> None:
    replies = Replies()
    assert replies.find(1) is None
    replies.keep(1, b"one")
    replies.keep(5, b"five")
    assert [replies.find(1), replies.find(5), replies.find(6)] == [b"one", b"five", None]
    assert replies.last_id == 5
    assert replies.latest() == b"five"


def test_an_id_that_was_passed_over_is_stale() -> None:
    replies = Replies()
    replies.keep(5, b"five")
    with pytest.raises(Refused, match="request 4 is too old, expected one above 5") as caught:
        replies.find(4)
    assert caught.value.code == "stale"


def test_only_the_last_replies_are_kept() -> None:
    replies = Replies()
    for number in range(1, KEPT_REPLIES + 2):
        replies.keep(number, b"%d" % number)
    assert replies.find(2) == b"2"
    with pytest.raises(Refused):
        replies.find(1)


def test_stored_replies_go_on_where_they_ended() -> None:
    replies = Replies([(7, b"seven"), (3, b"three")])
    assert replies.last_id == 7
    assert replies.latest() == b"seven"
    assert replies.find(3) == b"three"
