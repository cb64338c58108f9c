"""Carrying out builds, sales, mortgages and lifts. Must not decide when they are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands as c
from engine import events as e
from engine.building import (
    group_sale_lots,
    legal_lots,
    lift_cost,
    plan_build,
    plan_lift,
    plan_mortgage,
    plan_sale,
    room,
)
from engine.errors import IllegalCommand
from engine.holdings import sellable
from engine.ids import BANK, HOTEL, Seat
from engine.worth import steps_of

if TYPE_CHECKING:
    from engine.frames import Building
    from engine.game import Game
    from engine.state import State


def build(game: Game, seat: Seat, command: c.BuildHouses) -> None:
    """Build at list price, or open a contest where it would leave the bank too little for the rivals."""
    levels, cost = plan_build(game.state, seat, command.lots)
    scarce = _scarce(game.state, seat, levels)
    if len(scarce) > 1:
        raise IllegalCommand("mixed_contest")
    if scarce:
        building, count = scarce[0]
        game.emit(e.ContestOpened(building, seat, command.lots, count, tuple(rivals(game.state, seat, building))))
    else:
        build_now(game, seat, levels, cost)


def build_now(game: Game, seat: Seat, levels: c.Lots, cost: int) -> None:
    """Put judged buildings up and pay for them."""
    game.emit(e.MoneyPaid(seat, BANK, cost, "building"))
    game.emit(e.BuildingsBuilt(seat, levels))


def _scarce(state: State, seat: Seat, levels: c.Lots) -> list[tuple[Building, int]]:
    """The kinds of building, with their number, of which too few would be left for what rivals have room for."""
    if state.rules.building_shortage != "auction" or state.rules.building_stock == "unlimited":
        return []
    old = [state.level[deed] for deed, _ in levels]
    houses = sum(level for _, level in levels if level < HOTEL) - sum(level for level in old if level < HOTEL)
    hotels = sum(level == HOTEL for _, level in levels) - old.count(HOTEL)
    scarce: list[tuple[Building, int]] = []
    if houses > 0 and state.houses - houses < _rival_room(state, seat, "house"):
        scarce.append(("house", houses))
    if hotels > 0 and state.hotels - hotels < _rival_room(state, seat, "hotel"):
        scarce.append(("hotel", hotels))
    return scarce


def _rival_room(state: State, seat: Seat, building: Building) -> int:
    return sum(room(state, rival, building) for rival in rivals(state, seat, building))


def rivals(state: State, seat: Seat, building: Building) -> list[Seat]:
    """The other live seats, from the left, that could build one such building now and pay for it."""
    if state.rules.asset_window == "own_turn":
        return []
    return [rival for rival in state.live_after(seat) if _could_build(state, rival, building)]


def _could_build(state: State, seat: Seat, building: Building) -> bool:
    cash, price = state.cash[seat], state.board.house_cost
    return any(cash >= price[deed] for deed in legal_lots(state, seat, building))


def sell(game: Game, seat: Seat, command: c.SellHouses) -> None:
    """Sell buildings back to the bank."""
    _sell(game, seat, command.lots)


def sell_group(game: Game, seat: Seat, command: c.SellGroup) -> None:
    """Sell a whole group down to a level."""
    _sell(game, seat, group_sale_lots(game.state, seat, command.group, command.level))


def _sell(game: Game, seat: Seat, lots: c.Lots) -> None:
    levels, refund = plan_sale(game.state, seat, lots)
    game.emit(e.BuildingsSold(seat, levels))
    game.emit(e.MoneyPaid(BANK, seat, refund, "building_sale"))


def mortgage(game: Game, seat: Seat, command: c.MortgageDeeds) -> None:
    """Turn deeds face down and take the loans."""
    plan_mortgage(game.state, seat, command.deeds)
    for deed in command.deeds:
        game.emit(e.DeedMortgaged(seat, deed))
        game.emit(e.MoneyPaid(BANK, seat, game.state.board.mortgage[deed], "mortgage"))


def lift(game: Game, seat: Seat, command: c.LiftMortgages) -> None:
    """Pay loans back and turn deeds face up."""
    plan_lift(game.state, seat, command.deeds)
    for deed in command.deeds:
        game.emit(e.MoneyPaid(seat, BANK, lift_cost(game.state, deed), "lift"))
        game.emit(e.MortgageLifted(seat, deed))


def raise_cash(game: Game, seat: Seat, target: int) -> None:
    """Raise cash to `target` in the standard order: buildings first, evenly, then the cheapest mortgages (rules-cases N02)."""
    state = game.state
    while state.cash[seat] < target and any(state.level[deed] for deed in state.deeds_of(seat)):
        _sell_cheapest(game, seat)
    value = state.board.mortgage
    for deed in sorted(state.deeds_of(seat), key=lambda deed: value[deed]):
        if state.cash[seat] >= target:
            return
        if not state.mortgaged[deed]:
            mortgage(game, seat, c.MortgageDeeds((deed,)))


def _sell_cheapest(game: Game, seat: Seat) -> None:
    """Sell one step where it brings least; where the bank lacks houses for every step, a whole group as far as it must fall."""
    state = game.state
    built = [deed for deed in state.deeds_of(seat) if state.level[deed]]
    single = [deed for deed in built if sellable(state, deed)]
    if single:
        # the highest of the cheapest group, so that a group falls evenly from the top
        deed = min(single, key=lambda deed: (state.board.house_cost[deed], -steps_of(state, state.level[deed]), deed))
        sell(game, seat, c.SellHouses(((deed, 1),)))
        return
    group = state.board.groups[state.board.group_of[built[0]]].id
    for level in range(state.rules.hotel_after, -1, -1):
        try:
            sell_group(game, seat, c.SellGroup(group, level))
        except IllegalCommand:
            continue  # the stock does not allow this even state: try the next lower one, the bare group always fits
        return
