"""Every message of the wire, declared once; must not encode, send or judge any.

A client sends requests; each has an `id` of the client's choice, higher than the one before, and gets exactly one
reply that names it in `in_reply_to`. What a server sends unasked are notices. `protocol/README.md` is made from these
declarations.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, get_args

import msgspec
from msgspec import Meta

from engine.board_data import BoardData
from engine.commands import SeatCommand, snake_case
from engine.ids import Seat
from engine.options import Option, Prompt
from engine.ruleset import Ruleset
from engine.state import Snapshot
from protocol.lobby_events import TableEvent
from protocol.tables import Clock, Count, Lobby, MotionKind, Nonce, Scenario, Seats, Settings, TableSummary, Value, Waiting

VERSION: Final = 1
"""The protocol version that this package speaks; within a version there are only additions."""

DEFAULT_PORT: Final = 11935

Token: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
"""The secret of a seat: 128 random bits made by the client, in hexadecimal."""

RawName: TypeAlias = Annotated[str, Meta(max_length=100)]
"""A name as it was typed; `protocol.names` cleans it and says what is a good one."""

Code: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""The code of a table, agreed among its players."""

Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""A table id, the name of a preset, the level of a bot."""

_SECRET: Final = frozenset({"token", "code"})


class Request(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="type",
    tag=snake_case,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What a client asks for; an unknown field is refused, lest a misspelled one be passed over."""

    id: Count

    def __repr__(self) -> str:
        shown = (f"{name}={'***' if name in _SECRET else repr(getattr(self, name))}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({', '.join(shown)})"


class Hello(Request, frozen=True, gc=False, forbid_unknown_fields=False):
    """The first message: the versions that the client speaks, both ends included; its form never changes."""

    low: Count
    high: Count
    client: RawName


class Ping(Request, frozen=True, gc=False):
    """Ask for a sign of life."""


class ListTables(Request, frozen=True, gc=False):
    """Ask for the tables that are not private."""


class CreateTable(Request, frozen=True, gc=False):
    """Open a table and take seat 0 as its owner.

    `name` is the table's, `player` the seat's. `overrides` are single switches on top of the preset, the board and its
    edition among them. `seats` is the most that may sit down; `bots` are the levels of bots that sit down at once, as for
    `add_bot`. Left out, `clock` is the usual one; nil turns it off. A `scenario` makes it a test table, where the server
    allows these. `board` is one of the owner's own instead of one that every server has; the ruleset's `board` and
    `edition` are then its id and edition. `rules_name` is what the ruleset is called in place of the preset, for one out of
    a file of the owner's own.
    """

    name: RawName
    player: RawName
    token: Token
    preset: Word = "official"
    overrides: dict[str, bool | int | str] = {}
    seats: Seats = 8
    code: Code | None = None
    private: bool = False
    clock: Clock | None = Clock()
    bots: Annotated[tuple[Word, ...], Meta(max_length=7)] = ()
    scenario: Scenario | None = None
    board: BoardData | None = None
    rules_name: RawName | None = None


class JoinTable(Request, frozen=True, gc=False):
    """Sit down at a table in its lobby."""

    table: Word
    player: RawName
    token: Token
    code: Code | None = None


class Resume(Request, frozen=True, gc=False):
    """Take one's seat back; `after` is the last `seq` that the client knows (left out: it knows nothing)."""

    table: Word
    token: Token
    after: Count | None = None


class ClaimSeat(Request, frozen=True, gc=False):
    """Take a seat of a running game whose player is gone, once the owner or a vote has opened it.

    Without `seat` the lowest that is open. The token of the player before is worth nothing afterwards.
    """

    table: Word
    player: RawName
    token: Token
    seat: Seat | None = None
    code: Code | None = None


class WatchTable(Request, frozen=True, gc=False):
    """Look on; `after` is the last `seq` that the client knows (left out: it knows nothing)."""

    table: Word
    code: Code | None = None
    after: Count | None = None


class LeaveTable(Request, frozen=True, gc=False):
    """Get up in the lobby, go away from a running game whose seat stays one's own, or stop looking on."""


class SetReady(Request, frozen=True, gc=False):
    """Say whether one is ready to start."""

    ready: bool


class GiveNonce(Request, frozen=True, gc=False):
    """Add a number to the dice to come, before the start and once for each seat; a client does so as soon as it sits."""

    nonce: Nonce


class StartGame(Request, frozen=True, gc=False):
    """The owner starts the game; everybody else must be ready."""


class RemovePlayer(Request, frozen=True, gc=False):
    """The owner frees a seat in the lobby, a bot's too; `bar`: its player may not sit down here again."""

    seat: Seat
    bar: bool = False


class AddBot(Request, frozen=True, gc=False):
    """The owner gives a free seat to a bot: `level` is `random`, `greedy`, `careful` or `strong`."""

    level: Word = "careful"


class SetOwner(Request, frozen=True, gc=False):
    """The owner hands the table over to another player."""

    seat: Seat


class GiveSeat(Request, frozen=True, gc=False):
    """The owner opens the seat of a player who is gone, or of a bot, in a running game to whoever claims it."""

    seat: Seat


class EndGame(Request, frozen=True, gc=False):
    """The owner ends the game by a count of worth, where the ruleset has `early_end` by the host."""


class SetAway(Request, frozen=True, gc=False):
    """Let the autopilot play one's seat, or take the seat back; in the middle of a step the next window hands it over."""

    away: bool


class Propose(Request, frozen=True, gc=False):
    """Call a vote among the people who play, with one's own yes; `seat` is whom it is about, if it is about anybody.

    Bots have no voice: they agree with the majority.
    """

    motion: MotionKind
    seat: Seat | None = None


class CastBallot(Request, frozen=True, gc=False):
    """Say yes or no in the vote of this number."""

    motion: Count
    yes: bool


class Rematch(Request, frozen=True, gc=False):
    """After the game: open a table with the same people, settings and rules, or find the one that somebody has opened."""


class Chat(Request, frozen=True, gc=False):
    """Say something to the table."""

    text: Annotated[str, Meta(max_length=500)]


class Mute(Request, frozen=True, gc=False):
    """Take no offers from another seat and do not want to read what it says, or do so again; everybody is told."""

    seat: Seat
    muted: bool = True


class Act(Request, frozen=True, gc=False):
    """Give a command in the game; `prompt` is the number of the question that it answers."""

    command: SeatCommand
    prompt: Count | None = None


class Legal(Request, frozen=True, gc=False):
    """Ask for all that one's seat may do now, interrupts included."""


class GetState(Request, frozen=True, gc=False):
    """Ask for the whole table, as on joining it."""


class GetHistory(Request, frozen=True, gc=False):
    """Ask for what has happened at the table after the event of that number, from the first event on if it is left out."""

    after: Count = 0


class TimeOut(Request, frozen=True, gc=False):
    """Let the time of a seat be over: its open question is answered by the default. At a test table only, by any seat of it."""

    seat: Seat


AnyRequest: TypeAlias = (
    Hello | Ping | ListTables | CreateTable | JoinTable | Resume | ClaimSeat | WatchTable | LeaveTable | SetReady
    | StartGame | RemovePlayer | AddBot | SetOwner | GiveSeat | EndGame | SetAway | Propose | CastBallot | Rematch | Chat
    | Mute | Act | Legal | GetState | TimeOut | GiveNonce | GetHistory
)  # fmt: skip


class ServerMessage(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake_case, omit_defaults=True):
    """What a server sends; a client passes over fields that it does not know."""


class Reply(ServerMessage, frozen=True, gc=False):
    """The one answer to the request `in_reply_to`."""

    in_reply_to: Count


class Notice(ServerMessage, frozen=True, gc=False):
    """Something that the client did not ask for."""


class Limits(Value, frozen=True, gc=False):
    """What the server takes from one client.

    `frame` is the largest frame in bytes, `rate` the messages a second in the long run and `burst` at once, `idle` the
    seconds of silence after which it hangs up (0: never; a `ping` breaks the silence), `name` and `chat` lengths in
    characters.
    """

    frame: int
    rate: int
    burst: int
    idle: int = 0
    name: int = 24
    chat: int = 500


class Welcome(Reply, frozen=True, gc=False):
    """The connection is open and speaks this version."""

    version: Count
    server: str
    limits: Limits


class Error(ServerMessage, frozen=True, gc=False):
    """Nothing was done: a stable code, a sentence for people and, where it helps, what would do.

    Without `in_reply_to` it is about a message that could not be matched to a request. `wanted` is the number that
    would do, `retry_after` milliseconds, `field` the path of the field that is wrong.
    """

    code: str
    message: str
    in_reply_to: Count | None = None
    wanted: int | None = None
    retry_after: int | None = None
    field: str | None = None


class Result(Reply, frozen=True, gc=False):
    """Done; `seq` is the last event of the table that came of it, or its newest where none did."""

    seq: Count


class Pong(Reply, frozen=True, gc=False):
    """A sign of life."""


class Tables(Reply, frozen=True, gc=False):
    """The tables that are not private."""

    tables: tuple[TableSummary, ...]


class Seated(Reply, frozen=True, gc=False):
    """The connection sits at this table; `last_id` is the last request id that the table has seen from this seat."""

    table: str
    seat: Seat
    seq: Count
    last_id: Count = 0


class Watching(Reply, frozen=True, gc=False):
    """The connection looks on at this table."""

    table: str
    seq: Count


class LegalOptions(Reply, frozen=True, gc=False):
    """All that the seat may do, as of `seq`."""

    seq: Count
    options: tuple[Option, ...]


class History(Reply, frozen=True, gc=False):
    """Events of the table that are stored, numbered from `first` on: some of those asked for, none if there are no more.

    `created` is when the table was opened, in seconds since 1970.
    """

    first: Count
    created: int
    events: tuple[TableEvent, ...] = ()


class TableState(ServerMessage, frozen=True, gc=False):
    """A whole table as of `seq`: all that is needed to draw it and to fold what follows.

    Comes unasked after `seated` and `watching` and after the start of a test table, and with `in_reply_to` as the reply to
    `get_state`. Before the start there is no `snapshot`, the phase is `lobby` and the turn -1.
    """

    table: str
    seq: Count
    settings: Settings
    board: BoardData
    rules: Ruleset
    lobby: Lobby
    snapshot: Snapshot | None = None
    phase: str = "lobby"
    turn: Seat = -1
    waiting: tuple[Waiting, ...] = ()
    paused: bool = False
    in_reply_to: Count | None = None


class Update(Notice, frozen=True, gc=False):
    """What has happened, the same for everybody: events numbered from `first` on, and what is waited for now.

    Without events `first` is the number of the next one. `paused`: the server can not store anything at the moment.
    """

    first: Count
    events: tuple[TableEvent, ...] = ()
    phase: str = "lobby"
    turn: Seat = -1
    waiting: tuple[Waiting, ...] = ()
    paused: bool = False


class Prompts(Notice, frozen=True, gc=False):
    """All questions that are open to the receiver's own seat as of `seq`; sent when they change."""

    seq: Count
    prompts: tuple[Prompt, ...] = ()


class Closing(Notice, frozen=True, gc=False):
    """The last message of a connection that the server ends, and why."""

    code: str
    message: str


AnyServerMessage: TypeAlias = (
    Welcome | Error | Result | Pong | Tables | Seated | Watching | LegalOptions | TableState | Update | Prompts
    | Closing | History
)  # fmt: skip

Message: TypeAlias = Request | ServerMessage

REQUESTS: Final[tuple[type[Request], ...]] = get_args(AnyRequest)
COUNTED: Final[frozenset[type[Request]]] = frozenset(
    {
        SetReady, StartGame, RemovePlayer, AddBot, SetOwner, GiveSeat, EndGame, SetAway, Propose, CastBallot, Rematch, Chat,
        Mute, Act, TimeOut, GiveNonce,
    }
)  # fmt: skip
"""Requests of a seat that change something: each id is done once, and over all connections of the seat they rise."""

SERVER_MESSAGES: Final[tuple[type[ServerMessage], ...]] = get_args(AnyServerMessage)
