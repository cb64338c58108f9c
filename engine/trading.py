"""Offers and trades: what may be offered, what may settle, and the settling. Must not keep offers (the state does).

Offers are immutable; whatever moves a thing in one closes it. Rules.md TRD, rules-cases T.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from engine import events as e
from engine.building import group_built, interest
from engine.commands import Things
from engine.errors import IllegalCommand
from engine.ids import Seat, SpaceIndex
from engine.worth import liquidation_value

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Offer, State

Received: TypeAlias = dict[Seat, list[SpaceIndex]]

MAX_OFFERS: Final = 32
"""Offers from one seat to another within a turn; with doubles a turn has four windows, and eight in each are promised."""

NO_DEBTS: Final[Mapping[Seat, int]] = MappingProxyType({})


def judge_offer(state: State, seat: Seat, to: Seat, give: Things, get: Things) -> None:
    """Raises `IllegalCommand` unless this may be offered now; buildings are judged at acceptance."""
    if not 0 <= to < state.seats:
        raise IllegalCommand("no_such_seat", f"seat {to} does not exist, expected 0 to {state.seats - 1}")
    if to == seat:
        raise IllegalCommand("same_seat")
    if state.out[to]:
        raise IllegalCommand("out_of_game", "the other seat is out of the game")
    if state.offers_made[seat * state.seats + to] >= MAX_OFFERS:
        raise IllegalCommand("too_many_offers", f"no more than {MAX_OFFERS} offers to one seat in a turn")
    for side in (give, get):
        if side.cash < 0:
            raise IllegalCommand("invalid_amount", f"{side.cash} dollars in an offer, expected 0 or more")
    _need_worthwhile(state, give, get)
    if give.cash > state.cash[seat]:
        raise IllegalCommand("not_enough_cash", f"{give.cash} offered, the seat has {state.cash[seat]}", wanted=give.cash)
    _need_things(state, seat, give)
    _need_things(state, to, get)


def _need_worthwhile(state: State, give: Things, get: Things) -> None:
    empty = Things()
    if give == empty and get == empty:
        raise IllegalCommand("empty_command", "the offer moves nothing")
    if empty in (give, get) and not state.rules.one_sided_trades:
        raise IllegalCommand("one_sided")


def _need_things(state: State, seat: Seat, things: Things) -> None:
    if len(set(things.deeds)) != len(things.deeds):
        raise IllegalCommand("duplicate_deed")
    for deed in things.deeds:
        if deed not in state.board.deed_set:
            raise IllegalCommand("no_such_deed", f"space {deed} has no deed")
        if state.owner[deed] != seat:
            raise IllegalCommand("not_owner", f"{state.board.spaces[deed].name} does not belong to the seat that would give it")
    if len(cards_for(state, seat, things)) != len(things.cards):
        raise IllegalCommand("card_not_held")


def cards_for(state: State, seat: Seat, things: Things) -> list[str]:
    """The card ids in a seat's hand that stand for the decks named, each used once; fewer if some are not held."""
    hand = list(state.cards[seat])
    found = []
    for deck in things.cards:
        card = next((held for held in hand if state.board.deck_of[held] == deck), None)
        if card is not None:
            hand.remove(card)
            found.append(card)
    return found


def stands(state: State, offer: Offer) -> bool:
    """Whether everything in an offer is still where and as it was; spent cash does not close it."""
    if state.out[offer.seat] or state.out[offer.to]:
        return False
    mortgaged = []
    for seat, things in ((offer.seat, offer.give), (offer.to, offer.get)):
        for deed in things.deeds:
            if state.owner[deed] != seat:
                return False
            if state.mortgaged[deed]:
                mortgaged.append(deed)
        if things.cards and len(cards_for(state, seat, things)) != len(things.cards):
            return False
    return tuple(mortgaged) == offer.mortgaged


def find_offer(state: State, number: int) -> Offer:
    """The open offer of this id; raises `IllegalCommand`."""
    offer = state.offers.get(number)
    if offer is None:
        raise IllegalCommand("no_such_offer", f"offer {number} is not open")
    return offer


def judge_settlement(state: State, offer: Offer, debts: Mapping[Seat, int] = NO_DEBTS) -> None:
    """Raises `IllegalCommand` unless the trade may settle now; what a party owes must still be payable after it."""
    for seat, things, gets in ((offer.seat, offer.give, offer.get), (offer.to, offer.get, offer.give)):
        if things.cash > state.cash[seat]:
            raise IllegalCommand(
                "not_enough_cash", f"{things.cash} to be paid, the seat has {state.cash[seat]}", wanted=things.cash
            )
        for deed in things.deeds:
            if group_built(state, deed):
                raise IllegalCommand(
                    "deed_improved", f"the buildings in the group of {state.board.spaces[deed].name} must be sold first"
                )
        _need_fee(state, seat, state.cash[seat] - things.cash + gets.cash, gets)
    for seat, debt in debts.items():
        if debt and _value_after(state, seat, offer) < debt:
            raise IllegalCommand("debt_unpayable", f"the debt of {debt} could no longer be paid", wanted=debt)


def _need_fee(state: State, seat: Seat, cash: int, gets: Things) -> None:
    """The interest on mortgaged deeds received must be within the cash after the swap (rules-cases T05)."""
    if state.rules.mortgage_transfer != "interest_now":
        return
    fee = sum(interest(state, deed) for deed in gets.deeds if state.mortgaged[deed])
    if fee > cash:
        raise IllegalCommand(
            "transfer_fee", f"the interest on the mortgaged deeds is {fee}, the receiver would have {cash}", wanted=fee
        )


def _value_after(state: State, debtor: Seat, offer: Offer) -> int:
    """What the debtor could raise after the trade, less the interest that the trade itself makes due."""
    gives, gets = (offer.give, offer.get) if offer.seat == debtor else (offer.get, offer.give)
    mortgage = state.board.mortgage
    value = liquidation_value(state, debtor) + gets.cash - gives.cash
    value += sum(mortgage[deed] for deed in gets.deeds if not state.mortgaged[deed])
    value -= sum(mortgage[deed] for deed in gives.deeds if not state.mortgaged[deed])
    if state.rules.mortgage_transfer == "interest_now":
        value -= sum(interest(state, deed) for deed in gets.deeds if state.mortgaged[deed])
    return value


def settle_trade(game: Game, offer: Offer) -> None:
    """Swap everything, then ask each receiver about the mortgaged deeds it got."""
    ask_receivers(game, swap(game, offer))


def swap(game: Game, offer: Offer) -> Received:
    """Hand everything over; the mortgaged deeds that each receiver has still to answer for."""
    state = game.state
    game.emit(e.OfferClosed(offer.id, "accepted"))
    received: Received = {}
    for giver, receiver, things in ((offer.seat, offer.to, offer.give), (offer.to, offer.seat, offer.get)):
        cards = cards_for(state, giver, things)
        if things.cash:
            game.emit(e.MoneyPaid(giver, receiver, things.cash, "trade"))
        for deed in sorted(things.deeds):
            game.emit(e.DeedTransferred(deed, giver, receiver))
            if state.mortgaged[deed]:
                received.setdefault(receiver, []).append(deed)
        for card in cards:
            game.emit(e.CardTransferred(card, giver, receiver))
    return received


def ask_receivers(game: Game, received: Received) -> None:
    """Ask about mortgaged deeds received, several receivers in seat order (scenarios.md fine point 9)."""
    if game.state.rules.mortgage_transfer == "interest_now":
        for receiver in sorted(received, reverse=True):
            game.emit(e.TransfersDue(receiver, tuple(received[receiver])))


def close_dead_offers(game: Game) -> None:
    """Close every offer in which something has moved or a party is out."""
    for offer in tuple(game.state.offers.values()):
        if not stands(game.state, offer):
            game.emit(e.OfferClosed(offer.id, "void"))
