"""The start page: shows what there is, and reads until something is chosen. Must not do what is chosen, or look itself.

What is found while somebody reads is added to the list; no number changes its meaning as long as the page is there.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from client.address import Address
from client.columns import columns
from client.console import Console
from client.discover_command import render_servers
from client.discovery import Neighborhood, Sighting
from client.errors import BadChoice
from client.start_menu import Choice, Menu
from protocol.names import safe_text

_FIRST_LOOK: Final = 1.0
"""Seconds until what was found is listed for the first time."""

_OFFER: Final = """\
host: open a server for your friends · demo: play against bots · help · quit
or the address that a host's screen shows, such as 192.168.1.5"""

_HELP: Final = """\
NUMBER or NAME   go to a server of the list; there you choose a table, or open one
ADDRESS          go to a server that is not listed; whoever hosts it sees on the screen what you should type
host             open a server on this computer, for you and for friends in your network
demo             play against three bots on this computer
name NAME        play under that name
again            look for servers once more
quit             leave"""


@dataclass(frozen=True)
class Known:
    """A server of last time: where it is, what it calls itself, and the tables where one has a seat."""

    address: Address
    name: str = ""
    seats: tuple[str, ...] = ()

    @property
    def places(self) -> str:
        """Where one has a seat, in words; empty if nowhere."""
        return f"you have a seat at {', '.join(map(safe_text, self.seats))}" if self.seats else ""


class Page:
    """One look at what there is; `player` is the name under which one plays, `home` what one has on a server of one's own."""

    def __init__(self, console: Console, known: Sequence[Known], home: Known, player: str) -> None:
        self.player = player
        self._console = console
        self._known = known
        self._home = home
        self._seen = Neighborhood()
        self._menu: Menu | None = None

    async def choose(self, sightings: AsyncIterable[Sighting] | None) -> Choice:
        """What somebody chooses while servers are sighted; without sightings, at once."""
        async with trio.open_nursery() as nursery:
            if sightings is not None:
                self._console.print("looking for servers in your network ...")
                nursery.start_soon(self._watch, sightings)
                await trio.sleep(_FIRST_LOOK)
            self._menu = menu = Menu()
            self._list(menu)
            choice = await self._read(menu)
            nursery.cancel_scope.cancel()
        return choice

    async def _watch(self, sightings: AsyncIterable[Sighting]) -> None:
        async for sighting in sightings:
            self._seen.take(sighting)
            if self._menu is not None:
                self._add_new(self._menu)

    def _add_new(self, menu: Menu) -> None:
        for server in self._seen.servers():
            if server.address not in menu:
                number = menu.add(server.said.name, server.address)
                self._console.print(f"found: {render_servers([server], [number])[1]}")
                self._ask(menu)

    def _list(self, menu: Menu) -> None:
        """List those that are there now, then those of last time."""
        servers = self._seen.servers()
        marks = [menu.add(server.said.name, server.address) for server in servers]
        found = render_servers(servers, marks) if servers else ["no server was found in your network"]
        again = self._again(menu)
        rows = [
            (menu.add(known.name, known.address), safe_text(known.name), known.address.typed, known.places)
            for known in self._known
            if known.address not in menu
        ]
        of_last_time = ["you have played on:", *columns(rows)] if rows else []
        player = f"you play as {safe_text(self.player)} (`name NAME` changes that)"
        for line in (*found, *of_last_time, *again, _OFFER, player):
            self._console.print(line)
        self._ask(menu)

    def _again(self, menu: Menu) -> list[str]:
        """What to say of a server of one's own that is not open now, and where one has a seat."""
        if not self._home.seats or self._home.address in menu:
            return []
        if menu.default == "demo":
            menu.default = "host"
        return [f"on your own server, which `host` opens again, {self._home.places}"]

    def _ask(self, menu: Menu) -> None:
        self._console.ask(f"your choice (Enter: {menu.default})> ")

    async def _read(self, menu: Menu) -> Choice:
        while (line := await self._console.line()) is not None:
            try:
                choice = menu.read(line)
            except BadChoice as error:
                self._console.print(str(error))
            else:
                if not self._answered(choice):
                    return choice
            self._ask(menu)
        return Choice("quit")

    def _answered(self, choice: Choice) -> bool:
        """Whether it was only a word to the page."""
        if choice.word == "name":
            self.player = choice.name
            self._console.print(f"you play as {self.player}")
        elif choice.word == "help":
            self._console.print(_HELP)
        return choice.word in ("name", "help")
