"""`magnate demo`: a server and bots in processes of their own, and a game among them over real sockets.

At a terminal you sit in; without one the bots play alone while this process looks on. Either way it ends by itself, at
the latest when the last round is over. Must not import the server: it is a program like any other.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from client.address import Address
from client.children import Child, ChildFailed, start_child
from client.console import Console
from client.errors import OK, BadChoice, Refused
from client.joining import default_name
from client.manner import Manner
from client.play import converse, keep, take_part
from client.seats import new_token
from client.session import Session, connected, dial_tcp
from protocol.errors import BadName
from protocol.names import player_name
from protocol.tables import Clock

_TITLE: Final = "Demo"
_PATIENCE: Final = Clock(fresh=3_600_000, bank=0, offer=600_000)
"""Nobody is hurried at one's own kitchen table."""


@dataclass(frozen=True)
class Setup:
    """What is played: by how many bots (`None`: as fit) of which level, for how many rounds, by which rules, and how shown."""

    bots: int | None = None
    rounds: int = 30
    preset: str = "official"
    rules: Mapping[str, bool | int | str] | None = None
    manner: Manner = field(default_factory=Manner)
    level: str = "careful"

    def overrides(self) -> dict[str, bool | int | str]:
        """The switches, the last round among them."""
        return {"max_rounds": self.rounds, **(self.rules or {})}


async def demo(setup: Setup) -> int:
    """Play a game on this computer; returns the exit code."""
    sit_in = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    bots = setup.bots or (3 if sit_in else 4)
    if not sit_in and bots < 2:
        raise BadChoice(f"expected at least 2 bots where nobody sits in, found {bots}")
    with tempfile.TemporaryDirectory(prefix="magnate-demo-") as folder:
        async with trio.open_nursery() as nursery:
            address = await _serve(nursery, Path(folder))
            game = _Game(nursery, address, setup, bots)
            await (game.sit_in() if sit_in else game.look_on())
            nursery.cancel_scope.cancel()
    return OK


async def _serve(nursery: trio.Nursery, folder: Path) -> Address:
    """Start a server on a free port of this computer; returns its address as soon as it listens."""
    where = ("--host", "127.0.0.1", "--port", "0", "--no-announce", "--data", str(folder / "data"))
    server = await start_child(nursery, "server", "server", "run", *where, "--log-level", "ERROR")
    port = await server.port()
    nursery.start_soon(server.stay)
    return Address("127.0.0.1", port)


class _Game:
    """One game with its bots."""

    def __init__(self, nursery: trio.Nursery, address: Address, setup: Setup, bots: int) -> None:
        self._nursery = nursery
        self._address = address
        self._setup = setup
        self._bots = bots

    async def sit_in(self) -> None:
        """Somebody at this terminal plays against the bots."""
        setup = self._setup

        async def sit(console: Console) -> bool:
            await session.create(
                _TITLE, _own_name(), new_token(), preset=setup.preset, overrides=setup.overrides(), clock=_PATIENCE
            )
            for _ in range(self._bots):
                self._mind(await self._start_bot("--table", session.model.table))
            self._nursery.start_soon(_start_when_ready, session, self._bots)
            return True

        async with connected(Session(dial_tcp(self._address))) as session:
            await take_part(session, sit, setup.manner)

    async def look_on(self) -> None:
        """The bots play alone; the first of them opens the table and starts the game."""
        setup = self._setup
        rules = [f"--rule={name}={value}" for name, value in setup.overrides().items()]
        first = await self._start_bot("--create", "--title", _TITLE, "--preset", setup.preset, f"--start={self._bots}", *rules)
        table = (await first.line()).split()[1]
        self._mind(first)
        async with connected(Session(dial_tcp(self._address))) as session:
            await session.watch(table)
            for _ in range(self._bots - 1):
                self._mind(await self._start_bot("--table", table))
            await converse(session, Console(sys.stdout))
            await keep(session, setup.manner)

    async def _start_bot(self, *arguments: str) -> Child:
        level = ("--level", self._setup.level)
        return await start_child(self._nursery, "bot", "client", "bot", str(self._address), *level, *arguments)

    def _mind(self, bot: Child) -> None:
        """From now on the bot may end, but only well."""
        self._nursery.start_soon(_end_well, bot)


async def _end_well(bot: Child) -> None:
    code = await bot.end()
    if code != OK:
        raise ChildFailed(f"expected the {bot.name} to end well, found exit code {code}")


async def _start_when_ready(session: Session, others: int) -> None:
    """Start the game as soon as so many others are ready, unless somebody does it first."""
    model = session.model
    while model.lobby.stage == "lobby":
        change = session.next_change()
        if sum(info.ready for info in model.lobby.seats if info.seat != model.seat) >= others:
            try:
                await session.start_game()
            except Refused as refused:
                if refused.code != "already_started":
                    raise
            return
        await change.wait()


def _own_name() -> str:
    try:
        return player_name(default_name())
    except BadName:
        return "Guest"
