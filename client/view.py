"""What there is to be drawn of a table at one moment. Must hold no connection and change nothing.

The model makes views and the rendering reads them; neither needs to know the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board import Board
from engine.ids import BANK, Seat
from engine.options import Prompt
from engine.ruleset import Ruleset
from engine.state import State
from protocol.lobby import EMPTY
from protocol.tables import Lobby, Waiting


@dataclass(frozen=True)
class View:
    """One table as one pair of eyes sees it.

    `names` are the players' names by seat, `""` for a free seat of the lobby; `seat` is one's own, `None` for one who
    looks on. `state` is `None` until the game has started; then `phase` is `lobby` and `turn` -1. `waiting` are the
    seats that the table waits for, with the milliseconds they had left when `received` (seconds of a monotonic clock)
    was taken. `prompts` are the questions open to one's own seat. `live`: the connection is up; if
    it is not, it is tried again at `retry_at` on the same clock, at once where that is `None`. `nonce` is what this client
    has sent to be added to the dice.
    """

    board: Board
    rules: Ruleset
    state: State | None
    names: Sequence[str]
    seat: Seat | None = None
    lobby: Lobby = EMPTY
    phase: str = "lobby"
    turn: Seat = -1
    waiting: Sequence[Waiting] = ()
    received: float = 0.0
    prompts: Sequence[Prompt] = field(default=())
    paused: bool = False
    table: str = ""
    title: str = ""
    live: bool = True
    retry_at: float | None = None
    nonce: str = ""

    def name(self, seat: Seat) -> str:
        """Who a seat is to a reader; `bank` for the bank and `seat N` (from 1) for a seat that nobody has a name for."""
        if seat == BANK:
            return "bank"
        known = self.names[seat] if 0 <= seat < len(self.names) else ""
        return known or f"seat {seat + 1}"
