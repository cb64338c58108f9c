"""The events of a table that are not the game's: seats, owner, chat, connections. Must not fold them: `lobby.py` does.

They stand in the same journal as the game's events and share its `seq`; `TableEvent` is every event of both kinds.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from engine.commands import snake_case
from engine.events import AnyEvent
from engine.ids import Seat
from engine.ruleset import Ruleset
from protocol.tables import Settings

DropCause: TypeAlias = Literal["left", "lost", "slow", "displaced"]
"""Why a player's connection is gone: said goodbye, broke off, did not read, or was replaced by a newer one."""

CloseCause: TypeAlias = Literal["empty", "abandoned", "fault"]
"""Why a table is closed: nobody sits there, nobody came back, or it was taken out of play because of a fault."""


class LobbyEvent(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake_case, omit_defaults=True):
    """Something that has happened at a table, outside its game."""


class TableCreated(LobbyEvent, frozen=True, gc=False):
    """The table is open; its settings and its ruleset are fixed."""

    settings: Settings
    rules: Ruleset


class SeatTaken(LobbyEvent, frozen=True, gc=False):
    """A player sat down."""

    seat: Seat
    player: str


class BotAdded(LobbyEvent, frozen=True, gc=False):
    """A bot of this level sat down; it is ready."""

    seat: Seat
    player: str
    level: str


class SeatLeft(LobbyEvent, frozen=True, gc=False):
    """A player got up in the lobby; the seat is free."""

    seat: Seat


class PlayerRemoved(LobbyEvent, frozen=True, gc=False):
    """The owner freed this seat in the lobby; `barred`: its player may not sit down here again."""

    seat: Seat
    barred: bool = False


class ReadySet(LobbyEvent, frozen=True, gc=False):
    """A player is ready to start, or no longer."""

    seat: Seat
    ready: bool


class OwnerChanged(LobbyEvent, frozen=True, gc=False):
    """The table belongs to this seat now (-1: to nobody)."""

    seat: Seat


class ChatSaid(LobbyEvent, frozen=True, gc=False):
    """A player said something to the table."""

    seat: Seat
    text: str


class TableStarted(LobbyEvent, frozen=True, gc=False):
    """The lobby is over; the seats are renumbered without gaps: seat k of the game was seat `seats[k]` of the lobby."""

    seats: tuple[Seat, ...]


class PlayerDropped(LobbyEvent, frozen=True, gc=False):
    """A player's connection is gone; the seat stays its own."""

    seat: Seat
    cause: DropCause


class PlayerBack(LobbyEvent, frozen=True, gc=False):
    """A player's connection is there again."""

    seat: Seat


class AwaySet(LobbyEvent, frozen=True, gc=False):
    """A seat has let too many prompts run out and gets short clocks, or has acted again."""

    seat: Seat
    away: bool


class TableClosed(LobbyEvent, frozen=True, gc=False):
    """The table is no more; nothing follows."""

    cause: CloseCause


AnyLobbyEvent: TypeAlias = (
    TableCreated | SeatTaken | BotAdded | SeatLeft | PlayerRemoved | ReadySet | OwnerChanged | ChatSaid | TableStarted
    | PlayerDropped | PlayerBack | AwaySet | TableClosed
)  # fmt: skip

TableEvent: TypeAlias = AnyEvent | AnyLobbyEvent
"""Whatever has a `seq` at a table."""

LOBBY_EVENTS: Final[tuple[type[LobbyEvent], ...]] = get_args(AnyLobbyEvent)
