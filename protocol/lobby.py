"""The lobby of a table as a fold of its events, for server and clients alike; must not judge what may happen.

`apply_lobby` is for the people of a table what `engine.apply` is for its game: the only writer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from engine.events import GameEnded
from engine.ids import Seat
from protocol import lobby_events as e
from protocol.tables import Lobby, SeatInfo

EMPTY: Final = Lobby("lobby", -1, ())
"""The lobby before a table's first event."""


def apply_lobby(lobby: Lobby, event: e.TableEvent) -> Lobby:
    """The lobby after an event of its table; the game's own events change nothing but for `GameEnded`."""
    fold = _FOLDS.get(type(event))
    return lobby if fold is None else fold(lobby, event)


def _sit(lobby: Lobby, info: SeatInfo) -> Lobby:
    others = [other for other in lobby.seats if other.seat != info.seat]
    return replace(lobby, seats=tuple(sorted([*others, info], key=lambda info: info.seat)))


def _free(lobby: Lobby, seat: Seat) -> Lobby:
    return replace(lobby, seats=tuple(info for info in lobby.seats if info.seat != seat))


def _change(lobby: Lobby, seat: Seat, **fields: bool) -> Lobby:
    return replace(lobby, seats=tuple(replace(i, **fields) if i.seat == seat else i for i in lobby.seats))


def _start(lobby: Lobby, event: e.TableStarted) -> Lobby:
    number = {old: new for new, old in enumerate(event.seats)}
    seats = sorted((replace(info, seat=number[info.seat]) for info in lobby.seats), key=lambda info: info.seat)
    return Lobby("running", number.get(lobby.owner, -1), tuple(seats))


_FOLDS: Final[dict[type, Callable[[Lobby, Any], Lobby]]] = {
    e.SeatTaken: lambda lobby, event: _sit(lobby, SeatInfo(event.seat, event.player)),
    e.BotAdded: lambda lobby, event: _sit(lobby, SeatInfo(event.seat, event.player, ready=True, bot=event.level)),
    e.SeatLeft: lambda lobby, event: _free(lobby, event.seat),
    e.PlayerRemoved: lambda lobby, event: _free(lobby, event.seat),
    e.ReadySet: lambda lobby, event: _change(lobby, event.seat, ready=event.ready),
    e.OwnerChanged: lambda lobby, event: replace(lobby, owner=event.seat),
    e.TableStarted: _start,
    e.PlayerDropped: lambda lobby, event: _change(lobby, event.seat, connected=False),
    e.PlayerBack: lambda lobby, event: _change(lobby, event.seat, connected=True),
    e.AwaySet: lambda lobby, event: _change(lobby, event.seat, away=event.away),
    e.TableClosed: lambda lobby, event: replace(lobby, stage="closed"),
    GameEnded: lambda lobby, event: replace(lobby, stage="finished"),
}
