"""Tells the local network by mDNS that this server is here, so that nobody need type an address. Must not touch a table.

Theory of operation. `Beacon.run` is a task that looks every few seconds at what there is to say and from where it can be said,
and passes on what has changed. The talking is done by `Service` with the library zeroconf, which answers questions in a thread
of its own; it is loaded only where somebody wants it, and all calls that wait for it are made in worker threads. What strangers
send ends in that library. Whatever goes wrong with telling is logged once, and the game goes on.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from typing import Final, Protocol, TypeAlias

import trio

from protocol.announcement import SERVICE, Announcement, Codes, interfaces_of
from protocol.tables import TableSummary
from server.addresses import Address
from server.logs import log
from server.server import Server

_log: Final = logging.getLogger(__name__)

_PAUSE: Final = 3.0
"""Seconds between two looks, and so at least between two changes of what the network is told."""


class Voice(Protocol):
    """What speaks to the network; its calls wait for sockets, so none is made in trio's thread."""

    def tell(self, said: Announcement) -> None:
        """Say this from now on."""

    def close(self) -> None:
        """Take it back, and be silent."""


Speak: TypeAlias = Callable[[Sequence[Address], int], Voice]


class Service:
    """The voice of a server at these addresses and this port, heard on the networks of these addresses and nowhere else."""

    def __init__(self, addresses: Sequence[Address], port: int) -> None:
        from zeroconf import Zeroconf

        _hush()
        self._addresses = [str(address) for address in addresses]
        self._port = port
        # Nobody else has this name, so it need not be asked for first, and servers of one name do not get in each other's way.
        self._host = f"magnate-{secrets.token_hex(8)}"
        self._told = False
        self._zeroconf = Zeroconf(interfaces=interfaces_of(addresses))
        if not self._zeroconf.engine.senders:
            self._zeroconf.close()
            raise OSError("no network interface takes multicast")

    def tell(self, said: Announcement) -> None:
        """Say this from now on."""
        from zeroconf import ServiceInfo

        info = ServiceInfo(
            SERVICE, f"{self._host}.{SERVICE}", port=self._port, properties=said.text(),
            server=f"{self._host}.local.", parsed_addresses=self._addresses,
        )  # fmt: skip
        if self._told:
            self._zeroconf.update_service(info)
        else:
            self._zeroconf.register_service(info, cooperating_responders=True)
        self._told = True

    def close(self) -> None:
        """Take it back, and be silent."""
        self._zeroconf.close()


class Beacon:
    """Tells of one server: what `say` says, from the addresses that `reach` finds, as long as it runs."""

    def __init__(
        self, say: Callable[[], Announcement], reach: Callable[[], Sequence[Address]], port: int, speak: Speak = Service
    ) -> None:
        self._say = say
        self._reach = reach
        self._port = port
        self._speak = speak
        self._voice: Voice | None = None
        self._failed = False

    async def run(self) -> None:
        """Tell until cancelled, then take it back."""
        said: Announcement | None = None
        here: Sequence[Address] | None = None
        try:
            while True:
                before, (said, here) = (said, here), (self._say(), self._reach())
                if here != before[1]:
                    await self._try(self._move, here, said)
                elif said != before[0] and self._voice is not None:
                    await self._try(self._voice.tell, said)
                await trio.sleep(_PAUSE)
        finally:
            with trio.CancelScope(shield=True):
                await self._try(self._fall_silent)

    async def _try(self, step: Callable[..., None], *arguments: object) -> None:
        try:
            await trio.to_thread.run_sync(step, *arguments)
        except Exception as error:  # noqa: BLE001  # logged; a network that will not listen must not end the server
            if not self._failed:
                self._failed = True
                log(_log, logging.WARNING, "not_announced", reason=error)

    def _move(self, here: Sequence[Address], said: Announcement) -> None:
        """This machine has other addresses than before: begin anew."""
        self._fall_silent()
        if here:
            self._voice = self._speak(here, self._port)
            self._voice.tell(said)

    def _fall_silent(self) -> None:
        voice, self._voice = self._voice, None
        if voice is not None:
            voice.close()


def says(server: Server, *, tls: bool) -> Callable[[], Announcement]:
    """What there is to say of a server, at any moment."""
    return partial(_said_of, server, version("magnate"), tls)


def _said_of(server: Server, release: str, tls: bool) -> Announcement:
    tables = list(server.directory.joinable())
    return Announcement(server.config.name, release, open=len(tables), code=_codes(tables), tls=tls)


def _codes(tables: Sequence[TableSummary]) -> Codes:
    closed = sum(table.code for table in tables)
    if not closed:
        return "none"
    return "all" if closed == len(tables) else "some"


def _hush() -> None:
    """What strangers send must not fill the log; asyncio has nothing to do here but for zeroconf."""
    for name in ("zeroconf", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
