"""Tables for the tests of what decides about them: a record with a lobby or a game, without any task."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from engine.board import load_board
from engine.ruleset import load_ruleset
from protocol import lobby_events as e
from protocol.lobby import apply_lobby
from protocol.tables import Clock, Lobby, Scenario, Settings
from server.chairs import Chairs
from server.decisions import start_game
from server.record import Record
from server.tokens import hash_token

SEED = bytes(range(32))


def record(
    *events: e.TableEvent, seats: int = 4, clock: Clock | None = None, scenario: Scenario | None = None, **switches: object
) -> Record:
    """A table with this history."""
    settings = Settings("Friday", seats, clock, test=scenario is not None)
    table = Record("t1", load_board(), settings, load_ruleset("official", switches), SEED, scenario)
    for event in (e.TableCreated(table.settings, table.rules, table.commitment), *events):
        table.count(event)
    return table


def seated(*players: str, ready: bool = True) -> tuple[e.TableEvent, ...]:
    """Players in their seats, the first the owner, all others ready."""
    events: list[e.TableEvent] = [e.SeatTaken(seat, player) for seat, player in enumerate(players)]
    events.append(e.OwnerChanged(0))
    if ready:
        events += [e.ReadySet(seat, True) for seat in range(1, len(players))]
    return tuple(events)


def lobby_after(*events: e.TableEvent) -> Lobby:
    """A lobby with this history."""
    return reduce(apply_lobby, events, Lobby("lobby", -1, ()))


def chairs_of(*players: str) -> Chairs:
    """Chairs whose tokens are the players' names."""
    chairs = Chairs()
    for seat, player in enumerate(players):
        chairs.sit(seat, hash_token(player))
    return chairs


def started(*players: str, bots: Mapping[int, str] | None = None, **options: object) -> tuple[Record, Chairs]:
    """A table whose game has begun."""
    table = record(*seated(*players), **options)  # type: ignore[arg-type]  # switches, or options of `record`
    for seat, level in (bots or {}).items():
        table.count(e.BotAdded(seat, f"Bot {seat}", level))
    chairs = chairs_of(*players)
    for event in start_game(table, chairs, 0):
        table.count(event)
    return table, chairs
