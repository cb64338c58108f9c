"""The lander buys or declines; a declined deed is auctioned at once (official rules, *Buying property*; rules.md BUY)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import commands as c
from engine import events as e
from engine.errors import IllegalCommand
from engine.frames import Purchase
from engine.ids import BANK, Seat
from engine.options import Option
from engine.phases.auction import deed_bidders
from engine.phases.base import Handlers, Phase, need_turn, plain
from engine.phases.raising import raising, raising_options

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

_BUY = plain("buy_deed")
_DECLINE = plain("decline_deed")


def _buy(game: Game, frame: Purchase, seat: Seat, command: c.BuyDeed) -> None:
    need_turn(seat, frame.seat)
    price, cash = game.state.board.price[frame.deed], game.state.cash[seat]
    if cash < price:
        raise IllegalCommand("not_enough_cash", f"the deed costs {price}, the seat has {cash}", wanted=price)
    game.emit(e.MoneyPaid(seat, BANK, price, "purchase"))
    game.emit(e.DeedBought(seat, frame.deed))


def _decline(game: Game, frame: Purchase, seat: Seat, command: c.DeclineDeed) -> None:
    need_turn(seat, frame.seat)
    game.emit(e.PurchaseDeclined(seat, frame.deed))
    if game.state.rules.auctions:
        game.emit(e.AuctionOpened(deed_bidders(game.state), frame.deed))


def _lander(state: State, frame: Purchase, seat: Seat) -> bool:
    return seat == frame.seat


class PurchasePhase(Phase[Purchase]):
    """Waits for the lander, who may raise money first (rules-cases P02, P03)."""

    handlers: ClassVar[Handlers] = {c.BuyDeed: _buy, c.DeclineDeed: _decline, **raising(_lander, owing=False)}

    def waiting(self, state: State, frame: Purchase) -> tuple[Seat, ...]:
        """The lander."""
        return (frame.seat,)

    def options(self, state: State, frame: Purchase, seat: Seat) -> list[Option]:
        """Buy, decline, raise money."""
        mine = seat == frame.seat
        options = [_DECLINE] if mine else []
        if mine and state.cash[seat] >= state.board.price[frame.deed]:
            options.append(_BUY)
        return options + raising_options(state, seat, mine, owing=False)

    def default(self, state: State, frame: Purchase, seat: Seat) -> c.SeatCommand:
        """Decline: nobody buys by silence."""
        return c.DeclineDeed()
