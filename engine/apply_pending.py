"""What events about pending business do to a state: auctions, debts, contests, interrupts, offers, bankruptcies.

A part of `engine.apply`, under the same contract: no judgement, no chance, no decision about what comes next.
"""

from __future__ import annotations

import msgspec

from engine import events as e
from engine.frames import (
    AnyFrame,
    Auction,
    BuildContest,
    CardChoice,
    Debt,
    Departure,
    Estate,
    MortgageTransfer,
    OpeningRoll,
    Purchase,
    Settlement,
    TaxChoice,
    Window,
)
from engine.ids import BANK, HOTEL, Seat
from engine.opening_order import after_round, throwers
from engine.state import Claim, Interrupt, Offer, State


def opening_after(state: State, frame: OpeningRoll) -> OpeningRoll:
    """The opening with one more throw, or one seat less: a round that is complete settles places or starts the next round."""
    if len(frame.thrown) < len(frame.throwers):
        return frame
    groups = after_round(frame.groups, dict(zip(frame.throwers, frame.thrown, strict=True)))
    again = throwers(groups, state.rules.turn_order == "opening_roll")
    prompt = state.next_prompt
    state.next_prompt += state.seats
    return OpeningRoll(prompt, groups, again)


def auction_opened(state: State, event: e.AuctionOpened) -> None:
    """Push the auction; a deed of an estate leaves the list of those still to come, a contest is one of auctions now."""
    top = state.stack[-1]
    if event.deed >= 0 and isinstance(top, Estate):
        state.stack[-1] = Estate(tuple(deed for deed in top.deeds if deed != event.deed))
    elif isinstance(top, BuildContest):
        state.stack[-1] = msgspec.structs.replace(top, auctioned=True)
    state.stack.append(Auction(state.next_prompt, event.bidders, event.deed, event.building))
    state.next_prompt += state.seats


def bid_placed(state: State, event: e.BidPlaced) -> None:
    """A new high bid; every pass is undone."""
    frame = state.stack[-1]
    assert isinstance(frame, Auction)
    state.stack[-1] = Auction(frame.prompt, frame.bidders, frame.deed, frame.building, event.amount, event.seat)


def bid_passed(state: State, event: e.BidPassed) -> None:
    """One more seat that does not raise."""
    frame = state.stack[-1]
    assert isinstance(frame, Auction)
    passed = (*frame.passed, event.seat)
    state.stack[-1] = Auction(frame.prompt, frame.bidders, frame.deed, frame.building, frame.high, frame.leader, passed)


def auction_restarted(state: State, event: e.AuctionRestarted) -> None:
    """No high bid, no passes, a new prompt."""
    frame = state.stack[-1]
    assert isinstance(frame, Auction)
    state.stack[-1] = Auction(state.next_prompt, event.bidders, frame.deed, frame.building)
    state.next_prompt += state.seats


def debt_opened(state: State, event: e.DebtOpened) -> None:
    """Push the debt."""
    prompt = state.next_prompt
    state.stack.append(Debt(event.debtor, event.creditors, event.reason, prompt, event.deed, event.building))
    state.next_prompt += state.seats


def contest_opened(state: State, event: e.ContestOpened) -> None:
    """Push the contest; the asker has answered by asking."""
    wishes = ((event.asker, event.count),)
    frame = BuildContest(state.next_prompt, event.building, event.asker, event.lots, event.rivals, wishes)
    state.stack.append(frame)
    state.next_prompt += state.seats


def _contest(state: State) -> BuildContest:
    frame = state.stack[-1]
    assert isinstance(frame, BuildContest)
    return frame


def buildings_wanted(state: State, event: e.BuildingsWanted) -> None:
    """A rival has answered."""
    frame = _contest(state)
    state.stack[-1] = msgspec.structs.replace(
        frame,
        asked=tuple(seat for seat in frame.asked if seat != event.seat),
        wishes=(*frame.wishes, (event.seat, event.count)),
    )


def placement_due(state: State, event: e.PlacementDue) -> None:
    """A seat is asked to place one building."""
    frame = _contest(state)
    state.stack[-1] = msgspec.structs.replace(frame, placer=event.seat, price=event.price, prompt=state.next_prompt)
    state.next_prompt += state.seats


def _wish_less(frame: BuildContest, seat: Seat, by: int) -> BuildContest:
    wishes = tuple((other, count - by if other == seat else count) for other, count in frame.wishes)
    return msgspec.structs.replace(frame, wishes=wishes, placer=BANK, price=-1)


def building_placed(state: State, event: e.BuildingPlaced) -> None:
    """The building stands, and the wish is one less."""
    frame = _contest(state)
    state.memo.clear()
    if frame.building == "house":
        state.level[event.deed] += 1
        state.houses -= 1
    else:
        state.houses += state.level[event.deed]
        state.level[event.deed] = HOTEL
        state.hotels -= 1
    state.stack[-1] = _wish_less(frame, event.seat, 1)


def wish_dropped(state: State, event: e.WishDropped) -> None:
    """A seat takes no further part."""
    frame = _contest(state)
    wish = next((count for seat, count in frame.wishes if seat == event.seat), 0)
    state.stack[-1] = _wish_less(frame, event.seat, wish)


def count_throw(state: State, thrower: Seat) -> None:
    """A turn's first throw counts against every claim on another seat."""
    state.claims = [
        Claim(claim.creditor, claim.debtor, claim.amount, claim.deed, claim.throws + 1) if claim.debtor != thrower else claim
        for claim in state.claims
    ]


def claim_ended(state: State, event: e.RentClaimed | e.ClaimExpired) -> None:
    """The oldest claim of the seat on that debtor and deed is gone."""
    for index, claim in enumerate(state.claims):
        if (claim.creditor, claim.debtor, claim.deed) == (event.seat, event.debtor, event.deed):
            del state.claims[index]
            return


def window_held(state: State, event: e.WindowHeld) -> None:
    """The open window has one more holder, or the next one will have."""
    state.holds_used[event.seat] += 1
    if event.pending:
        state.pending_holds.append(event.seat)
        return
    frame = state.stack[0]
    assert isinstance(frame, Window)
    state.stack[0] = Window(frame.kind, frame.prompt, (*frame.holders, event.seat))


def _without_holder(frame: Window, seat: Seat) -> Window:
    return Window(frame.kind, frame.prompt, tuple(other for other in frame.holders if other != seat))


def hold_returned(state: State, event: e.HoldReturned) -> None:
    """The seat holds neither this window nor the next."""
    seat = event.seat
    if seat in state.pending_holds:
        state.pending_holds.remove(seat)
        return
    frame = state.stack[0]
    assert isinstance(frame, Window)
    state.stack[0] = _without_holder(frame, seat)


def stops_set(state: State, event: e.StopsSet) -> None:
    """The standing holds of a seat."""
    state.stop_before[event.seat] = event.before_roll
    state.stop_after[event.seat] = event.after_roll


def interrupt_queued(state: State, event: e.InterruptQueued) -> None:
    """One more command waits."""
    state.queue.append(Interrupt(event.interrupt, event.seat, event.command))
    state.next_interrupt = event.interrupt + 1


def interrupt_gone(state: State, event: e.InterruptTaken | e.InterruptWithdrawn) -> None:
    """A command waits no longer."""
    state.queue = [entry for entry in state.queue if entry.id != event.interrupt]


def offer_made(state: State, event: e.OfferMade) -> None:
    """The offer is open; the deeds in it are remembered as they lie."""
    mortgaged = tuple(deed for deed in (*event.give.deeds, *event.get.deeds) if state.mortgaged[deed])
    state.offers[event.offer] = Offer(event.offer, event.seat, event.to, event.give, event.get, mortgaged)
    state.offers_made[event.seat * state.seats + event.to] += 1
    state.next_offer = event.offer + 1


def offer_closed(state: State, event: e.OfferClosed) -> None:
    """The offer is no longer open."""
    del state.offers[event.offer]


def seat_bankrupt(state: State, event: e.SeatBankrupt) -> None:
    """The seat is out: its own pending work is gone, claims on others pass to its creditor."""
    seat, heir = event.seat, event.creditor
    state.out[seat] = True
    if seat == state.turn:
        state.doubles = 0
    state.jail[seat] = -1
    state.stop_before[seat] = state.stop_after[seat] = state.votes[seat] = False
    state.pending_holds = [other for other in state.pending_holds if other != seat]
    state.queue = [entry for entry in state.queue if entry.seat != seat]
    state.claims = [
        Claim(heir, claim.debtor, claim.amount, claim.deed, claim.throws) if claim.creditor == seat else claim
        for claim in state.claims
        if claim.debtor != seat and not (claim.creditor == seat and heir in (BANK, claim.debtor))
    ]
    if isinstance(opening := state.stack[0], OpeningRoll):
        state.stack[0] = _opening_without(state, opening, seat)
    state.stack = _drop_shut_windows([kept for frame in state.stack if (kept := _without(frame, seat, heir)) is not None])


def _without(frame: AnyFrame, seat: Seat, heir: Seat) -> AnyFrame | None:
    """What is left of a frame when a seat goes out; `None` if nothing is."""
    if isinstance(frame, (Purchase, Settlement, Departure, CardChoice, TaxChoice, MortgageTransfer)):
        return None if frame.seat == seat else frame
    if isinstance(frame, Debt):
        return _debt_without(frame, seat, heir)
    if isinstance(frame, Window):
        return _without_holder(frame, seat)
    if isinstance(frame, Auction):
        return _auction_without(frame, seat)
    if isinstance(frame, BuildContest):
        return _contest_without(frame, seat)
    return frame


def _opening_without(state: State, frame: OpeningRoll, seat: Seat) -> OpeningRoll:
    """The opening without a seat; one that was tied with it alone has nothing left to throw for."""
    groups = tuple(left for members in frame.groups if (left := tuple(other for other in members if other != seat)))
    tied = {other for members in groups if len(members) > 1 for other in members}
    again = tuple(other for other in frame.throwers if other in tied)
    thrown = tuple(total for other, total in zip(frame.throwers, frame.thrown, strict=False) if other in tied)
    return opening_after(state, OpeningRoll(frame.prompt, groups, again, thrown))


def _drop_shut_windows(stack: list[AnyFrame]) -> list[AnyFrame]:
    """An `own_turn` window stands on the settlement of its seat; without it, it goes too."""
    return [
        frame
        for index, frame in enumerate(stack)
        if not (isinstance(frame, Window) and index and not isinstance(stack[index - 1], Settlement))
    ]


def _debt_without(frame: Debt, seat: Seat, heir: Seat) -> Debt | None:
    if frame.debtor == seat:
        return None
    heirs = ((heir if creditor == seat else creditor, amount) for creditor, amount in frame.creditors)
    creditors = tuple(pair for pair in heirs if pair[0] != frame.debtor)
    return msgspec.structs.replace(frame, creditors=creditors)


def _auction_without(frame: Auction, seat: Seat) -> Auction:
    bidders = tuple(other for other in frame.bidders if other != seat)
    if frame.leader == seat:
        return Auction(frame.prompt, bidders, frame.deed, frame.building)
    passed = tuple(other for other in frame.passed if other != seat)
    return Auction(frame.prompt, bidders, frame.deed, frame.building, frame.high, frame.leader, passed)


def _contest_without(frame: BuildContest, seat: Seat) -> BuildContest:
    return msgspec.structs.replace(
        frame,
        asked=tuple(other for other in frame.asked if other != seat),
        wishes=tuple(pair for pair in frame.wishes if pair[0] != seat),
        placer=BANK if frame.placer == seat else frame.placer,
        price=-1 if frame.placer == seat else frame.price,
    )
