"""A conversation with a server that outlives its connections: requests, their replies, and coming back by itself.

Theory of operation. Each request is kept until its one reply has come. When a connection ends, the next one is tried
with growing delays; it says hello, takes the seat back where there is one (`greeting`), and then repeats whatever was
not answered, each with the id that it had, which the server does only once. Messages are handed on in the order in which
they came, a reply before its asker wakes. Must not know what the messages mean beyond that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias, TypeVar

import trio

from client.back_off import BackOff
from client.errors import ClientError, NoConnection, Refused, SeatLost
from client.link import HELLO_ID, Link
from protocol import messages as m

Dial: TypeAlias = Callable[[], Awaitable[trio.abc.Stream]]
"""Opens a stream to the server; raises `OSError` if nobody answers."""

Make: TypeAlias = Callable[[int], m.Request]
"""Makes a request of its id."""

Answer = TypeVar("Answer", bound=m.ServerMessage)

_GREETING_ID: Final = 2  # the ids that count rise over all connections of a seat; these two do not count
_CONNECT_TIME: Final = 10.0  # seconds
_STEADY: Final = 5.0  # seconds after which a connection counts as one that holds
_TRIES: Final = 5
_SHORTEST: Final = 10  # milliseconds until a request is made again, and seconds at most, whatever the server says
_LONGEST: Final = 10.0
_PASSING: Final = frozenset(
    {"idle", "internal", "paused", "rate_limited", "shutdown", "slow", "timeout", "too_many_connections"}
)
_TOO_SOON: Final = frozenset({"rate_limited", "too_soon"})


class _Pending:
    """A request without a reply yet."""

    def __init__(self, request: m.Request) -> None:
        self.request = request
        self.said = 0
        self.done = trio.Event()
        self.reply: m.ServerMessage | None = None


def _no_greeting() -> Make | None:
    return None


def _no_news(live: bool, words: str) -> None:
    pass


class Wire:
    """Requests to one server, whatever happens to the connection.

    `hear` gets every message but errors that answer a request, in order. `greeting` is asked, on every connection but the
    first, how to take the seat back. `news` is told when the connection is up and when it is down, with the reason.
    """

    def __init__(
        self,
        dial: Dial,
        hear: Callable[[m.ServerMessage], None],
        *,
        client: str = "magnate",
        greeting: Callable[[], Make | None] = _no_greeting,
        news: Callable[[bool, str], None] = _no_news,
        back_off: BackOff | None = None,
    ) -> None:
        self._dial = dial
        self._hear_message = hear
        self._client = client
        self._greeting = greeting
        self._news = news
        self._back_off = back_off or BackOff()
        self._link: Link | None = None
        self.retry_at: float | None = None  # when the connection is tried again, in seconds of trio's clock
        self._live = False
        self._live_since = 0.0
        self._met = False
        self._next_id = _GREETING_ID + 1
        self._pending: dict[int, _Pending] = {}
        self._welcomed: Callable[[], None] | None = None

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep the conversation up until cancelled; started as soon as the server has said welcome.

        Raises `NoConnection` if there is no server to begin with, `Refused` if it will not have this client, and
        `SeatLost` if it ended the conversation for good.
        """
        self._welcomed = task_status.started
        while True:
            words = await self._converse()
            if self._live and trio.current_time() - self._live_since > _STEADY:
                self._back_off.reset()
            self._live = False
            self.retry_at = trio.current_time() + self._back_off.next()
            self._news(False, words)
            await trio.sleep_until(self.retry_at)
            self.retry_at = None

    async def ask(self, make: Make, kind: type[Answer]) -> Answer:
        """The reply to a request, however many connections it takes; raises `Refused`.

        A request that came too soon is asked again when the server says so.
        """
        while True:
            reply = await self._ask_once(make)
            if isinstance(reply, kind):
                return reply
            if not isinstance(reply, m.Error):
                expected, found = (str(one.__struct_config__.tag) for one in (kind, type(reply)))
                raise NoConnection(f"expected {expected} as the reply, found {found}")
            if reply.code not in _TOO_SOON or reply.retry_after is None:
                raise Refused(reply)
            await trio.sleep(min(max(reply.retry_after, _SHORTEST) / 1000, _LONGEST))

    async def _ask_once(self, make: Make) -> m.ServerMessage:
        pending = _Pending(make(self._take_id()))
        number = pending.request.id
        self._pending[number] = pending
        if self._live and self._link is not None:
            self._say(pending, self._link)
        try:
            await pending.done.wait()
        finally:
            del self._pending[number]
        assert pending.reply is not None
        return pending.reply

    def _take_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    async def _converse(self) -> str:
        """One connection from dialing to its end; returns in words why it ended."""
        try:
            stream = await self._connect()
        except OSError as error:
            if not self._met:
                raise NoConnection(str(error)) from None
            return str(error)
        self._link = Link(stream, self._hear, self._client)
        async with stream:
            await self._link.run(lambda: m.Ping(self._take_id()))
        link, self._link = self._link, None
        if link.failure is not None:
            raise link.failure
        if not self._met:
            raise NoConnection(f"expected a welcome, found none: {link.lost}")
        return link.lost

    async def _connect(self) -> trio.abc.Stream:
        with trio.move_on_after(_CONNECT_TIME):
            return await self._dial()
        raise OSError(f"no answer within {_CONNECT_TIME:.0f} seconds")

    def _hear(self, message: m.ServerMessage) -> None:
        if isinstance(message, m.Error):
            self._hear_error(message)
            return
        if isinstance(message, m.Closing):
            self._hear_closing(message)
        if isinstance(message, m.Seated):
            self._next_id = max(self._next_id, message.last_id + 1)
        self._hear_message(message)
        if isinstance(message, m.Welcome):
            self._greet()
        elif (number := getattr(message, "in_reply_to", None)) == _GREETING_ID:
            self._go_on()
        elif number is not None:
            self._settle(number, message)

    def _hear_error(self, error: m.Error) -> None:
        number = error.in_reply_to
        if number in self._pending:
            self._settle(number, error)
        elif number in (HELLO_ID, _GREETING_ID) or not self._live:
            self._end(Refused(error), error.code, error.message)
        else:
            self._hear_message(error)

    def _hear_closing(self, closing: m.Closing) -> None:
        self._end(SeatLost(closing), closing.code, closing.message)

    def _end(self, error: ClientError, code: str, words: str) -> None:
        """Fail for good, or note why, if trying again may help; a server that was never met is not tried again."""
        if code not in _PASSING or not self._met:
            raise error
        assert self._link is not None
        self._link.lost = words
        self._link.hang_up()

    def _settle(self, number: int, reply: m.ServerMessage) -> None:
        pending = self._pending.get(number)
        if pending is not None:
            pending.reply = reply
            pending.done.set()

    def _greet(self) -> None:
        make = self._greeting() if self._met else None
        self._met = True
        if make is None:
            self._go_on()
        else:
            assert self._link is not None
            self._link.say(make(_GREETING_ID))

    def _go_on(self) -> None:
        """The connection is where the last one was: repeat what was not answered."""
        assert self._link is not None
        self._live = True
        self._live_since = trio.current_time()
        for number in sorted(self._pending):
            self._say(self._pending[number], self._link)
        self._news(True, "")
        if self._welcomed is not None:
            self._welcomed()
            self._welcomed = None

    def _say(self, pending: _Pending, link: Link) -> None:
        """Say a request, once more if need be; what a server hangs up on every time it will not answer at all."""
        if pending.said == _TRIES:
            what = str(pending.request.__struct_config__.tag)
            raise NoConnection(f"expected a reply to {what}, found that the server hung up on it {_TRIES} times")
        pending.said += 1
        link.say(pending.request)
