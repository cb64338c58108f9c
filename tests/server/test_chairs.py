"""Who holds which seat."""

from __future__ import annotations

import msgspec
import pytest

from server.chairs import Chairs
from server.store import KeptReply
from server.tokens import hash_token

ANN, BOB, CID = (hash_token(name) for name in ("ann", "bob", "cid"))


def three() -> Chairs:
    chairs = Chairs()
    for seat, token in enumerate((ANN, BOB, CID)):
        chairs.sit(seat, token)
    return chairs


def test_a_token_finds_its_chair_and_no_other() -> None:
    chairs = three()
    found = chairs.by_token(BOB)
    assert found is not None
    assert found.seat == 1
    assert found is chairs.at(1)
    assert chairs.by_token(hash_token("dan")) is None


def test_who_leaves_is_forgotten() -> None:
    chairs = three()
    chairs.leave(1)
    assert chairs.by_token(BOB) is None
    assert chairs.at(1) is None
    assert len(chairs) == 2


def test_leaving_a_seat_without_a_chair_changes_nothing() -> None:
    chairs = three()
    chairs.note()
    chairs.leave(7)
    assert not chairs.changed


def test_at_the_start_seats_are_renumbered_and_keys_are_not() -> None:
    chairs = three()
    chairs.leave(1)
    keys = {chair.token: chair.key for chair in chairs}
    chairs.renumber((0, 2))
    cid = chairs.by_token(CID)
    assert cid is not None
    assert (cid.seat, cid.key) == (1, keys[CID])
    assert chairs.at(1) is cid
    assert chairs.at(2) is None


def test_a_seat_taken_again_has_a_new_key() -> None:
    chairs = three()
    chairs.leave(2)
    assert chairs.sit(2, BOB).key == 3


def test_everything_is_back_after_a_restart() -> None:
    chairs = three()
    chairs.bar(1, "Bob")
    chairs.leave(1)
    chairs.renumber((0, 2))
    kept = [KeptReply(2, 9, b"nine"), KeptReply(0, 4, b"four"), KeptReply(1, 3, b"bob's")]
    again = Chairs.restored(chairs.note(), kept)
    ann, cid = again.by_token(ANN), again.by_token(CID)
    assert ann is not None
    assert cid is not None
    assert (ann.seat, cid.seat) == (0, 1)
    assert (ann.replies.find(4), cid.replies.find(9)) == (b"four", b"nine")
    assert again.is_barred(BOB, "Somebody")
    assert again.sit(5, BOB).key == 3


def test_a_note_that_is_none_is_an_error() -> None:
    with pytest.raises(msgspec.MsgspecError):
        Chairs.restored(b"\xc1", ())


def test_the_note_is_due_after_a_change_and_not_before_the_next() -> None:
    chairs = three()
    assert chairs.changed
    chairs.note()
    assert not chairs.changed
    chairs.leave(0)
    assert chairs.changed


@pytest.mark.parametrize(
    ("token", "name", "barred"), [(BOB, "Robert", True), (CID, "BOB", True), (CID, "B\u043eb", True), (CID, "Cid", False)]
)
def test_a_bar_is_for_the_token_and_for_names_like_it(token: bytes, name: str, barred: bool) -> None:
    chairs = three()
    chairs.bar(1, "Bob")
    assert chairs.is_barred(token, name) is barred


def test_a_bot_can_not_be_barred() -> None:
    chairs = three()
    chairs.bar(6, "Bot 1")
    assert not chairs.is_barred(CID, "Bot 1")


def test_the_same_people_sit_down_at_another_table() -> None:
    chairs = three()
    chairs.bar(1, "Bob")
    chairs.leave(1)
    again = chairs.again(7.0)
    assert [(chair.seat, chair.token, chair.gone_at, chair.replies.last_id) for chair in again] == [
        (0, ANN, 7.0, 0),
        (2, CID, 7.0, 0),
    ]
    assert again.is_barred(BOB, "Robert")
    assert again.at(0) is not chairs.at(0)
