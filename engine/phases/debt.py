"""A seat owes more than its cash: it raises money, and the debt settles by itself as soon as the cash suffices.

Official rules, *Bankruptcy*; rules.md DBT, rules-cases K.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from engine import assets
from engine import commands as c
from engine import events as e
from engine.bankruptcy import go_bankrupt
from engine.errors import IllegalCommand
from engine.frames import Debt
from engine.ids import Seat
from engine.interrupts import queue, queue_options
from engine.options import Option
from engine.phases.auction import award
from engine.phases.base import Handlers, Phase, need_turn, plain
from engine.phases.raising import raising, raising_options
from engine.throwing import use_jail_card
from engine.trading import ask_receivers, find_offer, judge_settlement, swap
from engine.worth import liquidation_value

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Offer, State

_BANKRUPT = plain("declare_bankruptcy")
_LIQUIDATE = plain("liquidate")
_FINE = plain("pay_fine")


def owed_by(state: State, seat: Seat) -> int:
    """All that a seat owes in open debts, on top and waiting."""
    return sum(frame.amount for frame in state.stack if isinstance(frame, Debt) and frame.debtor == seat)


def _judge(state: State, offer: Offer) -> None:
    """Neither party may trade away what it owes with: the other one may have a debt that waits behind this one."""
    judge_settlement(state, offer, {seat: owed_by(state, seat) for seat in (offer.seat, offer.to)})


def may_use_card(state: State, frame: Debt) -> bool:
    """Whether a jail card may stand in for this fine (rules.md JAL-09)."""
    fine = frame.reason == "jail_fine" and state.rules.jail_card_after_third_roll
    return fine and bool(state.cards[frame.debtor])


def _need_debtor(seat: Seat, frame: Debt) -> None:
    if seat != frame.debtor:
        raise IllegalCommand("not_in_debt")


def _declare(game: Game, frame: Debt, seat: Seat, command: c.DeclareBankruptcy) -> None:
    _need_debtor(seat, frame)
    if may_use_card(game.state, frame):
        raise IllegalCommand("can_still_pay", "a jail card held would do instead of the fine")
    value = liquidation_value(game.state, seat)
    if value >= frame.amount:
        raise IllegalCommand("can_still_pay", f"{value} could be raised for a debt of {frame.amount}", wanted=frame.amount)
    go_bankrupt(game, seat)


def _liquidate(game: Game, frame: Debt, seat: Seat, command: c.Liquidate) -> None:
    _need_debtor(seat, frame)
    if liquidation_value(game.state, seat) >= frame.amount:
        assets.raise_cash(game, seat, frame.amount)
        pay(game, frame)
    elif may_use_card(game.state, frame):
        _leave_by_card(game, seat, None)
    else:
        go_bankrupt(game, seat)


def _pay_fine(game: Game, frame: Debt, seat: Seat, command: c.PayFine) -> None:
    need_turn(seat, frame.debtor)
    if not may_use_card(game.state, frame):
        raise IllegalCommand("not_now", "the fine is paid by itself as soon as the cash suffices")
    if game.state.cash[seat] < frame.amount:
        raise IllegalCommand("not_enough_cash", f"the fine is {frame.amount}, the seat has {game.state.cash[seat]}")
    pay(game, frame)


def _use_card(game: Game, frame: Debt, seat: Seat, command: c.UseJailCard) -> None:
    need_turn(seat, frame.debtor)
    if not may_use_card(game.state, frame):
        raise IllegalCommand("not_now", "cards are used before the roll")
    _leave_by_card(game, seat, command.deck)


def _leave_by_card(game: Game, seat: Seat, deck: str | None) -> None:
    use_jail_card(game, seat, deck)
    game.emit(e.DebtSettled(seat))


def pay(game: Game, frame: Debt) -> None:
    """Pay a debt out of the cash, and hand over what it was for."""
    reason = cast(e.Reason, frame.reason)
    for creditor, amount in frame.creditors:
        game.emit(e.MoneyPaid(frame.debtor, creditor, amount, reason))
    game.emit(e.DebtSettled(frame.debtor))
    if frame.deed >= 0 or frame.building:
        award(game, frame.debtor, frame.amount, frame.deed)


def _pay_if_enough(game: Game, frame: Debt) -> bool:
    if game.state.cash[frame.debtor] < frame.amount or may_use_card(game.state, frame):
        return False
    pay(game, frame)
    return True


def _concerns(frame: Debt, offer: Offer) -> bool:
    return frame.debtor in (offer.seat, offer.to)


def _accept(game: Game, frame: Debt, seat: Seat, command: c.AcceptOffer) -> None:
    """A trade with the debtor settles at once, if it leaves the debt payable (rules-cases K12, K14, K15).

    What the debtor owes comes before what the trade makes due: first in, first out.
    """
    state = game.state
    offer = find_offer(state, command.offer)
    if offer.to != seat or not _concerns(frame, offer):
        queue(game, seat, command)
        return
    _judge(state, offer)
    received = swap(game, offer)
    _pay_if_enough(game, frame)
    ask_receivers(game, received)


def _debtor(state: State, frame: Debt, seat: Seat) -> bool:
    return seat == frame.debtor


class DebtPhase(Phase[Debt]):
    """Waits for the debtor."""

    handlers: ClassVar[Handlers] = {
        c.DeclareBankruptcy: _declare,
        c.Liquidate: _liquidate,
        c.PayFine: _pay_fine,
        c.UseJailCard: _use_card,
        c.AcceptOffer: _accept,
        **raising(_debtor, owing=True),
    }

    def waiting(self, state: State, frame: Debt) -> tuple[Seat, ...]:
        """The debtor."""
        return (frame.debtor,)

    def options(self, state: State, frame: Debt, seat: Seat) -> list[Option]:
        """Raise money, or give up what cannot be paid; a trade that leaves it payable."""
        options = self._accept_options(state, frame, seat) if state.offers else []
        if seat != frame.debtor:
            return options + queue_options(state, seat)
        options.append(_LIQUIDATE)
        if may_use_card(state, frame):
            decks = tuple(dict.fromkeys(state.board.deck_of[card] for card in state.cards[seat]))
            options.append(Option("use_jail_card", names=decks))
            options += [_FINE] if state.cash[seat] >= frame.amount else []
        elif liquidation_value(state, seat) < frame.amount:
            options.append(_BANKRUPT)
        return options + raising_options(state, seat, True, owing=True)

    def _accept_options(self, state: State, frame: Debt, seat: Seat) -> list[Option]:
        ids = []
        for offer in state.offers.values():
            if offer.to == seat and _concerns(frame, offer):
                try:
                    _judge(state, offer)
                except IllegalCommand:
                    continue  # an offer that could not settle now is no option
                ids.append(offer.id)
        return [Option("accept_offer", ids=tuple(ids))] if ids else []

    def default(self, state: State, frame: Debt, seat: Seat) -> c.SeatCommand:
        """The standard liquidation; where that is not enough, the jail card that would do, or bankruptcy."""
        return c.Liquidate()

    def proceed(self, game: Game, frame: Debt) -> bool:
        """Pay as soon as the cash suffices (rules-cases K17)."""
        return _pay_if_enough(game, frame)
