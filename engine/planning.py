"""What the careful policy does with its own assets: building, lifting, and raising money. Must not spend below a budget.

Each function proposes one legal command, or none; the caller says how much may be spent or has to be found.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import commands as c
from engine.building import group_built, stock
from engine.frames import Building
from engine.holdings import holdings
from engine.ids import HOTEL, Seat, SpaceIndex
from engine.state import State
from engine.valuation import group_value


def plan_buildings(state: State, seat: Seat, budget: int, without: Iterable[Building] = ()) -> c.BuildHouses | None:
    """The build that earns most for its money within `budget`: on one group, evenly, houses or hotels but never both.

    A command with both may be refused where both are scarce. `without` are the kinds of building not to be asked for.
    """
    best: c.Lots = ()
    best_yield = 0.0
    board = state.board
    for group in sorted({board.group_of[deed] for deed, _, _ in holdings(state, seat).builds}):
        lots = _lots(state, board.members[group], budget, without)
        if lots and (found := _yield(state, lots)) > best_yield:
            best, best_yield = lots, found
    return c.BuildHouses(best) if best else None


def _lots(state: State, members: tuple[SpaceIndex, ...], budget: int, without: Iterable[Building]) -> c.Lots:
    """As many steps as the budget and the bank allow, the lowest deed first and the dearest of equals."""
    last = state.rules.hotel_after
    levels = {deed: state.level[deed] for deed in members}
    hotels = min(levels.values()) >= last
    if ("hotel" if hotels else "house") in without:
        return ()
    top = HOTEL if hotels else last
    rent, cost = state.board.rent, state.board.house_cost
    have = stock(state)[hotels]
    while have:
        open_lots = [deed for deed in members if levels[deed] < top and cost[deed] <= budget]
        deed = min(open_lots, key=lambda deed: (levels[deed], -rent[deed][HOTEL]), default=-1)
        if deed < 0 or (state.rules.even_build and levels[deed] > min(levels.values())):
            break
        levels[deed] = HOTEL if hotels else levels[deed] + 1
        budget -= cost[deed]
        have -= 1
    return tuple((deed, 1 if hotels else rise) for deed in members if (rise := levels[deed] - state.level[deed]))


def _yield(state: State, lots: c.Lots) -> float:
    """The rise of the rents for each dollar that it costs."""
    rent, cost = state.board.rent, state.board.house_cost
    rise = spent = 0
    for deed, steps in lots:
        level = state.level[deed]
        after = HOTEL if level >= state.rules.hotel_after else level + steps
        rise += rent[deed][after] - rent[deed][level]
        spent += steps * cost[deed]
    return rise / max(1, spent)


def plan_lift(state: State, seat: Seat, budget: int, spare: int) -> c.LiftMortgages | None:
    """The mortgage to lift next: in a complete group whatever `budget` pays, elsewhere only what leaves `spare` of it."""
    lifts = holdings(state, seat).lifts
    ranked = sorted((not _complete(state, seat, deed), cost, deed) for deed, cost in lifts if cost <= budget)
    for single, cost, deed in ranked:
        if budget - cost >= (spare if single else 0):
            return c.LiftMortgages((deed,))
    return None


def plan_improvement(
    state: State, seat: Seat, budget: int, spare: int, without: Iterable[Building] = ()
) -> c.SeatCommand | None:
    """The next lift or build within `budget`; `spare` and `without` as for `plan_lift` and `plan_buildings`."""
    lift = plan_lift(state, seat, budget, spare)
    if lift is not None or budget < _least_bid(state):
        return lift
    return plan_buildings(state, seat, budget, without)


def _least_bid(state: State) -> int:
    """What is asked for must be bid for if it comes to an auction, or the same build would be asked for without end."""
    opening = state.rules.building_auction_opening
    return opening if isinstance(opening, int) else 0


def plan_raise(state: State, seat: Seat, amount: int) -> c.SeatCommand | None:
    """The next step towards `amount` dollars of cash: deeds that earn least are mortgaged first, buildings go last.

    None when nothing is left but buildings and what lies beneath them.
    """
    need = amount - state.cash[seat]
    loose = _loose(state, seat)
    if need <= 0 or not loose:
        return None
    mortgage = state.board.mortgage
    chosen: list[SpaceIndex] = []
    for deed in sorted(loose, key=lambda deed: (_complete(state, seat, deed), _usefulness(state, seat, deed), deed)):
        chosen.append(deed)
        need -= mortgage[deed]
        if need <= 0:
            break
    for deed in tuple(chosen):
        if need + mortgage[deed] <= 0:  # a later and larger one has made it superfluous
            chosen.remove(deed)
            need += mortgage[deed]
    return c.MortgageDeeds(tuple(chosen))


def raisable(state: State, seat: Seat) -> int:
    """The cash that a seat would have after mortgaging all that it can without selling a building."""
    return state.cash[seat] + sum(state.board.mortgage[deed] for deed in _loose(state, seat))


def _loose(state: State, seat: Seat) -> list[SpaceIndex]:
    """The deeds that can be mortgaged as they lie."""
    return [deed for deed in state.deeds_of(seat) if not state.mortgaged[deed] and not group_built(state, deed)]


def _usefulness(state: State, seat: Seat, deed: SpaceIndex) -> float:
    """How much worth a group has beyond the price of its deeds, for each dollar that they cost."""
    group = state.board.group_of[deed]
    price = sum(state.board.price[other] for other in state.board.members[group] if state.owner[other] == seat)
    return group_value(state, state.owner, seat, group, state.cash[seat]) / max(1, price)


def _complete(state: State, seat: Seat, deed: SpaceIndex) -> bool:
    group = state.board.group_of[deed]
    return state.board.groups[group].buildable and state.owns_group(seat, group)
