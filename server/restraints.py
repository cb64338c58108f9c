"""What a seat may not do yet although the rules would let it: the fairness of a table whose players are not equally fast.

* A roll that would end somebody's right to ask for a rent waits `rent_claim_seconds` after the landing, so that a fast client
  cannot take the right away. It is refused with the time to wait, not kept: whoever rolls may still change its mind.
* An offer may come too soon or be unwelcome (`trade_talk`).
* A window is held on the holder's own time, so one without any cannot hold it.

For people, bots and the autopilot alike, but not at a test table. Must not judge by the rules: what passes here may be illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine import commands as c
from engine import events as ge
from engine.ids import Seat
from engine.legal import prompt_id
from engine.state import State
from engine.throwing import claims_at_stake
from protocol.lobby_events import TableEvent
from server.clocks import Clocks
from server.record import Record
from server.refusal import Refused
from server.trade_talk import TradeTalk


class Restraints:
    """The restraints of one table."""

    def __init__(self, record: Record, clocks: Clocks) -> None:
        self._record = record
        self._clocks = clocks
        self._talk = TradeTalk(clocks)
        if record.state is not None:
            self._talk.recall(record.state.offers.values())

    def judge(self, seat: Seat, command: c.SeatCommand, now: float, prompt: int | None = None) -> None:
        """Raises `Refused` if the table does not take this command yet; `now` is on trio's clock."""
        state = self._record.state
        judge = _JUDGES.get(type(command))
        if judge is None or state is None or self._record.stage != "running" or self._record.settings.test:
            return
        if prompt is None or prompt == prompt_id(state, seat):  # of a question that is not open the game says more
            judge(self, state, seat, command, now)

    def take(self, events: Iterable[TableEvent], now: float) -> None:
        """Take in what has happened."""
        for event in events:
            if isinstance(event, (ge.OfferMade, ge.OfferClosed)):
                self._talk.take(event, now)
            elif isinstance(event, ge.ClaimOpened):
                self._clocks.landed(now)

    def _roll(self, state: State, seat: Seat, command: c.RollDice, now: float) -> None:
        claims = claims_at_stake(state) if seat == state.turn else []
        left = self._clocks.roll_wait(now)
        if claims and left:
            owner = claims[0].creditor
            message = f"seat {owner} may still ask for a rent, and the roll would end the right"
            raise Refused("too_soon", message, retry_after=left)

    def _offer(self, state: State, seat: Seat, command: c.OfferTrade | c.CounterOffer, now: float) -> None:
        self._talk.judge(state, self._record.lobby, seat, command, now)

    def _hold(self, state: State, seat: Seat, command: c.HoldWindow, now: float) -> None:
        if not self._clocks.may_hold(seat):
            raise Refused("no_time_left", "a window is held on one's own time, and the time bank of this seat is empty")


_JUDGES: Final[dict[type[c.Command], Callable[[Restraints, State, Seat, Any, float], None]]] = {
    c.RollDice: Restraints._roll,
    c.OfferTrade: Restraints._offer,
    c.CounterOffer: Restraints._offer,
    c.HoldWindow: Restraints._hold,
}
