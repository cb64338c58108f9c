"""The careful policy: what a sensible seat does, for simple bots and for the autopilot. Must not draw, guess, or remember.

The policy, in full. It is a pure function of the state, so the same position gets the same answer after a replay.

* *Reserve.* It keeps cash against the rents within reach of its next throw (`valuation.reserve`).
* *Purchase.* It buys what leaves the reserve; a deed that completes a group of its own, or would complete a rival's, also below
  that, and for its own group it mortgages deeds that earn less.
* *Auction.* It goes up to what the deed is worth to it and to the rival it keeps it from, within the reserve, in steps of a
  tenth of that. For a building it goes up to the list price.
* *Jail.* It leaves at once while a fifth of the deeds are for sale or a throw costs little, else it stays.
* *Windows.* It claims rents, answers offers, lifts, builds on one group at a time, and once a turn, before the throw, offers
  the best trade that is fair (`bargaining`). It never holds and sets no stops. It votes for the end when somebody else has.
* *Debt.* It mortgages what earns least, then sells buildings and the rest in the standard order.
* *Tax and cards.* It takes the cheaper alternative, and draws no card where paying is cheap.

The cautious variant plays for somebody who is away: it gives nothing of value out of the player's hands and takes on nothing by
choice. It declines deeds, passes in auctions and contests, refuses offers (not one that the player has accepted before going
away), makes none, never votes, keeps the mortgages that it receives, and builds and lifts only with twice the reserve and where
no rival could want the buildings. Claims, jail, debts, tax and cards are as above: a seat must not be ruined by absence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from engine import commands as c
from engine import frames as f
from engine.assets import rivals
from engine.bargaining import is_good, propose
from engine.building import legal_lots, lift_cost, room, stock
from engine.habits import asked, claim, clear_offers, go_on, is_accepted, may_improve, reply, walk_out
from engine.ids import BANK, HOTEL, Seat
from engine.legal import default
from engine.phases.auction import highest_bid, lowest_bid
from engine.phases.debt import may_use_card
from engine.phases.transfer import fees
from engine.phases.window import may_trade_assets
from engine.planning import plan_buildings, plan_improvement, plan_lift, plan_raise, raisable
from engine.state import FREE, State
from engine.valuation import blocking_value, completes, deed_value, reserve, threats, unit
from engine.worth import liquidation_value, tax_worth

_ROLL: Final = c.RollDice()
_PASS: Final = c.Pass()


def careful(state: State, seat: Seat) -> c.SeatCommand | None:
    """The answer of the careful policy to the seat's open prompt; always legal.

    None only in a window that another seat holds, where there is nothing to do but wait. Raises `IllegalCommand` if the seat
    is asked nothing.
    """
    frame = asked(state, seat)
    return reply(state, seat, is_good) or ANSWERS[type(frame)](state, seat, frame)


def careful_interrupt(state: State, seat: Seat) -> c.SeatCommand | None:
    """What the careful policy does unasked: answers offers, claims rents, builds in an open window; else None."""
    if state.out[seat]:
        return None
    frame = state.stack[-1]
    command = reply(state, seat, is_good)
    if command is None and isinstance(frame, f.Window):
        command = claim(state, seat) or _improve(state, seat, frame)
    return command


def cautious(state: State, seat: Seat) -> c.SeatCommand | None:
    """The answer of the cautious policy to the seat's open prompt; None and errors as with `careful`."""
    frame = asked(state, seat)
    if isinstance(frame, (f.Purchase, f.Auction, f.BuildContest)):
        return default(state, seat)
    refusal = _refuse(state, seat)
    if refusal is not None:
        return refusal
    if isinstance(frame, f.MortgageTransfer) and state.cash[seat] >= fees(state, frame):
        return c.KeepMortgage()
    if isinstance(frame, f.Window):
        return _window_cautiously(state, seat, frame)
    return ANSWERS[type(frame)](state, seat, frame)


def cautious_interrupt(state: State, seat: Seat) -> c.SeatCommand | None:
    """What the cautious policy does unasked: refuses offers, claims rents in an open window; else None."""
    if state.out[seat]:
        return None
    rent = claim(state, seat) if isinstance(state.stack[-1], f.Window) else None
    return _refuse(state, seat) or rent


def _refuse(state: State, seat: Seat) -> c.SeatCommand | None:
    """No to an offer, unless the player has accepted it before going away."""
    for offer in state.offers.values():
        if offer.to == seat and not is_accepted(state, offer.id):
            return c.RejectOffer(offer.id)
    return None


def _opening(state: State, seat: Seat, frame: f.OpeningRoll) -> c.SeatCommand:
    return _ROLL


def _window(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    if seat != state.turn:
        return claim(state, seat) or _improve(state, seat, frame) or _PASS
    command = claim(state, seat) or clear_offers(state, seat) or leave_jail(state, seat, frame)
    return command or _improve(state, seat, frame) or _bargain(state, seat, frame) or go_on(state, seat, frame)


def _window_cautiously(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    command = claim(state, seat)
    if command is None and may_trade_assets(state, frame, seat):
        budget = state.cash[seat] - 2 * reserve(state, seat)
        scarce: list[f.Building] = [kind for kind in _BUILDINGS if rivals(state, seat, kind)]
        command = plan_lift(state, seat, budget, 3 * unit(state)) or plan_buildings(state, seat, budget, scarce)
    if command is not None or seat != state.turn:
        return command or _PASS
    return leave_jail(state, seat, frame) or go_on(state, seat, frame)


_BUILDINGS: Final[tuple[f.Building, ...]] = ("house", "hotel")


def leave_jail(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    """Leave jail before the throw where outside is the better place."""
    if state.jail[seat] == FREE or not _wants_out(state, seat):
        return None
    return walk_out(state, seat, frame, unit(state))


def _wants_out(state: State, seat: Seat) -> bool:
    """Early on every turn outside may bring a deed; late, jail is the safest space of the board."""
    board = state.board
    for_sale = sum(1 for deed in board.deeds if state.owner[deed] == BANK)
    if 5 * for_sale >= len(board.deeds):
        return True
    mean, _ = threats(state, seat, board.jail)
    return mean < unit(state) // 2


def _improve(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    """Lift and build with what is above the reserve."""
    if not may_improve(state, seat, frame):
        return None
    return plan_improvement(state, seat, state.cash[seat] - reserve(state, seat), 3 * unit(state))


def _bargain(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    if frame.kind == "after_roll" or not may_trade_assets(state, frame, seat):
        return None
    return propose(state, seat)


def _purchase(state: State, seat: Seat, frame: f.Purchase) -> c.SeatCommand:
    deed = frame.deed
    price, cash = state.board.price[deed], state.cash[seat]
    mine = completes(state, seat, deed)
    if mine and cash < price <= raisable(state, seat) and state.rules.liquidation == "any_window":
        return plan_raise(state, seat, price) or c.DeclineDeed()
    keep = reserve(state, seat)
    if mine or blocking_value(state, seat, deed):
        keep = 0
    return c.BuyDeed() if cash - price >= keep else c.DeclineDeed()


def _auction(state: State, seat: Seat, frame: f.Auction) -> c.SeatCommand:
    low, limit = lowest_bid(state, frame, seat), bid_limit(state, seat, frame)
    most = min(highest_bid(state, seat), state.cash[seat] - _auction_reserve(state, seat, frame), limit)
    if low > most:
        return _PASS
    return c.PlaceBid(min(most, max(low, frame.high + limit // 10)))


def _auction_reserve(state: State, seat: Seat, frame: f.Auction) -> int:
    if frame.building is None and completes(state, seat, frame.deed):
        return unit(state) // 2
    return reserve(state, seat)


def bid_limit(state: State, seat: Seat, frame: f.Auction) -> int:
    """What the lot is worth to this seat; no less than a first bid for a building, since it was asked for; -1: no lot fits."""
    if frame.building is None:
        return deed_value(state, seat, frame.deed) + blocking_value(state, seat, frame.deed)
    lots = legal_lots(state, seat, frame.building)
    if not lots:
        return -1
    opening = lowest_bid(state, frame, seat) if frame.leader == BANK else 0
    return max(opening, *(state.board.house_cost[deed] for deed in lots))


def _debt(state: State, seat: Seat, frame: f.Debt) -> c.SeatCommand:
    if may_use_card(state, frame):
        return c.UseJailCard()
    if liquidation_value(state, seat) < frame.amount:
        return c.Liquidate()
    return plan_raise(state, seat, frame.amount) or c.Liquidate()


def _card_choice(state: State, seat: Seat, frame: f.CardChoice) -> c.SeatCommand:
    """The price of the first alternative is known, a card is a lot: pay where it is a trifle."""
    amount = getattr(state.board.card[frame.card].effect, "amount", 0)
    return c.ChooseOption(1 if amount <= min(unit(state) // 4, state.cash[seat]) else 2)


def _tax_choice(state: State, seat: Seat, frame: f.TaxChoice) -> c.SeatCommand:
    percent = state.board.data.income_tax_share_percent or 0
    share = -(-tax_worth(state, seat) * percent // 100)
    return c.PayTax("share" if share < state.board.spaces[frame.space].amount else "flat")


def _transfer(state: State, seat: Seat, frame: f.MortgageTransfer) -> c.SeatCommand:
    """Lift what a complete group needs, or what one is rich enough for; keep the rest."""
    cash, due = state.cash[seat], fees(state, frame)
    if cash < due:
        may_pay = liquidation_value(state, seat) >= due
        return (plan_raise(state, seat, due) if may_pay else None) or c.Liquidate()
    spare = cash - due - reserve(state, seat)
    for deed in frame.deeds:
        whole = state.owns_group(seat, state.board.group_of[deed])
        if lift_cost(state, deed) <= (spare if whole else spare - 5 * unit(state)):
            return c.LiftMortgages((deed,))
    return c.KeepMortgage()


def _contest(state: State, seat: Seat, frame: f.BuildContest) -> c.SeatCommand:
    cost = state.board.house_cost
    if seat == frame.placer:
        cash = state.cash[seat]
        lots = [deed for deed in legal_lots(state, seat, frame.building) if frame.price >= 0 or cost[deed] <= cash]
        return c.PlaceBuilding(max(lots, key=lambda deed: (_step_rent(state, deed), -deed)))
    lots = list(legal_lots(state, seat, frame.building))
    budget = state.cash[seat] - reserve(state, seat)
    have = stock(state)[frame.building == "hotel"]
    count = min(room(state, seat, frame.building), have, budget // max(1, min((cost[deed] for deed in lots), default=1)))
    return c.WantBuildings(count) if count > 0 and lots else _PASS


def _step_rent(state: State, deed: int) -> int:
    """How far the next building on a deed lifts its rent."""
    level = state.level[deed]
    after = HOTEL if level >= state.rules.hotel_after else level + 1
    return state.board.rent[deed][after] - state.board.rent[deed][level]


Answer: TypeAlias = Callable[[State, Seat, Any], c.SeatCommand | None]
"""What a policy answers where a frame of one kind is on top."""

ANSWERS: Final[dict[type[f.Frame], Answer]] = {
    f.OpeningRoll: _opening,
    f.Window: _window,
    f.Purchase: _purchase,
    f.Auction: _auction,
    f.Debt: _debt,
    f.CardChoice: _card_choice,
    f.TaxChoice: _tax_choice,
    f.MortgageTransfer: _transfer,
    f.BuildContest: _contest,
}
"""The careful answer to each kind of frame; for policies that differ in some of them."""
