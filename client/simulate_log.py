"""Whole games as JSON lines, to be read by other programs. Must leave nothing out.

The first line of a game names its number, its seed, the bots by seat and the ruleset; then comes one line for each command
with its actor (a seat, or -2 for the table) and its events; the last line has the outcome and the faults of the bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from client.bots import BotName
from client.simulate_game import Record

_encode: Final = msgspec.json.Encoder().encode


def log_lines(game: int, seed: int, bots: Sequence[BotName], record: Record) -> Iterator[bytes]:
    """The lines of one game, each with its end of line."""
    start, *entries = record.entries
    yield _line(game, seed=seed, bots=[str(bot) for bot in bots], rules=record.state.rules, events=start.events)
    for entry in entries:
        yield _line(game, actor=entry.actor, command=entry.command, events=entry.events)
    yield _line(game, rounds=record.state.round, outcome=record.state.outcome, faults=record.faults)


def _line(game: int, **fields: object) -> bytes:
    return _encode({"game": game, **fields}) + b"\n"
