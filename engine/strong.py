"""The strong policy: plays to win by the chances that `strength` sees. Must not draw, remember, or play outside its turn.

The policy, in full. It is a pure function of the state.

* *Purchase.* It buys whatever its cash pays for, and mortgages for a deed that completes a group, its own or a rival's, or
  where that leaves it a good deal.
* *Auction.* It goes as high as the careful policy, in small steps and with less of a reserve.
* *Building.* It keeps the reserve of the careful policy before a throw and half of it when its turn is over, builds where a
  dollar brings the highest rent, and mortgages single deeds to bring its groups up to three houses.
* *Shortage.* While the bank runs out of houses and a rival has room for some, it builds no hotels, which would
  give houses back.
* *Trades.* Once a turn, before the throw, it offers what would gain it most, and takes what is good enough (`deals`).
* *Everything else* it does as the careful policy does: jail, debts, tax, cards, transfers, contests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine import commands as c
from engine import frames as f
from engine.building import room, stock
from engine.deals import is_good, propose
from engine.habits import asked, claim, clear_offers, go_on, may_improve, reply
from engine.holdings import holdings
from engine.ids import Seat
from engine.phases.auction import highest_bid, lowest_bid
from engine.phases.window import may_trade_assets
from engine.planning import plan_improvement, plan_raise, raisable
from engine.policy import ANSWERS, Answer, bid_limit, leave_jail
from engine.state import State
from engine.valuation import GOOD_LEVEL, completes, reserve, unit

_FEW_HOUSES: Final = 12  # in the bank: three groups of them


def strong(state: State, seat: Seat) -> c.SeatCommand | None:
    """The answer of the strong policy to the seat's open prompt; None and errors as with `careful`."""
    frame = asked(state, seat)
    return reply(state, seat, is_good) or _ANSWERS[type(frame)](state, seat, frame)


def strong_interrupt(state: State, seat: Seat) -> c.SeatCommand | None:
    """What the strong policy does unasked: answers offers, claims rents, builds in an open window; else None."""
    if state.out[seat]:
        return None
    frame = state.stack[-1]
    command = reply(state, seat, is_good)
    if command is None and isinstance(frame, f.Window):
        command = claim(state, seat) or _improve(state, seat, frame)
    return command


def _window(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    if seat != state.turn:
        return claim(state, seat) or _improve(state, seat, frame) or c.Pass()
    command = claim(state, seat) or clear_offers(state, seat) or leave_jail(state, seat, frame)
    return command or _bargain(state, seat, frame) or _improve(state, seat, frame) or go_on(state, seat, frame)


def _bargain(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    if frame.kind == "after_roll" or not may_trade_assets(state, frame, seat):
        return None
    return propose(state, seat)


def _improve(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    if not may_improve(state, seat, frame):
        return None
    keep = reserve(state, seat)
    if frame.kind == "after_roll" and not state.doubles:
        keep = max(unit(state) // 2, keep // 2)  # all rivals throw before this seat does
    command = plan_improvement(state, seat, state.cash[seat] - keep, 3 * unit(state), _kept_back(state, seat))
    return command or _raise_to_build(state, seat, keep)


def _kept_back(state: State, seat: Seat) -> Iterable[f.Building]:
    """No hotels while their houses would help a rival."""
    if state.rules.building_stock == "unlimited" or state.houses >= _FEW_HOUSES:
        return ()
    return ("hotel",) if any(room(state, rival, "house") for rival in state.live_after(seat)) else ()


def _raise_to_build(state: State, seat: Seat, keep: int) -> c.SeatCommand | None:
    """Mortgage single deeds for the next house, up to the good level."""
    if state.rules.liquidation != "any_window" or not stock(state)[0]:
        return None
    prices = [price for deed, price, _ in holdings(state, seat).builds if state.level[deed] < GOOD_LEVEL]
    if not prices or state.cash[seat] + _loans_on_singles(state, seat) < keep + min(prices):
        return None
    return plan_raise(state, seat, keep + min(prices))


def _loans_on_singles(state: State, seat: Seat) -> int:
    """What mortgages would raise without touching a complete group."""
    board = state.board
    groups = {group for group in range(len(board.groups)) if board.groups[group].buildable and state.owns_group(seat, group)}
    free = (deed for deed in state.deeds_of(seat) if not state.mortgaged[deed] and board.group_of[deed] not in groups)
    return sum(board.mortgage[deed] for deed in free)


def _purchase(state: State, seat: Seat, frame: f.Purchase) -> c.SeatCommand:
    price = state.board.price[frame.deed]
    if state.cash[seat] >= price:
        return c.BuyDeed()
    after = raisable(state, seat) - price
    if after < 0 or state.rules.liquidation != "any_window":
        return c.DeclineDeed()
    if after >= 2 * unit(state) or any(completes(state, other, frame.deed) for other in state.live()):
        return plan_raise(state, seat, price) or c.DeclineDeed()
    return c.DeclineDeed()


def _auction(state: State, seat: Seat, frame: f.Auction) -> c.SeatCommand:
    low = lowest_bid(state, frame, seat)
    most = min(highest_bid(state, seat), state.cash[seat] - _kept_in_auction(state, seat, frame), bid_limit(state, seat, frame))
    return c.PlaceBid(min(most, low + unit(state) // 20)) if low <= most else c.Pass()


def _kept_in_auction(state: State, seat: Seat, frame: f.Auction) -> int:
    if frame.building is not None:
        return unit(state) // 2  # never more than was kept in asking for it, or it would be asked for without end
    return unit(state) // 3 if completes(state, seat, frame.deed) else min(unit(state), reserve(state, seat))


_ANSWERS: Final[dict[type[f.Frame], Answer]] = {
    **ANSWERS,
    f.Window: _window,
    f.Purchase: _purchase,
    f.Auction: _auction,
}
