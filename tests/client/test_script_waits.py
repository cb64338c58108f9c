"""What a script waits for and expects, looked for at a real table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from trio.testing import MockClock

from client import api
from client.naming import InvalidInput
from client.script_waits import condition, event_kind, expectation, situation
from engine.events import DiceRolled
from engine.position import Position, SeatPosition
from protocol.lobby_events import ChatSaid
from protocol.tables import Scenario
from server.config import Config
from tests.client.house import open_house


@asynccontextmanager
async def lobby() -> AsyncIterator[tuple[api.Table, api.Table]]:
    """Ann and Bob before their game, Ann to move in it."""
    async with open_house(Config(allow_scenarios=True)) as house, api.connect(house.dial) as server:
        position = Position((SeatPosition(), SeatPosition()))
        ann = await server.create("ann", scenario=Scenario(position, ((1, 2),)))
        yield ann, await server.join(ann.id, "bob")


@pytest.mark.parametrize(
    ("kind", "rest", "before", "after"),
    [
        ("prompt", "", "phase lobby, 2 players, 0 of them ready", None),
        ("prompt", "before_roll", "phase lobby, 2 players, 0 of them ready", None),
        ("prompt", "auction", "phase lobby, 2 players, 0 of them ready", "phase before_roll, turn ann, waiting ann"),
        ("turn", "", "the game has not started", None),
        ("turn", "bob", "the game has not started", "turn ann"),
        ("phase", "before_roll", "phase lobby", None),
        ("phase", "lobby", None, "phase before_roll"),
        ("players", "2", None, None),
        ("players", "3", "2 players", "2 players"),
        ("ready", "", "not ready: bob", None),
        ("until", "ann cash 1500", "the game has not started", None),
        ("until", "ann cash 9", "the game has not started", "ann cash 1500"),
    ],
)
async def test_what_is_waited_for(
    kind: str, rest: str, before: str | None, after: str | None, autojump_clock: MockClock
) -> None:
    check = condition(kind, rest, "ann")
    async with lobby() as (ann, bob):
        assert check(ann) == before
        await bob.ready()
        await ann.start()
        await ann.next_question()
        assert check(ann) == after


@pytest.mark.parametrize(
    ("kind", "rest", "reason"),
    [
        ("phase", "aution", "there is no phase aution (did you mean auction?)"),
        ("prompt", "aution", "there is no phase aution (did you mean auction?)"),
        ("players", "two", "expected a number of players, found two"),
    ],
)
def test_what_can_not_come_is_told(kind: str, rest: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        condition(kind, rest, "ann")
    assert str(raised.value) == reason


def test_events_have_their_names_of_the_wire() -> None:
    assert event_kind("dice_rolled") is DiceRolled
    assert event_kind("chat_said") is ChatSaid
    with pytest.raises(InvalidInput, match="did you mean dice_rolled"):
        event_kind("dice_roled")


async def test_what_is_expected_sees_the_events_of_the_last_command(autojump_clock: MockClock) -> None:
    async with lobby() as (ann, bob):
        await bob.ready()
        await ann.start()
        events = await ann.act("roll")
        assert expectation("event dice_rolled", events)(ann) is None
        assert expectation("event deed_bought", events)(ann) == "events dice_rolled token_moved purchase_offered"
        assert situation(ann) == "phase purchase, turn ann, waiting ann"
