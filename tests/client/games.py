"""Whole games with honest dice, as files for those who verify and look again; made without a server."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from client.saving import chain
from client.transcript import Told, read
from engine import commands as c
from engine.board import load_board
from engine.errors import IllegalCommand
from engine.events import Event
from engine.game import Game
from engine.history import Transcript, render_transcript
from engine.ids import TABLE
from engine.legal import waiting
from engine.ruleset import load_ruleset
from engine.sealed import SealedChance, commitment, mix_nonces
from engine.state import new_state
from protocol import lobby_events as e
from protocol.tables import Settings
from protocol.transcripts import decode_event, encode_header
from tests.engine.positions import brisk
from tests.properties.walk import next_command

TABLE_ID = "k7mq3z"
SEED = bytes(range(32))
BRISK = 0.7  # how often somebody goes on with the game instead of doing what comes to mind
NONCES = {0: "0a" * 16, 1: "1b" * 16}


def lobby(**rules: Any) -> list[e.TableEvent]:
    """Ann, Bob and a bot sit down; Ann and Bob add to the dice."""
    return [
        e.TableCreated(Settings("Friday", 4, None), load_ruleset("official", rules), commitment(TABLE_ID, SEED)),
        e.SeatTaken(0, "Ann"),
        e.OwnerChanged(0),
        e.NonceGiven(0, NONCES[0]),
        e.SeatTaken(1, "Bob"),
        e.NonceGiven(1, NONCES[1]),
        e.BotAdded(2, "Bot 1", "careful"),
        e.ChatSaid(1, "good luck"),
        e.ReadySet(1, True),
        e.TableStarted((0, 1, 2)),
    ]


@lru_cache
def played(number: int = 1, steps: int = 150, **rules: Any) -> tuple[e.TableEvent, ...]:
    """A game in which everybody does what comes to mind, until the host ends it; or less, where `steps` are few."""
    events = lobby(early_end="host", **rules)
    created = events[0]
    assert isinstance(created, e.TableCreated)
    mix = mix_nonces(TABLE_ID, {seat: bytes.fromhex(nonce) for seat, nonce in NONCES.items()}, 3)
    game = Game(new_state(load_board(), created.rules, 3), SealedChance(SEED, mix))
    rng = random.Random(number)
    told: list[Event] = list(game.start())
    for _ in range(steps):
        seat, command = (brisk if rng.random() < BRISK else next_command)(rng, game)
        with suppress(IllegalCommand):
            told += game.handle(seat, command)
        if game.state.outcome is not None:
            break
    while game.state.outcome is None:
        with suppress(IllegalCommand):
            told += game.handle(TABLE, c.CallEnd("host"))
        if game.state.outcome is None:
            told += game.handle(TABLE, c.TimeOut(waiting_seat(game)))
    return (*events, *told, e.SeedRevealed(SEED.hex()), e.ChatSaid(0, "well played"))  # type: ignore[arg-type]  # all are of the table


def waiting_seat(game: Game) -> int:
    """Some seat that the game waits for."""
    return waiting(game.state)[-1]


def transcript(events: Sequence[e.TableEvent]) -> Transcript:
    """A file of these events, with a chain that fits them."""
    header = encode_header(load_board().data)
    return Transcript(TABLE_ID, "finished", 1_700_000_000.0, header, None, chain(TABLE_ID, header, events))


def honest() -> Transcript:
    """The file of an honest game."""
    return transcript(played())


def told_by(found: Transcript, folder: Path) -> Told:
    """What is read of a file with this in it."""
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(render_transcript(found)))
    return read(path)


def exchanged(events: Sequence[e.TableEvent], place: int, *others: e.TableEvent) -> Transcript:
    """A file in which other events stand in the place of one, and the chain was reckoned again."""
    return transcript([*events[:place], *others, *events[place + 1 :]])


def events_of(found: Transcript) -> list[e.TableEvent]:
    """The events of a file."""
    return [decode_event(record.body) for record in found.records]


def renamed(found: Transcript, **fields: Any) -> Transcript:
    """A file whose first line says something else."""
    return replace(found, **fields)
