"""Test tables over a connection: the engine has the word to the end, nothing is kept, and many may come in a row."""

from __future__ import annotations

import secrets

from engine.commands import Resign, RollDice
from engine.position import Position, SeatPosition
from protocol import messages as m
from protocol.tables import Scenario
from server.config import Config
from tests.server.playing import Opener, catch_up

ALLOWED = Config(allow_scenarios=True)
SCENARIO = Scenario(Position((SeatPosition(), SeatPosition())), dice=((1, 2),))


async def test_after_the_game_the_engine_says_why_not(open_house: Opener) -> None:
    house = await open_house(ALLOWED)
    ann, bob = await house.game("Ann", "Bob", scenario=SCENARIO)
    await ann.ask(m.Act, command=Resign())
    for reply in (await bob.ask(m.Act, command=RollDice()), await bob.ask(m.TimeOut, seat=1)):
        assert isinstance(reply, m.Error)
        assert reply.code == "game_over"


async def test_a_finished_test_table_goes_with_the_last_one_there(open_house: Opener) -> None:
    house = await open_house(ALLOWED)
    ann, bob = await house.game("Ann", "Bob", scenario=SCENARIO)
    await ann.ask(m.Act, command=Resign())
    table = ann.table
    await ann.ask(m.LeaveTable)
    assert house.server.directory.find(table).id == table
    await bob.ask(m.LeaveTable)
    await catch_up(ann, bob)
    reply = await ann.ask(m.WatchTable, table=table)
    assert isinstance(reply, m.Error)
    assert reply.code == "not_found"


async def test_a_run_of_scenarios_is_not_held_up(open_house: Opener) -> None:
    house = await open_house(ALLOWED)
    ann = await house.connect()
    for _ in range(3 * ALLOWED.limits.heavy_burst):
        ann.token = secrets.token_hex(16)
        assert isinstance(await ann.create(scenario=SCENARIO), m.Seated)
        assert isinstance(await ann.ask(m.LeaveTable), m.Result)
    assert len(house.server.directory) == 0
