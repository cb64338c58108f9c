"""Where a server can be reached from this computer."""

from __future__ import annotations

from ipaddress import ip_interface

import pytest

from client.reach import own_places, reachable

HOME = [ip_interface(text) for text in ("127.0.0.1/8", "192.168.1.9/24", "192.168.56.1/24", "fd00::9/64")]


@pytest.mark.parametrize(
    ("addresses", "hosts"),
    [
        (["192.168.1.5"], ["192.168.1.5"]),
        (["fd00::5", "10.8.0.2", "192.168.1.5"], ["192.168.1.5", "fd00::5", "10.8.0.2"]),
        (["192.168.1.5", "192.168.1.5"], ["192.168.1.5"]),
        (["2001:db8::1", "203.0.113.7"], ["203.0.113.7", "2001:db8::1"]),
        # This computer's own server: it gives all addresses of its own, the one of the loopback interface among them.
        (["127.0.0.1", "192.168.1.9", "192.168.56.1", "fd00::9"], ["localhost"]),
        (["127.0.0.1"], ["localhost"]),
        (["::1"], ["localhost"]),
        (["192.168.1.9"], ["192.168.1.9"]),
        # Another one that has the same network for its virtual machines, and a loopback interface as all have.
        (["127.0.0.1", "192.168.56.1", "192.168.1.5"], ["192.168.1.5"]),
        # What leads nowhere.
        (["fe80::1", "fe80::1%3", "224.0.0.1", "0.0.0.0", "::", "den", ""], []),
        ([], []),
    ],
)
def test_the_best_host_comes_first(addresses: list[str], hosts: list[str]) -> None:
    assert reachable(addresses, HOME) == hosts


def test_this_computer_has_a_loopback_interface_and_no_address_for_one_cable_only() -> None:
    places = own_places()
    assert any(place.ip.is_loopback for place in places)
    assert not any(place.ip.is_link_local for place in places)
