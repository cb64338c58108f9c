"""What each kind of card does to whoever drew it; must not know one card from another but by its effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine import board as b
from engine import events as e
from engine.ids import BANK, HOTEL, Seat
from engine.landing import land, move_back_to, move_on_to, owe, owe_each, send_to_jail
from engine.state import house_count

if TYPE_CHECKING:
    from engine.game import Game


def obey(game: Game, seat: Seat, card: str) -> None:
    """Do what a drawn card says."""
    effect = game.state.board.card[card].effect
    _OBEY[type(effect)](game, seat, card, effect)


def _advance_to(game: Game, seat: Seat, card: str, effect: b.AdvanceTo) -> None:
    move_on_to(game, seat, effect.space, paid=effect.collect_go)
    land(game, seat, card)


def _advance_nearest(game: Game, seat: Seat, card: str, effect: b.AdvanceNearest) -> None:
    space = game.state.board.nearest(effect.kind, game.state.at[seat])
    move_on_to(game, seat, space, paid=effect.collect_go)
    land(game, seat, card)


def _move_relative(game: Game, seat: Seat, card: str, effect: b.MoveRelative) -> None:
    to = (game.state.at[seat] + effect.spaces) % game.state.board.size
    if effect.spaces > 0:
        move_on_to(game, seat, to, paid=effect.collect_go)
    else:
        move_back_to(game, seat, to)
    land(game, seat, card)


def _move_back_to(game: Game, seat: Seat, card: str, effect: b.MoveBackTo) -> None:
    move_back_to(game, seat, effect.space)
    land(game, seat, card)


def _collect(game: Game, seat: Seat, card: str, effect: b.Collect) -> None:
    game.emit(e.MoneyPaid(BANK, seat, effect.amount, "card"))


def _pay(game: Game, seat: Seat, card: str, effect: b.Pay) -> None:
    owe(game, seat, BANK, effect.amount, "card")


def _pay_each(game: Game, seat: Seat, card: str, effect: b.PayEachPlayer) -> None:
    creditors = game.state.live_after(seat)
    joint = tuple((creditor, effect.amount) for creditor in creditors)
    if game.state.rules.multi_creditor == "split" and game.state.cash[seat] < effect.amount * len(creditors):
        game.emit(e.DebtOpened(seat, joint, "card"))
    else:
        owe_each(game, [(seat, creditor) for creditor in creditors], effect.amount)


def _collect_from_each(game: Game, seat: Seat, card: str, effect: b.CollectFromEachPlayer) -> None:
    owe_each(game, [(debtor, seat) for debtor in game.state.live_after(seat)], effect.amount)


def _repairs(game: Game, seat: Seat, card: str, effect: b.Repairs) -> None:
    levels = [game.state.level[deed] for deed in game.state.deeds_of(seat)]
    owe(game, seat, BANK, effect.per_house * house_count(levels) + effect.per_hotel * levels.count(HOTEL), "card")


def _keep(game: Game, seat: Seat, card: str, effect: b.GetOutOfJailFree) -> None:
    """`CardDrawn` has put it into the seat's hand."""


def _go_to_jail(game: Game, seat: Seat, card: str, effect: b.GoToJail) -> None:
    send_to_jail(game, seat, "card")


def _pay_or_draw(game: Game, seat: Seat, card: str, effect: b.PayOrDraw) -> None:
    game.emit(e.CardChoiceOffered(seat, card))


_OBEY: Final[dict[type, Callable[[Game, Seat, str, Any], None]]] = {
    b.AdvanceTo: _advance_to,
    b.AdvanceNearest: _advance_nearest,
    b.MoveRelative: _move_relative,
    b.MoveBackTo: _move_back_to,
    b.Collect: _collect,
    b.Pay: _pay,
    b.PayEachPlayer: _pay_each,
    b.CollectFromEachPlayer: _collect_from_each,
    b.Repairs: _repairs,
    b.GetOutOfJailFree: _keep,
    b.GoToJail: _go_to_jail,
    b.PayOrDraw: _pay_or_draw,
}
