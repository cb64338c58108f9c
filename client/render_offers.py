"""Open trade offers as text. Must not judge them."""

from __future__ import annotations

from client.phrases import things_in_words, who
from client.view import View
from engine.commands import AcceptOffer
from engine.events import OfferMade
from engine.state import Offer


def terms(view: View, number: int, offer: Offer | OfferMade) -> str:
    """Who would give whom what for what."""
    give, get = things_in_words(view, offer.give), things_in_words(view, offer.get)
    return f"offer {number}: {who(view, offer.seat)} would give {who(view, offer.to)} {give} for {get}"


def offer_line(view: View, offer: Offer) -> str:
    """The terms of an offer, and what one's own seat may answer."""
    line = terms(view, offer.id, offer)
    if view.state is not None and any(entry.command == AcceptOffer(offer.id) for entry in view.state.queue):
        return f"{line} (accepted, for the next window)"
    if view.seat == offer.to:
        return f"{line} ({answers(offer.id)})"
    return f"{line} (withdraw {offer.id})" if view.seat == offer.seat else line


def answers(number: int) -> str:
    """What may be typed about an offer to oneself."""
    return f"accept {number}, reject {number} or counter {number}: ..."
