"""A journal that a server of version 1 has written is played on, whatever this version has become."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
import trio
from click.testing import CliRunner

from engine.events import OfferMade
from protocol import lobby_events as e
from protocol import messages as m
from server.cli import main
from server.data_folder import DataFolder
from server.sqlite_store import SqliteStore
from tests.server.playing import Client, House, catch_up, play_defaults
from tests.server.server_journal import CODE, FACTS, SAMPLE, TOKENS, Facts


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    folder = DataFolder(tmp_path)
    shutil.copy(SAMPLE, folder.database)
    return folder


@pytest.fixture
def facts() -> Facts:
    return msgspec.json.decode(FACTS.read_bytes(), type=Facts)


async def resume(house: House, name: str, table: str) -> Client:
    client = await house.connect()
    client.token = TOKENS[name]
    assert isinstance(await client.ask(m.Resume, table=table, token=client.token), m.Seated)
    await client.until_is(m.TableState)
    return client


async def test_an_old_game_goes_on_where_it_was(nursery: trio.Nursery, folder: DataFolder, facts: Facts) -> None:
    with trio.fail_after(60):
        house = await House(nursery, SqliteStore(folder)).open()
        players = [await resume(house, name, facts.running) for name in ("Ann", "Bob", "Cid")]
        await catch_up(*players)
        ann = players[0]
        assert ann.state is not None
        assert ann.seq > facts.seq  # since then everybody was lost, and came back
        assert (ann.state.cash, ann.state.owner, ann.state.at) == (facts.cash, facts.owner, facts.at)
        assert {client.token: client.prompts for client in players} == facts.prompts
        again = await ann.ask(m.Chat, text="that is all", id=facts.request)
        assert again == m.Result(facts.request, facts.answered)
        await play_defaults(players, 30)
        nursery.cancel_scope.cancel()


async def test_an_old_lobby_is_there_with_its_code_and_its_owner(
    nursery: trio.Nursery, folder: DataFolder, facts: Facts
) -> None:
    with trio.fail_after(60):
        house = await House(nursery, SqliteStore(folder)).open()
        eve = await resume(house, "Eve", facts.lobby)
        dan = await house.connect()
        refused = await dan.join(facts.lobby, "Dan", code="enemies")
        assert isinstance(refused, m.Error)
        assert refused.code == "wrong_code"
        assert isinstance(await dan.join(facts.lobby, "Dan", code=CODE), m.Seated)
        await dan.ask(m.SetReady, ready=True)
        assert isinstance(await eve.ask(m.StartGame), m.Result)
        nursery.cancel_scope.cancel()


def test_the_sample_is_whole_and_not_poor(folder: DataFolder, facts: Facts) -> None:
    checked = CliRunner().invoke(main, ["check", "--data", str(folder.path)])
    assert checked.exit_code == 0, checked.output
    exported = CliRunner().invoke(main, ["export", facts.running, "--data", str(folder.path)])
    for kind in (OfferMade, e.ChatSaid, e.PlayerDropped, e.PlayerBack, e.TableStarted):
        assert f'"type":"{kind.__struct_config__.tag}"' in exported.output, kind
