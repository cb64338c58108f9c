"""What a table looks like from outside: settings, clock, seats, lobby. Must not change or judge any of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from engine.ids import Seat
from engine.position import Position

MAX_SAFE: Final = 2**53 - 1
"""The largest number of a count on the wire: what every language keeps exact."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_SAFE)]
"""A number that only counts up: request ids, `seq`."""

Milliseconds: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=86_400_000)]
"""A span of time, at most a day."""

Hash: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""32 bytes in hexadecimal."""

Nonce: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
"""What a seat adds to the dice: 128 random bits made by its client, in hexadecimal."""

Span: TypeAlias = Annotated[int, msgspec.Meta(ge=1_000, le=86_400_000)]
"""A span of time in milliseconds that is long enough to act in."""

Seats: TypeAlias = Annotated[int, msgspec.Meta(ge=2, le=8)]
"""How many seats a table has."""

Stage: TypeAlias = Literal["lobby", "running", "finished", "closed"]
"""How far a table has come."""

AutopilotCause: TypeAlias = Literal["asked", "absent", "vote"]
"""Why the autopilot plays a seat: its player asked for it, is gone or silent for too long, or the table voted for it."""

MotionKind: TypeAlias = Literal["pause", "resume", "autopilot", "give"]
"""What the people of a table may vote on: to pause, to go on, to put an absent seat on autopilot, to give one away."""


class Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of a message: no tag, unknown fields are passed over, fields at their default are left out."""


class Clock(Value, frozen=True, gc=False, forbid_unknown_fields=True):
    """The clock of a table, in milliseconds.

    A prompt gives `fresh` first, then draws on the seat's `bank`, then takes the default. A seat that lets `misses`
    prompts in a row run out is away: it has `away` for each prompt until it acts. All bidders of an auction have `fresh`
    together, and after each accepted bid `bid` (left out: the seconds that the ruleset names, `bid_extension`). Holding a
    window costs the bank from the first moment. `offer` is the life of a trade offer, `grace` how long the clocks stand for
    players to come back after a restart of the server. `autopilot`: a seat that is away is played by the cautious policy
    instead of the defaults.
    """

    fresh: Span = 30_000
    bank: Milliseconds = 300_000
    away: Span = 3_000
    misses: Annotated[int, msgspec.Meta(ge=1, le=100)] = 2
    offer: Span = 60_000
    grace: Milliseconds = 60_000
    autopilot: bool = True
    bid: Span | None = None


class Scenario(Value, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a test table plays: a position, and the throws and draws that come first, in order.

    `cards` are card ids by deck. On a test table no clock runs.
    """

    position: Position
    dice: tuple[tuple[int, int], ...] = ()
    cards: dict[str, tuple[str, ...]] = {}


class Settings(Value, frozen=True, gc=False):
    """What was fixed when the table was created, besides its ruleset.

    `seats` is the most that may sit down. Without a `clock` the table waits for those who are there as long as they
    like. `code`: one is needed to join or watch. `private`: not in the list of tables. `test`: a test table that plays a
    scenario's position.
    """

    name: str
    seats: Seats
    clock: Clock | None
    code: bool = False
    private: bool = False
    test: bool = False


class SeatInfo(Value, frozen=True, gc=False):
    """One taken seat: who plays it, and `bot` the level of a bot. `away`: it has let prompts run out.

    `autopilot`: the cautious policy plays it, and why; `returning`: its player has it back when the next window opens.
    `open`: anybody may claim it.
    """

    seat: Seat
    player: str
    ready: bool = False
    connected: bool = True
    away: bool = False
    bot: str | None = None
    autopilot: AutopilotCause | None = None
    returning: bool = False
    open: bool = False


class Motion(Value, frozen=True, gc=False):
    """A vote that is open: what the seat `by` has proposed, about which seat, whose voices count, and who said yes and no.

    It is carried as soon as more than half of the `voters` say yes, and lost as soon as that can no longer be.
    """

    id: Count
    kind: MotionKind
    by: Seat
    voters: tuple[Seat, ...]
    seat: Seat | None = None
    yes: tuple[Seat, ...] = ()
    no: tuple[Seat, ...] = ()


class Lobby(Value, frozen=True, gc=False):
    """The people of a table: the taken seats in seat order and the owner's seat (-1: nobody owns it).

    `motion` is the vote that is open, and `motions` how many there have been; `paused`: the players have agreed to pause,
    for the `pauses`th time. `rematch` is the table where the same people play again. `mutes` pairs who hears nothing with
    whom. `commitment` fixes the dice to come, `nonces` pairs seats with what they have added to them, and `seed` is what the
    commitment was made of, once no draw can come any more.
    """

    stage: Stage
    owner: Seat
    seats: tuple[SeatInfo, ...]
    motion: Motion | None = None
    motions: int = 0
    paused: bool = False
    pauses: int = 0
    rematch: str = ""
    mutes: tuple[tuple[Seat, Seat], ...] = ()
    commitment: Hash | None = None
    nonces: tuple[tuple[Seat, Nonce], ...] = ()
    seed: Hash | None = None

    def nonce(self, seat: Seat) -> Nonce | None:
        """What a seat has added to the dice, if it has."""
        return dict(self.nonces).get(seat)

    def at(self, seat: Seat) -> SeatInfo | None:
        """Who sits there, if anybody."""
        for info in self.seats:
            if info.seat == seat:
                return info
        return None


class TableSummary(Value, frozen=True, gc=False):
    """One line of the list of tables; `seats` is the most that may sit down, `players` are those who have.

    `open` are the seats of a running game that anybody may claim.
    """

    table: str
    name: str
    stage: Stage
    seats: Seats
    players: tuple[str, ...]
    preset: str
    code: bool = False
    open: tuple[Seat, ...] = ()

    @property
    def seats_free(self) -> bool:
        """Whether somebody may sit down in the lobby."""
        return self.stage == "lobby" and len(self.players) < self.seats


class Waiting(Value, frozen=True, gc=False):
    """A seat that the table waits for; `left` are the milliseconds to its default, its time bank included.

    Without `left` no clock runs for it.
    """

    seat: Seat
    left: int | None = None
