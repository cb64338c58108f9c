"""How a seat's chances of winning stand, by what it owns and has; must not decide, and must not change anything.

The strength of a seat is a figure fitted to who won some thirty thousand positions of games among simple policies: it grows
with the rents that a throw of its rivals brings on average, today and once its cash has been built on, with what it could raise
without touching a complete group, and with the worth of its deeds. The chances of the live seats are in proportion to their
strengths, so that what is good for two seats is bad for the others, and whatever one seat alone gains counts in full.

Rents are weighed by how often their space is reached (`odds`). All figures are counted in `unit`s, so that boards and rulesets
with larger or smaller amounts are judged alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import exp, log1p
from typing import Final, NamedTuple

from engine.bargaining import interest_due
from engine.board import Board
from engine.building import lift_cost
from engine.commands import Things
from engine.ids import Seat, SpaceIndex
from engine.odds import USUAL_THROW, arrivals
from engine.state import State
from engine.valuation import GOOD_LEVEL, unit
from engine.worth import building_cost

_LOAN_SHARE: Final = 0.7  # of what could be mortgaged, so much is counted on for building
_WEIGHT_LIQUID: Final = 0.23
_WEIGHT_RENTS: Final = 0.8
_WEIGHT_GROWN: Final = 0.4
_WEIGHT_GROWN_LINEAR: Final = 0.4
_WEIGHT_WORTH: Final = 0.21


class Part(NamedTuple):
    """What one group is to a seat that has a share in it, whatever the seat's cash.

    `rents` are what one throw of a rival brings on average, `loans` what mortgages would raise without touching a complete
    group, `worth` what deeds and buildings cost. A complete group could bring `growth` more rents for `cost` dollars.
    """

    rents: float
    loans: int
    worth: int
    growth: float = 0.0
    cost: int = 0


Parts = Mapping[int, Part]
"""The parts of one seat by group."""


def _good_rents(board: Board, group: int) -> float:
    """What a throw brings on average with `GOOD_LEVEL` houses on each deed of a street group."""
    reached = arrivals(board)
    return sum(reached[deed] * board.rent[deed][GOOD_LEVEL] for deed in board.members[group])


def part_of(state: State, owner: Sequence[Seat], seat: Seat, group: int) -> Part | None:
    """What a group would be to a seat if the deeds lay as in `owner`; None where it has no share."""
    mine = [deed for deed in state.board.members[group] if owner[deed] == seat]
    if not mine:
        return None
    if not state.board.groups[group].buildable:
        return _service(state, mine)
    if len(mine) == len(state.board.members[group]):
        return _complete(state, mine, group)
    bare = [state.board.rent[deed][0] for deed in mine]
    return _loose(state, mine, bare)


def _service(state: State, mine: Sequence[SpaceIndex]) -> Part:
    board = state.board
    figures = board.rent[mine[0]]
    figure = figures[min(len(mine), len(figures)) - 1]
    return _loose(state, mine, [figure * USUAL_THROW if board.type[mine[0]] == "utility" else figure] * len(mine))


def _loose(state: State, mine: Sequence[SpaceIndex], figures: Sequence[int]) -> Part:
    """Deeds on which nothing can be built, each with its rent."""
    board, reached = state.board, arrivals(state.board)
    free = [(deed, figure) for deed, figure in zip(mine, figures, strict=True) if not state.mortgaged[deed]]
    return Part(
        sum(reached[deed] * figure for deed, figure in free),
        sum(board.mortgage[deed] for deed, _ in free),
        _deeds_worth(state, mine),
    )


def _complete(state: State, mine: Sequence[SpaceIndex], group: int) -> Part:
    board, level, reached = state.board, state.level, arrivals(state.board)
    rents, cost, worth = 0.0, 0, _deeds_worth(state, mine)
    for deed in mine:
        if state.mortgaged[deed]:
            cost += lift_cost(state, deed)
        else:
            rents += reached[deed] * board.rent[deed][level[deed]] * (1 if level[deed] else 2)
        cost += max(0, GOOD_LEVEL - level[deed]) * board.house_cost[deed]
        worth += building_cost(state, deed)
    return Part(rents, 0, worth, max(0.0, _good_rents(board, group) - rents), cost)


def _deeds_worth(state: State, mine: Sequence[SpaceIndex]) -> int:
    board = state.board
    return sum(board.mortgage[deed] if state.mortgaged[deed] else board.price[deed] for deed in mine)


def strength(parts: Collection[Part], cash: float, rivals: int, scale: int) -> float:
    """The strength of a seat with these parts and `cash` dollars against so many rivals; `scale` is the game's `unit`.

    Only ratios of strengths mean anything. Nobody can have less than no cash: then it is 0.
    """
    if cash < 0:
        return 0.0
    loans = sum(part.loans for part in parts)
    rents = sum(part.rents for part in parts)
    grown = rents + _grown(parts, cash + _LOAN_SHARE * loans - scale)
    return exp(
        _WEIGHT_LIQUID * log1p((cash + loans) / (2 * scale))
        + _WEIGHT_RENTS * log1p(10 * rents * rivals / scale)
        + _WEIGHT_GROWN * log1p(10 * grown * rivals / scale)
        + _WEIGHT_GROWN_LINEAR * grown * (rivals + 1) / scale
        + _WEIGHT_WORTH * sum(part.worth for part in parts) / (10 * scale)
    )


def _grown(parts: Collection[Part], budget: float) -> float:
    """How far the budget lets the rents grow, the best yield first."""
    growing = [part for part in parts if part.growth]
    growing.sort(key=lambda part: -part.growth / max(1, part.cost))
    grown, left = 0.0, max(0.0, budget)
    for part in growing:
        share = min(1.0, left / part.cost) if part.cost else 1.0
        grown += share * part.growth
        left -= share * part.cost
    return grown


class Standing:
    """The strengths of all live seats as things are, to be compared with what they would be."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scale = unit(state)
        live = state.live()
        self.rivals = len(live) - 1
        self.parts = {seat: _parts(state, seat) for seat in live}
        self.strengths = {seat: self.strength(seat, self.parts[seat], state.cash[seat]) for seat in live}
        self.total = sum(self.strengths.values())
        self._parts_known: dict[tuple[Seat, int, tuple[Seat, ...]], Part | None] = {}

    def strength(self, seat: Seat, parts: Parts, cash: float) -> float:
        """The strength of a live seat if it had these parts and so much cash."""
        return strength(parts.values(), cash, self.rivals, self.scale)

    def changed(self, seat: Seat, owner: Sequence[Seat], groups: Collection[int]) -> Parts:
        """The parts of a seat if the deeds of these groups lay as in `owner`."""
        parts = dict(self.parts[seat])
        for group in groups:
            part = self._part(owner, seat, group)
            if part is None:
                parts.pop(group, None)
            else:
                parts[group] = part
        return parts

    def _part(self, owner: Sequence[Seat], seat: Seat, group: int) -> Part | None:
        """`part_of`, reckoned once: the same few groups come up in hundreds of trades."""
        key = (seat, group, tuple(owner[deed] for deed in self.state.board.members[group]))
        if key not in self._parts_known:
            self._parts_known[key] = part_of(self.state, owner, seat, group)
        return self._parts_known[key]

    def share(self, seat: Seat, changes: Mapping[Seat, float]) -> float:
        """A seat's part of all strengths, some of which have become what `changes` says; 0 to 1."""
        total = self.total + sum(found - self.strengths[other] for other, found in changes.items())
        return changes.get(seat, self.strengths[seat]) / total if total > 0 else 0.0


def _parts(state: State, seat: Seat) -> Parts:
    groups = {state.board.group_of[deed] for deed in state.deeds_of(seat)}
    found = {group: part_of(state, state.owner, seat, group) for group in sorted(groups)}
    return {group: part for group, part in found.items() if part is not None}


class Swap:
    """A trade without its money: what each side's share would become of what it is, for any sum paid."""

    def __init__(self, standing: Standing, giver: Seat, receiver: Seat, give: Things, get: Things) -> None:
        state = standing.state
        owner = state.owner[:]
        for deed in give.deeds:
            owner[deed] = receiver
        for deed in get.deeds:
            owner[deed] = giver
        groups = {state.board.group_of[deed] for deed in (*give.deeds, *get.deeds)}
        cards = (len(get.cards) - len(give.cards)) * state.rules.jail_fine
        self._standing = standing
        self._sides = (giver, receiver)
        self._parts = tuple(standing.changed(seat, owner, groups) for seat in self._sides)
        self._cash = (
            state.cash[giver] + cards - interest_due(state, get),
            state.cash[receiver] - cards - interest_due(state, give),
        )

    def ratios(self, paid: float) -> tuple[float, float]:
        """The shares of giver and receiver afterwards against now, the giver having paid `paid` dollars net."""
        standing = self._standing
        after = {
            seat: standing.strength(seat, parts, cash + moved)
            for seat, parts, cash, moved in zip(self._sides, self._parts, self._cash, (-paid, paid), strict=True)
        }
        first, second = (standing.share(seat, after) / standing.share(seat, {}) for seat in self._sides)
        return first, second
