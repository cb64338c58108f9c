"""What a seat may do in any phase: trade talk, holds and stops, its own queue, votes, resigning.

Design.md 4.1: offers may be made, countered, refused and withdrawn in any phase; a seat may hold at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import commands as c
from engine import events as e
from engine.bankruptcy import go_bankrupt
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.ids import Seat
from engine.interrupts import judge_queueing
from engine.options import Option
from engine.phases.base import Handler, holds, plain
from engine.trading import find_offer, judge_offer

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

MAX_HOLDS: Final = 3
"""Holds of one seat within a turn."""

_OFFER = plain("offer_trade")
_STOPS = plain("set_stops")
_RESIGN = plain("resign")
_HOLD = plain("hold_window")
_VOTE = plain("cast_vote")
_PASS = plain("pass")
_ALWAYS: Final = (_OFFER, _STOPS, _RESIGN)
_ALWAYS_AND_VOTE: Final = (*_ALWAYS, _VOTE)


def _offer(game: Game, frame: Any, seat: Seat, command: c.OfferTrade) -> None:
    state = game.state
    judge_offer(state, seat, command.to, command.give, command.get)
    game.emit(e.OfferMade(state.next_offer, seat, command.to, command.give, command.get))


def _need_addressee(state: State, seat: Seat, number: int) -> None:
    if find_offer(state, number).to != seat:
        raise IllegalCommand("not_owner", f"offer {number} was made to another seat")


def _counter(game: Game, frame: Any, seat: Seat, command: c.CounterOffer) -> None:
    """A counter-offer replaces the first (rules-cases T13)."""
    state = game.state
    _need_addressee(state, seat, command.offer)
    maker = state.offers[command.offer].seat
    judge_offer(state, seat, maker, command.give, command.get)
    game.emit(e.OfferClosed(command.offer, "countered"))
    game.emit(e.OfferMade(state.next_offer, seat, maker, command.give, command.get))


def _reject(game: Game, frame: Any, seat: Seat, command: c.RejectOffer) -> None:
    _need_addressee(game.state, seat, command.offer)
    game.emit(e.OfferClosed(command.offer, "rejected"))


def _withdraw(game: Game, frame: Any, seat: Seat, command: c.WithdrawOffer) -> None:
    if find_offer(game.state, command.offer).seat != seat:
        raise IllegalCommand("not_owner", f"offer {command.offer} was made by another seat")
    game.emit(e.OfferClosed(command.offer, "withdrawn"))


def _may_hold(state: State, seat: Seat) -> bool:
    return seat != state.turn and state.round > 0 and state.holds_used[seat] < MAX_HOLDS and not holds(state, seat)


def _hold(game: Game, frame: Any, seat: Seat, command: c.HoldWindow) -> None:
    state = game.state
    if state.round == 0:
        raise IllegalCommand("not_now", "the first turn has not started")
    if seat == state.turn:
        raise IllegalCommand("already_holding", "the window waits for the seat whose turn it is anyway")
    if holds(state, seat):
        raise IllegalCommand("already_holding")
    if state.holds_used[seat] >= MAX_HOLDS:
        raise IllegalCommand("too_many_holds", f"no more than {MAX_HOLDS} holds of one seat in a turn")
    game.emit(e.WindowHeld(seat, pending=not isinstance(state.stack[0], Window)))


def _pass(game: Game, frame: Any, seat: Seat, command: c.Pass) -> None:
    if not holds(game.state, seat):
        raise IllegalCommand("not_holding")
    game.emit(e.HoldReturned(seat))


def _set_stops(game: Game, frame: Any, seat: Seat, command: c.SetStops) -> None:
    game.emit(e.StopsSet(seat, command.before_roll, command.after_roll))


def _withdraw_interrupt(game: Game, frame: Any, seat: Seat, command: c.WithdrawInterrupt) -> None:
    if not any(entry.id == command.interrupt and entry.seat == seat for entry in game.state.queue):
        raise IllegalCommand("no_such_interrupt", f"interrupt {command.interrupt} is not one of this seat's")
    game.emit(e.InterruptWithdrawn(command.interrupt, seat))


def _vote(game: Game, frame: Any, seat: Seat, command: c.CastVote) -> None:
    if game.state.rules.early_end != "vote":
        raise IllegalCommand("not_allowed", "this table has no vote to end the game")
    game.emit(e.VoteCast(seat, command.end))


def _resign(game: Game, frame: Any, seat: Seat, command: c.Resign) -> None:
    """Legal for every live seat at once (rules-cases K20, K21)."""
    go_bankrupt(game, seat, resigned=True)


COMMON_HANDLERS: Final[dict[type[c.Command], Handler]] = {
    c.OfferTrade: _offer,
    c.CounterOffer: _counter,
    c.RejectOffer: _reject,
    c.WithdrawOffer: _withdraw,
    c.HoldWindow: _hold,
    c.Pass: _pass,
    c.SetStops: _set_stops,
    c.WithdrawInterrupt: _withdraw_interrupt,
    c.CastVote: _vote,
    c.Resign: _resign,
}


def add_common(state: State, seat: Seat, options: list[Option]) -> None:
    """Add what a live seat may do whatever the phase to what the phase has listed."""
    options += _ALWAYS_AND_VOTE if state.rules.early_end == "vote" else _ALWAYS
    if seat != state.turn and _may_hold(state, seat):
        options.append(_HOLD)
    if holds(state, seat) and all(option.command != "pass" for option in options):
        options.append(_PASS)
    if state.offers:
        options += _offer_options(state, seat)
    if state.queue and (mine := tuple(entry.id for entry in state.queue if entry.seat == seat)):
        options.append(Option("withdraw_interrupt", ids=mine))


def _offer_options(state: State, seat: Seat) -> list[Option]:
    to_me = tuple(offer.id for offer in state.offers.values() if offer.to == seat)
    by_me = tuple(offer.id for offer in state.offers.values() if offer.seat == seat)
    options = [Option("reject_offer", ids=to_me), Option("counter_offer", ids=to_me)] if to_me else []
    if by_me:
        options.append(Option("withdraw_offer", ids=by_me))
    return options


def queued_accepts(state: State, seat: Seat) -> list[Option]:
    """The offers whose acceptance would wait for the next window."""
    ids = []
    for offer in state.offers.values():
        if offer.to == seat:
            try:
                judge_queueing(state, seat, c.AcceptOffer(offer.id))
            except IllegalCommand:
                return []  # the same for every offer: the queue is full, or this ruleset has none
            ids.append(offer.id)
    return [Option("accept_offer", ids=tuple(ids), queued=True)] if ids else []
