"""A client's own file of a game: the same events and hashes as the host's, and never over another file."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio.testing import MockClock

from client.errors import BadChoice
from client.saving import chain, fetch, save, write_new
from client.seats import new_token
from client.session import Session
from engine import commands as c
from engine.history import Transcript, parse_transcript
from engine.sealed import commitment
from protocol.lobby_events import NonceGiven, TableCreated
from protocol.transcripts import decode_event
from tests.client.house import House, open_house


async def two_players(house: House) -> tuple[Session, Session]:
    """Ann and Bob in a game."""
    ann, bob = await house.session(), await house.session()
    await ann.create("Friday", "Ann", new_token())
    await bob.join(ann.model.table, "Bob", new_token())
    await bob.set_ready()
    await ann.start_game()
    return ann, bob


def read(path: Path) -> Transcript:
    with path.open("rb") as file:
        return parse_transcript(file)


async def test_a_saved_game_is_the_host_s(autojump_clock: MockClock, tmp_path: Path) -> None:
    async with open_house() as house:
        ann, bob = await two_players(house)
        await bob.act(c.Resign())
        said = await save(ann, tmp_path / "game.jsonl")
        (stored,) = house.store.load()
    found = read(tmp_path / "game.jsonl")
    assert said == f"{len(found.records)} events are in {tmp_path}/game.jsonl: the whole game"
    assert found.header == stored.header
    assert [record.body for record in found.records] == [entry.body for entry in stored.entries]
    assert (found.table, found.status, found.secret) == (stored.table, "finished", stored.notes["secret"])
    assert found.created == int(stored.created)
    created = decode_event(found.records[0].body)
    assert isinstance(created, TableCreated)
    assert commitment(found.table, stored.notes["secret"]) == created.commitment


async def test_each_client_adds_a_number_of_its_own_once(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        ann, bob = await two_players(house)
        given = [decode_event(record.body) for record in (await fetch(ann)).records]
    given = [event for event in given if isinstance(event, NonceGiven)]
    assert given == [NonceGiven(0, ann.model.nonce), NonceGiven(1, bob.model.nonce)]
    assert ann.model.nonce != bob.model.nonce


async def test_a_running_game_is_saved_without_its_seed(autojump_clock: MockClock, tmp_path: Path) -> None:
    async with open_house() as house:
        ann, _bob = await two_players(house)
        watcher = await house.session()
        await watcher.watch(ann.model.table)
        said = await save(watcher, tmp_path / "game.jsonl")
    assert said.endswith("the game so far, which `verify` can check at its end only")
    found = read(tmp_path / "game.jsonl")
    assert (found.status, found.secret) == ("running", None)


async def test_a_seat_taken_back_in_the_lobby_keeps_what_it_has_added(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        ann = await house.session()
        token = new_token()
        await ann.create("Friday", "Ann", token)
        again = await house.session()
        await again.resume(ann.model.table, token)
        assert again.model.lobby.nonces == ((0, ann.model.nonce),)


async def test_a_seat_that_comes_back_too_late_adds_nothing(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        ann = await house.session()
        token = new_token()
        await ann.create("Friday", "Ann", token, bots=["careful"], overrides={"max_rounds": 1})
        await ann.start_game()
        again = await house.session()
        await again.resume(ann.model.table, token)
        assert again.model.nonce == ""


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"mine")
    with pytest.raises(BadChoice, match="expected a new file, found that .* is there already"):
        write_new(path, [b"other"])
    assert path.read_bytes() == b"mine"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadChoice, match=r"nowhere/game.jsonl: no such file"):
        write_new(tmp_path / "nowhere" / "game.jsonl", [])


def test_no_events_are_no_records() -> None:
    assert chain("t1", b"", []) == ()
