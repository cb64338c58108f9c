"""Going out of the game, and its end: who gets what, in which order. Must not decide whether a seat may go bankrupt.

Official rules, *Bankruptcy*; rules-cases K. What it leaves to do is put below all that is pending (first in, first out).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events as e
from engine.frames import Debt, Purchase
from engine.ids import BANK, Seat, SpaceIndex
from engine.worth import final_worth, sale_value, steps_of

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State


def own_debt(state: State, seat: Seat) -> Debt | None:
    """The debt of a seat that comes first, on top or waiting."""
    for frame in reversed(state.stack):
        if isinstance(frame, Debt) and frame.debtor == seat:
            return frame
    return None


def go_bankrupt(game: Game, seat: Seat, *, resigned: bool = False) -> None:
    """Take a seat out: to the creditor of its first debt, to several creditors, or to the bank."""
    state = game.state
    debt = own_debt(state, seat)
    creditors = debt.creditors if debt else ((BANK, 0),)
    loose = _loose_deeds(state, seat)
    _sell_all_buildings(game, seat)
    heir = creditors[0][0] if len(creditors) == 1 else BANK
    game.emit(e.SeatBankrupt(seat, heir, resigned))
    if heir != BANK:
        _hand_over(game, seat, heir)
        estate: list[SpaceIndex] = []
    else:
        estate = _give_back(game, seat, [creditor for creditor, _ in creditors if creditor != BANK])
    if end_if_decided(game):
        return
    if state.rules.bank_bankruptcy == "auction" and (to_sell := tuple(sorted({*estate, *loose}))):
        game.emit(e.EstateOpened(to_sell))


def _loose_deeds(state: State, seat: Seat) -> list[SpaceIndex]:
    """Deeds of the bank that this seat was about to buy or to pay for; they are sold with its estate (rules-cases P08)."""
    loose = []
    for frame in state.stack:
        if (isinstance(frame, Purchase) and frame.seat == seat) or (
            isinstance(frame, Debt) and frame.debtor == seat and frame.deed >= 0
        ):
            loose.append(frame.deed)
    return loose


def _sell_all_buildings(game: Game, seat: Seat) -> None:
    state = game.state
    built = [deed for deed in state.deeds_of(seat) if state.level[deed]]
    if built:
        refund = sum(sale_value(state, deed, steps_of(state, state.level[deed])) for deed in built)
        game.emit(e.BuildingsSold(seat, tuple((deed, 0) for deed in built)))
        game.emit(e.MoneyPaid(BANK, seat, refund, "building_sale"))


def _hand_over(game: Game, seat: Seat, heir: Seat) -> None:
    """Everything as it lies to one creditor, who then answers for the mortgaged deeds (rules.md BNK-02)."""
    state = game.state
    _pay_all(game, seat, heir, state.cash[seat])
    for card in tuple(state.cards[seat]):
        game.emit(e.CardTransferred(card, seat, heir))
    deeds = state.deeds_of(seat)
    for deed in deeds:
        game.emit(e.DeedTransferred(deed, seat, heir))
    mortgaged = tuple(deed for deed in deeds if state.mortgaged[deed])
    if mortgaged and state.rules.mortgage_transfer == "interest_now" and len(state.live()) > 1:
        game.emit(e.TransfersDue(heir, mortgaged, deferred=True))


def _give_back(game: Game, seat: Seat, sharers: list[Seat]) -> list[SpaceIndex]:
    """Everything to the bank, the cash first divided among joint creditors (rules-cases K06, X11); the deeds to sell."""
    state = game.state
    cash = state.cash[seat]
    for index, creditor in enumerate(sharers):
        _pay_all(game, seat, creditor, cash // len(sharers) + (index < cash % len(sharers)))
    _pay_all(game, seat, BANK, state.cash[seat])
    for card in tuple(state.cards[seat]):
        game.emit(e.CardReturned(card, seat))
    deeds = state.deeds_of(seat)
    for deed in deeds:
        game.emit(e.DeedReturned(deed, seat))
    return deeds


def _pay_all(game: Game, seat: Seat, payee: Seat, amount: int) -> None:
    if amount:
        game.emit(e.MoneyPaid(seat, payee, amount, "bankruptcy"))


def end_if_decided(game: Game) -> bool:
    """End the game at once when one seat is left (rules-cases K11); note the end by a number of bankruptcies."""
    state = game.state
    if len(state.live()) <= 1:
        end_game(game, "last_one")
        return True
    rules = state.rules
    if rules.early_end == "bankruptcies" and not state.ending and sum(state.out) >= rules.early_end_value:
        game.emit(e.EndCalled("bankruptcies"))
    return False


def end_game(game: Game, reason: str) -> None:
    """Count, and name everybody of the greatest worth a winner (rules-cases E02, E04)."""
    state = game.state
    worth = tuple(final_worth(state, seat) for seat in range(state.seats))
    best = max(worth[seat] for seat in state.live())
    winners = tuple(seat for seat in state.live() if worth[seat] == best)
    game.emit(e.GameEnded(reason, winners, worth))
