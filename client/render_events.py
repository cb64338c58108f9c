"""One line in plain words for each event of a game. Must not know how lines are shown, nor fold events.

`describe_event` gets the view as it is just after the event. Events that only serve the machine have no line.
"""

from __future__ import annotations

from typing import Final

from client.phrases import PAID_FOR, buildings, deck_title, everybody, held_by, money, place, who
from client.render_lobby import describe_lobby_event
from client.render_pending import PENDING, Teller, nothing
from client.view import View
from engine import events as e
from protocol.lobby_events import LobbyEvent
from protocol.names import safe_text


def describe_event(event: e.Event | LobbyEvent, view: View) -> str | None:
    """What has happened, in one line; `None` for what only serves the machine."""
    if isinstance(event, LobbyEvent):
        return describe_lobby_event(event, view)
    return _TELLERS[type(event)](event, view)


def _dealt(event: e.DeedDealt, view: View) -> str:
    return f"{who(view, event.seat)} is dealt {place(view, event.deed)}"


def _opening_thrown(event: e.OpeningThrown, view: View) -> str:
    first, second = event.dice
    return f"{who(view, event.seat)} throws {first} and {second} for the order of play: {first + second}"


def _turn_started(event: e.TurnStarted, view: View) -> str:
    order = f"the order of play is {everybody(view, event.order)}; " if event.order else ""
    return f"{order}round {event.round}: {who(view, event.seat)}'s turn{held_by(view, event.holders)}"


def _dice_rolled(event: e.DiceRolled, view: View) -> str:
    first, second = event.dice
    thrown = f"{who(view, event.seat)} throws {first} and {second}"
    if event.doubles:
        return thrown + (", doubles" if event.doubles == 1 else f", doubles for the {_ORDINALS.get(event.doubles)} time")
    return thrown


_ORDINALS: Final = {2: "second", 3: "third"}


def _rent_rolled(event: e.RentRolled, view: View) -> str:
    return f"{who(view, event.seat)} throws {event.dice[0]} and {event.dice[1]} for the rent"


def _token_moved(event: e.TokenMoved, view: View) -> str:
    moved = f"{who(view, event.seat)} moves to {place(view, event.to)}"
    return moved + (f", passing {place(view, view.board.go)}" if event.passed_go and event.to != view.board.go else "")


_JAILED: Final = {"space": "sent by the space", "card": "sent by a card", "doubles": "for three doubles running"}


def _jailed(event: e.SeatJailed, view: View) -> str:
    return f"{who(view, event.seat)} goes to jail, {_JAILED[event.cause]}"


def _throw_failed(event: e.JailThrowFailed, view: View) -> str:
    return f"{who(view, event.seat)} stays in jail, no doubles in throw {event.failed}"


_MEANS: Final = {"doubles": "by doubles", "fine": "by the fine", "card": "by a card"}


def _jail_left(event: e.JailLeft, view: View) -> str:
    return f"{who(view, event.seat)} leaves jail {_MEANS[event.means]}"


def _paid(event: e.MoneyPaid, view: View) -> str:
    reason = PAID_FOR[event.reason]
    return f"{who(view, event.payer)} pays {who(view, event.payee)} {money(view, event.amount)} {reason}"


def _purchase_offered(event: e.PurchaseOffered, view: View) -> str:
    return f"{who(view, event.seat)} may buy {place(view, event.deed)} for {money(view, view.board.price[event.deed])}"


def _declined(event: e.PurchaseDeclined, view: View) -> str:
    return f"{who(view, event.seat)} does not buy {place(view, event.deed)}"


def _bought(event: e.DeedBought, view: View) -> str:
    return f"{place(view, event.deed)} is {who(view, event.seat)}'s now"


def _built(event: e.BuildingsBuilt, view: View) -> str:
    return f"{who(view, event.seat)} builds: {_levels(event.levels, view)}"


def _sold(event: e.BuildingsSold, view: View) -> str:
    return f"{who(view, event.seat)} hands buildings back: {_levels(event.levels, view)}"


def _levels(levels: tuple[tuple[int, int], ...], view: View) -> str:
    return ", ".join(f"{place(view, deed)} {buildings(level)}" for deed, level in levels)


def _mortgaged(event: e.DeedMortgaged, view: View) -> str:
    return f"{who(view, event.seat)} mortgages {place(view, event.deed)}"


def _lifted(event: e.MortgageLifted, view: View) -> str:
    return f"{who(view, event.seat)} has lifted the mortgage on {place(view, event.deed)}"


def _kept(event: e.MortgageKept, view: View) -> str:
    return f"{who(view, event.seat)} keeps {place(view, event.deed)} mortgaged"


def _transferred(event: e.DeedTransferred, view: View) -> str:
    return f"{place(view, event.deed)} goes from {who(view, event.giver)} to {who(view, event.receiver)}"


def _returned(event: e.DeedReturned, view: View) -> str:
    return f"{place(view, event.deed)} goes back to the bank"


def _card_drawn(event: e.CardDrawn, view: View) -> str:
    card = view.board.card[event.card]
    return f"{who(view, event.seat)} draws {_deck(event.card, view)}: {safe_text(card.text)}"


def _deck(card: str, view: View) -> str:
    return deck_title(view.board.deck_of[card])


def _card_transferred(event: e.CardTransferred, view: View) -> str:
    card = _deck(event.card, view)
    return f"the jail card of {card} goes from {who(view, event.giver)} to {who(view, event.receiver)}"


def _card_returned(event: e.CardReturned, view: View) -> str:
    return f"{who(view, event.seat)} gives the jail card of {_deck(event.card, view)} back"


def _choice_offered(event: e.CardChoiceOffered, view: View) -> str:
    return f"{who(view, event.seat)} has a choice"


def _chosen(event: e.CardChosen, view: View) -> str:
    return f"{who(view, event.seat)} takes the {'first' if event.option == 1 else 'second'} alternative"


def _tax_offered(event: e.TaxChoiceOffered, view: View) -> str:
    return f"{who(view, event.seat)} chooses how the tax is reckoned"


def _tax_chosen(event: e.TaxChosen, view: View) -> str:
    return f"{who(view, event.seat)} chooses {'the flat tax' if event.method == 'flat' else 'a share of the worth'}"


def _bankrupt(event: e.SeatBankrupt, view: View) -> str:
    fate = "resigns" if event.resigned else "is bankrupt"
    return f"{who(view, event.seat)} {fate}, everything goes to {who(view, event.creditor)}"


def _vote_cast(event: e.VoteCast, view: View) -> str:
    return f"{who(view, event.seat)} votes {'to end the game' if event.end else 'to go on'}"


def _end_called(event: e.EndCalled, view: View) -> str:
    return "the game ends by a count " + ("when this round is over" if event.after_round else "as soon as nothing is pending")


def _time_ran_out(event: e.TimeRanOut, view: View) -> str:
    return f"{who(view, event.seat)}'s time has run out"


def _game_ended(event: e.GameEnded, view: View) -> str:
    worth = money(view, event.worth[event.winners[0]]) if event.winners else ""
    return f"the game is over: {everybody(view, event.winners)} won with {worth}".rstrip()


_TELLERS: Final[dict[type[e.Event], Teller]] = {
    **PENDING,
    e.GameStarted: lambda event, view: "the game begins",
    e.DeedDealt: _dealt,
    e.OpeningThrown: _opening_thrown,
    e.TurnStarted: _turn_started,
    e.WindowClosed: nothing,
    e.DiceRolled: _dice_rolled,
    e.RentRolled: _rent_rolled,
    e.TokenMoved: _token_moved,
    e.SeatJailed: _jailed,
    e.JailThrowFailed: _throw_failed,
    e.JailLeft: _jail_left,
    e.MoneyPaid: _paid,
    e.PurchaseOffered: _purchase_offered,
    e.PurchaseDeclined: _declined,
    e.DeedBought: _bought,
    e.BuildingsBuilt: _built,
    e.BuildingsSold: _sold,
    e.DeedMortgaged: _mortgaged,
    e.MortgageLifted: _lifted,
    e.MortgageKept: _kept,
    e.DeedTransferred: _transferred,
    e.DeedReturned: _returned,
    e.CardDrawn: _card_drawn,
    e.CardTransferred: _card_transferred,
    e.CardReturned: _card_returned,
    e.CardChoiceOffered: _choice_offered,
    e.CardChosen: _chosen,
    e.TaxChoiceOffered: _tax_offered,
    e.TaxChosen: _tax_chosen,
    e.SettlementDeferred: nothing,
    e.DepartureDue: nothing,
    e.WorkTaken: nothing,
    e.SeatBankrupt: _bankrupt,
    e.VoteCast: _vote_cast,
    e.EndCalled: _end_called,
    e.TimeRanOut: _time_ran_out,
    e.GameEnded: _game_ended,
}
