"""What a seat owns and what could be done with it, reckoned once and kept until an asset moves. Must not depend on cash.

Listing what is legal was half of a game's time. A seat's deeds, levels and mortgages change far more seldom than its cash, so
all that follows from them alone is kept in `State.memo`; `engine.apply` forgets it whenever a deed, a building or a mortgage
moves. What is kept is immutable, so copies of a state share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.building import group_built, lift_cost, open_group, stock
from engine.ids import HOTEL, Seat, SpaceIndex
from engine.options import Option
from engine.worth import steps_of

if TYPE_CHECKING:
    from engine.state import State


class Holdings(msgspec.Struct, frozen=True):
    """The assets of one seat.

    `builds` are the deeds with room for a step, each with its price and whether that step is a hotel; `lifts` the mortgaged
    deeds, each with what lifting costs. `raises` are the sales and mortgages that are legal as single steps, `queueable_*`
    what may be sent ahead to the next window.
    """

    deeds: tuple[SpaceIndex, ...]
    builds: tuple[tuple[SpaceIndex, int, bool], ...]
    lifts: tuple[tuple[SpaceIndex, int], ...]
    raises: tuple[Option, ...]
    queueable_changes: tuple[Option, ...]
    queueable_raises: tuple[Option, ...]


def holdings(state: State, seat: Seat) -> Holdings:
    """The assets of a seat, from memory if nothing has moved."""
    kept = state.memo.get(seat)
    if kept is None:
        kept = state.memo[seat] = _reckon(state, seat)
    return kept


def _reckon(state: State, seat: Seat) -> Holdings:
    board = state.board
    deeds = tuple(state.deeds_of(seat))
    streets = tuple(deed for deed in deeds if board.groups[board.group_of[deed]].buildable)
    return Holdings(
        deeds=deeds,
        builds=tuple(_builds(state, seat, streets)),
        lifts=tuple((deed, lift_cost(state, deed)) for deed in deeds if state.mortgaged[deed]),
        raises=tuple(_raises(state, deeds)),
        queueable_changes=_some(_queued("build_houses", streets), _queued("lift_mortgages", deeds)),
        queueable_raises=_some(_queued("sell_houses", streets), _queued("mortgage_deeds", deeds)),
    )


def _queued(command: str, deeds: tuple[SpaceIndex, ...]) -> Option:
    return Option(command, deeds, queued=True)


def _some(*options: Option) -> tuple[Option, ...]:
    return tuple(option for option in options if option.deeds)


def _builds(state: State, seat: Seat, streets: tuple[SpaceIndex, ...]) -> list[tuple[SpaceIndex, int, bool]]:
    board, level, last = state.board, state.level, state.rules.hotel_after
    found = []
    for deed in streets:
        group = board.group_of[deed]
        if level[deed] == HOTEL or not open_group(state, seat, group):
            continue
        if state.rules.even_build and level[deed] > min(level[other] for other in board.members[group]):
            continue
        found.append((deed, board.house_cost[deed], level[deed] == last))
    return found


def _raises(state: State, deeds: tuple[SpaceIndex, ...]) -> list[Option]:
    board = state.board
    built = [deed for deed in deeds if state.level[deed]]
    groups = sorted({board.group_of[deed] for deed in built})
    free = tuple(deed for deed in deeds if not state.mortgaged[deed] and not (built and group_built(state, deed)))
    options = list(_some(Option("sell_houses", tuple(deed for deed in built if sellable(state, deed)))))
    if groups:
        options.append(Option("sell_group", names=tuple(board.groups[group].id for group in groups)))
    return options + list(_some(Option("mortgage_deeds", free)))


def sellable(state: State, deed: SpaceIndex) -> bool:
    """Whether one step of an improved deed can be sold by itself."""
    rung = steps_of(state, state.level[deed])
    if state.level[deed] == HOTEL and stock(state)[0] < state.rules.hotel_after:
        return False
    members = state.board.members[state.board.group_of[deed]]
    return not state.rules.even_build or rung == max(steps_of(state, state.level[other]) for other in members)


def change_options(state: State, kept: Holdings, cash: int) -> list[Option]:
    """The single builds and lifts that are legal now, within the cash and the bank's stock."""
    houses, hotels = stock(state)
    fits = tuple(deed for deed, price, hotel in kept.builds if cash >= price and (hotels if hotel else houses))
    lifts = tuple(deed for deed, cost in kept.lifts if cash >= cost)
    return list(_some(Option("build_houses", fits), Option("lift_mortgages", lifts)))
