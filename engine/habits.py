"""What every policy does alike, whatever it thinks of values: claims, votes, old offers, going on. Must value nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine import commands as c
from engine import frames as f
from engine.bargaining import can_settle
from engine.errors import IllegalCommand
from engine.holdings import holdings
from engine.ids import Seat
from engine.legal import legal, waiting
from engine.phases.window import held_by_another, may_trade_assets
from engine.state import FREE, Offer, State

Taste: TypeAlias = Callable[[State, Seat, Offer], bool]
"""Whether an offer is good for a seat that is party to it."""


def asked(state: State, seat: Seat) -> f.AnyFrame:
    """The frame that asks a seat; raises `IllegalCommand` if the seat is asked nothing."""
    if seat not in waiting(state):
        raise IllegalCommand("no_prompt")
    return state.stack[-1]


def reply(state: State, seat: Seat, is_good: Taste) -> c.SeatCommand | None:
    """What is due to others whatever the phase: an answer to an offer, a vote that somebody has called for."""
    if state.offers:
        for offer in state.offers.values():
            if offer.to == seat and (answer := _answer_offer(state, seat, offer, is_good)) is not None:
                return answer
    if True in state.votes and state.rules.early_end == "vote" and not state.votes[seat]:
        return c.CastVote(True)
    return None


def _answer_offer(state: State, seat: Seat, offer: Offer, is_good: Taste) -> c.SeatCommand | None:
    """Accept or refuse; None while a good offer cannot be accepted yet, or its acceptance waits for a window."""
    if is_accepted(state, offer.id):
        return None
    if not is_good(state, seat, offer) or not can_settle(state, offer):
        return c.RejectOffer(offer.id)
    may = any(option.command == "accept_offer" and offer.id in option.ids for option in legal(state, seat))
    return c.AcceptOffer(offer.id) if may else None


def is_accepted(state: State, number: int) -> bool:
    """Whether an acceptance of this offer waits for a window."""
    return any(entry.command == c.AcceptOffer(number) for entry in state.queue)


def claim(state: State, seat: Seat) -> c.SeatCommand | None:
    """Ask for the rents that are open to a seat."""
    if state.claims and any(claim.creditor == seat for claim in state.claims):
        return c.ClaimRent()
    return None


def clear_offers(state: State, seat: Seat) -> c.SeatCommand | None:
    """Take back an offer of an earlier turn that nobody has answered."""
    if state.offers:
        for offer in state.offers.values():
            if offer.seat == seat and not state.offers_made[seat * state.seats + offer.to]:
                return c.WithdrawOffer(offer.id)
    return None


def go_on(state: State, seat: Seat, frame: f.Window) -> c.SeatCommand | None:
    """Throw or end the turn, unless another seat holds the window."""
    if frame.kind == "own_turn":
        return c.EndTurn()
    if frame.holders and held_by_another(state, frame):
        return None
    return c.RollDice() if frame.kind == "before_roll" or state.doubles else c.EndTurn()


def walk_out(state: State, seat: Seat, frame: f.Window, keep: int) -> c.SeatCommand | None:
    """Leave jail before the throw, by a card if there is one, else by the fine where it leaves `keep` dollars."""
    if state.jail[seat] == FREE or frame.kind != "before_roll":
        return None
    if state.cards[seat]:
        return c.UseJailCard()
    fine = state.rules.jail_fine
    return c.PayFine() if state.cash[seat] >= fine + keep else None


def may_improve(state: State, seat: Seat, frame: f.Window) -> bool:
    """Whether there is anything that a seat could build or lift here, if it had the money."""
    own = holdings(state, seat)
    return bool(own.builds or own.lifts) and may_trade_assets(state, frame, seat)
