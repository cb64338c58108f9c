"""The secrets of the seats that somebody plays from this computer, so that running again takes a seat back.

One file for each seat, readable by its owner only: whoever has the token has the seat. Must not talk to a server.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec
import platformdirs

from client.address import Address
from protocol.names import same_name


class KeptSeat(msgspec.Struct, frozen=True):
    """One seat: the server as it was typed, the table's id and name, who plays, and the secret."""

    server: str
    table: str
    player: str
    token: str
    title: str = ""


def new_token() -> str:
    """A secret for a seat that is about to be taken: 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def new_nonce() -> str:
    """What a client adds to the dice to come: 128 random bits in hexadecimal, and no secret."""
    return secrets.token_hex(16)


def default_folder() -> Path:
    """Where seats are kept for this user."""
    return platformdirs.user_data_path("magnate", appauthor=False) / "seats"


class Seats:
    """The kept seats of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder

    def keep(self, seat: KeptSeat) -> None:
        """Store a seat, or store it anew; raises `OSError`."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(seat)
        fresh = path.with_suffix(f".{os.getpid()}.new")
        # Born with its mode: a file that is made readable and closed afterwards can be read in between.
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(seat))
        fresh.replace(path)

    def keep_or_tell(self, seat: KeptSeat, tell: Callable[[str], None]) -> None:
        """Store a seat; where that fails, tell it in a line."""
        try:
            self.keep(seat)
        except OSError as error:
            tell(f"this seat can not be taken back later, its secret could not be kept: {error}")

    def forget(self, seat: KeptSeat) -> None:
        """Remove a seat, if it is kept."""
        self._path(seat).unlink(missing_ok=True)

    def all_at(self, server: Address) -> list[KeptSeat]:
        """The seats kept for a server, in the order in which they were kept."""
        return [seat for seat in self._all() if seat.server == str(server)]

    def servers(self) -> list[str]:
        """Where there are seats to take back, the latest server first."""
        return list(dict.fromkeys(seat.server for seat in reversed(self._all())))

    def _all(self) -> list[KeptSeat]:
        found = []
        files = [(path.stat().st_mtime_ns, path) for path in self.folder.glob("*.json")] if self.folder.is_dir() else []
        for _, path in sorted(files):
            try:
                found.append(msgspec.json.decode(path.read_bytes(), type=KeptSeat))
            except msgspec.DecodeError:
                continue  # not a seat of this version; it stays for whoever wrote it
        return found

    def find(self, server: Address, table: str, player: str | None = None) -> KeptSeat | None:
        """The seat kept at a table: the player's, or the only one; `None` if there is none or it is not clear which."""
        here = [seat for seat in self.all_at(server) if seat.table == table]
        if player is not None:
            here = [seat for seat in here if same_name(seat.player, player)]
        return here[0] if len(here) == 1 else None

    def _path(self, seat: KeptSeat) -> Path:
        # Names may hold any letters; a digest fits every file system.
        key = "\0".join((seat.server, seat.table, seat.player.casefold()))
        return self.folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"
