"""The sample of a journal as a real server of this version writes it; `python -m tests.server.server_journal` renews it.

A journal that a released version has written is never renewed: a later version must go on from it.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import trio

from engine.commands import OfferTrade, Things
from engine.ids import Seat
from engine.options import Prompt
from protocol import messages as m
from protocol.tables import Clock
from server.data_folder import DataFolder
from server.sqlite_schema import copy_database, open_for_reading
from server.sqlite_store import SqliteStore
from tests.server.playing import Client, House, catch_up, play_defaults

SAMPLE: Final = Path(__file__).parent / "data" / "journal_server_v1.sqlite3"
FACTS: Final = SAMPLE.with_suffix(".json")
CODE: Final = "friends"
TOKENS: Final = {name: f"{number:032x}" for number, name in enumerate(("Ann", "Bob", "Cid", "Eve"), 1)}
DECISIONS: Final = 150


class Facts(msgspec.Struct, frozen=True):
    """What the players of the running table knew at the end, and what the first of them was answered last."""

    running: str
    lobby: str
    seq: int
    cash: list[int]
    owner: list[int]
    at: list[int]
    prompts: dict[str, tuple[Prompt, ...]]
    request: int
    answered: int


async def _sit(house: House, name: str, table: str = "", code: str | None = None) -> Client:
    client = await house.connect()
    client.token = TOKENS[name]
    if table:
        await client.join(table, name, code=code)
        await client.ask(m.SetReady, ready=True)
    else:
        await client.create(name, code=code, clock=Clock())
    return client


async def _play(house: House) -> Facts:
    """A running table that has seen offers, chat and a lost player; and one in its lobby, with a code."""
    ann = await _sit(house, "Ann")
    players = [ann, await _sit(house, "Bob", ann.table), await _sit(house, "Cid", ann.table)]
    lobby = await _sit(house, "Eve", code=CODE)
    assert isinstance(await ann.ask(m.StartGame), m.Result)
    await catch_up(*players)
    await play_defaults(players, DECISIONS // 2)
    await ann.ask(m.Chat, text="a café, ein Café, кафе")
    await ann.ask(m.Act, command=OfferTrade(Seat(1), Things(cash=1), Things(cash=2)))
    players[2] = await house.resume(players[2])
    await catch_up(*players)
    await play_defaults(players, DECISIONS // 2)
    request = ann.next_id
    answered = await ann.ask(m.Chat, text="that is all", id=request)
    assert isinstance(answered, m.Result)
    await catch_up(*players)
    assert ann.state is not None
    return Facts(
        ann.table, lobby.table, ann.seq, ann.state.cash, ann.state.owner, ann.state.at,
        {client.token: client.prompts for client in players}, request, answered.seq,
    )  # fmt: skip


async def write() -> None:
    """Renew the sample."""
    with TemporaryDirectory() as folder:
        data = DataFolder(Path(folder) / "data")
        async with trio.open_nursery() as nursery:
            house = await House(nursery, SqliteStore(data)).open()
            facts = await _play(house)
            await house.crash()
            nursery.cancel_scope.cancel()
        SAMPLE.unlink(missing_ok=True)
        with closing(open_for_reading(data.database)) as connection:
            copy_database(connection, SAMPLE)
    FACTS.write_bytes(msgspec.json.format(msgspec.json.encode(facts)))


if __name__ == "__main__":
    trio.run(write)
