"""Opening tables, and taking them up again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.board import BoardData, read_board
from engine.position import Position, SeatPosition
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock, Scenario
from protocol.transcripts import Header
from server.config import Config
from server.creation import open_table, restore_table
from server.memory_store import MemoryStore
from server.refusal import Refused
from server.store import StoredTable, StoreUnavailable
from server.table import Table
from server.tokens import TableCode

TOKEN = "00112233445566778899aabbccddeeff"
POSITION = Scenario(Position((SeatPosition(), SeatPosition())))


def request(**fields: Any) -> m.CreateTable:
    return m.CreateTable(**({"id": 1, "name": "Friday", "player": "Ann", "token": TOKEN} | fields))


async def opened(store: MemoryStore, config: Config | None = None, **fields: Any) -> Table:
    return await open_table(request(**fields), "t1", store, config or Config(), "10.0.0.1")


async def stored(**fields: Any) -> StoredTable:
    store = MemoryStore()
    await opened(store, **fields)
    return store.load()[0]


def events_of(kept: StoredTable) -> list[e.TableEvent]:
    return [msgspec.msgpack.decode(entry.body, type=e.TableEvent) for entry in kept.entries]


async def test_a_table_begins_with_its_settings_its_owner_and_its_bots() -> None:
    events = events_of(await stored(bots=("strong", "random"), clock=Clock(fresh=5_000)))
    created = events[0]
    assert isinstance(created, e.TableCreated)
    assert created.settings.clock == Clock(fresh=5_000)
    assert created.rules.preset == "official"
    assert events[1:] == [
        e.SeatTaken(0, "Ann"), e.OwnerChanged(0), e.BotAdded(1, "Bot 1", "strong"), e.BotAdded(2, "Bot 2", "random"),
    ]  # fmt: skip


async def test_switches_come_on_top_of_the_preset() -> None:
    created = events_of(await stored(preset="parker", overrides={"starting_cash": 2000}))[0]
    assert isinstance(created, e.TableCreated)
    assert (created.rules.preset, created.rules.starting_cash) == ("parker", 2000)


async def test_nothing_public_has_a_secret_in_it() -> None:
    kept = await stored(code="friends")
    public = kept.header + b"".join(entry.body for entry in kept.entries)
    for secret in (kept.notes["secret"], TOKEN.encode(), b"friends"):
        assert secret not in public
    private = b"".join(kept.notes.values())
    assert TOKEN.encode() not in private
    assert b"friends" not in private


async def test_there_are_no_more_seats_than_the_rules_allow() -> None:
    table = await opened(MemoryStore(), seats=8, overrides={"max_players": 4})
    assert table.settings.seats == 4


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"preset": "nowhere"}, "bad_rules"),
        ({"overrides": {"starting_cash": "much"}}, "bad_rules"),
        ({"overrides": {"no_such_switch": 1}}, "bad_rules"),
        ({"overrides": {"board": "atlantis"}}, "bad_rules"),
        ({"name": "\x1b[2J"}, "bad_name"),
        ({"player": "Server"}, "bad_name"),
        ({"bots": ("reckless",)}, "unknown_bot"),
        ({"seats": 2, "bots": ("careful", "careful")}, "table_full"),
        ({"scenario": POSITION}, "scenarios_off"),
    ],
)
async def test_what_can_not_be_opened_leaves_nothing_behind(fields: dict[str, Any], code: str) -> None:
    store = MemoryStore()
    with pytest.raises(Refused) as caught:
        await opened(store, **fields)
    assert caught.value.code == code
    assert store.load() == []


async def test_without_a_disk_no_table_is_opened() -> None:
    store = MemoryStore()
    store.fail_next("disk_full")
    with pytest.raises(StoreUnavailable):
        await opened(store)


async def test_a_test_table_is_for_the_players_of_its_position_and_not_stored() -> None:
    store = MemoryStore()
    table = await opened(store, Config(allow_scenarios=True), scenario=POSITION, clock=Clock(), seats=8)
    assert (table.settings.seats, table.settings.clock, table.settings.test) == (2, None, True)
    assert store.load() == []


async def test_a_position_that_no_game_can_reach_is_refused() -> None:
    impossible = Scenario(Position((SeatPosition(deeds=(0,)), SeatPosition())))
    with pytest.raises(Refused) as caught:
        await opened(MemoryStore(), Config(allow_scenarios=True), scenario=impossible)
    assert (caught.value.code, caught.value.field) == ("bad_position", "scenario.position")


async def test_a_stored_table_comes_back_with_code_and_opener() -> None:
    kept = await stored(code="friends")
    table = restore_table(kept, MemoryStore(), Config())
    assert table.code == TableCode("t1", kept.notes["code"])
    assert table.opener.address == "10.0.0.1"
    assert table.summary.players == ("Ann",)


async def test_a_table_is_played_on_the_board_that_was_stored_with_it() -> None:
    kept = await stored()
    header = msgspec.msgpack.decode(kept.header, type=Header)
    other = replace(kept, header=msgspec.msgpack.encode(msgspec.structs.replace(header, format=2)))
    with pytest.raises(ValueError, match="expected a table of format 1, found 2"):
        restore_table(other, MemoryStore(), Config())


@pytest.mark.parametrize("entries", [slice(0, 0), slice(1, None)])
async def test_a_history_without_its_beginning_is_refused(entries: slice) -> None:
    kept = await stored()
    with pytest.raises(ValueError, match="expected table_created first"):
        restore_table(replace(kept, entries=kept.entries[entries]), MemoryStore(), Config())


async def test_a_history_that_is_broken_is_refused() -> None:
    with pytest.raises(ValueError, match="the chain is broken"):
        restore_table(replace(await stored(), problem="the chain is broken"), MemoryStore(), Config())


def island() -> BoardData:
    """A small board of somebody's own."""
    return read_board(Path(__file__).parents[1] / "data" / "island.toml").data


async def test_a_board_of_one_s_own_is_played_and_stored() -> None:
    kept = await stored(board=island(), overrides={"income_tax": "flat"})
    created = events_of(kept)[0]
    assert isinstance(created, e.TableCreated)
    assert (created.rules.board, created.rules.edition) == (island().id, island().edition)
    assert msgspec.msgpack.decode(kept.header, type=Header).board == island()
    assert restore_table(kept, MemoryStore(), Config()).summary.players == ("Ann",)


async def test_a_board_that_can_not_be_played_is_refused() -> None:
    broken = msgspec.structs.replace(island(), jail=-1)
    with pytest.raises(Refused) as caught:
        await opened(MemoryStore(), board=broken)
    assert (caught.value.code, caught.value.field) == ("bad_board", "board")


async def test_a_board_can_not_pass_for_a_shipped_one() -> None:
    with pytest.raises(Refused) as caught:
        await opened(MemoryStore(), board=msgspec.structs.replace(island(), id="us_classic"))
    assert caught.value.code == "bad_board"


async def test_a_ruleset_of_one_s_own_bears_its_name() -> None:
    created = events_of(await stored(rules_name="Aunt Mary's", overrides={"go_salary": 400}))[0]
    assert isinstance(created, e.TableCreated)
    assert (created.rules.preset, created.rules.go_salary) == ("Aunt Mary's", 400)


@pytest.mark.parametrize("name", ["Official", "p\u0430rker", "\x1b[2J"])
async def test_a_ruleset_can_not_pass_for_a_preset(name: str) -> None:
    with pytest.raises(Refused) as caught:
        await opened(MemoryStore(), rules_name=name, overrides={"go_salary": 400})
    assert (caught.value.code, caught.value.field) == ("bad_rules", "rules_name")
