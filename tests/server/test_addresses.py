"""What friends type."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from protocol.messages import DEFAULT_PORT
from server.addresses import announced_addresses, host_and_port, lan_addresses, lines_to_type


@pytest.mark.parametrize(
    ("address", "port", "text"),
    [
        ("192.168.1.5", DEFAULT_PORT, "192.168.1.5"),
        ("192.168.1.5", 4000, "192.168.1.5:4000"),
        ("fd00::2", DEFAULT_PORT, "fd00::2"),
        ("fd00::2", 4000, "[fd00::2]:4000"),
        ("den.local", 4000, "den.local:4000"),
    ],
)
def test_the_usual_port_is_left_out_and_ipv6_has_brackets(address: str, port: int, text: str) -> None:
    assert host_and_port(address, port) == text


def test_there_is_a_line_for_each_address() -> None:
    addresses = [ip_address("192.168.1.5"), ip_address("fd00::2")]
    assert lines_to_type(None, 4000, addresses) == ["magnate play 192.168.1.5:4000", "magnate play [fd00::2]:4000"]


def test_a_server_on_one_address_has_one_line() -> None:
    assert lines_to_type("127.0.0.1", 4000, [ip_address("192.168.1.5")]) == ["magnate play 127.0.0.1:4000"]


def test_without_a_network_there_is_still_this_machine() -> None:
    assert lines_to_type(None, DEFAULT_PORT, []) == ["magnate play localhost"]


def test_nothing_is_listed_that_others_can_not_reach() -> None:
    for address in lan_addresses():
        assert not address.is_loopback
        assert not address.is_link_local


def test_one_address_is_announced_as_it_is_and_all_of_a_version_where_none_was_chosen() -> None:
    assert announced_addresses(["127.0.0.1"]) == (ip_address("127.0.0.1"),)
    assert announced_addresses(["192.0.2.7", "::1"]) == (ip_address("192.0.2.7"), ip_address("::1"))
    assert announced_addresses(["fe80::1"]) == ()
    of_four, of_six = announced_addresses(["0.0.0.0"]), announced_addresses(["::"])
    assert ip_address("127.0.0.1") in of_four
    assert {address.version for address in of_four} == {4}
    assert set(of_four) | set(of_six) == {ip_address("127.0.0.1"), *lan_addresses()}
    assert announced_addresses(["0.0.0.0", "::"]) == (*of_four, *of_six)
