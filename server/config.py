"""What one server is set up with: its name, its limits, its times. Must not hold anything that changes."""

from __future__ import annotations

from dataclasses import dataclass, field

KIB = 1024


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """What the server takes; every limit is answered with an error of its own.

    `connections` in all and `per_address`; `tables` in all and `tables_per_address`; `spectators` a table. `rate` messages
    a second in the long run and `burst` at once are one connection's; the `heavy_` ones count requests with long answers,
    the `chat_` ones what is said to the table, the `code_` ones wrong table codes of one address. `outbox` is how many
    bytes a client may leave unread, `inbox` how many messages a table lets wait, `listed` the longest list of tables.
    """

    connections: int = 10_000
    per_address: int = 5_000
    tables: int = 2_000
    tables_per_address: int = 1_000
    spectators: int = 200
    rate: float = 250
    burst: int = 500
    heavy_rate: float = 20
    heavy_burst: int = 40
    chat_rate: float = 1
    chat_burst: int = 5
    code_rate: float = 0.1
    code_burst: int = 5
    outbox: int = 2 * KIB * KIB
    inbox: int = 64
    listed: int = 500


@dataclass(frozen=True, slots=True)
class Times:
    """How long the server waits, in seconds.

    `handshake`: for a hello. `idle`: for any word (0: for ever, TCP finds out who is gone). `linger`: for a client to read
    the last words. `lobby`: for a lost player of a table that has not started. `grace`: for a lost player's first answer
    where no clock runs, `away` for each after that. `finished`: a table is kept for looking at after its game. `rest`: a
    running table without a single player there is kept. `retry`: between two tries to store. `shutdown`: for goodbyes.
    """

    handshake: float = 10
    idle: float = 0
    linger: float = 5
    lobby: float = 300
    grace: float = 60
    away: float = 3
    finished: float = 600
    rest: float = 30 * 86_400
    retry: float = 1
    shutdown: float = 2


@dataclass(frozen=True, slots=True)
class Config:
    """All that a server is told at its start."""

    name: str = "magnate"
    allow_scenarios: bool = False
    limits: ServerLimits = field(default_factory=ServerLimits)
    times: Times = field(default_factory=Times)
