"""Ways of the tests to bring a real table to where its people have something to settle among themselves."""

from __future__ import annotations

from collections.abc import Callable

import trio

from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import SeatInfo
from tests.server.playing import Client, House, catch_up


def code_of(reply: m.ServerMessage) -> str:
    assert isinstance(reply, m.Error), reply
    return reply.code


def done(reply: m.ServerMessage) -> m.Result:
    assert isinstance(reply, m.Result), reply
    return reply


def seat_of(client: Client, seat: int) -> SeatInfo:
    """What a client knows of a seat."""
    info = client.lobby.at(seat)
    assert info is not None
    return info


async def play_until(clients: list[Client], wanted: Callable[[], bool]) -> None:
    """Let these clients answer by their defaults until something is so; others may play between them."""
    while not wanted():
        await catch_up(*clients)
        asked = next((client for client in clients if client.prompts), None)
        if asked is None:
            await clients[0].read()
        elif not wanted():
            await asked.answer_default()


async def step_of(client: Client, *others: Client) -> None:
    """Let a client and others play, the rest by themselves, until it stands on a deed that it may buy."""
    await play_until([client, *others], lambda: bool(client.prompts) and client.prompts[0].phase == "purchase")


async def lose(client: Client, *others: Client) -> None:
    """Cut a connection, and let the others learn of it."""
    await client.stream.aclose()
    for other in others:
        await other.until_event(e.PlayerDropped)


async def lose_for_good(house: House, client: Client, *others: Client) -> None:
    """Cut a connection, and let so much time pass that the seat may be given away; needs the autojump clock."""
    await lose(client, *others)
    await trio.sleep(61)
    await catch_up(*others)
