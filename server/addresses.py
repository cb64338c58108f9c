"""Under which addresses friends on the network reach this machine, and what they type. Must not open a socket."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias

import ifaddr

from protocol.messages import DEFAULT_PORT

Address: TypeAlias = IPv4Address | IPv6Address

_INSIDE = ("docker", "veth", "virbr", "br-")  # networks between this machine and its own guests


def lan_addresses() -> list[Address]:
    """The addresses of this machine that others on the network can reach, IPv4 first."""
    found = [
        _address(ip.ip)
        for adapter in ifaddr.get_adapters()
        if not adapter.nice_name.startswith(_INSIDE)
        for ip in adapter.ips
    ]
    return sorted({address for address in found if _reachable(address)}, key=lambda address: (address.version, address))


def _address(ip: str | tuple[str, int, int]) -> Address:
    return ip_address(ip if isinstance(ip, str) else ip[0])


def _reachable(address: Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def announced_addresses(bound: Iterable[str]) -> tuple[Address, ...]:
    """Where a server can be reached whose sockets are bound to these: an address, or all of this machine of one version."""
    found: set[Address] = set()
    for address in map(ip_address, bound):
        found.update(_all_of(address.version) if address.is_unspecified else [address])
    return tuple(sorted((one for one in found if not one.is_link_local), key=lambda address: (address.version, address)))


def _all_of(version: int) -> list[Address]:
    loopback: list[Address] = [IPv4Address("127.0.0.1")] if version == 4 else []
    return [*loopback, *(address for address in lan_addresses() if address.version == version)]


def host_and_port(address: Address | str, port: int) -> str:
    """`HOST` or `HOST:PORT`, as `magnate play` takes it: the usual port is left out, IPv6 stands in brackets."""
    text = str(address)
    if port == DEFAULT_PORT:
        return text
    return f"[{text}]:{port}" if ":" in text else f"{text}:{port}"


def lines_to_type(host: str | None, port: int, addresses: Iterable[Address]) -> list[str]:
    """One line for each address under which the server can be reached; `host` is the one it was bound to, if any."""
    if host is not None:
        return [f"magnate play {host_and_port(host, port)}"]
    targets: list[Address | str] = list(addresses) or ["localhost"]
    return [f"magnate play {host_and_port(target, port)}" for target in targets]
