"""The two questions of a landing that are about nothing but a choice: a card with alternatives, and the income tax."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import commands as c
from engine import events as e
from engine.board import PayOrDraw
from engine.errors import IllegalCommand
from engine.frames import CardChoice, TaxChoice
from engine.ids import BANK, Seat
from engine.interrupts import queue_options
from engine.landing import draw_card, owe, share_tax
from engine.options import Option
from engine.phases.base import Handlers, Phase, need_turn

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

_CHOICE = Option("choose_option", low=1, high=2)
_TAX = Option("pay_tax", names=("flat", "share"))


def _choose(game: Game, frame: CardChoice, seat: Seat, command: c.ChooseOption) -> None:
    need_turn(seat, frame.seat)
    if command.option not in (1, 2):
        raise IllegalCommand("invalid_amount", f"alternative {command.option}, expected 1 or 2")
    effect = game.state.board.card[frame.card].effect
    assert isinstance(effect, PayOrDraw)
    game.emit(e.CardChosen(seat, command.option))
    if command.option == 1:
        owe(game, seat, BANK, effect.amount, "card")
    else:
        draw_card(game, seat, effect.deck)


class CardChoicePhase(Phase[CardChoice]):
    """Waits for the drawer of a card with two alternatives."""

    handlers: ClassVar[Handlers] = {c.ChooseOption: _choose}

    def waiting(self, state: State, frame: CardChoice) -> tuple[Seat, ...]:
        """The drawer."""
        return (frame.seat,)

    def options(self, state: State, frame: CardChoice, seat: Seat) -> list[Option]:
        """The first or the second alternative."""
        return ([_CHOICE] if seat == frame.seat else []) + queue_options(state, seat)

    def default(self, state: State, frame: CardChoice, seat: Seat) -> c.SeatCommand:
        """The first."""
        return c.ChooseOption(1)


def _pay_tax(game: Game, frame: TaxChoice, seat: Seat, command: c.PayTax) -> None:
    """Chosen before anything is counted, and final (rules.md TAX-01)."""
    need_turn(seat, frame.seat)
    game.emit(e.TaxChosen(seat, command.method))
    flat = game.state.board.spaces[frame.space].amount
    owe(game, seat, BANK, flat if command.method == "flat" else share_tax(game, seat), "tax")


class TaxChoicePhase(Phase[TaxChoice]):
    """Waits for the taxed seat."""

    handlers: ClassVar[Handlers] = {c.PayTax: _pay_tax}

    def waiting(self, state: State, frame: TaxChoice) -> tuple[Seat, ...]:
        """The taxed seat."""
        return (frame.seat,)

    def options(self, state: State, frame: TaxChoice, seat: Seat) -> list[Option]:
        """Flat, or a share of the worth."""
        return ([_TAX] if seat == frame.seat else []) + queue_options(state, seat)

    def default(self, state: State, frame: TaxChoice, seat: Seat) -> c.SeatCommand:
        """Flat."""
        return c.PayTax("flat")
