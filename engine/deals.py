"""The trades of the strong policy: what it offers, and which offers it takes. Must not be swayed by who asks.

A trade is judged by the chances of winning (`strength`): it is good if one's own share of all strengths grows enough. That
measure is rough where little is owned yet, so nothing is paid beyond what a thing is worth by the plain measure of `valuation`
either. An offer goes through all groups in which both sides have a share: it asks for the partner's part of one and gives,
besides money, nothing or one's own part of one or two others.

What a partner will take cannot be known, so the price changes with the round: by turns the least that would content the
careful policy, the printed prices and no more, or a share of the gain by the strong policy's own measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import combinations, islice
from math import ceil, floor
from typing import Final

from engine import commands as c
from engine.bargaining import affords, can_settle, margin, purse
from engine.bargaining import is_good as is_good_to_careful
from engine.building import group_built
from engine.ids import Seat, SpaceIndex
from engine.state import Offer, State
from engine.strength import Standing, Swap
from engine.valuation import printed_worth, rivalry, trade_gains, unit

_LEAST_GAIN: Final = 1.05
_LEAST_GAIN_OF_TWO: Final = 1.2  # whatever is good for one of two is bad for the other, who may see better
_Deeds = tuple[SpaceIndex, ...]
_STEPS: Final = 6  # halvings of a range of prices, and raises to a careful partner
_MOST_GIVEN: Final = 2
_MOST_DEALS: Final = 500  # for one decision; no printed board has as many, and others must not wait for boards that have


def least_gain(state: State) -> float:
    """The least that one's share of all strengths must come to by a trade, against what it was."""
    return _LEAST_GAIN_OF_TWO if state.out.count(False) == 2 else _LEAST_GAIN


def is_good(state: State, seat: Seat, offer: Offer) -> bool:
    """Whether a seat that is party to an offer gains enough by it and can afford it."""
    swap = Swap(Standing(state), offer.seat, offer.to, offer.give, offer.get)
    ratios = swap.ratios(offer.give.cash - offer.get.cash)
    side = 0 if seat == offer.seat else 1
    pays, gets = (offer.give, offer.get) if side == 0 else (offer.get, offer.give)
    if ratios[side] < least_gain(state) or not affords(state, seat, pays, gets):
        return False
    return trade_gains(state, offer.seat, offer.to, offer.give, offer.get)[side] >= 0


def propose(state: State, seat: Seat) -> c.OfferTrade | None:
    """The offer that would gain a seat most, at this round's kind of price; at most one a turn."""
    first = seat * state.seats
    if any(state.offers_made[first : first + state.seats]):
        return None
    scales = _Scales(state, seat)
    best: c.OfferTrade | None = None
    best_gain = least_gain(state)
    for partner, given, wanted in islice(_swaps(state, seat), _MOST_DEALS):
        deal = _Deal(scales, partner, given, wanted, best_gain)
        paid = _PRICES[state.round % len(_PRICES)](deal)
        if paid is None or (gain := deal.gain(paid)) < best_gain:
            continue
        made = deal.offer(paid)
        if can_settle(state, made):
            best, best_gain = c.OfferTrade(partner, made.give, made.get), gain
    return best


def _swaps(state: State, seat: Seat) -> Iterator[tuple[Seat, tuple[_Deeds, ...], _Deeds]]:
    """Partner, parts of groups to be given and the part wanted, out of the bare groups that both have a share in."""
    for partner in state.live_after(seat):
        common = list(_common(state, seat, partner))
        for number, (_, wanted) in enumerate(common):
            others = [mine for place, (mine, _) in enumerate(common) if place != number]
            for count in range(_MOST_GIVEN + 1):
                for given in combinations(others, count):
                    yield partner, given, wanted


def _common(state: State, seat: Seat, partner: Seat) -> Iterator[tuple[_Deeds, _Deeds]]:
    owner = state.owner
    for members in state.board.members:
        mine = tuple(deed for deed in members if owner[deed] == seat)
        theirs = tuple(deed for deed in members if owner[deed] == partner)
        if mine and theirs and not group_built(state, members[0]):
            yield mine, theirs


class _Scales:
    """What all deals of one decision are weighed by."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.standing = Standing(state)
        self.purses = {live: purse(state, live) for live in state.live()}
        self.least = least_gain(state)
        self.seat = seat
        self._known: dict[tuple[Seat, _Deeds], tuple[int, int]] = {}

    def plain(self, partner: Seat, given: Iterable[_Deeds], wanted: _Deeds) -> tuple[int, int]:
        """The gains of both sides by the plain measure if nothing is paid: group by group, since no two go into each other."""
        gains = [self._plain(partner, part) for part in (*given, wanted)]
        return sum(own for own, _ in gains), sum(other for _, other in gains)

    def _plain(self, partner: Seat, part: _Deeds) -> tuple[int, int]:
        key = partner, part
        if key not in self._known:
            things, nothing = c.Things(deeds=part), c.Things()
            mine = self.standing.state.owner[part[0]] == self.seat
            give, get = (things, nothing) if mine else (nothing, things)
            self._known[key] = trade_gains(self.standing.state, self.seat, partner, give, get)
        return self._known[key]


class _Deal:
    """A swap of deeds that wants a price: what the offering seat pays its partner net, `lowest` to `highest` dollars.

    `plain` are the gains of both sides by the plain measure if nothing is paid, `least` what each must gain by the other one,
    and `goal` what the offering seat must gain by it for the deal to be the best.
    """

    def __init__(self, scales: _Scales, partner: Seat, given: tuple[_Deeds, ...], wanted: _Deeds, goal: float) -> None:
        self.state = scales.standing.state
        self.plain = scales.plain(partner, given, wanted)
        self.highest = min(scales.purses[scales.seat], self.plain[0])
        self.lowest = -scales.purses[partner]
        self.least = scales.least
        self.goal = goal
        self.seat = scales.seat
        self.partner = partner
        self.given = tuple(deed for part in given for deed in part)
        self.wanted = wanted
        self._standing = scales.standing

    @cached_property
    def _swap(self) -> Swap:
        """Reckoned only for a deal that has a price: most have none."""
        return Swap(self._standing, self.seat, self.partner, c.Things(deeds=self.given), c.Things(deeds=self.wanted))

    def gain(self, paid: float) -> float:
        """What becomes of the offering seat's share of all strengths."""
        return self._swap.ratios(paid)[0]

    def partner_gain(self, paid: float) -> float:
        """What becomes of the partner's share."""
        return self._swap.ratios(paid)[1]

    def offer(self, paid: int) -> Offer:
        """The offer at this price."""
        give, get = c.Things(max(0, paid), self.given), c.Things(max(0, -paid), self.wanted)
        return Offer(0, self.seat, self.partner, give, get)

    def bounded(self, paid: int) -> int | None:
        """The price, if need be nothing where something must be paid, or None where a purse does not hold it."""
        paid = max(paid, self.lowest if self.given else 1)  # the offer must not be one-sided
        return paid if paid <= self.highest else None


def _careful_price(deal: _Deal) -> int | None:
    """The least for which the careful policy would take it."""
    state = deal.state
    own, other = deal.plain
    weight = rivalry(state)
    least = deal.bounded(ceil((margin(state) + weight * own - other) / (1 + weight)))
    if least is None or deal.gain(least) < deal.goal:
        return None
    # Of what a side has, the worth depends on its cash a little, so that a little more may be asked.
    step = max(1, unit(state) // 8)
    prices = range(least, min(least + _STEPS * step, deal.highest + 1), step)
    if not is_good_to_careful(state, deal.partner, deal.offer(prices[-1])):
        return None
    return next(paid for paid in prices if is_good_to_careful(state, deal.partner, deal.offer(paid)))


def _printed_price(deal: _Deal) -> int | None:
    """A trifle more than the printed prices of what goes to and fro."""
    wanted, given = (printed_worth(deal.state, c.Things(deeds=deeds)) for deeds in (deal.wanted, deal.given))
    return deal.bounded(wanted - given + max(1, unit(deal.state) // 20))


def _shared_price(deal: _Deal) -> int | None:
    """A quarter to three quarters, by the round, of the way from what the partner needs to what the offering seat can give."""
    if deal.state.out.count(False) == 2:
        return None  # both would have to gain, and shares of two add up to one
    low, high = max(deal.lowest, -deal.plain[1]), deal.highest
    if low > high or deal.gain(low) < deal.goal or deal.partner_gain(high) < deal.least:
        return None
    most = last_that(low, high, lambda paid: deal.gain(paid) >= deal.least)
    least = -last_that(-high, -low, lambda paid: deal.partner_gain(-paid) >= deal.least)
    if least > most:
        return None
    share = (1 + deal.state.round // len(_PRICES) % 3) / 4
    return deal.bounded(floor(least + share * (most - least)))


def last_that(low: float, high: float, holds: Callable[[float], bool]) -> float:
    """About the last number from `low` to `high` of which something holds that holds of `low` and ceases somewhere."""
    if holds(high):
        return high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


_PRICES: Final[tuple[Callable[[_Deal], int | None], ...]] = (_careful_price, _printed_price, _shared_price)
