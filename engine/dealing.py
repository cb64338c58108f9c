"""Dealing deeds before the game, where a ruleset has it (short and timed games; rules.md section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events as e
from engine.ids import BANK

if TYPE_CHECKING:
    from engine.game import Game


def deal(game: Game) -> None:
    """Deal `deal_deeds` deeds by chance to every seat in turn, paid for at the printed price if the ruleset says so."""
    state = game.state
    left = list(state.board.deeds)
    for _ in range(state.rules.deal_deeds):
        for seat in range(state.seats):
            deed = left.pop(game.chance.pick(len(left)))
            if state.rules.deal_price:
                game.emit(e.MoneyPaid(seat, BANK, state.board.price[deed], "deal"))
            game.emit(e.DeedDealt(seat, deed))
