"""One line in plain words for each event about pending business: auctions, debts, contests, claims, holds, offers.

A part of `client.render_events`, under the same contract.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from client.language import render
from client.phrases import (
    PAID_FOR,
    buildings,
    count_of,
    everybody,
    held_by,
    listed,
    money,
    place,
    places,
    who,
)
from client.render_offers import terms
from client.view import View
from client.waiting import context_of
from engine import events as e
from engine.errors import REASONS
from engine.frames import BuildContest
from engine.ids import BANK
from protocol.names import safe_text

Teller: TypeAlias = Callable[[Any, View], str | None]
"""What an event is to people, told in the view just after it; `None`: nothing."""


def nothing(event: e.Event, view: View) -> None:
    """For events that tell people nothing."""


def _window_opened(event: e.WindowOpened, view: View) -> str | None:
    return f"the window is open{held_by(view, event.holders)}" if event.holders else None


def _auction_opened(event: e.AuctionOpened, view: View) -> str:
    lot = place(view, event.deed) if event.building is None else f"a {event.building}"
    return f"{lot} is auctioned among {everybody(view, event.bidders)}"


def _bid(event: e.BidPlaced, view: View) -> str:
    return f"{who(view, event.seat)} bids {money(view, event.amount)}"


def _bid_passed(event: e.BidPassed, view: View) -> str:
    return f"{who(view, event.seat)} passes"


def _restarted(event: e.AuctionRestarted, view: View) -> str:
    return f"the high bid is void, the auction begins again among {everybody(view, event.bidders)}"


def _auction_closed(event: e.AuctionClosed, view: View) -> str:
    if event.winner == BANK:
        return "nobody bids, the bank keeps it"
    return f"sold to {who(view, event.winner)} for {money(view, event.amount)}"


def _debt_opened(event: e.DebtOpened, view: View) -> str:
    owed = listed([f"{who(view, creditor)} {money(view, amount)}" for creditor, amount in event.creditors])
    return f"{who(view, event.debtor)} owes {owed} {PAID_FOR[event.reason]} and has to find it"


def _debt_settled(event: e.DebtSettled, view: View) -> str:
    return f"{who(view, event.debtor)}'s debt is settled"


def _transfers_due(event: e.TransfersDue, view: View) -> str:
    return f"{who(view, event.seat)} has received, mortgaged: {places(view, event.deeds)}"


def _estate(event: e.EstateOpened, view: View) -> str:
    return f"the bank is going to auction {places(view, event.deeds)}"


def _contest_opened(event: e.ContestOpened, view: View) -> str:
    wanted = count_of(event.count, event.building)
    return f"{who(view, event.asker)} wants {wanted}, and few are left: {everybody(view, event.rivals)} may want some too"


def _wanted(event: e.BuildingsWanted, view: View) -> str:
    return f"{who(view, event.seat)} wants {event.count or 'none'}"


def _placement(event: e.PlacementDue, view: View) -> str:
    frame = view.state.stack[-1] if view.state is not None else None
    building = frame.building if isinstance(frame, BuildContest) else "building"
    price = "at the list price" if event.price < 0 else f"won for {money(view, event.price)}"
    return f"{who(view, event.seat)} places a {building} {price}"


def _placed(event: e.BuildingPlaced, view: View) -> str:
    level = view.state.level[event.deed] if view.state is not None else 0
    return f"{who(view, event.seat)} builds: {place(view, event.deed)} {buildings(level)}"


def _wish_dropped(event: e.WishDropped, view: View) -> str:
    return f"{who(view, event.seat)} wants no more buildings"


def _claim_opened(event: e.ClaimOpened, view: View) -> str:
    rent = f"{money(view, event.amount)} of rent for {place(view, event.deed)}"
    return f"{who(view, event.creditor)} may ask {who(view, event.debtor)} for {rent}"


def _claimed(event: e.RentClaimed, view: View) -> str:
    return f"{who(view, event.seat)} asks {who(view, event.debtor)} for the rent for {place(view, event.deed)}"


def _claim_expired(event: e.ClaimExpired, view: View) -> str:
    return f"{who(view, event.seat)} has not asked {who(view, event.debtor)} for the rent for {place(view, event.deed)}"


def _window_held(event: e.WindowHeld, view: View) -> str:
    return f"{who(view, event.seat)} holds the {'next window' if event.pending else 'window'}"


def _hold_returned(event: e.HoldReturned, view: View) -> str:
    return f"{who(view, event.seat)} passes and gives the hold back"


def _stops_set(event: e.StopsSet, view: View) -> str:
    stops = [words for stop, words in ((event.before_roll, "before"), (event.after_roll, "after")) if stop]
    windows = f"every window {listed(stops)} a roll" if stops else "no window by itself"
    return f"{who(view, event.seat)} holds {windows}"


def _queued(event: e.InterruptQueued, view: View) -> str:
    command = safe_text(render(event.command, context_of(view)))
    return f"{who(view, event.seat)} sends ahead to the next window, as {event.interrupt}: {command}"


def _dropped(event: e.InterruptDropped, view: View) -> str:
    reason = safe_text(REASONS.get(event.reason, event.reason))
    return f"{who(view, event.seat)}'s command {event.interrupt} falls away: {reason}"


def _interrupt_withdrawn(event: e.InterruptWithdrawn, view: View) -> str:
    return f"{who(view, event.seat)} takes command {event.interrupt} back"


def _offer_made(event: e.OfferMade, view: View) -> str:
    return terms(view, event.offer, event)


_OFFER_ENDS: Final = {
    "accepted": "is accepted",
    "rejected": "is refused",
    "withdrawn": "is taken back",
    "countered": "is answered by another",
    "void": "is void, something in it has moved",
    "expired": "has run out",
}


def _offer_closed(event: e.OfferClosed, view: View) -> str:
    return f"offer {event.offer} {_OFFER_ENDS[event.end]}"


PENDING: Final[dict[type[e.Event], Teller]] = {
    e.WindowOpened: _window_opened,
    e.AuctionOpened: _auction_opened,
    e.BidPlaced: _bid,
    e.BidPassed: _bid_passed,
    e.AuctionRestarted: _restarted,
    e.AuctionClosed: _auction_closed,
    e.DebtOpened: _debt_opened,
    e.DebtSettled: _debt_settled,
    e.TransfersDue: _transfers_due,
    e.EstateOpened: _estate,
    e.ContestOpened: _contest_opened,
    e.BuildingsWanted: _wanted,
    e.PlacementDue: _placement,
    e.BuildingPlaced: _placed,
    e.WishDropped: _wish_dropped,
    e.ContestClosed: lambda event, view: "the contest for the buildings is over",
    e.ClaimOpened: _claim_opened,
    e.RentClaimed: _claimed,
    e.ClaimExpired: _claim_expired,
    e.WindowHeld: _window_held,
    e.HoldReturned: _hold_returned,
    e.StopsSet: _stops_set,
    e.InterruptQueued: _queued,
    e.InterruptTaken: nothing,
    e.InterruptDropped: _dropped,
    e.InterruptWithdrawn: _interrupt_withdrawn,
    e.OfferMade: _offer_made,
    e.OfferClosed: _offer_closed,
}
