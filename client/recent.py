"""The servers that somebody has played on last, so that none of them need be typed again. Must not talk to any."""

from __future__ import annotations

import os
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import msgspec
import platformdirs

from client.address import Address, InvalidAddress, parse_address

_MOST = 5


class _Entry(msgspec.Struct, frozen=True):
    """A server as it is typed, and what it calls itself."""

    server: str
    name: str = ""


def default_file() -> Path:
    """Where servers are remembered for this user."""
    return platformdirs.user_data_path("magnate", appauthor=False) / "recent_servers.json"


class RecentServers:
    """The last servers in one file; it is a convenience, so nothing fails where it can not be read or written."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = default_file() if file is None else file

    def keep(self, server: Address, name: str) -> None:
        """Remember that somebody plays there now, unless it is on this computer: that is found or hosted again."""
        if _is_here(server.host):
            return
        others = [entry for entry in self._entries() if entry.server != server.typed]
        kept = [_Entry(server.typed, name), *others][:_MOST]
        fresh = self.file.with_suffix(f".{os.getpid()}.new")
        with suppress(OSError):
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.format(msgspec.json.encode(kept)))
            fresh.replace(self.file)

    def all(self) -> list[tuple[Address, str]]:
        """The servers, the last one first, each with what it called itself."""
        found = []
        for entry in self._entries():
            with suppress(InvalidAddress):
                found.append((parse_address(entry.server), entry.name))
        return found

    def _entries(self) -> list[_Entry]:
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=list[_Entry])
        except (OSError, msgspec.DecodeError):
            return []


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
