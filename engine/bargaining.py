"""The trades of the careful policy: what it offers, and which offers it takes. Must not be swayed by who asks.

A trade is judged by what it adds to the worth of both sides: one's own gain, less a share of the partner's (`rivalry`), so that
a partner's last deed of a group is never given away for its price. What is paid must leave the reserve.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import ceil
from typing import Final

from engine import commands as c
from engine.building import group_built, interest
from engine.errors import IllegalCommand
from engine.ids import BANK, Seat, SpaceIndex
from engine.state import Offer, State
from engine.trading import judge_settlement
from engine.valuation import reserve, rivalry, trade_gains, unit

_MOST_DEALS: Final = 200  # for one decision; no printed board has as many, and others must not wait for boards that have


def is_good(state: State, seat: Seat, offer: Offer) -> bool:
    """Whether a seat that is party to an offer gains by it and can afford it."""
    gains = trade_gains(state, offer.seat, offer.to, offer.give, offer.get)
    pays, gets = (offer.give, offer.get) if seat == offer.seat else (offer.get, offer.give)
    own, other = gains if seat == offer.seat else (gains[1], gains[0])
    if own - rivalry(state) * other < margin(state):
        return False
    return affords(state, seat, pays, gets)


def affords(state: State, seat: Seat, pays: c.Things, gets: c.Things) -> bool:
    """Whether what a trade costs a seat, the interest on mortgaged deeds included, is within its purse."""
    outlay = pays.cash - gets.cash + interest_due(state, gets)
    return outlay <= 0 or outlay <= purse(state, seat)


def interest_due(state: State, received: c.Things) -> int:
    """The interest on the mortgaged deeds that a seat would receive, in dollars."""
    if state.rules.mortgage_transfer != "interest_now":
        return 0
    return sum(interest(state, deed) for deed in received.deeds if state.mortgaged[deed])


def purse(state: State, seat: Seat) -> int:
    """What a seat may pay in a trade: it keeps its reserve, and at least enough to go on with."""
    return max(0, state.cash[seat] - max(reserve(state, seat), 2 * unit(state)))


def margin(state: State) -> int:
    """The least gain for which a careful seat trades at all."""
    return unit(state) // 5


def propose(state: State, seat: Seat) -> c.OfferTrade | None:
    """The offer that gains a seat most among those which its partner should take, if there is any.

    At most one a turn. The share of the gain that the partner is left with changes with the round, so that an offer that was
    refused does not simply come back.
    """
    first = seat * state.seats
    if any(state.offers_made[first : first + state.seats]):
        return None
    best: c.OfferTrade | None = None
    best_gain = 0.0
    for partner, given, wanted in islice(_swaps(state, seat), _MOST_DEALS):
        deal = _price(state, seat, partner, given, wanted)
        if deal is not None and deal[1] > best_gain and _would_be_taken(state, seat, deal[0]):
            best, best_gain = deal
    return best


def _swaps(state: State, seat: Seat) -> Iterator[tuple[Seat, tuple[SpaceIndex, ...], tuple[SpaceIndex, ...]]]:
    """Partner, deeds to be given and deeds wanted."""
    for partner, wanted in _targets(state, seat):
        for given in _payments(state, seat, partner, wanted):
            yield partner, given, wanted


def _targets(state: State, seat: Seat) -> Iterator[tuple[Seat, tuple[SpaceIndex, ...]]]:
    """The deeds that would complete a bare street group of this seat and all lie with one partner."""
    owner = state.owner
    for group, members in enumerate(state.board.members):
        holders = {owner[deed] for deed in members}
        if len(holders) != 2 or seat not in holders or BANK in holders or not state.board.groups[group].buildable:
            continue
        if not group_built(state, members[0]):
            holders.remove(seat)
            partner = holders.pop()
            yield partner, tuple(deed for deed in members if owner[deed] == partner)


def _payments(state: State, seat: Seat, partner: Seat, wanted: tuple[SpaceIndex, ...]) -> Iterator[tuple[SpaceIndex, ...]]:
    """What deeds may go for it besides money: none, or those of a group in which the partner has a share."""
    yield ()
    owner = state.owner
    for members in state.board.members:
        if wanted[0] in members:
            continue
        mine = tuple(deed for deed in members if owner[deed] == seat)
        if mine and any(owner[deed] == partner for deed in members) and not group_built(state, mine[0]):
            yield mine


def _price(
    state: State, seat: Seat, partner: Seat, given: tuple[SpaceIndex, ...], wanted: tuple[SpaceIndex, ...]
) -> tuple[c.OfferTrade, float] | None:
    """The swap with the money that makes it good for both, and the gain of the seat that offers it."""
    own, other = trade_gains(state, seat, partner, c.Things(deeds=given), c.Things(deeds=wanted))
    weight, least_gain = rivalry(state), margin(state)
    least = (least_gain + weight * own - other) / (1 + weight)
    most = (own - weight * other - least_gain) / (1 + weight)
    if least > most:
        return None
    paid = least + (most - least) * (1 + state.round % 3) / 4
    paid = max(min(paid, purse(state, seat)), -purse(state, partner))
    if not least <= paid <= most:
        return None
    cash = ceil(paid)  # with no deed given it is above 0, so that the offer is never one-sided
    give, get = c.Things(max(0, cash), given), c.Things(max(0, -cash), wanted)
    own, other = trade_gains(state, seat, partner, give, get)
    return c.OfferTrade(partner, give, get), own - weight * other


def _would_be_taken(state: State, seat: Seat, made: c.OfferTrade) -> bool:
    """Whether an offer could be accepted as things stand, and is good for both."""
    offer = Offer(0, seat, made.to, made.give, made.get)
    return can_settle(state, offer) and is_good(state, seat, offer) and is_good(state, made.to, offer)


def can_settle(state: State, offer: Offer) -> bool:
    """Whether cash and buildings would let an offer settle as things stand."""
    try:
        judge_settlement(state, offer)
    except IllegalCommand:
        return False  # a trial, not a fault: it may settle later
    return True
