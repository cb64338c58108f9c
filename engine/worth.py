"""What a seat is worth, by the three measures of the rules; must not change anything.

The tax counts mortgaged deeds in full, the final count at half (official short-game sheet; rules-cases E02, E07, X03).
"""

from __future__ import annotations

from engine.ids import HOTEL, Seat, SpaceIndex
from engine.state import State


def steps_of(state: State, level: int) -> int:
    """How many purchases a level stands for: a hotel is one more than the houses before it."""
    return level if level < HOTEL else state.rules.hotel_after + 1


def building_cost(state: State, deed: SpaceIndex) -> int:
    """What the buildings on a deed cost, in dollars."""
    return steps_of(state, state.level[deed]) * state.board.house_cost[deed]


def sale_value(state: State, deed: SpaceIndex, steps: int) -> int:
    """What the bank pays for `steps` levels of a deed: half the price of each."""
    return steps * (state.board.house_cost[deed] // 2)


def liquidation_value(state: State, seat: Seat) -> int:
    """All the cash a seat could raise by itself: cash, half of the buildings, every open mortgage."""
    board = state.board
    total = state.cash[seat]
    for deed in state.deeds_of(seat):
        if state.level[deed]:
            total += sale_value(state, deed, steps_of(state, state.level[deed]))
        if not state.mortgaged[deed]:
            total += board.mortgage[deed]
    return total


def tax_worth(state: State, seat: Seat) -> int:
    """Worth for the income tax: cash, printed prices of all deeds, buildings at cost."""
    deeds = state.deeds_of(seat)
    return state.cash[seat] + sum(state.board.price[deed] + building_cost(state, deed) for deed in deeds)


def final_worth(state: State, seat: Seat) -> int:
    """Worth for the final count: mortgaged deeds at half their price; 0 for a seat that is out."""
    if state.out[seat]:
        return 0
    price = state.board.price
    deeds = state.deeds_of(seat)
    counted = sum(price[deed] // 2 if state.mortgaged[deed] else price[deed] for deed in deeds)
    return state.cash[seat] + counted + sum(building_cost(state, deed) for deed in deeds)


def standing(state: State) -> list[Seat]:
    """All seats, the richest by the final count first; equals in seat order."""
    return sorted(range(state.seats), key=lambda seat: (state.out[seat], -final_worth(state, seat)))
