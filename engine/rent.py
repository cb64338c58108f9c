"""What a landing costs, by the deed, the group and the dice; must not move money.

Official rules, *Paying rent*, and rules.md RNT-03 to RNT-09.
"""

from __future__ import annotations

from engine.ids import Seat, SpaceIndex
from engine.state import FREE, State


def owes_nothing(state: State, deed: SpaceIndex, lander: Seat) -> bool:
    """Own and mortgaged deeds cost nothing; an owner in jail collects unless the house rule says no."""
    owner = state.owner[deed]
    return owner < 0 or owner == lander or state.mortgaged[deed] or (not state.rules.rent_in_jail and state.jail[owner] != FREE)


def owned_in_group(state: State, deed: SpaceIndex) -> int:
    """How many deeds of the group its owner has; mortgaged ones count (rules.md RNT-06)."""
    owner = state.owner[deed]
    return sum(1 for space in state.board.members[state.board.group_of[deed]] if state.owner[space] == owner)


def street_rent(state: State, deed: SpaceIndex) -> int:
    """The deed's own figure; twice the bare one where its whole group is in one hand."""
    board = state.board
    level = state.level[deed]
    bare = board.rent[deed][level]
    if level:
        return bare
    members = board.members[board.group_of[deed]]
    if not state.owns_group(state.owner[deed], board.group_of[deed]):
        return bare
    if not state.rules.group_rent_with_mortgage and any(state.mortgaged[space] for space in members):
        return bare
    return 2 * bare


def rent(state: State, deed: SpaceIndex, dice: int) -> int:
    """The rent in dollars of an owned deed that bears rent; `dice` is the throw that a utility counts."""
    kind = state.board.type[deed]
    if kind == "street":
        return street_rent(state, deed)
    figures = state.board.rent[deed]
    figure = figures[min(owned_in_group(state, deed), len(figures)) - 1]
    return figure if kind == "railroad" else figure * dice
