"""Getting to a seat: take a kept one back, open a table, or sit down at one that was named or chosen. Must not play."""

from __future__ import annotations

import getpass
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from client.address import Address
from client.chosen_clock import USUAL
from client.chosen_rules import ChosenRules
from client.console import Console
from client.errors import Refused
from client.naming import suggest
from client.seats import KeptSeat, Seats, new_token
from client.session import Session
from client.tables import find_table, render_tables
from protocol.names import same_name
from protocol.tables import Clock, TableSummary

_GONE: Final = frozenset({"not_found", "unknown_token", "finished", "barred"})
_ANOTHER_NAME: Final = frozenset({"bad_name", "name_taken"})


@dataclass(frozen=True)
class Wish:
    """Where somebody wants to sit: at the named `table`, at a new one (`create`), or at one to be chosen."""

    server: Address
    table: str | None = None
    create: bool = False
    name: str | None = None
    title: str | None = None
    rules: ChosenRules = field(default_factory=ChosenRules)
    code: str | None = None
    seats: int = 8
    bots: tuple[str, ...] = ()
    private: bool = False
    clock: Clock | None = USUAL


def default_name() -> str:
    """Who plays if nobody says so: the name under which one is logged in."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such account, as in some containers
        return f"player{os.getpid() % 1000}"


class Joining:
    """One try to get to a seat, with the kept seats of this computer and somebody who may be asked.

    Without `seats` none is taken back and none is kept.
    """

    def __init__(self, session: Session, console: Console, seats: Seats | None, wish: Wish) -> None:
        self.session = session
        self.console = console
        self.seats = seats
        self.wish = wish
        self._player = wish.name or default_name()
        self._code = wish.code

    async def sit(self) -> KeptSeat | None:
        """The seat taken; `None` if somebody was asked and did not choose. Raises `Refused` and `BadChoice`."""
        if self.wish.create:
            return await self._create()
        table = self.wish.table
        if table is None:
            return await self._choose()
        return await self._sit_at(await find_table(self.session, table))

    async def _choose(self) -> KeptSeat | None:
        kept = self._all_kept()
        while True:
            tables = [table for table in await self.session.tables() if _may_sit(table, kept)]
            tables.sort(key=lambda table: table.table not in kept)
            default = tables[0].table if tables else "new"
            self._list(tables, kept)
            self.console.ask(f"table by number or id, `new` for a new one, `quit` (Enter: {default}): ")
            line = await self.console.line()
            if line is None or "quit".startswith(line.strip().casefold() or "-"):
                return None
            answer = line.strip() or default
            if answer.casefold() == "new":
                return await self._create()
            chosen = _chosen(answer, tables)
            if chosen is not None:
                return await self._sit_at(chosen)
            self._say_what_fits(answer, tables)

    def _all_kept(self) -> dict[str, KeptSeat]:
        """The seats that may be taken back, by table; of the player named, if one is."""
        seats = [] if self.seats is None else self.seats.all_at(self.wish.server)
        name = self.wish.name
        return {seat.table: seat for seat in seats if name is None or same_name(seat.player, name)}

    def _list(self, tables: list[TableSummary], kept: Mapping[str, KeptSeat]) -> None:
        if not tables:
            self.console.print("no table is open")
            return
        marks = [f"{number}{'*' if table.table in kept else ''}" for number, table in enumerate(tables, 1)]
        for line in render_tables(tables, marks):
            self.console.print(line)
        if any(table.table in kept for table in tables):
            self.console.print("* you have a seat there")

    def _say_what_fits(self, answer: str, tables: list[TableSummary]) -> None:
        near = suggest(answer, [table.table for table in tables])
        hint = f" (did you mean {' or '.join(near)}?)" if near else ""
        self.console.print(f"expected a table of the list, `new` or `quit`, found {answer or 'nothing'}{hint}")

    async def _create(self) -> KeptSeat:
        wish = self.wish

        async def create(player: str, token: str) -> None:
            title = wish.title or f"{player}'s table"
            await self.session.create(
                title, player, token, preset=wish.rules.preset, overrides=dict(wish.rules.overrides), seats=wish.seats,
                code=wish.code, private=wish.private, clock=wish.clock, bots=wish.bots, board=wish.rules.board,
                rules_name=wish.rules.name,
            )  # fmt: skip

        return await self._named(create)

    async def _sit_at(self, table: str) -> KeptSeat:
        kept = None if self.seats is None else self._kept(table, self.seats)
        if kept is not None and self.seats is not None:
            try:
                await self.session.resume(table, kept.token)
            except Refused as refused:
                if refused.code not in _GONE:
                    raise
                self.seats.forget(kept)
            else:
                return kept
        return await self._named(lambda player, token: self._take(table, player, token))

    async def _take(self, table: str, player: str, token: str) -> None:
        """Sit down in the lobby; in a running game take over a seat that is open."""
        try:
            await self.session.join(table, player, token, self._code)
        except Refused as refused:
            if refused.code != "already_started":
                raise
            await self._claim(table, player, token, refused)

    async def _claim(self, table: str, player: str, token: str, started: Refused) -> None:
        try:
            await self.session.claim(table, player, token, self._code)
        except Refused as refused:
            raise started if refused.code == "seat_not_open" else refused from None

    def _kept(self, table: str, seats: Seats) -> KeptSeat | None:
        """The seat to take back: of the player named, else of the usual name, else the only one."""
        if self.wish.name is not None:
            return seats.find(self.wish.server, table, self.wish.name)
        return seats.find(self.wish.server, table, default_name()) or seats.find(self.wish.server, table)

    async def _named(self, take: Callable[[str, str], Awaitable[None]]) -> KeptSeat:
        """Take a seat under a name; somebody who sits there is asked for another one, or for a code, if it will not do."""
        token = new_token()
        while True:
            try:
                await take(self._player, token)
                return self._keep(token)
            except Refused as refused:
                if not (self.console.interactive and await self._mended(refused)):
                    raise

    async def _mended(self, refused: Refused) -> bool:
        """Whether somebody has said something that may do better than what was refused."""
        if refused.code in _ANOTHER_NAME:
            answer = await self._answer(str(refused), "another name: ")
            self._player = (answer or "").strip() or self._player
            return answer is not None
        if refused.code == "wrong_code":
            answer = await self._answer("this table has a code" if self._code is None else str(refused), "its code: ")
            self._code = (answer or "").strip()
            return bool(self._code)
        return False

    async def _answer(self, words: str, question: str) -> str | None:
        self.console.print(words)
        self.console.ask(question)
        return await self.console.line()

    def _keep(self, token: str) -> KeptSeat:
        model = self.session.model
        title = model.settings.name if model.settings is not None else ""
        seat = KeptSeat(str(self.wish.server), model.table, model.player, token, title)
        if self.seats is not None:
            self.seats.keep_or_tell(seat, self.console.print)
        return seat


def _may_sit(table: TableSummary, kept: Mapping[str, KeptSeat]) -> bool:
    return table.table in kept or table.seats_free or bool(table.open)


def _chosen(answer: str, tables: list[TableSummary]) -> str | None:
    """The id of the table that an answer names by its number in the list, its id or its title."""
    if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(tables):
        return tables[int(answer) - 1].table
    exact = [table.table for table in tables if answer in (table.table, table.name)]
    return exact[0] if len(exact) == 1 else None
