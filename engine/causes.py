"""What somebody must have asked for, reckoned back from what happened: so that a history of events can be judged by the rules.

A history holds no commands. But each command begins with an event that nearly names it, and carrying out a command on a copy
gives all of its events again; whatever gives the same as the history is a legal way in which it may have come about, and the
position afterwards is the same whichever way it was. Must not draw: results of chance are taken out of the history, and
`engine.sealed` says whether they are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

from engine import commands as c
from engine import events as e
from engine.chance import Dice
from engine.errors import ChanceExhausted, IllegalCommand
from engine.game import Game
from engine.ids import BANK, TABLE, Seat
from engine.legal import waiting
from engine.state import State
from engine.worth import steps_of

Cause: TypeAlias = tuple[Seat, c.Command]
"""Who asked for what; `TABLE` is the table itself."""

Events: TypeAlias = Sequence[e.Event]

_Finder: TypeAlias = Callable[[State, Events, Any], Iterable[Cause]]

_LEVELS: Final = 6  # of a deed: bare, one to four houses, a hotel


@dataclass(frozen=True)
class Explanation:
    """How the next events came about: `count` of them by this `cause` (none: the start of the game), and the position then."""

    cause: Cause | None
    count: int
    state: State


class Inexplicable(Exception):
    """No command gives these events: `agreed` of them fit, then `expected` should follow (nothing: the history goes on alone).

    `reason` is why even the first could not happen, where that is known.
    """

    def __init__(self, agreed: int, expected: e.Event | None, reason: str = "") -> None:
        self.agreed = agreed
        self.expected = expected
        self.reason = reason
        super().__init__(reason or f"{agreed} events fit, then expected {expected}")


class RecordedChance:
    """Chance as a history tells it, from one of its events on."""

    def __init__(self, state: State, events: Events) -> None:
        self._state = state
        self._left = iter(events)

    def dice(self) -> Dice:
        """The next throw that was told."""
        for event in self._left:
            if isinstance(event, _THROWS):
                return event.dice
        raise _nothing_told("throw")

    def draw(self, deck: str, candidates: Sequence[str]) -> str:
        """The next card that was told, if it may have been on top."""
        for event in self._left:
            if isinstance(event, e.CardDrawn):
                return event.card if event.card in candidates else candidates[0]
        raise _nothing_told("card")

    def pick(self, count: int) -> int:
        """The place of the next deed that was dealt among those that were left."""
        left = [deed for deed in self._state.board.deeds if self._state.owner[deed] == BANK]
        for event in self._left:
            if isinstance(event, e.DeedDealt):
                return left.index(event.deed) if event.deed in left else 0
        raise _nothing_told("lot")


_THROWS: Final = (e.DiceRolled, e.RentRolled, e.OpeningThrown)


def _nothing_told(what: str) -> ChanceExhausted:
    return ChanceExhausted(f"no further {what} is told")


def explain(state: State, events: Events) -> Explanation:
    """The command that gives the next of these events, and as many of them as any does; raises `Inexplicable`."""
    best: Explanation | None = None
    worst = Inexplicable(0, None)
    for cause in causes(state, events):
        try:
            found = _tried(state, events, cause)
        except Inexplicable as failure:
            if (failure.agreed, bool(failure.reason)) >= (worst.agreed, bool(worst.reason)):
                worst = failure
            continue
        if best is None or found.count > best.count:
            best = found
    if best is None:
        raise worst
    return best


def causes(state: State, events: Events) -> Iterator[Cause | None]:
    """What may have led to the first of these events; `None` is the start of the game."""
    first = events[0]
    if isinstance(first, e.GameStarted):
        yield None
    finder = _FINDERS.get(type(first))
    if finder is not None:
        yield from finder(state, events, first)


def _tried(state: State, events: Events, cause: Cause | None) -> Explanation:
    copy = state.copy()
    game = Game(copy, RecordedChance(copy, events))
    try:
        given = game.start() if cause is None else game.handle(*cause)
    except IllegalCommand as refusal:
        raise Inexplicable(0, None, f"{c.tag_of(type(cause[1]))} is refused: {refusal}" if cause else str(refusal)) from None
    except ChanceExhausted as error:
        raise Inexplicable(0, None, str(error)) from None
    for place, event in enumerate(given):
        if place == len(events) or events[place] != event:
            raise Inexplicable(place, event)
    if not given:
        raise Inexplicable(0, None)
    return Explanation(cause, len(given), copy)


def _by_seat(*commands: c.Command) -> _Finder:
    return lambda state, events, first: [(first.seat, command) for command in commands]


def _with(make: Callable[[Any], c.Command]) -> _Finder:
    return lambda state, events, first: [(first.seat, make(first))]


def _turn_over(state: State, events: Events, first: e.Event) -> list[Cause]:
    return [(state.turn, c.EndTurn())]


def _ended(state: State, events: Events, first: e.GameEnded | e.EndCalled) -> list[Cause]:
    called: list[Cause] = [(TABLE, c.CallEnd(reason)) for reason in _REASONS if reason == first.reason]
    return [*called, (state.turn, c.EndTurn())]


_REASONS: Final = ("host", "time", "abandoned")


def _paid(state: State, events: Events, first: e.MoneyPaid) -> Iterator[Cause]:
    for command in _payments(state, events, first.reason):
        yield first.payer, command
    yield first.payer, c.Liquidate()


def _payments(state: State, events: Events, reason: str) -> Iterator[c.Command]:
    following = events[1] if len(events) > 1 else None
    if reason == "jail_fine":
        yield c.PayFine()
    elif reason == "purchase":
        yield c.BuyDeed()
    elif isinstance(following, e.BuildingsBuilt):
        yield c.BuildHouses(_steps(state, following.levels))
    elif isinstance(following, e.BuildingPlaced):
        yield c.PlaceBuilding(following.deed)
    elif isinstance(following, e.MortgageKept):
        yield from (c.KeepMortgage(following.deed), c.KeepMortgage())
    elif reason == "lift":
        yield from map(c.LiftMortgages, _runs(events[1:], e.MortgageLifted))


def _kept(state: State, events: Events, first: e.MortgageKept) -> list[Cause]:
    return [(first.seat, command) for command in (c.KeepMortgage(first.deed), c.KeepMortgage(), c.Liquidate())]


def _mortgaged(state: State, events: Events, first: e.DeedMortgaged) -> Iterator[Cause]:
    for deeds in _runs(events, e.DeedMortgaged):
        yield first.seat, c.MortgageDeeds(deeds)
    yield first.seat, c.Liquidate()


def _runs(events: Events, kind: type[e.DeedMortgaged] | type[e.MortgageLifted]) -> list[tuple[int, ...]]:
    """The deeds of the events of a kind that follow each other, every second one; as many as there are, and fewer."""
    deeds: list[int] = []
    for event in events[::2]:
        if not isinstance(event, kind):
            break
        deeds.append(event.deed)
    return [tuple(deeds[:count]) for count in range(len(deeds), 0, -1)]


def _sold(state: State, events: Events, first: e.BuildingsSold) -> Iterator[Cause]:
    deed = first.levels[0][0] if first.levels else -1
    yield first.seat, c.SellHouses(tuple((deed, -steps) for deed, steps in _steps(state, first.levels)))
    group = state.board.group_of[deed] if deed in state.board.deed_set else -1
    if group >= 0:
        for level in range(_LEVELS):
            yield first.seat, c.SellGroup(state.board.groups[group].id, level)
    yield from _gone(state, events, first)


def _gone(state: State, events: Events, first: e.BuildingsSold | e.SeatBankrupt) -> list[Cause]:
    return [(first.seat, command) for command in (c.Liquidate(), c.DeclareBankruptcy(), c.Resign())]


def _steps(state: State, levels: c.Lots) -> c.Lots:
    """By how many steps these deeds rise to these levels."""
    known = [(deed, level) for deed, level in levels if deed in state.board.deed_set and 0 <= level < _LEVELS]
    return tuple((deed, steps_of(state, level) - steps_of(state, state.level[deed])) for deed, level in known)


def _offer_closed(state: State, events: Events, first: e.OfferClosed) -> list[Cause]:
    offer = state.offers.get(first.offer)
    if offer is None:
        return []
    if first.end == "countered":
        made = [event for _, event in pairwise(events[:2]) if isinstance(event, e.OfferMade)]
        return [(offer.to, c.CounterOffer(offer.id, event.give, event.get)) for event in made]
    ends: dict[str, Cause] = {
        "accepted": (offer.to, c.AcceptOffer(offer.id)),
        "rejected": (offer.to, c.RejectOffer(offer.id)),
        "withdrawn": (offer.seat, c.WithdrawOffer(offer.id)),
        "expired": (TABLE, c.ExpireOffer(offer.id)),
    }
    return [ends[first.end]] if first.end in ends else []


_FINDERS: Final[dict[type[e.Event], _Finder]] = {
    e.OpeningThrown: _by_seat(c.RollDice()),
    e.DiceRolled: _by_seat(c.RollDice()),
    e.TurnStarted: _turn_over,
    e.WindowClosed: _turn_over,
    e.MoneyPaid: _paid,
    e.PurchaseDeclined: _by_seat(c.DeclineDeed()),
    e.BidPlaced: _with(lambda event: c.PlaceBid(event.amount)),
    e.BidPassed: _by_seat(c.Pass()),
    e.BuildingsSold: _sold,
    e.DeedMortgaged: _mortgaged,
    e.MortgageKept: _kept,
    e.CardReturned: lambda state, events, first: [(first.seat, c.UseJailCard(state.board.deck_of.get(first.card)))],
    e.CardChosen: _with(lambda event: c.ChooseOption(event.option)),
    e.TaxChosen: _with(lambda event: c.PayTax(event.method)),
    e.JailLeft: _by_seat(c.PayFine()),
    e.SeatBankrupt: _gone,
    e.ContestOpened: lambda state, events, first: [(first.asker, c.BuildHouses(first.lots))],
    e.BuildingsWanted: lambda state, events, first: [(first.seat, c.WantBuildings(first.count)), (first.seat, c.Pass())],
    e.BuildingPlaced: _with(lambda event: c.PlaceBuilding(event.deed)),
    e.WishDropped: _by_seat(c.Pass()),
    e.RentClaimed: _by_seat(c.ClaimRent()),
    e.WindowHeld: _by_seat(c.HoldWindow()),
    e.HoldReturned: _by_seat(c.Pass()),
    e.StopsSet: _with(lambda event: c.SetStops(event.before_roll, event.after_roll)),
    e.InterruptQueued: _with(lambda event: event.command),
    e.InterruptWithdrawn: _with(lambda event: c.WithdrawInterrupt(event.interrupt)),
    e.OfferMade: _with(lambda event: c.OfferTrade(event.to, event.give, event.get)),
    e.OfferClosed: _offer_closed,
    e.VoteCast: _with(lambda event: c.CastVote(event.end)),
    e.EndCalled: _ended,
    e.TimeRanOut: lambda state, events, first: [(TABLE, c.TimeOut(first.seat))] if first.seat in waiting(state) else [],
    e.GameEnded: _ended,
}
"""What may have led to an event that came first."""
