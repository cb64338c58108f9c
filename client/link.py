"""One connection from its first byte to its last: reads, writes, and watches for silence. Must not connect again.

What the server says is handed on at once and in order; what is to be said is queued and written by a task of its own,
because a write that is cancelled half-way would leave a broken frame on the wire.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from client.errors import BadChoice, ClientError, NoConnection
from protocol import messages as m
from protocol.connection import Connection, ConnectionEvent, ConnectionState, InvalidMessage, Role
from protocol.errors import LocalProtocolError, TruncatedFrame, UnknownType

HELLO_ID: Final = 1
_CHUNK: Final = 64 * 1024  # bytes asked of the socket at once
_PATIENCE: Final = 10.0  # seconds that a server may take to say welcome or to give a sign of life
_QUIET: Final = 20.0  # seconds of silence after which to ask for a sign of life, unless the server is stricter


class Link:
    """One conversation with a server over a stream that is open already.

    `hear` is called with every message; a `ClientError` that it raises ends the link and is kept as `failure`. `lost`
    says in words why the link ended when nobody is to blame.
    """

    def __init__(self, stream: trio.abc.Stream, hear: Callable[[m.ServerMessage], None], client: str) -> None:
        self.failure: ClientError | None = None
        self.lost = "the server hung up"
        self._stream = stream
        self._hear = hear
        self._client = client
        self._connection = Connection(Role.CLIENT)
        self._limits: m.Limits | None = None
        self._more = trio.Event()
        self._scope = trio.CancelScope()
        self._heard = 0.0
        self._asked = False

    @property
    def open(self) -> bool:
        """Whether requests can be said now."""
        return self._connection.state is ConnectionState.OPEN

    def say(self, request: m.Request) -> None:
        """Queue a request; on a link that has ended it is lost, and the next link repeats what was not answered.

        Raises `BadChoice` if it is too big to send.
        """
        if self.open:
            try:
                self._queue(request)
            except LocalProtocolError as error:
                raise BadChoice(str(error)) from None

    def hang_up(self) -> None:
        """End the link."""
        self._scope.cancel()

    async def run(self, ping: Callable[[], m.Ping]) -> None:
        """Say hello and converse until the connection ends, for whatever reason; `ping` makes requests for signs of life."""
        self._heard = trio.current_time()
        self._queue(m.Hello(HELLO_ID, m.VERSION, m.VERSION, self._client))
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write)
                nursery.start_soon(self._listen_for_silence, ping)
                await self._read()
                self._scope.cancel()

    def _queue(self, message: m.Message) -> None:
        self._connection.send(message)
        self._more.set()

    async def _write(self) -> None:
        while True:
            await self._more.wait()
            self._more = trio.Event()
            try:
                await self._stream.send_all(self._connection.data_to_send())
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return  # the reader finds the same out, after it has read what is still there

    async def _read(self) -> None:
        data: bytes | bytearray = b"-"
        while data and self.failure is None and not self._connection.close_expected():
            try:
                data = await self._stream.receive_some(_CHUNK)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                self.lost = "the connection broke"
                return
            self._heard = trio.current_time()
            self._asked = False
            self._receive(bytes(data))
        broken = self._connection.failure
        if broken is not None and self.failure is None and not isinstance(broken, TruncatedFrame):
            self.failure = NoConnection(f"expected a Magnate server, found something else: {broken}")

    def _receive(self, data: bytes) -> None:
        if data:
            self._connection.receive_data(data)
        else:
            self._connection.receive_eof()
        try:
            for event in self._connection.events_received():
                self._take(event)
        except ClientError as error:
            self.failure = error

    def _take(self, event: ConnectionEvent) -> None:
        if isinstance(event, InvalidMessage):
            if not isinstance(event.error, UnknownType):  # within a version, new messages may come and are passed over
                raise NoConnection(f"expected a message of protocol version {m.VERSION}, found another: {event.error}")
            return
        if isinstance(event, m.Welcome):
            self._limits = event.limits
        assert isinstance(event, m.ServerMessage)
        self._hear(event)

    async def _listen_for_silence(self, ping: Callable[[], m.Ping]) -> None:
        while True:
            quiet = self._quiet_time()
            await trio.sleep_until(self._heard + quiet)
            if trio.current_time() < self._heard + quiet:
                continue
            if not self.open or self._asked:
                self.lost = f"nothing was heard from the server for {quiet:.0f} seconds"
                self._scope.cancel()
                return
            self._asked = True
            self.say(ping())

    def _quiet_time(self) -> float:
        """How many seconds of silence are too long now."""
        if self._limits is None:
            return _PATIENCE
        quiet = min(_QUIET, self._limits.idle / 3) if self._limits.idle else _QUIET
        return quiet + _PATIENCE if self._asked else quiet
