"""How many connections there are, in all and from each address. Must not accept or refuse any itself."""

from __future__ import annotations

from collections import Counter


class Gate:
    """Counts connections against two limits."""

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._by_address: Counter[str] = Counter()
        self._inside = 0

    def __len__(self) -> int:
        """How many connections are inside."""
        return self._inside

    def enter(self, address: str) -> str:
        """Count a connection in; returns why it must not, in words, or nothing if it may."""
        if self._inside >= self._most:
            return f"expected no more than {self._most} connections, found as many"
        if self._by_address.get(address, 0) >= self._per_address:
            return f"expected no more than {self._per_address} connections from one address, found as many"
        self._by_address[address] += 1
        self._inside += 1
        return ""

    def leave(self, address: str) -> None:
        """Count out a connection that was counted in."""
        self._by_address[address] -= 1
        self._inside -= 1
        if not self._by_address[address]:
            del self._by_address[address]
