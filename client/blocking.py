"""`client.api` for scripts without trio: every call waits and returns. Must not do anything of its own.

    with connect_blocking("den.local") as server:
        table = server.join("Friday", "Robo")

Theory of operation. `client.api` runs on trio in a thread of its own; each call here is handed over to it, and what is looked
at is looked at there, so that no message comes in between. The calls are those of `Server` and `Table` of `client.api`, under
the same names.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import trio

from client import api
from client.address import Address
from client.errors import TableOver
from client.wire import Dial
from engine.commands import SeatCommand
from engine.state import State
from protocol.lobby_events import TableEvent

__all__ = ["BlockingServer", "BlockingTable", "connect_blocking"]

P = ParamSpec("P")
E = TypeVar("E")
R = TypeVar("R")
T = TypeVar("T")


class _Loop:
    """A thread that runs trio; `patience` is how many seconds a call may take."""

    def __init__(self, server: str | Address | Dial, client: str, patience: float | None) -> None:
        self._patience = patience
        self._opened: queue.SimpleQueue[api.Server | BaseException] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(server, client), name="magnate-client", daemon=True)
        self._token: trio.lowlevel.TrioToken | None = None
        self._stop: trio.Event | None = None

    def start(self) -> api.Server:
        """Connect; raises what `client.api.connect` raises."""
        self._thread.start()
        opened = self._opened.get()
        if isinstance(opened, BaseException):
            self._thread.join()
            raise opened
        return opened

    def stop(self) -> None:
        """Hang up everything and end the thread; raises what has ended it before."""
        stop = self._stop
        assert stop is not None
        with suppress(TableOver):  # it has ended already
            self.look(stop.set)
        self._thread.join()
        if not self._opened.empty():
            raise self._opened.get()  # type: ignore[misc]  # the server was taken out by `start`

    def call(self, ask: Callable[[], Awaitable[R]]) -> R:
        """What an asynchronous call returns or raises; raises `TimeoutError` when the patience is over."""
        return self._over_there(partial(trio.from_thread.run, partial(self._patiently, ask)))

    def look(self, get: Callable[[], R]) -> R:
        """What a function returns or raises that waits for nothing."""
        return self._over_there(partial(trio.from_thread.run_sync, get))

    def _over_there(self, run: Callable[..., R]) -> R:
        try:
            return run(trio_token=self._token)
        except trio.RunFinishedError:
            raise TableOver("expected an open connection, found it closed") from None

    async def _patiently(self, ask: Callable[[], Awaitable[R]]) -> R:
        with trio.move_on_after(float("inf") if self._patience is None else self._patience):
            return await ask()
        raise TimeoutError(f"nothing came of it within {self._patience} seconds")

    def _run(self, server: str | Address | Dial, client: str) -> None:
        try:
            trio.run(self._main, server, client)
        except BaseException as error:  # noqa: BLE001  # raised in the thread that waits for it
            self._opened.put(error)

    async def _main(self, server: str | Address | Dial, client: str) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._stop = trio.Event()
        async with api.connect(server, client=client) as opened:
            self._opened.put(opened)
            await self._stop.wait()


class _Handed(Generic[T]):
    """Something of the loop's thread, and the loop."""

    def __init__(self, inner: T, loop: _Loop) -> None:
        self._inner = inner
        self._loop = loop


class _Method(Generic[T, P, R]):
    """A method that waits for an asynchronous one."""

    def __init__(self, method: Callable[Concatenate[T, P], Coroutine[Any, Any, R]]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, owner: _Handed[T], kind: type[object] | None = None) -> Callable[P, R]:
        return partial(self._call, owner)

    def _call(self, owner: _Handed[T], *args: P.args, **kwargs: P.kwargs) -> R:
        return owner._loop.call(lambda: self._method(owner._inner, *args, **kwargs))


class _Sitting(Generic[P]):
    """A method that comes to a table."""

    def __init__(self, method: Callable[Concatenate[api.Server, P], Coroutine[Any, Any, api.Table]]) -> None:
        self._method = _Method(method)
        self.__doc__ = method.__doc__

    def __get__(self, owner: _Handed[api.Server], kind: type[object] | None = None) -> Callable[P, BlockingTable]:
        return partial(self._call, owner)

    def _call(self, owner: _Handed[api.Server], *args: P.args, **kwargs: P.kwargs) -> BlockingTable:
        return BlockingTable(self._method.__get__(owner)(*args, **kwargs), owner._loop)


class _Value(Generic[R]):
    """What there is to be seen at a table, as it is when it is looked at."""

    def __init__(self, get: Callable[[api.Table], R]) -> None:
        self._get = get

    def __get__(self, owner: _Handed[api.Table], kind: type[object] | None = None) -> R:
        return owner._loop.look(lambda: self._get(owner._inner))


class BlockingServer(_Handed[api.Server]):
    """A server and the way to its tables; see `client.api.Server`."""

    tables = _Method(api.Server.tables)
    create = _Sitting(api.Server.create)
    join = _Sitting(api.Server.join)
    resume = _Sitting(api.Server.resume)
    watch = _Sitting(api.Server.watch)


class BlockingTable(_Handed[api.Table]):
    """A place at a table; see `client.api.Table`."""

    id = _Value(lambda table: table.id)
    token = _Value(lambda table: table.token)
    watching = _Value(lambda table: table.watching)
    seat = _Value(lambda table: table.seat)
    player = _Value(lambda table: table.player)
    players = _Value(lambda table: table.players)
    board = _Value(lambda table: table.board)
    rules = _Value(lambda table: table.rules)
    lobby = _Value(lambda table: table.lobby)
    started = _Value(lambda table: table.started)
    phase = _Value(lambda table: table.phase)
    turn = _Value(lambda table: table.turn)
    waiting = _Value(lambda table: table.waiting)
    seq = _Value(lambda table: table.seq)
    live = _Value(lambda table: table.live)
    over = _Value(lambda table: table.over)
    outcome = _Value(lambda table: table.outcome)
    question = _Value(lambda table: table.question)
    answers = _Value(lambda table: table.answers)

    ready = _Method(api.Table.ready)
    start = _Method(api.Table.start)
    add_bot = _Method(api.Table.add_bot)
    remove = _Method(api.Table.remove)
    say = _Method(api.Table.say)
    act = _Method(api.Table.act)
    legal = _Method(api.Table.legal)
    time_out = _Method(api.Table.time_out)
    leave = _Method(api.Table.leave)
    play = _Method(api.Table.play)
    next_question = _Method(api.Table.next_question)
    next_event = _Method(api.Table.next_event)
    wait_until = _Method(api.Table.wait_until)
    wait_until_over = _Method(api.Table.wait_until_over)

    @property
    def state(self) -> State:
        """A copy of the position; raises `NotThere` before the game has started."""
        return self._loop.look(lambda: self._inner.state.copy())

    def read(self, words: str) -> SeatCommand:
        """The command that typed words stand for at this table; raises `InvalidInput`."""
        return self._loop.look(lambda: self._inner.read(words))

    def wait_for_event(self, *kinds: type[E]) -> E:
        """The next event of one of these types; it and all before it are given out by that. Raises `TableOver`."""
        return self._loop.call(lambda: self._inner.wait_for_event(*kinds))

    def events(self) -> Iterator[TableEvent]:
        """The events that have not been given out yet, one by one, until the table is over."""
        while (event := self.next_event()) is not None:
            yield event

    def hang_up(self) -> None:
        """End the connection without a word; the seat stays one's own and can be resumed with its `token`."""
        self._loop.look(self._inner.hang_up)


@contextmanager
def connect_blocking(
    server: str | Address | Dial = "localhost", *, client: str = "magnate-script", patience: float | None = None
) -> Iterator[BlockingServer]:
    """A server, named as `HOST[:PORT]`; its connections end with the context.

    `patience` is how many seconds any one call may take until it raises `TimeoutError`. Raises what `client.api.connect` does.
    """
    loop = _Loop(server, client, patience)
    opened = loop.start()
    try:
        yield BlockingServer(opened, loop)
    finally:
        loop.stop()
