"""The greedy policy: takes what it can get and thinks of nothing else. For comparison and for quick games; must not remember.

The policy, in full.

* *Purchase.* It buys whatever its cash pays for.
* *Auction.* It bids up to the printed price, for a building up to the list price.
* *Windows.* It claims rents, lifts and builds with all its cash, and leaves jail at once. It makes no offers.
* *Offers.* It takes what has the higher printed prices.
* *Everything else* it does as the careful policy does.
"""

from __future__ import annotations

from typing import Final

from engine import commands as c
from engine import frames as f
from engine.habits import asked, claim, go_on, may_improve, reply, walk_out
from engine.ids import Seat
from engine.phases.auction import highest_bid, lowest_bid
from engine.planning import plan_improvement
from engine.policy import ANSWERS, Answer
from engine.state import Offer, State
from engine.valuation import printed_worth, unit


def greedy(state: State, seat: Seat) -> c.SeatCommand | None:
    """The answer of the greedy policy to the seat's open prompt; None and errors as with `careful`."""
    frame = asked(state, seat)
    return reply(state, seat, _is_more) or _ANSWERS[type(frame)](state, seat, frame)


def greedy_interrupt(state: State, seat: Seat) -> c.SeatCommand | None:
    """What the greedy policy does unasked: answers offers, claims rents in an open window; else None."""
    if state.out[seat]:
        return None
    return reply(state, seat, _is_more) or (claim(state, seat) if isinstance(state.stack[-1], f.Window) else None)


def _is_more(state: State, seat: Seat, offer: Offer) -> bool:
    """Whether an offer to a seat brings more in printed prices than it costs."""
    return printed_worth(state, offer.give) > printed_worth(state, offer.get)


def _window(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    command = claim(state, seat)
    if command is None and may_improve(state, seat, frame):
        command = plan_improvement(state, seat, state.cash[seat], 0)
    if command is not None or seat != state.turn:
        return command or c.Pass()
    return walk_out(state, seat, frame, 0) or go_on(state, seat, frame)


def _purchase(state: State, seat: Seat, frame: f.Purchase) -> c.SeatCommand:
    return c.BuyDeed() if state.cash[seat] >= state.board.price[frame.deed] else c.DeclineDeed()


def _auction(state: State, seat: Seat, frame: f.Auction) -> c.SeatCommand | None:
    if frame.building is not None:
        return ANSWERS[f.Auction](state, seat, frame)
    low = lowest_bid(state, frame, seat)
    most = min(highest_bid(state, seat), state.cash[seat], state.board.price[frame.deed])
    return c.PlaceBid(min(most, low + unit(state) // 10)) if low <= most else c.Pass()


_ANSWERS: Final[dict[type[f.Frame], Answer]] = {
    **ANSWERS,
    f.Window: _window,
    f.Purchase: _purchase,
    f.Auction: _auction,
}
