"""Hashes of secrets."""

from __future__ import annotations

from server.tokens import TableCode, hash_code, hash_token, new_seed, new_table_id, same


def test_a_hash_tells_nothing_of_the_token_but_whether_it_is_the_same() -> None:
    token = "00112233445566778899aabbccddeeff"
    assert token.encode() not in hash_token(token)
    assert same(hash_token(token), hash_token(token))
    assert not same(hash_token(token), hash_token(token[::-1]))


def test_the_same_code_has_another_hash_at_another_table() -> None:
    assert hash_code("t1", "friends") == hash_code("t1", "friends")
    assert hash_code("t1", "friends") != hash_code("t2", "friends")


def test_seeds_and_ids_are_new_each_time() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(new_seed()) == 32
    assert len({new_table_id() for _ in range(100)}) == 100


def test_ids_have_no_characters_that_are_misread() -> None:
    assert not set("01ilo") & set("".join(new_table_id() for _ in range(500)))


def test_a_code_fits_wherever_it_has_gone_along() -> None:
    code = TableCode("t1", hash_code("t1", "friends"))
    assert code.fits("friends")
    assert not code.fits("foes")
    assert not code.fits(None)
