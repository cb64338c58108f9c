"""What many games come to: sums that take one game after the other and can be added up. Must keep no game, and not print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from client.simulate_bot import FaultKind
from client.simulate_game import Fault, Record
from engine import events as e
from engine.ids import BANK, Seat, SpaceIndex
from engine.state import State
from engine.worth import sale_value, steps_of


@dataclass
class GroupSums:
    """Dollars of one color group: rents that were paid, deeds bought of the bank, buildings less what they were sold for."""

    rents: int = 0
    deeds: int = 0
    buildings: int = 0


@dataclass
class FaultSums:
    """How often the bot of a seat did one thing wrong, and the first case: its game, round and words."""

    count: int
    game: int
    round: int
    message: str


@dataclass
class Tally:
    """Sums over games; lists are by seat or by space, `wins` in parts of one where a win was shared."""

    games: int = 0
    wins: list[float] = field(default_factory=list)
    worth: list[int] = field(default_factory=list)
    rounds: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    throws: int = 0
    landings: list[int] = field(default_factory=list)
    groups: list[GroupSums] = field(default_factory=list)
    faults: dict[tuple[Seat, FaultKind], FaultSums] = field(default_factory=dict)

    def add(self, game: int, record: Record) -> None:
        """Count one game."""
        outcome = record.state.outcome
        assert outcome is not None
        seats = record.state.seats
        self.games += 1
        self.rounds[record.state.round] += 1
        self.reasons[outcome.reason] += 1
        _add_up(self.wins, [(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)])
        _add_up(self.worth, outcome.worth)
        for fault in record.faults:
            self._add_fault(game, fault)
        ledger = Ledger(record.state)
        for entry in record.entries:
            for event in entry.events:
                ledger.take(event)
        self._add_sums(ledger.throws, ledger.landings, ledger.groups)

    def merge(self, other: Tally) -> None:
        """Add what was counted elsewhere, of later games."""
        self.games += other.games
        self.rounds += other.rounds
        self.reasons += other.reasons
        _add_up(self.wins, other.wins)
        _add_up(self.worth, other.worth)
        self._add_sums(other.throws, other.landings, other.groups)
        for key, sums in other.faults.items():
            mine = self.faults.setdefault(key, FaultSums(0, sums.game, sums.round, sums.message))
            mine.count += sums.count

    def _add_sums(self, throws: int, landings: list[int], groups: list[GroupSums]) -> None:
        self.throws += throws
        _add_up(self.landings, landings)
        self.groups += [GroupSums() for _ in groups[len(self.groups) :]]
        for mine, more in zip(self.groups, groups, strict=False):
            mine.rents += more.rents
            mine.deeds += more.deeds
            mine.buildings += more.buildings

    def _add_fault(self, game: int, fault: Fault) -> None:
        sums = self.faults.setdefault((fault.seat, fault.kind), FaultSums(0, game, fault.round, fault.message))
        sums.count += 1


def _add_up(sums: list[Any], more: list[Any] | tuple[Any, ...]) -> None:
    """Add number by number; lists that are empty yet become as long as need be."""
    sums += [0] * (len(more) - len(sums))
    for place, number in enumerate(more):
        sums[place] += number


class Ledger:
    """Follows the events of one game as far as landings and money want it."""

    def __init__(self, end: State) -> None:
        board = end.board
        self._end = end
        self._at = [board.go] * end.seats
        self._steps = [0] * board.size
        self._paid = [0] * end.seats
        self._claims: dict[tuple[Seat, Seat], list[SpaceIndex]] = {}
        self._placed_for = -1
        self.throws = 0
        self.landings = [0] * board.size
        self.groups = [GroupSums() for _ in board.groups]

    def take(self, event: e.Event) -> None:
        """Count what an event says."""
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event)

    def threw(self, event: e.DiceRolled) -> None:
        """A throw that moves, or not, out of jail."""
        self.throws += 1

    def moved(self, event: e.TokenMoved) -> None:
        """A space is reached, be it to go on by a card at once."""
        self._reach(event.seat, event.to)

    def jailed(self, event: e.SeatJailed) -> None:
        """So is jail."""
        self._reach(event.seat, self._end.board.jail)

    def _reach(self, seat: Seat, space: SpaceIndex) -> None:
        self._at[seat] = space
        self.landings[space] += 1

    def paid(self, event: e.MoneyPaid) -> None:
        """A rent belongs to the space where the payer stands, or to what was claimed of it."""
        if event.reason == "rent":
            claimed = self._claims.get((event.payer, event.payee))
            self._group(claimed.pop(0) if claimed else self._at[event.payer]).rents += event.amount
        elif event.payee == BANK and event.reason in ("purchase", "auction", "deal"):
            self._paid[event.payer] = event.amount

    def claimed(self, event: e.RentClaimed) -> None:
        """The rent follows, perhaps much later."""
        self._claims.setdefault((event.debtor, event.seat), []).append(event.deed)

    def bought(self, event: e.DeedBought | e.DeedDealt) -> None:
        """What was paid just before was paid for this deed."""
        self._group(event.deed).deeds += self._paid[event.seat]
        self._paid[event.seat] = 0

    def built(self, event: e.BuildingsBuilt) -> None:
        """Buildings at list price."""
        for deed, level in event.levels:
            steps = steps_of(self._end, level)
            self._group(deed).buildings += (steps - self._steps[deed]) * self._end.board.house_cost[deed]
            self._steps[deed] = steps

    def sold(self, event: e.BuildingsSold) -> None:
        """Buildings handed back."""
        for deed, level in event.levels:
            steps = steps_of(self._end, level)
            self._group(deed).buildings -= sale_value(self._end, deed, self._steps[deed] - steps)
            self._steps[deed] = steps

    def due(self, event: e.PlacementDue) -> None:
        """The price of the building that is placed next."""
        self._placed_for = event.price

    def placed(self, event: e.BuildingPlaced) -> None:
        """One building, at what it was won for or at list price."""
        price = self._placed_for if self._placed_for >= 0 else self._end.board.house_cost[event.deed]
        self._group(event.deed).buildings += price
        self._steps[event.deed] += 1

    def _group(self, deed: SpaceIndex) -> GroupSums:
        return self.groups[self._end.board.group_of[deed]]


_HANDLERS: Final[dict[type[e.Event], Callable[[Ledger, Any], None]]] = {
    e.DiceRolled: Ledger.threw,
    e.TokenMoved: Ledger.moved,
    e.SeatJailed: Ledger.jailed,
    e.MoneyPaid: Ledger.paid,
    e.RentClaimed: Ledger.claimed,
    e.DeedBought: Ledger.bought,
    e.DeedDealt: Ledger.bought,
    e.BuildingsBuilt: Ledger.built,
    e.BuildingsSold: Ledger.sold,
    e.PlacementDue: Ledger.due,
    e.BuildingPlaced: Ledger.placed,
}
