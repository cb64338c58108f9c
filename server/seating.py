"""Who may sit down, get up, be ready, own and start: decisions about the people of a table. Must not change anything.

Each function takes the lobby as it is and gives the events that would follow, or raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.ids import Seat
from engine.ruleset import InvalidRuleset, validate
from protocol import lobby_events as e
from protocol import messages as m
from protocol.errors import BadName
from protocol.names import player_name, same_name
from protocol.tables import Lobby, SeatInfo
from server.bots import LEVELS
from server.chairs import Chairs
from server.record import Record
from server.refusal import Refused

MIN_PLAYERS: Final = 2


def name_for(lobby: Lobby, raw: str, seat: Seat = -1) -> str:
    """The name as it will be shown; raises `Refused` if it is none, or too much like another at the table.

    `seat` is one that is given to its new bearer: its name is free again.
    """
    try:
        name = player_name(raw)
    except BadName as error:
        raise Refused("bad_name", str(error), field="player") from None
    for info in lobby.seats:
        if info.seat != seat and same_name(info.player, name):
            raise Refused("name_taken", f"expected a name unlike the others, found {info.player} in seat {info.seat}")
    return name


def info_of(lobby: Lobby, seat: Seat) -> SeatInfo:
    """What is known of a taken seat; raises `ValueError` if it is free."""
    info = lobby.at(seat)
    if info is None:
        raise ValueError(f"seat {seat}: expected a taken one, found it free")
    return info


def need_lobby(lobby: Lobby) -> None:
    """Raises `Refused` once the game has started."""
    if lobby.stage != "lobby":
        raise Refused("already_started")


def need_running(lobby: Lobby) -> None:
    """Raises `Refused` before the game has started and after it is over."""
    if lobby.stage != "running":
        raise Refused("not_started" if lobby.stage == "lobby" else "finished")


def need_owner(lobby: Lobby, seat: Seat) -> None:
    """Raises `Refused` unless this seat owns the table."""
    if lobby.owner != seat:
        raise Refused("owner_only")


def free_seat(record: Record) -> Seat:
    """The lowest free seat; raises `Refused` (`table_full`) if there is none."""
    taken = {info.seat for info in record.lobby.seats}
    for seat in range(record.settings.seats):
        if seat not in taken:
            return seat
    raise Refused("table_full", f"all {record.settings.seats} seats are taken")


def bot_name(names: Collection[str]) -> str:
    """A name for one more bot beside these."""
    number = 1
    while any(same_name(name, f"Bot {number}") for name in names):
        number += 1
    return f"Bot {number}"


def need_level(level: str) -> None:
    """Raises `Refused` if there is no bot of this level."""
    if level not in LEVELS:
        raise Refused("unknown_bot", f"expected one of {', '.join(LEVELS)}, found {level}", field="level")


def owner_after(lobby: Lobby, gone: Seat) -> list[e.TableEvent]:
    """The next owner when this seat goes: the first person who is there, or else the first person."""
    if lobby.owner != gone:
        return []
    people = [info for info in lobby.seats if info.seat != gone and info.bot is None]
    heir = next((info for info in people if info.connected), people[0] if people else None)
    return [] if heir is None else [e.OwnerChanged(heir.seat)]


def drop(lobby: Lobby, seat: Seat, cause: e.DropCause) -> list[e.TableEvent]:
    """A connection is gone; before the start the owner's rights pass to somebody who is there."""
    events: list[e.TableEvent] = [e.PlayerDropped(seat, cause)]
    if lobby.stage == "lobby":
        others = [info for info in lobby.seats if info.seat != seat and info.bot is None and info.connected]
        return events + (owner_after(lobby, seat) if others else [])
    if lobby.stage == "running" and cause == "left":
        events.append(e.AwaySet(seat, True))  # said goodbye: nobody need wait long
    return events


def get_up(lobby: Lobby, seat: Seat) -> list[e.TableEvent]:
    """A player leaves the lobby; where no person is left, the table is closed."""
    if all(info.seat == seat or info.bot is not None for info in lobby.seats):
        return [e.SeatLeft(seat), e.TableClosed("empty")]
    return [e.SeatLeft(seat), *owner_after(lobby, seat)]


def set_ready(record: Record, seat: Seat, request: m.SetReady) -> list[e.TableEvent]:
    """Ready or not, where that is news."""
    need_lobby(record.lobby)
    if info_of(record.lobby, seat).ready == request.ready:
        return []
    return [e.ReadySet(seat, request.ready)]


def give_nonce(record: Record, seat: Seat, request: m.GiveNonce) -> list[e.TableEvent]:
    """A player adds to the dice to come, once: whoever could do so again could look for a number that suits."""
    need_lobby(record.lobby)
    if record.scenario is not None:
        raise Refused("not_allowed", "the dice of a test table are in its script")
    if record.lobby.nonce(seat) is not None:
        raise Refused("nonce_given")
    return [e.NonceGiven(seat, request.nonce)]


def add_bot(record: Record, seat: Seat, request: m.AddBot) -> list[e.TableEvent]:
    """The owner seats a bot."""
    _need_owner_of_lobby(record.lobby, seat)
    need_level(request.level)
    return [e.BotAdded(free_seat(record), bot_name([info.player for info in record.lobby.seats]), request.level)]


def remove(record: Record, chairs: Chairs, seat: Seat, request: m.RemovePlayer) -> list[e.TableEvent]:
    """The owner frees a seat; whom it bars is noted by the chairs."""
    _need_owner_of_lobby(record.lobby, seat)
    info = record.lobby.at(request.seat)
    if info is None:
        raise Refused("no_such_seat", f"expected a taken seat, found {request.seat}", field="seat")
    if request.seat == seat:
        raise Refused("same_seat", "expected another seat, found the owner's own: leave the table instead", field="seat")
    barred = request.bar and info.bot is None
    if barred:
        chairs.bar(request.seat, info.player)
    chairs.leave(request.seat)
    return [e.PlayerRemoved(request.seat, barred)]


def set_owner(record: Record, seat: Seat, request: m.SetOwner) -> list[e.TableEvent]:
    """The owner hands the table over to another person, where that is news."""
    need_owner(record.lobby, seat)
    info = record.lobby.at(request.seat)
    if info is None or info.bot is not None:
        found = "a bot's" if info is not None else str(request.seat)
        raise Refused("no_such_seat", f"expected a player's seat, found {found}", field="seat")
    return [] if request.seat == seat else [e.OwnerChanged(request.seat)]


def start(record: Record, seat: Seat) -> tuple[list[e.TableEvent], tuple[Seat, ...]]:
    """The events up to the start, and the seats that play; who is neither ready nor connected is left behind."""
    lobby = record.lobby
    _need_owner_of_lobby(lobby, seat)
    unready = [info for info in lobby.seats if not info.ready and info.seat != seat]
    slow = [info.player for info in unready if info.connected]
    if slow:
        raise Refused("not_ready", f"not ready: {', '.join(slow)}")
    behind = [info.seat for info in unready]
    seats = tuple(info.seat for info in lobby.seats if info.seat not in behind)
    _need_players(record, seats)
    return [*(e.SeatLeft(gone) for gone in behind), e.TableStarted(seats)], seats


def _need_players(record: Record, seats: tuple[Seat, ...]) -> None:
    needed = len(record.scenario.position.seats) if record.scenario is not None else MIN_PLAYERS
    if len(seats) < needed:
        raise Refused("too_few_players", f"expected {needed} players, found {len(seats)}", wanted=needed)
    if record.scenario is None:
        try:
            validate(record.rules, record.board, len(seats))
        except InvalidRuleset as error:
            raise Refused("bad_rules", str(error)) from None


def _need_owner_of_lobby(lobby: Lobby, seat: Seat) -> None:
    need_lobby(lobby)
    need_owner(lobby, seat)
