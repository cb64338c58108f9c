"""A conversation without a socket: bytes in, messages out, and the other way round. Must do no I/O and read no clock.

Theory of operation. Both ends hold a `Connection`, told apart by their `Role`. What arrives goes into `receive_data`,
what came of it is taken from `events_received`, what is to be said goes into `send`, and `data_to_send` is what to
write to the socket. Every message, sent or received, goes through one funnel, `_following`, which looks up in
`NEXT` whether the sender may say it now and which state follows:

    GREETING    nobody has spoken; the client owes its hello
    WELCOMING   hello was said; the server owes its welcome or a refusal
    OPEN        requests one way; replies and notices the other
    CLOSING     the last message was said; what is queued may still be written, then the socket is closed
    CLOSED      the stream has ended

A client may write on without waiting for its welcome. The server keeps these bytes, no more than a first frame holds,
and reads them once it has sent its welcome.

A server that receives a whole frame with a message that will not do gets an `InvalidMessage` event once the
connection is open, answers it and goes on. Everything else that the peer does wrong ends the connection: `failure`
says why, a server's last words are queued, and what still arrives is dropped. A stream of bytes is never an
exception; only misuse by one's own side is (`LocalProtocolError`).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, TypeAlias

import msgspec

from protocol import messages as m
from protocol.codec import (
    CLIENT_FRAME,
    FIRST_FRAME,
    FROM_CLIENT,
    FROM_SERVER,
    SERVER_FRAME,
    FrameReader,
    decode,
    encode,
)
from protocol.errors import (
    FrameTooBig,
    LocalProtocolError,
    MessageError,
    RemoteProtocolError,
    TruncatedFrame,
    UnexpectedMessage,
)


class Role(Enum):
    """Which end of the wire this is."""

    CLIENT = "client"
    SERVER = "server"


class ConnectionState(Enum):
    """How far the conversation has come; see the theory of operation."""

    GREETING = "greeting"
    WELCOMING = "welcoming"
    OPEN = "open"
    CLOSING = "closing"
    CLOSED = "closed"


class InvalidMessage(msgspec.Struct, frozen=True):
    """A whole frame came whose message will not do; the connection goes on."""

    error: MessageError

    def reply(self) -> m.Error:
        """What a server answers."""
        return _told(self.error)


ConnectionEvent: TypeAlias = m.Message | InvalidMessage
"""What comes out of a connection: whatever the peer said."""

_S = ConnectionState
_ENDED: Final = (_S.CLOSING, _S.CLOSED)

NEXT: Final[dict[tuple[Role, ConnectionState], dict[type[m.Message], ConnectionState]]] = {
    (Role.CLIENT, _S.GREETING): {m.Hello: _S.WELCOMING},
    (Role.CLIENT, _S.WELCOMING): {},
    (Role.CLIENT, _S.OPEN): {kind: _S.OPEN for kind in m.REQUESTS if kind is not m.Hello},
    (Role.SERVER, _S.GREETING): {m.Error: _S.CLOSING, m.Closing: _S.CLOSING},
    (Role.SERVER, _S.WELCOMING): {m.Welcome: _S.OPEN, m.Error: _S.CLOSING, m.Closing: _S.CLOSING},
    (Role.SERVER, _S.OPEN): {
        **{kind: _S.OPEN for kind in m.SERVER_MESSAGES if kind is not m.Welcome},
        m.Closing: _S.CLOSING,
    },
}
"""What each side may say in each state, and the state that follows; in the ended states nothing."""


class Connection:
    """One end of a conversation.

    `state` is how far it has come, `failure` what the peer did to end it, if it did.
    """

    def __init__(self, role: Role) -> None:
        self.role = role
        self.state = ConnectionState.GREETING
        self.failure: RemoteProtocolError | None = None
        self._peer = Role.SERVER if role is Role.CLIENT else Role.CLIENT
        self._incoming = FROM_CLIENT if role is Role.SERVER else FROM_SERVER
        self._reader = FrameReader(FIRST_FRAME if role is Role.SERVER else SERVER_FRAME)
        self._eof = False
        self._queued: list[bytes] = []

    def receive_data(self, data: bytes | bytearray) -> None:
        """Take in what the socket gave; the events that it makes are to be taken before more is fed.

        Raises `LocalProtocolError` after the end of the stream, and nothing else.
        """
        if self._eof:
            raise LocalProtocolError("data after the end of the stream, expected none")
        if self.state in _ENDED:
            return
        self._reader.feed(data)
        try:
            if self._listens():
                self._reader.check()
            elif self._reader.held > FIRST_FRAME:
                raise FrameTooBig(self._reader.held, FIRST_FRAME)
        except RemoteProtocolError as error:
            self._fail(error)

    def receive_eof(self) -> None:
        """The peer will say no more; a frame left unfinished is a `failure`."""
        self._eof = True
        if not (self._listens() and self._reader.whole):
            self._end()

    def events_received(self) -> Iterator[ConnectionEvent]:
        """What the peer said, oldest first, each once; read only as far as it is taken, to bound memory.

        A server takes events again after it has sent its welcome: bytes may have waited for it.
        """
        while self._listens() and (event := self._next_event()) is not None:
            yield event
        if self._eof:
            self._end()

    def send(self, message: m.Message) -> None:
        """Queue a message; raises `LocalProtocolError` if this side may not say it now or if it is too big."""
        following = self._following(self.role, message)
        self._queued.append(encode(message, self._largest()))
        self.state = following
        if isinstance(message, m.Welcome):
            self._reader.limit = CLIENT_FRAME

    def send_frame(self, frame: bytes) -> None:
        """Queue a notice that `encode` made a frame of, so that it is encoded once for many connections."""
        if self.state is not ConnectionState.OPEN:
            raise LocalProtocolError(f"frame to send while {self.state.value}, expected an open connection")
        self._queued.append(frame)

    def data_to_send(self) -> bytes:
        """What to write to the socket next; empty if there is nothing."""
        data = b"".join(self._queued)
        self._queued.clear()
        return data

    def close_expected(self) -> bool:
        """Whether the socket is to be closed as soon as `data_to_send` has been written."""
        return self.state in _ENDED

    def _largest(self) -> int:
        if self.role is Role.SERVER:
            return SERVER_FRAME
        return CLIENT_FRAME if self.state is ConnectionState.OPEN else FIRST_FRAME

    def _listens(self) -> bool:
        if self.state in _ENDED:
            return False
        return self.role is Role.CLIENT or self.state is not ConnectionState.WELCOMING

    def _next_event(self) -> ConnectionEvent | None:
        try:
            payload = self._reader.next_frame()
            return None if payload is None else self._take(payload)
        except RemoteProtocolError as error:
            self._fail(error)
            return None

    def _take(self, payload: bytes) -> ConnectionEvent:
        try:
            message = decode(payload, self._incoming)
            following = self._following(self._peer, message)
        except MessageError as error:
            if self.state is not ConnectionState.OPEN:
                raise
            return InvalidMessage(error)
        self.state = following
        return message

    def _end(self) -> None:
        if self.state not in _ENDED and self._reader.missing:
            self.failure = TruncatedFrame(self._reader.missing)
        self._reader.discard()
        self.state = ConnectionState.CLOSED

    def _following(self, sender: Role, message: m.Message) -> ConnectionState:
        """The state after a message; raises `LocalProtocolError` or `UnexpectedMessage` if it may not be said now."""
        following = NEXT.get((sender, self.state), {}).get(type(message))
        if following is not None:
            return following
        found = f"{message.__struct_config__.tag} from the {sender.value} while {self.state.value}"
        if sender is self.role:
            raise LocalProtocolError(f"expected no {found}")
        raise UnexpectedMessage(f"expected no {found}", request=getattr(message, "id", None), field="type")

    def _fail(self, error: RemoteProtocolError) -> None:
        self.failure = error
        self._reader.discard()
        if self.role is Role.SERVER:
            was_open = self.state is ConnectionState.OPEN
            self.send(_told(error))
            if was_open:
                self.send(m.Closing(error.code, str(error)))
        self.state = ConnectionState.CLOSING


def _told(error: RemoteProtocolError) -> m.Error:
    request = error.request if isinstance(error, MessageError) else None
    field = error.field if isinstance(error, MessageError) else None
    return m.Error(error.code, str(error), in_reply_to=request, field=field)
