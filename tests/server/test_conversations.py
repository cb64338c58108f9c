"""The conversations of the reference page are what a server says: each scene is played at a test table."""

from __future__ import annotations

import msgspec
import pytest

from engine.errors import REASONS
from protocol import messages as m
from protocol.conversations import play
from protocol.scenes import BOB, NAMES, SCENES, Scene
from protocol.tables import Scenario, Waiting
from server.config import Config
from tests.server.playing import Client, Opener, catch_up


async def act_out(scene: Scene, clients: list[Client]) -> None:
    """Do what the scene says; whoever answers a question has been told its number."""
    for number, act in enumerate(scene.acts, 21):
        client = clients[act.seat]
        await catch_up(*clients)
        prompt = None if act.interrupts else client.prompts[0].id
        await client.ask(m.Act, id=number, command=act.command, prompt=prompt)
    await catch_up(*clients)


def shown(message: m.Message, seq: int) -> m.Message:
    """A message with events numbered as if `seq` were the first one known, and without times, which a test table has not."""
    if isinstance(message, m.Update):
        waiting = tuple(Waiting(waiting.seat) for waiting in message.waiting)
        return msgspec.structs.replace(message, first=message.first - seq, waiting=waiting)
    if isinstance(message, (m.Prompts, m.Result)):
        return msgspec.structs.replace(message, seq=message.seq - seq)
    return message


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_the_server_says_the_same(open_house: Opener, scene: Scene) -> None:
    house = await open_house(Config(allow_scenarios=True))
    clients = await house.game(
        *NAMES[: len(scene.position.seats)], scenario=Scenario(scene.position, scene.dice)
    )
    bob, seq = clients[BOB], clients[BOB].seq
    mark = len(bob.log)
    await act_out(scene, clients)
    heard = [shown(message, seq) for message in bob.log[mark:] if not isinstance(message, m.Pong)]
    told = play(scene)
    first = next(message.first for message in told if isinstance(message, m.Update))
    assert heard == [shown(message, first - 1) for message in told if not isinstance(message, m.Request)]


def test_what_is_refused_in_a_scene_is_refused_by_the_rules() -> None:
    refused = [message.code for scene in SCENES.values() for message in play(scene) if isinstance(message, m.Error)]
    assert refused
    assert set(refused) <= set(REASONS)
