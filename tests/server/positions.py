"""Tables with clocks and limits that stand in a position: what a test table, which has neither, can not show."""

from __future__ import annotations

from typing import Any

from engine.chance import Dice, ScriptedChance
from engine.commands import SeatCommand
from engine.game import Game
from engine.position import Position, SeatPosition, build_state
from protocol import messages as m
from tests.server.playing import Client, House, catch_up

NAMES = ("Ann", "Bob", "Cid", "Dan")


async def at_position(
    house: House,
    *seats: SeatPosition,
    dice: tuple[Dice, ...] = (),
    houses: int | None = None,
    bots: int = 0,
    level: str = "careful",
    **fields: Any,
) -> list[Client]:
    """A running table, put into this position before the first throw; the first seats after seat 0 may be `bots` of a level.

    Everybody has been told. The table must not be restored afterwards, since its history knows nothing of the position.
    """
    clients = await house.game(*NAMES[: len(seats) - bots], bots=(level,) * bots, **fields)
    record = house.server.directory.find(clients[0].table)._record
    state = build_state(Position(seats, houses), record.board, record.rules)
    record.game = Game(state, ScriptedChance(dice))
    await clients[0].ask(m.Chat, text="let us begin here")
    for client in clients:
        await client.ask(m.GetState)
    await catch_up(*clients)
    return clients


async def act(client: Client, command: SeatCommand, prompt: int | None = None) -> m.ServerMessage:
    """Give a command and return the reply."""
    return await client.ask(m.Act, command=command, prompt=prompt)


def lefts(client: Client) -> dict[int, int | None]:
    """Whom the table waits for and how many milliseconds, as the client was told last."""
    assert client.update is not None
    return {waiting.seat: waiting.left for waiting in client.update.waiting}
