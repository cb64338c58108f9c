"""What things are worth to a seat in the eyes of the careful policy; must not decide, and must not change anything.

All figures are whole dollars and rough on purpose: they rank choices and bound prices. The scale of a game is its starting
cash, so that boards and rulesets with larger or smaller figures are judged alike.

The worth of a color group to a seat is what its deeds cost, less what lies mortgaged, plus a bonus for what the group may earn:
for a street group in one hand half of its rents at three houses, of which half counts only so far as there is cash to build;
for a group held in part a small share of that; for railroads and utilities the rents by number owned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.building import lift_cost
from engine.commands import Things
from engine.ids import Seat, SpaceIndex
from engine.odds import USUAL_THROW, WAYS
from engine.rent import owes_nothing, rent
from engine.state import State

GOOD_LEVEL: Final = 3
"""The level with the steepest rise in rent on every printed board."""

_UNITS_OF_STARTING_CASH: Final = 15


def unit(state: State) -> int:
    """A small round sum in this game: 100 where everybody starts with 1500."""
    return max(1, state.rules.starting_cash // _UNITS_OF_STARTING_CASH)


def rivalry(state: State) -> float:
    """How much a rival's gain weighs against one's own: the fewer play, the more (three quarters for two, a half for four)."""
    return min(0.75, 2 / state.out.count(False))


def group_value(state: State, owner: Sequence[Seat], seat: Seat, group: int, cash: int) -> int:
    """What a group is worth to a seat if the deeds lay as in `owner` and the seat had `cash`."""
    board, mortgaged = state.board, state.mortgaged
    members = board.members[group]
    mine = [deed for deed in members if owner[deed] == seat]
    if not mine:
        return 0
    value = sum(board.price[deed] for deed in mine)
    for deed in mine:
        if mortgaged[deed]:
            value -= lift_cost(state, deed)
    if board.groups[group].buildable:
        return value + _street_bonus(state, members, len(mine), cash)
    return value + _service_bonus(state, mine)


def _street_bonus(state: State, members: Sequence[SpaceIndex], count: int, cash: int) -> int:
    board = state.board
    potential = sum(board.rent[deed][GOOD_LEVEL] for deed in members) // 2
    if count < len(members):
        return potential * count * count // (4 * len(members) * len(members))
    needed = GOOD_LEVEL * sum(board.house_cost[deed] for deed in members)
    return potential // 2 + potential * max(0, min(cash, needed)) // (2 * max(1, needed))


def _service_bonus(state: State, mine: Sequence[SpaceIndex]) -> int:
    """Three quarters of the rents of railroads or utilities at the number owned."""
    figures = state.board.rent[mine[0]]
    figure = figures[min(len(mine), len(figures)) - 1]
    if state.board.type[mine[0]] == "utility":
        figure *= USUAL_THROW
    return 3 * len(mine) * figure // 4


def printed_worth(state: State, things: Things) -> int:
    """What one side of a trade comes to by printed prices, of mortgaged deeds by the loan; a jail card is worth a fine."""
    board = state.board
    deeds = sum(board.mortgage[deed] if state.mortgaged[deed] else board.price[deed] for deed in things.deeds)
    return things.cash + deeds + len(things.cards) * state.rules.jail_fine


def deed_value(state: State, seat: Seat, deed: SpaceIndex) -> int:
    """What the bank's deed would add to the worth of a seat."""
    group = state.board.group_of[deed]
    cash = state.cash[seat]
    owner = state.owner[:]
    before = group_value(state, owner, seat, group, cash)
    owner[deed] = seat
    return group_value(state, owner, seat, group, cash) - before


def completes(state: State, seat: Seat, deed: SpaceIndex) -> bool:
    """Whether this deed is the last that a seat lacks of a street group."""
    group = state.board.group_of[deed]
    owner = state.owner
    return state.board.groups[group].buildable and all(
        owner[other] == seat for other in state.board.members[group] if other != deed
    )


def blocking_value(state: State, seat: Seat, deed: SpaceIndex) -> int:
    """What it is worth to a seat that no rival completes a group with this deed."""
    rivals = [rival for rival in state.live_after(seat) if completes(state, rival, deed)]
    gain = max((deed_value(state, rival, deed) for rival in rivals), default=0)
    return int(gain * rivalry(state))


def trade_gains(state: State, giver: Seat, receiver: Seat, give: Things, get: Things) -> tuple[int, int]:
    """What a trade adds to the worth of its giver and of its receiver (`give` goes to the receiver, `get` comes back)."""
    board = state.board
    owner = state.owner[:]
    for deed in give.deeds:
        owner[deed] = receiver
    for deed in get.deeds:
        owner[deed] = giver
    groups = {board.group_of[deed] for deed in (*give.deeds, *get.deeds)}
    moved = get.cash - give.cash
    cards = (len(get.cards) - len(give.cards)) * state.rules.jail_fine
    gains = []
    for seat, paid, held in ((giver, moved, cards), (receiver, -moved, -cards)):
        cash = state.cash[seat]
        gain = paid + held
        for group in groups:
            gain += group_value(state, owner, seat, group, cash + paid) - group_value(state, state.owner, seat, group, cash)
        gains.append(gain)
    return gains[0], gains[1]


def threats(state: State, seat: Seat, start: SpaceIndex) -> tuple[int, int]:
    """The mean and the highest rent that the next throw from a space may cost a seat, at the rents of today."""
    size, owner = state.board.size, state.owner
    total = worst = 0
    for steps, ways in WAYS:
        space = (start + steps) % size
        if owner[space] >= 0 and not owes_nothing(state, space, seat):
            amount = rent(state, space, steps)
            total += ways * amount
            worst = max(worst, amount)
    return total // 36, worst


def reserve(state: State, seat: Seat) -> int:
    """The cash that a careful seat keeps against the rents within reach of its next throw."""
    mean, worst = threats(state, seat, state.at[seat])
    return max(unit(state) // 2, mean, worst // 2)
