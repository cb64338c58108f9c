"""Raising money inside a phase that is no window: at once for those who have to find money, queued for everybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine import assets
from engine import commands as c
from engine.errors import IllegalCommand
from engine.holdings import holdings
from engine.ids import Seat
from engine.interrupts import queue, queue_options
from engine.options import Option
from engine.phases.base import Handler

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

May = Callable[["State", Any, Seat], bool]
"""Whether a seat may raise money now, by the state and the top frame."""


def raising(may: May, *, owing: bool) -> dict[type[c.Command], Handler]:
    """Handlers for sales and mortgages; `owing`: also where the ruleset allows them only in debt."""

    def at_once(act: Callable[[Game, Seat, Any], None]) -> Handler:
        def handler(game: Game, frame: Any, seat: Seat, command: Any) -> None:
            if not may(game.state, frame, seat):
                queue(game, seat, command)
            elif owing or game.state.rules.liquidation == "any_window":
                act(game, seat, command)
            else:
                raise IllegalCommand("only_in_debt")

        return handler

    return {
        c.SellHouses: at_once(assets.sell),
        c.SellGroup: at_once(assets.sell_group),
        c.MortgageDeeds: at_once(assets.mortgage),
    }


def raising_options(state: State, seat: Seat, may_raise: bool, *, owing: bool) -> list[Option]:
    """Sales and mortgages at once for those who may, queued assets for the others and for all the rest."""
    options = queue_options(state, seat, raises=may_raise)
    if may_raise and (owing or state.rules.liquidation == "any_window"):
        options += holdings(state, seat).raises
    return options
