"""A bad network between clients and a server: it splits, holds up, loses whole messages of the server, and cuts connections.

Theory of operation. Bytes of a client are passed on in pieces of any size. What the server says is taken apart into frames
first, so that a loss is a whole message and the stream stays one; only updates with events are lost, since a client can find
out about these, once another update comes. TCP loses nothing, so nothing in the clients waits for a loss that is followed by
silence: whoever uses this has something said after each, see `Trouble.lost`. Between two pieces others get their turn, a drawn
number of times, and nothing waits for a clock. Each connection draws from a source of its own, made of the seed and its number.
"""

from __future__ import annotations

import random
import socket
import struct
from collections.abc import Callable
from typing import Final

import msgpack
import trio

from protocol.codec import PREFIX, SERVER_FRAME, FrameReader
from tests.faults.raw import framed

_CHUNK: Final = 64 * 1024
_PIECE: Final = 700  # bytes that are passed on at once, at most; most updates are shorter
_TURNS: Final = 6  # others have so many turns between two pieces, at most
_LOST: Final = 12  # one update in so many is lost
_FRAMES: Final = (6, 60)  # after how many frames of the server a connection is cut; the first reply is safe
_GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError)


class Trouble:
    """What the network does, and what it has done: `losses` updates, `cuts` connections.

    `may_lose` and `may_cut` are how many more; `lost` is called after each loss.
    """

    def __init__(self, seed: int, may_lose: int, may_cut: int, lost: Callable[[], None]) -> None:
        self.seed = seed
        self.may_lose = may_lose
        self.may_cut = may_cut
        self.losses = 0
        self.cuts = 0
        self.lost = lost

    def calm(self) -> None:
        """Lose and cut nothing more."""
        self.may_lose = self.may_cut = 0


class Proxy:
    """Listens on a port of this computer and passes on to a server's; `connections` is how many came."""

    def __init__(self, target: int, trouble: Trouble) -> None:
        self.connections = 0
        self.port = 0
        self._target = target
        self._trouble = trouble

    async def run(self, *, task_status: trio.TaskStatus[None]) -> None:
        """Pass on until cancelled."""
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listeners[0].socket.getsockname()[1]
        task_status.started()
        await trio.serve_listeners(self._serve, listeners)

    async def _serve(self, client: trio.SocketStream) -> None:
        self.connections += 1
        chance = random.Random(f"{self._trouble.seed}:{self.connections}")
        server = await trio.open_tcp_stream("127.0.0.1", self._target)
        async with server:
            await _Way(client, server, self._trouble, chance).run()


class _Way:
    """One connection through the proxy."""

    def __init__(self, client: trio.SocketStream, server: trio.SocketStream, trouble: Trouble, chance: random.Random) -> None:
        self._client = client
        self._server = server
        self._trouble = trouble
        self._chance = chance
        self._left = chance.randint(*_FRAMES)

    async def run(self) -> None:
        """Pass on both ways until either side ends, or the cut comes."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._upwards, nursery.cancel_scope)
                await self._downwards()
                nursery.cancel_scope.cancel()
        except* _GONE:
            pass  # either side has gone in the middle of a piece, and the other is told so by the end of this

    async def _upwards(self, scope: trio.CancelScope) -> None:
        async for data in self._client:
            await self._pass_on(self._server, bytes(data))
        scope.cancel()

    async def _downwards(self) -> None:
        reader = FrameReader(SERVER_FRAME)
        async for data in self._server:
            reader.feed(bytes(data))
            while (payload := reader.next_frame()) is not None:
                self._left -= 1
                if self._left <= 0 and self._trouble.may_cut:
                    await self._cut(payload)
                    return
                if not self._loses(payload):
                    await self._pass_on(self._client, framed(payload))

    async def _cut(self, payload: bytes) -> None:
        """End both sides within a message: in the middle, before it or behind it; one time in two the rude way."""
        self._trouble.may_cut -= 1
        self._trouble.cuts += 1
        await self._pass_on(self._client, framed(payload)[: self._chance.randrange(len(payload) + PREFIX + 1)])
        if self._chance.randrange(2):
            for stream in (self._client, self._server):
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def _loses(self, payload: bytes) -> bool:
        trouble = self._trouble
        if not trouble.may_lose or self._chance.randrange(_LOST):
            return False
        message = msgpack.unpackb(payload)
        if message["type"] != "update" or not message["events"]:
            return False
        trouble.may_lose -= 1
        trouble.losses += 1
        trouble.lost()
        return True

    async def _pass_on(self, stream: trio.SocketStream, data: bytes) -> None:
        while data:
            size = self._chance.randint(1, _PIECE)
            await stream.send_all(data[:size])
            data = data[size:]
            for _ in range(self._chance.randrange(_TURNS)):
                await trio.lowlevel.checkpoint()
