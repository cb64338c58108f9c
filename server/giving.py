"""Giving a seat of a running game to a new player: who may open one, and what a claim comes to. Must not seat anybody itself.

A seat may be opened once its player has been gone for a while, or at once if it is a bot's; until somebody claims it, all goes
on as before, and its player may still come back.
"""

from __future__ import annotations

from typing import Final

import trio

from engine.ids import Seat
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Lobby
from server.autopilot import at_boundary
from server.chairs import Chairs
from server.record import Record
from server.refusal import Refused
from server.seating import info_of, need_owner, need_running, owner_after

GONE: Final = 60.0
"""Seconds for which a player must have been gone before the seat may be opened."""


def need_deserted(record: Record, chairs: Chairs, seat: Seat | None) -> None:
    """Raises `Refused` unless this seat may be opened now."""
    info = None if seat is None else record.lobby.at(seat)
    if info is None:
        raise Refused("no_such_seat", f"expected a taken seat, found {seat}", field="seat")
    if record.need_game().state.out[info.seat]:
        raise Refused("out_of_game")
    if info.open:
        raise Refused("no_such_seat", f"expected a seat that is not open yet, found {seat}", field="seat")
    chair = chairs.at(info.seat)
    if chair is not None:
        _need_gone(chair.gone_at)


def _need_gone(gone_at: float | None) -> None:
    if gone_at is None:
        raise Refused("not_absent")
    wait = gone_at + GONE - trio.current_time()
    if wait > 0:
        raise Refused("not_absent", f"expected a player gone for {GONE:.0f} seconds", retry_after=round(wait * 1000))


def give(record: Record, chairs: Chairs, seat: Seat, request: m.GiveSeat) -> list[e.TableEvent]:
    """The owner opens a seat."""
    need_running(record.lobby)
    need_owner(record.lobby, seat)
    need_deserted(record, chairs, request.seat)
    return [e.SeatOpened(request.seat, "owner")]


def open_seat(lobby: Lobby, wanted: Seat | None) -> Seat:
    """The open seat that somebody may have; raises `Refused` if there is none."""
    need_running(lobby)
    for info in lobby.seats:
        if info.open and wanted in (None, info.seat):
            return info.seat
    raise Refused("seat_not_open", field="seat")


def claim(record: Record, seat: Seat, player: str) -> list[e.TableEvent]:
    """The seat is a new player's, who does not own the table by that; the autopilot hands over between two steps."""
    info = info_of(record.lobby, seat)
    events: list[e.TableEvent] = [e.SeatGiven(seat, player), *owner_after(record.lobby, seat)]
    if info.bot is None and info.autopilot is None:
        return events
    return [*events, e.AutopilotSet(seat) if at_boundary(record) else e.ReturnAsked(seat)]
