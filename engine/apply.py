"""The only writer of a state: what each event does to it. Must not judge, draw, or decide what comes next.

Replay, recovery and the client's model are a fold of `apply`. Each event costs constant work (a bankruptcy walks the stack).
The code is split by subject: this module keeps the table of all events and what concerns turns, money and deeds;
`apply_pending` keeps auctions, debts, contests, interrupts and offers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine import apply_pending as pending
from engine import events as e
from engine.board import GetOutOfJailFree
from engine.frames import (
    CardChoice,
    Departure,
    Estate,
    GameOver,
    MortgageTransfer,
    OpeningRoll,
    Purchase,
    Settlement,
    Step,
    TaxChoice,
    Window,
)
from engine.ids import BANK, HOTEL
from engine.state import FREE, Claim, Outcome, State

_STEP: Final = Step()
_POT_REASONS: Final = frozenset({"tax", "card", "jail_fine"})


def apply(state: State, event: e.Event) -> State:
    """Change `state` as `event` says and return it; an event that does not fit the state is a bug of the caller."""
    APPLY[type(event)](state, event)
    return state


def fold(state: State, events: Iterable[e.Event]) -> State:
    """`apply` each event in order."""
    for event in events:
        APPLY[type(event)](state, event)
    return state


def _nothing(state: State, event: e.Event) -> None:
    """For events that only tell what happened."""


def _opening_thrown(state: State, event: e.OpeningThrown) -> None:
    frame = state.stack[-1]
    assert isinstance(frame, OpeningRoll)
    thrown = (*frame.thrown, event.dice[0] + event.dice[1])
    state.stack[-1] = pending.opening_after(state, OpeningRoll(frame.prompt, frame.groups, frame.throwers, thrown))


def _turn_started(state: State, event: e.TurnStarted) -> None:
    if event.order:
        state.order = list(event.order)
    seats = state.seats
    state.turn = event.seat
    state.round = event.round
    state.doubles = 0
    state.stack[0] = Window("before_roll", state.next_prompt, event.holders)
    state.next_prompt += seats
    state.holds_used = [0] * seats
    state.offers_made = [0] * (seats * seats)
    if state.pending_holds:
        state.pending_holds = []


def _window_opened(state: State, event: e.WindowOpened) -> None:
    window = Window(event.kind, state.next_prompt, event.holders)
    state.next_prompt += state.seats
    if event.kind == "own_turn":
        state.stack[-1] = _window_done(state.stack[-1])
        state.stack.append(window)
    else:
        state.stack[0] = window
        if state.pending_holds:
            state.pending_holds = []


def _window_done(frame: object) -> Settlement:
    assert isinstance(frame, Settlement)
    return Settlement(frame.seat, frame.space, frame.card, frame.free, True)


def _pop(state: State, event: e.Event) -> None:
    state.stack.pop()


def _dice_rolled(state: State, event: e.DiceRolled) -> None:
    if state.claims and isinstance(first := state.stack[0], Window) and first.kind == "before_roll":
        pending.count_throw(state, event.seat)
    state.dice = event.dice
    state.doubles = event.doubles
    state.stack[0] = _STEP


def _token_moved(state: State, event: e.TokenMoved) -> None:
    state.at[event.seat] = event.to
    if event.passed_go:
        state.lapped[event.seat] = True


def _seat_jailed(state: State, event: e.SeatJailed) -> None:
    state.at[event.seat] = state.board.jail
    state.jail[event.seat] = 0
    if event.seat == state.turn:
        state.doubles = 0


def _jail_throw_failed(state: State, event: e.JailThrowFailed) -> None:
    state.jail[event.seat] = event.failed


def _jail_left(state: State, event: e.JailLeft) -> None:
    state.jail[event.seat] = FREE


def _money_paid(state: State, event: e.MoneyPaid) -> None:
    amount = event.amount
    if event.payer >= 0:
        state.cash[event.payer] -= amount
        if event.payee == BANK and event.reason in _POT_REASONS and state.rules.free_parking == "pot":
            state.pot += amount
    elif event.reason == "free_parking" and state.rules.free_parking == "pot":
        state.pot -= amount
    if event.payee >= 0:
        state.cash[event.payee] += amount


def _purchase_offered(state: State, event: e.PurchaseOffered) -> None:
    state.stack.append(Purchase(event.seat, event.deed, state.next_prompt))
    state.next_prompt += state.seats


def _deed_dealt(state: State, event: e.DeedDealt) -> None:
    state.memo.clear()
    state.owner[event.deed] = event.seat


def _deed_bought(state: State, event: e.DeedBought) -> None:
    state.memo.clear()
    state.owner[event.deed] = event.seat
    top = state.stack[-1]
    if isinstance(top, Purchase) and top.deed == event.deed:
        state.stack.pop()


def _set_levels(state: State, levels: tuple[tuple[int, int], ...]) -> None:
    state.memo.clear()
    limited = state.rules.building_stock == "limited"
    level = state.level
    for deed, new in levels:
        old = level[deed]
        level[deed] = new
        if limited:
            state.houses += (old if old < HOTEL else 0) - (new if new < HOTEL else 0)
            state.hotels += (old == HOTEL) - (new == HOTEL)


def _levels_changed(state: State, event: e.BuildingsBuilt | e.BuildingsSold) -> None:
    _set_levels(state, event.levels)


def _deed_mortgaged(state: State, event: e.DeedMortgaged) -> None:
    state.memo.clear()
    state.mortgaged[event.deed] = True


def _mortgage_lifted(state: State, event: e.MortgageLifted) -> None:
    state.memo.clear()
    state.mortgaged[event.deed] = False
    _transfer_answered(state, event)


def _transfer_answered(state: State, event: e.MortgageLifted | e.MortgageKept) -> None:
    frame = state.stack[-1]
    if not isinstance(frame, MortgageTransfer) or event.deed not in frame.deeds:
        return
    left = tuple(deed for deed in frame.deeds if deed != event.deed)
    if left:
        state.stack[-1] = MortgageTransfer(frame.seat, left, frame.prompt)
    else:
        state.stack.pop()


def _transfers_due(state: State, event: e.TransfersDue) -> None:
    if event.deferred and _joined_transfer(state, event):
        return
    frame = MortgageTransfer(event.seat, event.deeds, state.next_prompt)
    state.next_prompt += state.seats
    if event.deferred:
        state.stack.insert(1, frame)
    else:
        state.stack.append(frame)


def _joined_transfer(state: State, event: e.TransfersDue) -> bool:
    """All deeds received by one seat are asked together (scenarios.md fine point 9)."""
    for index, frame in enumerate(state.stack):
        if isinstance(frame, MortgageTransfer) and frame.seat == event.seat:
            deeds = tuple(sorted((*frame.deeds, *event.deeds)))
            state.stack[index] = MortgageTransfer(frame.seat, deeds, frame.prompt)
            return True
    return False


def _deed_transferred(state: State, event: e.DeedTransferred) -> None:
    state.memo.clear()
    state.owner[event.deed] = event.receiver


def _deed_returned(state: State, event: e.DeedReturned) -> None:
    state.memo.clear()
    state.owner[event.deed] = BANK
    state.mortgaged[event.deed] = False


def _card_drawn(state: State, event: e.CardDrawn) -> None:
    card = event.card
    deck = state.board.deck_of[card]
    undrawn = state.undrawn[deck]
    kept = isinstance(state.board.card[card].effect, GetOutOfJailFree)
    if kept:
        state.cards[event.seat].append(card)
    elif state.rules.card_draw == "random":
        return
    if undrawn:
        undrawn.remove(card)
    else:
        state.returned[deck].remove(card)
    if not kept:
        state.returned[deck].append(card)


def _card_transferred(state: State, event: e.CardTransferred) -> None:
    state.cards[event.giver].remove(event.card)
    state.cards[event.receiver].append(event.card)


def _card_returned(state: State, event: e.CardReturned) -> None:
    state.cards[event.seat].remove(event.card)
    pile = state.undrawn if state.rules.card_draw == "random" else state.returned
    pile[state.board.deck_of[event.card]].append(event.card)


def _card_choice_offered(state: State, event: e.CardChoiceOffered) -> None:
    state.stack.append(CardChoice(event.seat, event.card, state.next_prompt))
    state.next_prompt += state.seats


def _tax_choice_offered(state: State, event: e.TaxChoiceOffered) -> None:
    state.stack.append(TaxChoice(event.seat, event.space, state.next_prompt))
    state.next_prompt += state.seats


def _settlement_deferred(state: State, event: e.SettlementDeferred) -> None:
    state.stack.append(Settlement(event.seat, event.space, event.card, event.free))


def _departure_due(state: State, event: e.DepartureDue) -> None:
    state.stack.append(Departure(event.seat))


def _estate_opened(state: State, event: e.EstateOpened) -> None:
    state.stack.insert(1, Estate(event.deeds))


def _claim_opened(state: State, event: e.ClaimOpened) -> None:
    state.claims.append(Claim(event.creditor, event.debtor, event.amount, event.deed))


def _vote_cast(state: State, event: e.VoteCast) -> None:
    state.votes[event.seat] = event.end


def _end_called(state: State, event: e.EndCalled) -> None:
    if event.after_round:
        state.last_round = event.reason
    else:
        state.ending = event.reason


def _game_ended(state: State, event: e.GameEnded) -> None:
    state.outcome = Outcome(event.reason, event.winners, event.worth)
    state.stack[:] = [GameOver()]
    state.queue.clear()
    state.offers.clear()
    state.claims.clear()


APPLY: Final[dict[type[e.Event], Callable[[State, Any], None]]] = {
    e.GameStarted: _nothing,
    e.DeedDealt: _deed_dealt,
    e.OpeningThrown: _opening_thrown,
    e.TurnStarted: _turn_started,
    e.WindowOpened: _window_opened,
    e.WindowClosed: _pop,
    e.DiceRolled: _dice_rolled,
    e.RentRolled: _nothing,
    e.TokenMoved: _token_moved,
    e.SeatJailed: _seat_jailed,
    e.JailThrowFailed: _jail_throw_failed,
    e.JailLeft: _jail_left,
    e.MoneyPaid: _money_paid,
    e.PurchaseOffered: _purchase_offered,
    e.PurchaseDeclined: _pop,
    e.DeedBought: _deed_bought,
    e.AuctionOpened: pending.auction_opened,
    e.BidPlaced: pending.bid_placed,
    e.BidPassed: pending.bid_passed,
    e.AuctionRestarted: pending.auction_restarted,
    e.AuctionClosed: _pop,
    e.DebtOpened: pending.debt_opened,
    e.DebtSettled: _pop,
    e.BuildingsBuilt: _levels_changed,
    e.BuildingsSold: _levels_changed,
    e.DeedMortgaged: _deed_mortgaged,
    e.MortgageLifted: _mortgage_lifted,
    e.MortgageKept: _transfer_answered,
    e.TransfersDue: _transfers_due,
    e.DeedTransferred: _deed_transferred,
    e.DeedReturned: _deed_returned,
    e.CardDrawn: _card_drawn,
    e.CardTransferred: _card_transferred,
    e.CardReturned: _card_returned,
    e.CardChoiceOffered: _card_choice_offered,
    e.CardChosen: _pop,
    e.TaxChoiceOffered: _tax_choice_offered,
    e.TaxChosen: _pop,
    e.SettlementDeferred: _settlement_deferred,
    e.DepartureDue: _departure_due,
    e.WorkTaken: _pop,
    e.EstateOpened: _estate_opened,
    e.SeatBankrupt: pending.seat_bankrupt,
    e.ContestOpened: pending.contest_opened,
    e.BuildingsWanted: pending.buildings_wanted,
    e.PlacementDue: pending.placement_due,
    e.BuildingPlaced: pending.building_placed,
    e.WishDropped: pending.wish_dropped,
    e.ContestClosed: _pop,
    e.ClaimOpened: _claim_opened,
    e.RentClaimed: pending.claim_ended,
    e.ClaimExpired: pending.claim_ended,
    e.WindowHeld: pending.window_held,
    e.HoldReturned: pending.hold_returned,
    e.StopsSet: pending.stops_set,
    e.InterruptQueued: pending.interrupt_queued,
    e.InterruptTaken: pending.interrupt_gone,
    e.InterruptDropped: _nothing,
    e.InterruptWithdrawn: pending.interrupt_gone,
    e.OfferMade: pending.offer_made,
    e.OfferClosed: pending.offer_closed,
    e.VoteCast: _vote_cast,
    e.EndCalled: _end_called,
    e.TimeRanOut: _nothing,
    e.GameEnded: _game_ended,
}
"""What each type of event does; `Game.emit` reads it too, once an event instead of two calls."""
