"""Under which of its addresses a server can be reached from this computer. Must not open a socket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Interface, IPv6Address, IPv6Interface, ip_address, ip_interface
from typing import TypeAlias

import ifaddr

Place: TypeAlias = IPv4Interface | IPv6Interface
"""An address of this computer, with the network that it stands in."""

_Host: TypeAlias = IPv4Address | IPv6Address


def own_places() -> list[Place]:
    """The addresses of this computer that others can be met on; those of a single cable only (link-local) are left out."""
    places = [
        ip_interface(f"{ip.ip if isinstance(ip.ip, str) else ip.ip[0]}/{ip.network_prefix}")
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return [place for place in places if not place.ip.is_link_local]


def reachable(addresses: Iterable[str], own: Sequence[Place]) -> list[str]:
    """The hosts to connect to, the best first; none if the server is nowhere to be reached.

    This computer's own server is at `localhost`. It is known by giving no address but this computer's: a stranger may well
    have one of them too, since the networks that virtual machines make are the same everywhere.
    """
    given = {host for text in addresses if (host := _host(text)) is not None}
    here = {place.ip for place in own}
    abroad = {host for host in given if not host.is_loopback}
    if abroad <= here:
        return ["localhost"] if abroad != given else _in_order(abroad, own)
    return _in_order(abroad - here, own)


def _host(text: str) -> _Host | None:
    try:
        host = ip_address(text)
    except ValueError:
        return None
    return None if host.is_link_local or host.is_multicast or host.is_unspecified else host


def _in_order(hosts: Iterable[_Host], own: Sequence[Place]) -> list[str]:
    """IPv4 of a network that is shared first, since routes to others may lead nowhere."""

    def rank(host: _Host) -> tuple[bool, int, int]:
        return not any(host in place.network for place in own), host.version, int(host)

    return [str(host) for host in sorted(hosts, key=rank)]
