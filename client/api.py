"""The client as a library on trio: `connect` to a server, take seats at its tables. Must hold no play of its own.

    async with connect("den.local") as server:
        table = await server.join("Friday", "Robo")

Each seat has a connection of its own, so that one script may play several. All of them end with the context. An error of the
script or of a seat is raised as it is, not wrapped into a group.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import trio

from client.address import Address, parse_address
from client.api_table import Table
from client.errors import Refused
from client.groups import unwrapped
from client.seats import new_token
from client.session import Session, dial_tcp
from client.tables import find_table
from client.wire import Dial
from engine.board_data import BoardData
from protocol.tables import Clock, Scenario, TableSummary

__all__ = ["Server", "Table", "connect"]

_USUAL_CLOCK: Final = Clock()


@asynccontextmanager
async def connect(server: str | Address | Dial = "localhost", *, client: str = "magnate-script") -> AsyncIterator[Server]:
    """A server, named as `HOST[:PORT]`; its connections end with the context.

    `client` is what the server's log calls this program. Raises `NoConnection` if nobody answers there, and `InvalidAddress`.
    """
    with unwrapped():
        async with trio.open_nursery() as nursery:
            opened = Server(_dial(server), nursery, client)
            await opened.tables()
            yield opened
            nursery.cancel_scope.cancel()


def _dial(server: str | Address | Dial) -> Dial:
    if isinstance(server, str):
        return dial_tcp(parse_address(server))
    return dial_tcp(server) if isinstance(server, Address) else server


class Server:
    """A server and the way to its tables; all its calls raise `Refused` where the server says no."""

    def __init__(self, dial: Dial, nursery: trio.Nursery, client: str) -> None:
        self._dial = dial
        self._nursery = nursery
        self._client = client
        self._spare: Table | None = None

    async def tables(self) -> tuple[TableSummary, ...]:
        """The tables that are not private."""
        spare = await self._take()
        self._spare = spare
        return await spare.ask_server(spare.session.tables)

    async def create(
        self,
        player: str,
        *,
        name: str | None = None,
        preset: str = "official",
        rules: Mapping[str, bool | int | str] | None = None,
        seats: int = 8,
        bots: Sequence[str] = (),
        code: str | None = None,
        private: bool = False,
        clock: Clock | None = _USUAL_CLOCK,
        board: BoardData | None = None,
        rules_name: str | None = None,
        scenario: Scenario | None = None,
    ) -> Table:
        """Open a table as its owner.

        `rules` are single switches on top of the preset, `bots` the levels of bots that sit down at once. Without a `clock` the
        table waits for people as long as they like. `board` and `rules_name` are for a board and a ruleset of one's own. A
        `scenario` makes it a test table, where the server allows these.
        """
        token = new_token()

        async def sit(session: Session) -> None:
            await session.create(
                name or f"{player}'s table", player, token, preset=preset, overrides=dict(rules or {}), seats=seats, code=code,
                private=private, clock=clock, bots=bots, board=board, rules_name=rules_name, scenario=scenario,
            )  # fmt: skip

        return await self._open(sit, token)

    async def join(self, table: str, player: str, *, code: str | None = None) -> Table:
        """Sit down at a table in its lobby, named by its id or title."""
        token = new_token()

        async def sit(session: Session) -> None:
            await session.join(await find_table(session, table), player, token, code)

        return await self._open(sit, token)

    async def resume(self, table: str, token: str) -> Table:
        """Take a seat back, by the table's id and the `token` of the `Table` that it was."""
        return await self._open(lambda session: session.resume(table, token), token)

    async def watch(self, table: str, *, code: str | None = None) -> Table:
        """Look on at a table, named by its id or title."""

        async def look(session: Session) -> None:
            await session.watch(await find_table(session, table), code)

        return await self._open(look, "")

    async def _open(self, sit: Callable[[Session], Awaitable[None]], token: str) -> Table:
        """A connection that has come to a table; one that was refused is kept for the next try."""
        table = await self._take()
        try:
            await table.ask_server(partial(sit, table.session))
        except Refused:
            self._spare = table
            raise
        except BaseException:
            table.hang_up()  # the server may have heard half of it
            raise
        table.token = token
        return table

    async def _take(self) -> Table:
        """A connection that is at no table."""
        spare, self._spare = self._spare, None
        if spare is None or spare.ended:
            spare = Table(Session(self._dial, client=self._client))
            await self._nursery.start(spare.keep_up)
        return spare
