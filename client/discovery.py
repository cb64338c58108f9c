"""Looks for servers in the local network by mDNS. Must not print, or trust a word of what it hears.

Theory of operation. The library zeroconf asks the network and listens in threads of its own, never in trio's; `Lookout` is all
that runs there. It puts together what belongs to one server, judges it, and hands each sighting over to trio, where `looking`
gives them out. The library is loaded only when somebody looks.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

import trio

from client.address import Address, Tls
from client.errors import NoConnection
from client.reach import Place, own_places, reachable
from protocol.announcement import SERVICE, Announcement, BadAnnouncement, interfaces_of, read

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceInfo

_MOST: Final = 200
"""Servers that are kept in mind at once; more of them only somebody makes up who means harm."""

_AT_ONCE: Final = 50
"""Servers that are asked for their particulars at once."""

_ANSWER: Final = 3000
"""Milliseconds that one has to give them."""

_ADDRESSES: Final = 16
"""Addresses of one server that are looked at."""


class CannotLook(NoConnection):
    """The network can not be asked for servers."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"the network can not be asked for servers: {reason}; type an address, as in `magnate play 192.168.1.5`: "
            "whoever hosts a server sees it on the screen"
        )


@dataclass(frozen=True)
class FoundServer:
    """A server in the network: what it says of itself, and the addresses where it can be reached, the best first."""

    said: Announcement
    addresses: tuple[Address, ...]

    @property
    def address(self) -> Address:
        """Where to go."""
        return self.addresses[0]


@dataclass(frozen=True)
class Sighting:
    """What was seen of the server with this key: how it is now, or `None` if it is gone."""

    key: str
    server: FoundServer | None


class Neighborhood:
    """The servers that have been seen and are there still."""

    def __init__(self) -> None:
        self._servers: dict[str, FoundServer] = {}

    def take(self, sighting: Sighting) -> None:
        """Note what was seen."""
        if sighting.server is None:
            self._servers.pop(sighting.key, None)
        elif sighting.key in self._servers or len(self._servers) < _MOST:
            self._servers[sighting.key] = sighting.server

    def servers(self) -> list[FoundServer]:
        """Those where a table is open first, each group by name."""
        return sorted(self._servers.values(), key=lambda one: (not one.said.open, one.said.name.casefold(), str(one.address)))


def judge(text: Mapping[bytes, bytes | None], addresses: Sequence[str], port: int, own: Sequence[Place]) -> FoundServer | None:
    """The server that says this of itself; `None` if no server would say so, or it can not be reached from here."""
    hosts = reachable(addresses[:_ADDRESSES], own)
    if not hosts or not 0 < port < 65536:
        return None
    try:
        said = read(text)
    except BadAnnouncement:
        return None
    return FoundServer(said, tuple(Address(host, port, Tls() if said.tls else None) for host in hosts))


@asynccontextmanager
async def looking(interface: str | None = None) -> AsyncIterator[trio.MemoryReceiveChannel[Sighting]]:
    """What is seen in the network meanwhile; only on the interface with this address, if one is given. Raises `CannotLook`."""
    send, receive = trio.open_memory_channel[Sighting](2 * _MOST)
    token = trio.lowlevel.current_trio_token()

    def put(sighting: Sighting) -> None:
        with suppress(trio.WouldBlock, trio.BrokenResourceError):
            send.send_nowait(sighting)

    def hand_over(sighting: Sighting) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(put, sighting)

    lookout = await trio.to_thread.run_sync(Lookout, hand_over, interface)
    try:
        with send, receive:
            yield receive
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(lookout.close)


class Lookout:
    """Asks and listens until it is closed; `tell` gets the sightings, in whatever thread. Raises `CannotLook`."""

    def __init__(self, tell: Callable[[Sighting], None], interface: str | None) -> None:
        try:
            from zeroconf import DNSQuestionType, ServiceBrowser, Zeroconf
        except ImportError:
            raise CannotLook("the library zeroconf is not installed") from None
        _hush()
        self._tell = tell
        self._own = own_places()
        self._looks: set[concurrent.futures.Future[None]] = set()
        self._asked = 0
        try:
            wanted = [place.ip for place in self._own] if interface is None else [ip_address(interface)]
            self._zeroconf = Zeroconf(interfaces=interfaces_of(wanted))
        except (OSError, RuntimeError) as error:
            raise CannotLook((isinstance(error, OSError) and error.strerror) or str(error)) from None
        if not self._zeroconf.engine.senders:
            self._zeroconf.close()
            raise CannotLook("no network interface takes multicast")
        # Answers for all, not for the asker alone: of several programs of one computer only one would get those.
        self._browser = ServiceBrowser(self._zeroconf, SERVICE, handlers=[self._hear], question_type=DNSQuestionType.QM)

    def close(self) -> None:
        """Stop; nothing is told any more."""
        self._browser.cancel()
        for look in list(self._looks):
            look.cancel()
        self._zeroconf.close()

    def _hear(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change.name == "Removed":
            self._tell(Sighting(name, None))
        elif zeroconf.loop is not None:
            look = asyncio.run_coroutine_threadsafe(self._look_at(zeroconf, name), zeroconf.loop)
            self._looks.add(look)
            look.add_done_callback(self._looks.discard)

    async def _look_at(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf import IPVersion
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(SERVICE, name)
        if info.load_from_cache(zeroconf) or await self._ask(zeroconf, info):
            addresses = info.parsed_addresses(IPVersion.All)
            self._tell(Sighting(name, judge(info.properties, addresses, info.port or 0, self._own)))

    async def _ask(self, zeroconf: Zeroconf, info: AsyncServiceInfo) -> bool:
        """Ask for particulars, which servers send unasked; nobody who only names names keeps this from hearing others."""
        if self._asked >= _AT_ONCE:
            return False
        self._asked += 1
        try:
            return await info.async_request(zeroconf, _ANSWER)
        finally:
            self._asked -= 1


def _hush() -> None:
    """What strangers send must not be printed by the library or by asyncio, which serves it alone."""
    for name in ("zeroconf", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
