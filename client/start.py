"""`magnate` alone at a terminal: from nothing to a table. Must not know how the page looks, or play itself.

What is chosen on the page is done by the module that a command of its own has for it. What fails there is told, and leads
back to the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import click

from client.address import Address
from client.console import open_console
from client.demo import Setup as DemoSetup
from client.demo import demo
from client.discovery import CannotLook, looking
from client.errors import OK, ClientError
from client.groups import unwrapped
from client.hosting import Hosted, Hosting, hosted
from client.joining import Wish, default_name
from client.manner import Manner
from client.play import play
from client.recent import RecentServers
from client.seats import Seats
from client.start_menu import Choice
from client.start_page import Known, Page
from client.tables import list_tables


@dataclass
class Start:
    """How to begin: how to host, how things are shown, and under which name one plays (`None`: the usual one)."""

    hosting: Hosting = field(default_factory=Hosting)
    manner: Manner = field(default_factory=Manner)
    player: str | None = None

    async def run(self) -> int:
        """Offer what there is until something has been played or nothing is wanted; returns the exit code."""
        while True:
            choice = await self._choose()
            if choice.word == "quit":
                return OK
            if choice.word != "again":
                with _told() as failures:
                    await self._do(choice)
                if not failures:
                    return OK

    async def _choose(self) -> Choice:
        async with open_console() as console:
            page = Page(console, *_known_servers(self.hosting.address), self.player or default_name())
            try:
                async with looking(self.hosting.interface) as sightings:
                    choice = await page.choose(sightings)
            except CannotLook as error:
                console.print(str(error))
                choice = await page.choose(None)
        if page.player != default_name():
            self.player = page.player
        return choice

    async def _do(self, choice: Choice) -> None:
        if choice.word == "demo":
            await demo(DemoSetup(manner=self.manner))
        elif choice.word == "host":
            await self._host()
        elif choice.server is not None:
            await play(Wish(choice.server, name=self.player), self.manner)

    async def _host(self) -> None:
        """Play on a server of one's own until one goes; it is not ended before somebody has said so."""
        async with hosted(self.hosting) as house:
            click.echo(_welcome(house))
            while True:
                with _told():
                    await play(Wish(house.address, name=self.player), self.manner)
                if not house.ours or await _closes(house):
                    return


@contextmanager
def _told() -> Iterator[list[ClientError]]:
    """Tell what goes wrong in a line, and note it in the list."""
    failures: list[ClientError] = []
    try:
        with unwrapped():
            yield failures
    except ClientError as error:
        failures.append(error)
        click.echo(f"error: {error}", err=True)


def _known_servers(home: Address) -> tuple[list[Known], Known]:
    """The servers of last time and one's own, with the seats that are kept there."""
    seats = Seats()

    def known(address: Address, name: str = "") -> Known:
        return Known(address, name, tuple(seat.title or seat.table for seat in seats.all_at(address)))

    return [known(address, name) for address, name in RecentServers().all()], known(home)


def _welcome(house: Hosted) -> str:
    if not house.ours:
        return "a server is open on this computer already; it stays open when you go"
    lines = "\n".join(f"    {line}" for line in house.lines)
    return (
        "Your server is open as long as this window is. Its tables are kept: host again, and they go on.\n"
        f"Friends in your network find it when they type `magnate`, or they type:\n{lines}"
    )


async def _closes(house: Hosted) -> bool:
    """Whether somebody who has left a table closes the server too."""
    click.echo("Your server is still open for the others. Its tables:")
    await list_tables(house.address, as_json=False)
    async with open_console() as console:
        console.ask("back to them (Enter), or `close` the server> ")
        while (line := await console.line()) is not None and (word := line.strip().casefold()):
            if any(closing.startswith(word) for closing in ("close", "quit")):
                console.print("the server is closed; its tables go on when you host again")
                return True
            console.print(f"expected close or nothing, found {word}")
            console.ask("back to them (Enter), or `close` the server> ")
        return line is None
