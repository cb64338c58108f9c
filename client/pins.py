"""The certificates of the servers that somebody has met, so that another in their place is noticed. Must not talk to any."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import platformdirs


class UnreadablePins(Exception):
    """The file of remembered certificates is there and cannot be read, so nothing is known of any server."""


def default_file() -> Path:
    """Where certificates are remembered for this user."""
    return platformdirs.user_data_path("magnate", appauthor=False) / "known_servers.json"


class Pins:
    """The remembered fingerprints by server, as it was typed."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = default_file() if file is None else file

    def find(self, server: str) -> str | None:
        """The fingerprint that a server had, if it was met before; raises `UnreadablePins`."""
        return self._all().get(server)

    def keep(self, server: str, fingerprint: str) -> None:
        """Remember a server that was met for the first time; raises `OSError` or `UnreadablePins`."""
        known = {**self._all(), server: fingerprint}
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self.file.with_suffix(f".{os.getpid()}.new")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(known)))
        fresh.replace(self.file)

    def _all(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            raise UnreadablePins(f"{self.file} can not be read ({error}): mend it, or remove it to trust anew") from None
