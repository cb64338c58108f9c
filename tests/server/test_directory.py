"""The index of tables."""

from __future__ import annotations

import msgspec
import pytest

from protocol import messages as m
from server.config import Config
from server.creation import open_table
from server.directory import Directory
from server.memory_store import MemoryStore
from server.refusal import Refused
from server.table import Table
from server.tokens import hash_token

TOKENS = [f"{number:032x}" for number in range(10)]


async def table(name: str, token: str = TOKENS[0], address: str = "a", private: bool = False) -> Table:
    request = m.CreateTable(1, name=name, player="Ann", token=token, private=private)
    return await open_table(request, name, MemoryStore(), Config(), address)


async def test_a_table_is_found_until_it_is_removed() -> None:
    directory, one = Directory(), await table("t1")
    directory.add(one)
    assert directory.find("t1") is one
    assert len(directory) == 1
    directory.remove(one)
    with pytest.raises(Refused) as caught:
        directory.find("t1")
    assert caught.value.code == "not_found"
    assert len(directory) == 0


async def test_a_table_that_could_not_be_restored_is_remembered_as_such() -> None:
    directory = Directory()
    directory.mark_broken("t1")
    with pytest.raises(Refused) as caught:
        directory.find("t1")
    assert caught.value.code == "quarantined"


async def test_a_table_is_known_by_its_opener_s_token() -> None:
    directory, one = Directory(), await table("t1", TOKENS[1])
    directory.add(one)
    assert directory.opened_with(hash_token(TOKENS[1])) is one
    assert directory.opened_with(hash_token(TOKENS[2])) is None
    directory.remove(one)
    assert directory.opened_with(hash_token(TOKENS[1])) is None


async def test_tables_are_counted_by_address() -> None:
    directory = Directory()
    for number, address in enumerate(("a", "b", "a")):
        directory.add(await table(f"t{number}", TOKENS[number], address))
    assert [directory.opened_from(address) for address in "abc"] == [2, 1, 0]


async def test_the_list_has_the_newest_first_no_private_ones_and_an_end() -> None:
    directory = Directory()
    for number in range(5):
        directory.add(await table(f"t{number}", TOKENS[number], private=number == 3))
    assert [summary.table for summary in directory.public(3)] == ["t4", "t2", "t1"]


async def test_the_list_is_no_longer_than_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of 24 columns may have hundreds of bytes, and somebody may open hundreds of tables with such names."""
    directory = Directory()
    for number in range(5):
        directory.add(await table(f"t{number}", TOKENS[number]))
    one = len(msgspec.msgpack.encode(directory.find("t1").summary))
    monkeypatch.setattr("server.directory.LIST_BYTES", 3 * one)
    assert [summary.table for summary in directory.public(10)] == ["t4", "t3", "t2"]


async def test_tables_that_anybody_may_join_are_lobbies_with_room_that_are_no_secret() -> None:
    directory = Directory()
    for number in range(3):
        directory.add(await table(f"t{number}", TOKENS[number], private=number == 1))
    assert [summary.table for summary in directory.joinable()] == ["t0", "t2"]
    directory.remove(directory.find("t0"))
    assert [summary.table for summary in directory.joinable()] == ["t2"]


async def test_new_ids_are_no_old_ones() -> None:
    directory = Directory()
    assert directory.new_id() != directory.new_id()


async def test_a_table_is_there_until_it_is_taken_out() -> None:
    directory, one = Directory(), await table("t1", TOKENS[1])
    assert not directory.has("t1")
    directory.add(one)
    assert directory.has("t1")
    directory.remove(one)
    assert not directory.has("t1")
