"""Judging builds, sales and mortgages: what they would lead to, or why they are not legal. Must not change anything.

Levels are compared on the ladder of the ruleset: its rungs are 0, the houses up to `hotel_after`, then the hotel, so that a
step is always one rung whatever the number of houses before a hotel.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.commands import Lots
from engine.errors import IllegalCommand
from engine.ids import HOTEL, Seat, SpaceIndex
from engine.state import State
from engine.worth import steps_of

UNLIMITED = 1 << 30
"""Stock of a bank that never runs out of buildings."""


def to_level(state: State, rung: int) -> int:
    """The level on a rung of the ladder; inverse of `steps_of`."""
    return rung if rung <= state.rules.hotel_after else HOTEL


def stock(state: State) -> tuple[int, int]:
    """Houses and hotels that the bank can give."""
    if state.rules.building_stock == "unlimited":
        return UNLIMITED, UNLIMITED
    return state.houses, state.hotels


def need_deeds(state: State, seat: Seat, deeds: Iterable[SpaceIndex]) -> tuple[SpaceIndex, ...]:
    """The deeds named by a command, all of them the seat's own and each named once."""
    named = tuple(deeds)
    if not named:
        raise IllegalCommand("empty_command", "no deed is named, expected at least one")
    if len(set(named)) != len(named):
        raise IllegalCommand("duplicate_deed")
    for deed in named:
        need_owner(state, seat, deed)
    return named


def need_owner(state: State, seat: Seat, deed: SpaceIndex) -> None:
    """Refuse a space that is no deed, or not this seat's."""
    if deed not in state.board.deed_set:
        raise IllegalCommand("no_such_deed", f"space {deed} has no deed")
    if state.owner[deed] != seat:
        raise IllegalCommand("not_owner", f"{state.board.spaces[deed].name} is not this seat's deed")


def open_group(state: State, seat: Seat, group: int) -> bool:
    """Whether a seat may build on a group at all: it owns the whole of it, and none is mortgaged."""
    owner, mortgaged = state.owner, state.mortgaged
    for space in state.board.members[group]:
        if owner[space] != seat or mortgaged[space]:
            return False
    return state.board.groups[group].buildable


def _need_open_group(state: State, seat: Seat, group: int) -> None:
    board = state.board
    if not board.groups[group].buildable:
        raise IllegalCommand("not_buildable", f"nothing can be built on the {board.groups[group].name} deeds")
    if not state.owns_group(seat, group):
        raise IllegalCommand("group_incomplete", f"building needs the whole {board.groups[group].name} group")
    if any(state.mortgaged[space] for space in board.members[group]):
        raise IllegalCommand("group_mortgaged", f"a deed of the {board.groups[group].name} group is mortgaged")


def _need_even(state: State, group: int, rungs: dict[SpaceIndex, int]) -> None:
    if not state.rules.even_build:
        return
    after = [rungs.get(space, steps_of(state, state.level[space])) for space in state.board.members[group]]
    if max(after) - min(after) > 1:
        raise IllegalCommand("not_even", f"the {state.board.groups[group].name} group would stand at uneven levels")


def _need_stock(state: State, rungs: dict[SpaceIndex, int]) -> None:
    """The final position must be within the bank's stock; a group's own houses count as handed back first."""
    houses = hotels = 0
    for deed, rung in rungs.items():
        old, new = state.level[deed], to_level(state, rung)
        houses += (new if new < HOTEL else 0) - (old if old < HOTEL else 0)
        hotels += (new == HOTEL) - (old == HOTEL)
    have_houses, have_hotels = stock(state)
    if houses > have_houses:
        raise IllegalCommand("too_few_buildings", f"{houses} houses are needed, the bank has {have_houses}")
    if hotels > have_hotels:
        raise IllegalCommand("too_few_buildings", f"{hotels} hotels are needed, the bank has {have_hotels}")


def _need_houses_first(state: State, group: int, rungs: dict[SpaceIndex, int]) -> None:
    """A hotel follows the last house on every deed of its group (official rules, *Hotels*), so those houses must be there."""
    last = state.rules.hotel_after
    members = state.board.members[group]
    before = {space: steps_of(state, state.level[space]) for space in members}
    skipping = [space for space in members if before[space] < last < rungs.get(space, 0)]
    if not skipping:
        return
    involved = members if state.rules.even_build else tuple(skipping)
    missing = sum(max(0, last - before[space]) for space in involved)
    if missing <= stock(state)[0]:
        return
    even = len(set(before.values())) == 1
    straight = even and all(rungs.get(space, 0) > last for space in members)
    if not (state.rules.direct_hotel and straight):
        raise IllegalCommand(
            "too_few_buildings", f"{missing} houses are needed before the hotel, the bank has {stock(state)[0]}"
        )


def _rungs_after(state: State, lots: Lots, sign: int) -> dict[SpaceIndex, int]:
    rungs = {}
    top = state.rules.hotel_after + 1
    for deed, steps in lots:
        if not 1 <= steps <= top:
            raise IllegalCommand("invalid_amount", f"{steps} steps on one deed, expected 1 to {top}")
        rung = steps_of(state, state.level[deed]) + sign * steps
        if rung > top:
            raise IllegalCommand("level_limit", f"no more can be built on {state.board.spaces[deed].name}")
        if rung < 0:
            raise IllegalCommand("no_buildings", f"{state.board.spaces[deed].name} has fewer than {steps} levels to sell")
        rungs[deed] = rung
    return rungs


def _levels(state: State, rungs: dict[SpaceIndex, int]) -> Lots:
    return tuple((deed, to_level(state, rung)) for deed, rung in rungs.items())


def plan_build(state: State, seat: Seat, lots: Lots) -> tuple[Lots, int]:
    """The levels that a build leads to and its list price in dollars; raises `IllegalCommand`."""
    deeds = need_deeds(state, seat, (deed for deed, _ in lots))
    board = state.board
    groups = {board.group_of[deed] for deed in deeds}
    for group in groups:
        _need_open_group(state, seat, group)
    rungs = _rungs_after(state, lots, 1)
    for group in groups:
        _need_even(state, group, rungs)
        _need_houses_first(state, group, rungs)
    _need_stock(state, rungs)
    cost = sum(steps * board.house_cost[deed] for deed, steps in lots)
    if cost > state.cash[seat]:
        raise IllegalCommand("not_enough_cash", f"the buildings cost {cost}, the seat has {state.cash[seat]}", wanted=cost)
    return _levels(state, rungs), cost


def plan_sale(state: State, seat: Seat, lots: Lots) -> tuple[Lots, int]:
    """The levels that a sale leads to and what the bank pays in dollars; raises `IllegalCommand`."""
    deeds = need_deeds(state, seat, (deed for deed, _ in lots))
    board = state.board
    rungs = _rungs_after(state, lots, -1)
    for group in {board.group_of[deed] for deed in deeds}:
        _need_even(state, group, rungs)
    _need_stock(state, rungs)
    return _levels(state, rungs), sum(steps * (board.house_cost[deed] // 2) for deed, steps in lots)


def group_index(state: State, group: str) -> int:
    """The index of a buildable color group; raises `IllegalCommand`."""
    for index, found in enumerate(state.board.groups):
        if found.id == group and found.buildable:
            return index
    raise IllegalCommand("no_such_group", f"there is no color group {group!r} that can be built on")


def group_sale_lots(state: State, seat: Seat, group: str, level: int) -> Lots:
    """The steps that bring every deed of a group down to `level`, those below it untouched; raises `IllegalCommand`."""
    if not 0 <= level <= state.rules.hotel_after:
        raise IllegalCommand("invalid_amount", f"level {level} to sell down to, expected 0 to {state.rules.hotel_after}")
    members = state.board.members[group_index(state, group)]
    for deed in members:
        need_owner(state, seat, deed)
    lots = tuple((deed, drop) for deed in members if (drop := steps_of(state, state.level[deed]) - level) > 0)
    if not lots:
        raise IllegalCommand("no_buildings", f"no deed of the group stands above level {level}")
    return lots


def interest(state: State, deed: SpaceIndex) -> int:
    """A tenth of the mortgage value, rounded as the ruleset says (rules.md MTG-02)."""
    value = state.board.mortgage[deed]
    rounding = state.rules.interest_rounding
    if rounding == "up":
        return -(-value // 10)
    return value // 10 if rounding == "down" else (value + 5) // 10


def lift_cost(state: State, deed: SpaceIndex) -> int:
    """The loan and the interest on it, in dollars."""
    return state.board.mortgage[deed] + interest(state, deed)


def group_built(state: State, deed: SpaceIndex) -> bool:
    """Whether any building stands in the color group of a deed."""
    level = state.level
    return any(level[space] for space in state.board.members[state.board.group_of[deed]])


def plan_mortgage(state: State, seat: Seat, deeds: tuple[SpaceIndex, ...]) -> None:
    """Raises `IllegalCommand` unless each deed can be mortgaged now."""
    for deed in need_deeds(state, seat, deeds):
        if state.mortgaged[deed]:
            raise IllegalCommand("deed_mortgaged", f"{state.board.spaces[deed].name} is mortgaged already")
        if group_built(state, deed):
            raise IllegalCommand(
                "deed_improved", f"the buildings in the group of {state.board.spaces[deed].name} must be sold first"
            )


def plan_lift(state: State, seat: Seat, deeds: tuple[SpaceIndex, ...]) -> int:
    """What it costs to lift these mortgages, in dollars; raises `IllegalCommand`."""
    for deed in need_deeds(state, seat, deeds):
        if not state.mortgaged[deed]:
            raise IllegalCommand("deed_not_mortgaged", f"{state.board.spaces[deed].name} is not mortgaged")
    cost = sum(lift_cost(state, deed) for deed in deeds)
    if cost > state.cash[seat]:
        raise IllegalCommand("not_enough_cash", f"lifting costs {cost}, the seat has {state.cash[seat]}", wanted=cost)
    return cost


def room(state: State, seat: Seat, building: str) -> int:
    """How many houses, or hotels, a seat could place by room, not by cash."""
    last = state.rules.hotel_after
    total = 0
    for group, members in enumerate(state.board.members):
        if not open_group(state, seat, group):
            continue
        levels = [state.level[deed] for deed in members]
        if building == "house":
            total += sum(last - level for level in levels if level < last)
        elif min(levels) >= last or not state.rules.even_build:
            total += levels.count(last)
    return total


def legal_lots(state: State, seat: Seat, building: str) -> tuple[SpaceIndex, ...]:
    """The deeds on which a seat could place one more house, or hotel, if it had one, in board order."""
    last = state.rules.hotel_after
    wanted = range(last) if building == "house" else (last,)
    lots = []
    for group, members in enumerate(state.board.members):
        if open_group(state, seat, group):
            lowest = min(state.level[deed] for deed in members)
            even = state.rules.even_build
            lots += [deed for deed in members if (level := state.level[deed]) in wanted and (level == lowest or not even)]
    return tuple(sorted(lots))
