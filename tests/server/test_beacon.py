"""Telling the network: what is said, how often, and that nothing that goes wrong with it reaches the game."""

from __future__ import annotations

import logging
import secrets
import socket
import sys
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock
from zeroconf import DNSQuestionType, ServiceBrowser, ServiceStateChange, Zeroconf

from protocol.announcement import Announcement, read
from server import beacon
from server.addresses import Address
from server.beacon import Beacon, Service, says
from tests.server.playing import House

HERE: tuple[Address, ...] = (ip_address("127.0.0.1"),)
THERE: tuple[Address, ...] = (ip_address("192.0.2.7"),)


class Recorder:
    """A voice that nobody hears: what it is told goes to the test, from worker threads as with any other."""

    def __init__(self) -> None:
        self._send, self.told = trio.open_memory_channel[object](100)
        self.broken = False

    def __call__(self, addresses: Sequence[Address], port: int) -> Recorder:
        if self.broken:
            raise OSError("no such device")
        self._note(("open", addresses, port))
        return self

    def tell(self, said: Announcement) -> None:
        self._note(said.open)

    def close(self) -> None:
        self._note("close")

    def _note(self, what: object) -> None:
        trio.from_thread.run_sync(self._send.send_nowait, what)

    async def next(self, number: int) -> list[object]:
        return [await self.told.receive() for _ in range(number)]


def saying(looks: Iterator[int], times: list[float] | None = None) -> Announcement:
    if times is not None:
        times.append(trio.current_time())
    return Announcement("Den", "1.0", open=next(looks))


async def test_what_changes_is_told_but_not_more_often_than_every_few_seconds(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    voice, times = Recorder(), list[float]()
    looks = iter([0, 0, 1, 2, 2, 2, 3, 3])
    nursery.start_soon(Beacon(lambda: saying(looks, times), lambda: HERE, 7, voice).run)
    assert await voice.next(5) == [("open", HERE, 7), 0, 1, 2, 3]
    assert {round(later - before, 6) for before, later in pairwise(times)} == {3.0}
    nursery.cancel_scope.cancel()


async def test_it_is_taken_back_at_the_end(autojump_clock: MockClock) -> None:
    voice = Recorder()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Beacon(lambda: Announcement("Den", "1.0"), lambda: HERE, 7, voice).run)
        await voice.next(2)
        nursery.cancel_scope.cancel()
    assert voice.told.receive_nowait() == "close"


async def test_a_machine_that_moves_to_another_network_begins_anew(autojump_clock: MockClock) -> None:
    voice = Recorder()
    reach = iter([HERE, HERE, (), THERE])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Beacon(lambda: Announcement("Den", "1.0"), lambda: next(reach, THERE), 7, voice).run)
        assert await voice.next(5) == [("open", HERE, 7), 0, "close", ("open", THERE, 7), 0]
        nursery.cancel_scope.cancel()


async def test_what_goes_wrong_is_logged_once_and_tried_again_elsewhere(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    voice = Recorder()
    voice.broken = True
    reach = iter([HERE, THERE])
    looks = 0

    def look() -> Sequence[Address]:
        nonlocal looks
        looks += 1
        if looks == 5:
            voice.broken = False
            return HERE
        return next(reach, THERE) if looks < 5 else HERE

    async with trio.open_nursery() as nursery:
        nursery.start_soon(Beacon(lambda: Announcement("Den", "1.0", open=looks), look, 7, voice).run)
        assert await voice.next(1) == [("open", HERE, 7)]
        nursery.cancel_scope.cancel()
    assert [record.getMessage() for record in caplog.records] == ['not_announced reason="no such device"']
    assert caplog.records[0].levelno == logging.WARNING


async def test_without_the_library_the_server_runs_on(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    with trio.move_on_after(10) as scope:
        await Beacon(lambda: Announcement("Den", "1.0"), lambda: HERE, 7).run()
    assert scope.cancelled_caught
    assert len(caplog.records) == 1
    assert "not_announced" in caplog.records[0].getMessage()


async def test_only_open_tables_of_the_list_are_told(house: House) -> None:
    say = says(house.server, tls=True)
    assert (say().name, say().open, say().code, say().tls) == ("magnate", 0, "none", True)
    ann = await house.connect()
    await ann.create("Ann", private=True)
    assert say().open == 0
    bob = await house.connect()
    await bob.create("Bob", seats=2)
    assert (say().open, say().code) == (1, "none")
    cleo = await house.connect()
    await cleo.create("Cleo", code="hush")
    assert (say().open, say().code) == (2, "some")
    dan = await house.connect()
    await dan.join(bob.table, "Dan")
    assert (say().open, say().code) == (1, "all")
    assert read({key.encode(): value.encode() for key, value in say().text().items()}) == say()


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> str:
    """A kind of service of this test's own, so that nobody else on this computer is heard."""
    kind = f"_m{secrets.token_hex(5)}._tcp.local."
    monkeypatch.setattr(beacon, "SERVICE", kind)
    return kind


@pytest.mark.slow
async def test_the_network_hears_it_and_what_changes_and_the_end(kind: str) -> None:
    heard, token = trio.open_memory_channel[tuple[str, str, Announcement | None]](100), trio.lowlevel.current_trio_token()

    def hear(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        info = zeroconf.get_service_info(service_type, name) if state_change is not ServiceStateChange.Removed else None
        said = None if info is None else read(info.properties)
        token.run_sync_soon(heard[0].send_nowait, (name, state_change.name, said))

    with trio.fail_after(60):
        listening = Zeroconf(interfaces=["127.0.0.1"])
        browser = ServiceBrowser(listening, kind, handlers=[hear], question_type=DNSQuestionType.QM)
        first, second = Service(HERE, 7), Service(HERE, 8)
        for voice in (first, second):
            await trio.to_thread.run_sync(voice.tell, Announcement("Den", "1.0"))
        names = {(await heard[1].receive())[0] for _ in range(2)}
        assert len(names) == 2, "two servers of one name are two"
        await trio.to_thread.run_sync(first.tell, Announcement("Den", "1.0", open=3))
        name, change, said = await heard[1].receive()
        assert (change, said) == ("Updated", Announcement("Den", "1.0", open=3))
        await trio.to_thread.run_sync(first.close)
        assert await heard[1].receive() == (name, "Removed", None)
        await trio.to_thread.run_sync(second.close)
        await trio.to_thread.run_sync(browser.cancel)
        await trio.to_thread.run_sync(listening.close)


async def test_a_machine_whose_networks_take_no_multicast_is_told_of(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some systems answer so; this one does not.
    monkeypatch.setattr("zeroconf._utils.net.add_multicast_member", lambda *_: False)
    with pytest.raises(OSError, match="no network interface takes multicast"):
        await trio.to_thread.run_sync(Service, HERE, 7)


@pytest.mark.slow
async def test_strange_packets_do_nothing(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    voice = Service(HERE, 7)
    await trio.to_thread.run_sync(voice.tell, Announcement("Den", "1.0"))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        for size in range(300):
            stranger.sendto(secrets.token_bytes(size), ("224.0.0.251", 5353))
    await trio.to_thread.run_sync(voice.tell, Announcement("Den", "1.0", open=1))
    await trio.to_thread.run_sync(voice.close)
    assert capfd.readouterr() == ("", "")
