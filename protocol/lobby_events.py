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
from protocol.tables import AutopilotCause, Count, Hash, Milliseconds, MotionKind, Nonce, Settings

DropCause: TypeAlias = Literal["left", "lost", "slow", "displaced", "absent"]
"""Why a player is not connected: said goodbye, broke off, did not read, was replaced by a newer one, or has not come yet."""

CloseCause: TypeAlias = Literal["empty", "abandoned", "fault"]
"""Why a table is closed: nobody sits there, nobody came back, or it was taken out of play because of a fault."""

MotionOutcome: TypeAlias = Literal["carried", "lost", "expired", "moot"]
"""How a vote ends: yes, no, by its time, or because what it was about has settled itself."""

ResumeCause: TypeAlias = Literal["vote", "time"]
"""Why a pause is over: by a vote, or because it may not last longer."""

GivenBy: TypeAlias = Literal["owner", "vote"]
"""Who gives a seat away."""


class LobbyEvent(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake_case, omit_defaults=True):
    """Something that has happened at a table, outside its game."""


class TableCreated(LobbyEvent, frozen=True, gc=False):
    """The table is open; its settings and its ruleset are fixed, and by the `commitment` the seed that its dice come from.

    A test table has no commitment, since its dice are in its script.
    """

    settings: Settings
    rules: Ruleset
    commitment: Hash | None = None


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


class NonceGiven(LobbyEvent, frozen=True, gc=False):
    """A player added a number to the dice to come; one for each seat, before the start."""

    seat: Seat
    nonce: Nonce


class SeedRevealed(LobbyEvent, frozen=True, gc=False):
    """No draw can come any more, so here is the seed that the commitment was made of."""

    seed: Hash


class OwnerChanged(LobbyEvent, frozen=True, gc=False):
    """The table belongs to this seat now (-1: to nobody)."""

    seat: Seat


class ChatSaid(LobbyEvent, frozen=True, gc=False):
    """A player said something to the table."""

    seat: Seat
    text: str


class PlayerMuted(LobbyEvent, frozen=True, gc=False):
    """A player takes no offers from the seat `other` and does not want to read what it says, or does so again."""

    seat: Seat
    other: Seat
    muted: bool


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


class AutopilotSet(LobbyEvent, frozen=True, gc=False):
    """The cautious policy plays a seat from now on, and why; without a `cause` its player does again."""

    seat: Seat
    cause: AutopilotCause | None = None


class ReturnAsked(LobbyEvent, frozen=True, gc=False):
    """The player of a seat on autopilot is here again, and has the seat back when the next window opens."""

    seat: Seat


class MotionOpened(LobbyEvent, frozen=True, gc=False):
    """A player proposes something, and the `voters` have `left` milliseconds to say yes or no."""

    motion: Count
    kind: MotionKind
    by: Seat
    voters: tuple[Seat, ...]
    left: Milliseconds
    seat: Seat | None = None


class BallotCast(LobbyEvent, frozen=True, gc=False):
    """A player said yes or no to what is proposed."""

    motion: Count
    seat: Seat
    yes: bool


class MotionClosed(LobbyEvent, frozen=True, gc=False):
    """A vote is over; what it was about follows, if it was carried."""

    motion: Count
    outcome: MotionOutcome


class TablePaused(LobbyEvent, frozen=True, gc=False):
    """The players pause: clocks stand and no command is taken, for at most `left` milliseconds."""

    left: Milliseconds


class TableResumed(LobbyEvent, frozen=True, gc=False):
    """The pause is over, and clocks go on where they stood."""

    cause: ResumeCause


class SeatOpened(LobbyEvent, frozen=True, gc=False):
    """A seat is to be had by whoever claims it first, unless its player comes back before."""

    seat: Seat
    by: GivenBy


class SeatGiven(LobbyEvent, frozen=True, gc=False):
    """A new player has claimed the seat; the token of the one before is worth nothing any more."""

    seat: Seat
    player: str


class RematchOpened(LobbyEvent, frozen=True, gc=False):
    """The seat `by` has opened a table where all sit as they do here; each token has its seat there too."""

    table: str
    by: Seat


class TableClosed(LobbyEvent, frozen=True, gc=False):
    """The table is no more; nothing follows."""

    cause: CloseCause


AnyLobbyEvent: TypeAlias = (
    TableCreated | SeatTaken | BotAdded | SeatLeft | PlayerRemoved | ReadySet | OwnerChanged | ChatSaid | PlayerMuted
    | TableStarted
    | PlayerDropped | PlayerBack | AwaySet | AutopilotSet | ReturnAsked | MotionOpened | BallotCast | MotionClosed
    | TablePaused | TableResumed | SeatOpened | SeatGiven | RematchOpened | TableClosed | NonceGiven | SeedRevealed
)  # fmt: skip

TableEvent: TypeAlias = AnyEvent | AnyLobbyEvent
"""Whatever has a `seq` at a table."""

LOBBY_EVENTS: Final[tuple[type[LobbyEvent], ...]] = get_args(AnyLobbyEvent)
