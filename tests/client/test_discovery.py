"""Looking for servers: what is heard is judged, whatever strangers say does no harm, and what can not be asked is told of."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from ipaddress import ip_interface

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import DNSOutgoing, DNSPointer, ServiceInfo, Zeroconf
from zeroconf.const import _CLASS_IN, _FLAGS_AA, _FLAGS_QR_RESPONSE, _TYPE_PTR

from client import discovery
from client.address import Address, Tls
from client.discovery import CannotLook, FoundServer, Neighborhood, Sighting, judge, looking
from protocol.announcement import Announcement

HOME = [ip_interface("192.168.1.9/24")]
SAID = Announcement("Den", "1.0", open=2)


def wire(said: Announcement) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in said.text().items()}


def found(name: str, host: str, tables: int = 0) -> FoundServer:
    return FoundServer(Announcement(name, "1.0", open=tables), (Address(host),))


def test_a_server_is_found_at_the_best_of_its_addresses() -> None:
    server = judge(wire(SAID), ["10.0.0.1", "192.168.1.5"], 4000, HOME)
    assert server == FoundServer(SAID, (Address("192.168.1.5", 4000), Address("10.0.0.1", 4000)))
    assert server.address == Address("192.168.1.5", 4000)
    secured = judge(wire(Announcement("Den", "1.0", tls=True)), ["192.168.1.5"], 4000, HOME)
    assert secured is not None
    assert secured.address.tls == Tls()


@pytest.mark.parametrize(
    ("text", "addresses", "port"),
    [
        ({b"name": b"Den"}, ["192.168.1.5"], 4000),
        ({}, ["192.168.1.5"], 4000),
        (wire(SAID), [], 4000),
        (wire(SAID), ["fe80::1"], 4000),
        (wire(SAID), ["192.168.1.5"], 0),
        (wire(SAID), ["192.168.1.5"], 65536),
        (wire(SAID), ["192.168.1.5"], -1),
    ],
)
def test_what_makes_no_sense_is_no_server(text: dict[bytes, bytes | None], addresses: list[str], port: int) -> None:
    assert judge(text, addresses, port, HOME) is None


@given(
    st.dictionaries(st.binary(max_size=9), st.none() | st.binary(max_size=20)),
    st.lists(st.text(max_size=9) | st.ip_addresses().map(str)),
    st.integers(),
)
def test_nothing_that_is_heard_raises(text: dict[bytes, bytes | None], addresses: list[str], port: int) -> None:
    judge({**wire(SAID), **text}, addresses, port, HOME)


def test_those_with_open_tables_come_first_and_those_that_go_are_gone() -> None:
    seen = Neighborhood()
    for key, server in (("a", found("Zoo", "10.0.0.1", 1)), ("b", found("attic", "10.0.0.2")), ("c", found("Bar", "10.0.0.3"))):
        seen.take(Sighting(key, server))
    assert [server.said.name for server in seen.servers()] == ["Zoo", "attic", "Bar"]
    seen.take(Sighting("a", found("Zoo", "10.0.0.1")))
    seen.take(Sighting("b", None))
    seen.take(Sighting("unknown", None))
    assert [server.said.name for server in seen.servers()] == ["Bar", "Zoo"]


def test_a_crowd_that_somebody_makes_up_takes_no_memory() -> None:
    seen = Neighborhood()
    for number in range(1000):
        seen.take(Sighting(str(number), found("Den", f"10.0.{number // 250}.{number % 250 + 1}")))
    assert len(seen.servers()) == 200
    seen.take(Sighting("7", found("Changed", "10.0.0.1")))
    assert "Changed" in {server.said.name for server in seen.servers()}


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> str:
    """A kind of service of this test's own, so that nobody else on this computer is heard."""
    kind = f"_m{secrets.token_hex(5)}._tcp.local."
    monkeypatch.setattr(discovery, "SERVICE", kind)
    return kind


@pytest.fixture
def network() -> Iterator[Zeroconf]:
    """Somebody else on the loopback interface."""
    with Zeroconf(interfaces=["127.0.0.1"]) as zeroconf:
        yield zeroconf


def service(kind: str, name: str, text: dict[str, str], host: str | None = None) -> ServiceInfo:
    server = f"{host or name}.local."
    return ServiceInfo(kind, f"{name}.{kind}", port=4000, properties=text, server=server, parsed_addresses=["127.0.0.1"])


@pytest.mark.slow
async def test_servers_are_seen_as_they_come_change_and_go(kind: str, network: Zeroconf) -> None:
    async def register(info: ServiceInfo) -> None:
        await trio.to_thread.run_sync(lambda: network.register_service(info, cooperating_responders=True))

    there = FoundServer(SAID, (Address("localhost", 4000),))
    with trio.fail_after(60):
        await register(service(kind, "m-one", SAID.text()))
        async with looking("127.0.0.1") as sightings:
            assert await anext(sightings) == Sighting(f"m-one.{kind}", there)
            await register(service(kind, "m-two", SAID.text()))
            assert await anext(sightings) == Sighting(f"m-two.{kind}", there)
            said = Announcement("Den", "1.0", open=3)
            await trio.to_thread.run_sync(network.update_service, service(kind, "m-one", said.text()))
            assert await anext(sightings) == Sighting(f"m-one.{kind}", FoundServer(said, there.addresses))
            await register(service(kind, "m-junk", {"name": "\x1b[2J", "version": "1.0"}))
            assert await anext(sightings) == Sighting(f"m-junk.{kind}", None)
            await trio.to_thread.run_sync(network.unregister_service, service(kind, "m-two", SAID.text()))
            assert await anext(sightings) == Sighting(f"m-two.{kind}", None)


@pytest.mark.slow
async def test_names_that_somebody_makes_up_hide_no_server(
    kind: str, network: Zeroconf, capfd: pytest.CaptureFixture[str]
) -> None:
    made_up = DNSOutgoing(_FLAGS_QR_RESPONSE | _FLAGS_AA)
    for number in range(80):  # their particulars are asked for, and never come
        made_up.add_answer_at_time(DNSPointer(kind, _TYPE_PTR, _CLASS_IN, 4500, f"m-{number}.{kind}"), 0)
    with trio.fail_after(60):
        async with looking("127.0.0.1") as sightings:
            network.send(made_up)
            await trio.to_thread.run_sync(
                lambda: network.register_service(service(kind, "m-real", SAID.text()), cooperating_responders=True)
            )
            assert (await anext(sightings)).key == f"m-real.{kind}"
    assert capfd.readouterr() == ("", "")


async def test_without_the_library_it_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    with pytest.raises(CannotLook, match="the library zeroconf is not installed"):
        async with looking("127.0.0.1"):
            pass


async def test_a_machine_whose_networks_take_no_multicast_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    # Some systems answer so; this one does not.
    monkeypatch.setattr("zeroconf._utils.net.add_multicast_member", lambda *_: False)
    with pytest.raises(CannotLook, match="no network interface takes multicast"):
        async with looking("127.0.0.1"):
            pass


async def test_a_port_that_somebody_has_alone_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("zeroconf._utils.net.new_listen_socket", taken)  # others on this computer may listen there just now
    with pytest.raises(CannotLook, match="can not be asked for servers: .*Address already in use"):
        async with looking("127.0.0.1"):
            pass
