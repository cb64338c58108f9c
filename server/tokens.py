"""Secrets of seats and tables: only their hashes are kept, and compared in constant time. Must not log or send any."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final, NamedTuple

from engine.sealed import SEED_BYTES

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that are misread for each other
_ID_LENGTH: Final = 6


def hash_token(token: str) -> bytes:
    """What is stored of a seat's token; 128 random bits need no salt."""
    return hashlib.sha256(token.encode()).digest()


def hash_code(table: str, code: str) -> bytes:
    """What is stored of a table's code."""
    return hashlib.sha256(f"{table}\0{code}".encode()).digest()


class TableCode(NamedTuple):
    """The code that one needs to come to a table: its hash, and the id of the table that it was made with."""

    table: str
    hash: bytes

    def fits(self, code: str | None) -> bool:
        """Whether this is the code."""
        return code is not None and same(hash_code(self.table, code), self.hash)


def same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are equal, in a time that tells nothing about where they differ."""
    return hmac.compare_digest(one, other)


def new_seed() -> bytes:
    """The secret that all dice of a table come from."""
    return secrets.token_bytes(SEED_BYTES)


def new_table_id() -> str:
    """A short name for a table that people can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
