"""What goes wrong on the wire: the exceptions, and every error code a server may send. Must not format for a terminal.

    ProtocolError
    ├── LocalProtocolError          we did it: a message that has no place now, or is too big to send
    ├── RemoteProtocolError         the peer did it
    │   ├── FrameTooBig             too_big     ┐
    │   ├── MalformedFrame          malformed   ├ the stream cannot be trusted any more
    │   ├── TruncatedFrame          malformed   ┘
    │   └── MessageError            a whole frame whose message will not do; the next one may
    │       ├── InvalidField        invalid
    │       ├── UnknownType         unknown_type
    │       └── UnexpectedMessage   unexpected
    └── BadName                     bad_name

Feeding a `Connection` raises nothing else, and only the first branch; anything else is a bug.
"""

from __future__ import annotations

from typing import Final

from engine.errors import REASONS


class ProtocolError(Exception):
    """Base of what this package raises on purpose; `code` is a stable code out of `ERROR_CODES`."""

    code: str = "internal"


class LocalProtocolError(ProtocolError):
    """This side misused its connection; nothing was queued."""


class RemoteProtocolError(ProtocolError):
    """The peer broke the protocol."""


class FrameTooBig(RemoteProtocolError):
    """A frame announced more bytes than the limit."""

    code = "too_big"

    def __init__(self, length: int, limit: int) -> None:
        self.length = length
        self.limit = limit
        super().__init__(f"frame of {length} bytes, expected no more than {limit}")


class MalformedFrame(RemoteProtocolError):
    """The bytes of a frame are not one MessagePack map of the allowed form."""

    code = "malformed"


class TruncatedFrame(RemoteProtocolError):
    """The stream ended inside a frame; `missing` bytes are still due, or more."""

    code = "malformed"

    def __init__(self, missing: int) -> None:
        self.missing = missing
        super().__init__(f"stream ended inside a frame, expected {missing} bytes more")


class MessageError(RemoteProtocolError):
    """A well-framed message will not do; `request` is its id, where one could be read, and `field` what is wrong."""

    def __init__(self, message: str, *, request: int | None = None, field: str | None = None) -> None:
        self.request = request
        self.field = field
        super().__init__(message)


class InvalidField(MessageError):
    """A field is missing, unknown or of the wrong kind."""

    code = "invalid"

    def __init__(self, field: str, problem: str, *, request: int | None = None) -> None:
        self.problem = problem
        super().__init__(f"{field or 'message'}: {problem}", request=request, field=field or None)


class UnknownType(MessageError):
    """The receiver knows no message of this type."""

    code = "unknown_type"


class UnexpectedMessage(MessageError):
    """The message has no place at this point of the conversation."""

    code = "unexpected"


class BadName(ProtocolError):
    """A name that nobody may bear."""

    code = "bad_name"


WIRE_CODES: Final[dict[str, str]] = {
    "already_paused": "the table is paused already",
    "already_seated": "this connection is at a table already",
    "already_started": "the game has started already",
    "bad_board": "this board can not be played",
    "bad_name": "nobody may bear this name",
    "bad_position": "no game can reach this position",
    "bad_rules": "these rules can not be played",
    "barred": "the owner of the table has barred this player",
    "chance_exhausted": "the script of this test table has no further dice, and the table is closed",
    "cool_down": "this player has made a proposal a moment ago",
    "displaced": "a newer connection with the same token has taken the seat",
    "empty_chat": "nothing is left of the text after cleaning",
    "finished": "the table is finished",
    "idle": "nothing was heard from this client for too long",
    "internal": "the server has a fault",
    "invalid": "a field is missing, unknown or of the wrong kind",
    "malformed": "the bytes are not one MessagePack map of the allowed form",
    "muted": "this player takes no offers of this seat",
    "name_taken": "another player at the table has this name, or one that looks like it",
    "no_such_motion": "no such vote is open",
    "no_time_left": "the time bank of this seat is empty",
    "nonce_given": "this seat has added its number to the dice already",
    "not_absent": "the player of this seat is there, or has been a moment ago",
    "not_finished": "the game is not over",
    "not_found": "there is no such table",
    "not_paused": "the table is not paused",
    "not_ready": "not everybody is ready",
    "not_seated": "this connection has no seat at a table",
    "not_started": "the game has not started",
    "not_voter": "this seat has no voice in this vote",
    "not_yours": "the autopilot plays this seat until the next window opens",
    "offer_refused": "the same offer was refused a moment ago",
    "owner_only": "only the owner of the table may do this",
    "paused": "the table is paused: its players have agreed to, or the server can not store anything at the moment",
    "quarantined": "the table was taken out of play because of a fault",
    "rate_limited": "too many messages",
    "scenarios_off": "this server plays no scenarios",
    "seat_not_open": "there is no such seat to be claimed",
    "shutdown": "the server is going down",
    "slow": "this client did not read what was sent to it",
    "table_full": "every seat is taken",
    "timeout": "the client took too long to say hello",
    "tls_required": "this server speaks TLS only: connect with --tls",
    "too_big": "the frame is longer than the limit",
    "too_few_players": "a game needs at least two players",
    "too_many_connections": "the server, or this address, has too many connections",
    "too_many_open_offers": "too many offers of this seat are open",
    "too_many_pauses": "no more pauses in this game",
    "too_many_tables": "the server, or this address, has too many tables",
    "too_soon": "a rent may still be asked for, and the roll would end the right",
    "unexpected": "this message has no place here now",
    "unknown_bot": "there is no bot of this level",
    "unknown_token": "no seat of this table has this token",
    "unknown_type": "there is no message of this type",
    "version": "client and server speak no common version",
    "vote_open": "another vote is open",
    "wrong_code": "the code of the table is wrong or missing",
}
"""The codes of protocol and server with a sentence each; they never change their meaning."""

ERROR_CODES: Final[dict[str, str]] = {**WIRE_CODES, **REASONS}
"""Every code of an `error`: a command that the rules forbid travels with the engine's own reason."""
