"""The start page: what it lists, what comes later, and what one is asked."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from client.address import Address, Tls
from client.discovery import FoundServer, Sighting
from client.start_menu import Choice
from client.start_page import Known, Page
from protocol.announcement import Announcement
from tests.client.typist import sitting

HOME = Known(Address("localhost"))
DEN = FoundServer(Announcement("Den", "1.0", open=2), (Address("192.168.1.5"),))
ATTIC = FoundServer(Announcement("Attic", "1.0", low=7, high=8, code="all", tls=True), (Address("192.168.1.7", 4000, Tls()),))


class Looker:
    """Somebody who reads the page while servers come and go."""

    def __init__(self, known: list[Known], home: Known) -> None:
        self.known, self.home = known, home
        self.sight, self.sightings = trio.open_memory_channel[Sighting](10)
        self.chosen: list[Choice] = []
        self.player = ""

    async def look(self, *lines: str, first: tuple[Sighting, ...] = (), later: tuple[Sighting, ...] = ()) -> str:
        """What the page shows to somebody who types these lines in the end."""
        async with sitting() as typist, trio.open_nursery() as nursery:
            page = Page(typist, self.known, self.home, "ann")

            async def choose() -> None:
                self.chosen.append(await page.choose(self.sightings))

            nursery.start_soon(choose)
            for sighting in first:
                await self.sight.send(sighting)
            await trio.sleep(2)
            for sighting in later:
                await self.sight.send(sighting)
            await trio.testing.wait_all_tasks_blocked()
            await typist.types(*lines)
            if not self.chosen:
                await typist.ends()
        self.player = page.player
        return typist.read()


async def test_what_is_found_is_listed_and_enter_takes_the_first(autojump_clock: MockClock) -> None:
    looker = Looker([Known(Address("192.168.1.5"), "Den"), Known(Address("den", 80), "Old\x1b", ("Friday",))], HOME)
    text = await looker.look("", first=(Sighting("b", ATTIC), Sighting("a", DEN)))
    assert text == (
        "looking for servers in your network ...\n"
        "   NAME   ADDRESS                 OPEN  CODE  TLS  VERSION\n"
        "1  Den    192.168.1.5             2     none  no   1.0\n"
        "2  Attic  tls://192.168.1.7:4000  0     all   yes  1.0, another protocol\n"
        "you have played on:\n"
        "3  Old\\x1b  den:80  you have a seat at Friday\n"
        "host: open a server for your friends · demo: play against bots · help · quit\n"
        "or the address that a host's screen shows, such as 192.168.1.5\n"
        "you play as ann (`name NAME` changes that)\n"
        "your choice (Enter: 1)> \n"
    )
    assert looker.chosen == [Choice("go", DEN.address)]


async def test_what_comes_later_is_added_and_what_goes_keeps_its_number(autojump_clock: MockClock) -> None:
    looker = Looker([], HOME)
    later = (Sighting("a", DEN), Sighting("a", DEN), Sighting("a", None), Sighting("b", ATTIC))
    text = await looker.look("2", later=later)
    assert "no server was found in your network" in text
    assert text.count("found: 1  Den") == 1
    assert "found: 2  Attic" in text
    assert text.index("(Enter: demo)") < text.index("found: 1  Den") < text.index("(Enter: 1)")
    assert looker.chosen == [Choice("go", ATTIC.address)]


async def test_who_has_a_seat_at_home_hosts_again(autojump_clock: MockClock) -> None:
    looker = Looker([Known(Address("den"), "Den")], Known(Address("localhost"), seats=("Friday", "Sunday")))
    text = await looker.look("")
    assert "on your own server, which `host` opens again, you have a seat at Friday, Sunday" in text
    assert looker.chosen == [Choice("host")]


async def test_an_open_server_at_home_is_not_to_be_opened_again(autojump_clock: MockClock) -> None:
    here = FoundServer(DEN.said, (Address("localhost"),))
    looker = Looker([], Known(Address("localhost"), seats=("Friday",)))
    text = await looker.look("", first=(Sighting("a", here),))
    assert "opens again" not in text
    assert looker.chosen == [Choice("go", Address("localhost"))]


async def test_the_page_answers_for_itself(autojump_clock: MockClock) -> None:
    looker = Looker([], HOME)
    text = await looker.look("help", "name Cleo", "9", "demo")
    assert "NUMBER or NAME   go to a server of the list" in text
    assert "you play as Cleo\n" in text
    assert "expected a number of the list, found 9" in text
    assert (looker.chosen, looker.player) == ([Choice("demo")], "Cleo")


@pytest.mark.parametrize("lines", [(), ("quit",)])
async def test_the_end_of_the_input_quits(autojump_clock: MockClock, lines: tuple[str, ...]) -> None:
    looker = Looker([], HOME)
    await looker.look(*lines)
    assert looker.chosen == [Choice("quit")]


async def test_where_nobody_looks_the_page_is_there_at_once() -> None:
    async with sitting() as typist:
        await typist.types("quit")
        with trio.fail_after(60):
            assert await Page(typist, [], HOME, "ann").choose(None) == Choice("quit")
        assert "looking for servers" not in typist.read()
