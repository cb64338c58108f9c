"""The atomic step after the throw: moving, what the space brings, and what is owed for it. Must not ask anybody anything.

What needs an answer is left on the stack as a frame; this module only puts it there. Nobody can act between the throw and
the fixing of what it costs (rules.md TRN-02), because all of it happens within one command.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from engine import events as e
from engine.board import AdvanceNearest
from engine.ids import BANK, Seat, SpaceIndex
from engine.rent import owes_nothing, rent
from engine.worth import tax_worth

if TYPE_CHECKING:
    from engine.frames import Building
    from engine.game import Game

DEEDS = frozenset({"street", "railroad", "utility"})


def owe(
    game: Game,
    debtor: Seat,
    creditor: Seat,
    amount: int,
    reason: e.Reason,
    deed: SpaceIndex = -1,
    building: Building | None = None,
) -> bool:
    """Pay at once where the cash suffices, else leave a debt on the stack; whether it was paid."""
    if amount <= 0:
        return True
    if game.state.cash[debtor] >= amount:
        game.emit(e.MoneyPaid(debtor, creditor, amount, reason))
        return True
    game.emit(e.DebtOpened(debtor, ((creditor, amount),), reason, deed, building))
    return False


def owe_each(game: Game, pairs: Sequence[tuple[Seat, Seat]], amount: int) -> None:
    """Pay what a card asks of each (debtor, creditor) pair in order; from the first that cannot pay on, all are queued debts.

    rules-cases K16: debts are a queue in the order they arose, and the next starts when the former is paid.
    """
    paid = 0
    for debtor, creditor in pairs:
        if game.state.cash[debtor] < amount:
            break
        game.emit(e.MoneyPaid(debtor, creditor, amount, "card"))
        paid += 1
    for debtor, creditor in reversed(pairs[paid:]):
        game.emit(e.DebtOpened(debtor, ((creditor, amount),), "card"))


def move_forward(game: Game, seat: Seat, steps: int, *, paid: bool = True) -> None:
    """Move on and, unless a card says no, take the salary for crossing or reaching GO (rules.md GO-01, GO-02)."""
    state = game.state
    size, go = state.board.size, state.board.go
    origin = state.at[seat]
    to = (origin + steps) % size
    passed = steps >= ((go - origin) % size or size)
    game.emit(e.TokenMoved(seat, origin, to, passed))
    if passed and paid:
        times = state.rules.go_exact if to == go else 1
        if salary := times * state.rules.go_salary:
            game.emit(e.MoneyPaid(BANK, seat, salary, "salary"))


def move_on_to(game: Game, seat: Seat, space: SpaceIndex, *, paid: bool) -> None:
    """Move forward, never back, to a space; `paid`: the salary may be taken on the way."""
    size = game.state.board.size
    move_forward(game, seat, (space - game.state.at[seat]) % size or size, paid=paid)


def move_back_to(game: Game, seat: Seat, space: SpaceIndex) -> None:
    """Move backward to a space; never any salary (rules.md GO-04)."""
    game.emit(e.TokenMoved(seat, game.state.at[seat], space % game.state.board.size))


def send_to_jail(game: Game, seat: Seat, cause: Literal["space", "card", "doubles"]) -> None:
    """Straight to jail: no salary, and no further throw in this turn."""
    game.emit(e.SeatJailed(seat, cause))


def land(game: Game, seat: Seat, card: str | None = None) -> None:
    """Take up what the space under a token brings; `card` names the card that sent it there, for its rent rule.

    Under `own_turn` the purchase comes first, then the asset window, then the settlement (T0; scenarios.md fine point 3); a
    deed that was free when the token reached it costs nothing, whoever has it by then (rules.md TRN-02).
    """
    state = game.state
    space = state.at[seat]
    free_deed = state.owner[space] == BANK and space in state.board.deed_set
    if state.rules.asset_window == "own_turn":
        game.emit(e.SettlementDeferred(seat, space, card, free_deed))
    if free_deed:
        offer_deed(game, seat, space)
    elif state.rules.asset_window == "between_steps":
        settle(game, seat, space, card)


def offer_deed(game: Game, seat: Seat, deed: SpaceIndex) -> None:
    """Ask the lander to buy; under `first_lap: wait` a seat that has not passed GO may not."""
    if game.state.rules.first_lap == "buy" or game.state.lapped[seat]:
        game.emit(e.PurchaseOffered(seat, deed))


def settle(game: Game, seat: Seat, space: SpaceIndex, card: str | None) -> None:
    """Fix and collect what a space costs or brings."""
    kind = game.state.board.type[space]
    if kind in DEEDS:
        charge_rent(game, seat, space, card)
    elif kind == "card":
        draw_card(game, seat, game.state.board.spaces[space].deck or "")
    elif kind == "tax":
        charge_tax(game, seat, space)
    elif kind == "go_to_jail":
        send_to_jail(game, seat, "space")
    elif kind == "free_parking":
        pay_free_parking(game, seat)


def draw_card(game: Game, seat: Seat, deck: str) -> None:
    """Draw the top card, if there is any, and obey it."""
    from engine.cards import obey  # cards and landings call each other: a card move is a full landing (rules.md CRD-01)

    state = game.state
    if state.undrawn[deck]:
        card = game.chance.draw(deck, state.undrawn[deck])
    elif state.returned[deck]:
        card = state.returned[deck][0]
    else:
        return
    game.emit(e.CardDrawn(seat, card))
    obey(game, seat, card)


def charge_rent(game: Game, seat: Seat, deed: SpaceIndex, card: str | None) -> None:
    """Collect the rent at once, or open the owner's claim where the ruleset wants it asked for."""
    state = game.state
    if owes_nothing(state, deed, seat):
        return
    amount = _rent_amount(game, seat, deed, card)
    owner = state.owner[deed]
    if state.rules.rent_claim == "automatic":
        owe(game, seat, owner, amount, "rent")
    else:
        game.emit(e.ClaimOpened(owner, seat, amount, deed))


def _rent_amount(game: Game, seat: Seat, deed: SpaceIndex, card: str | None) -> int:
    state = game.state
    effect = state.board.card[card].effect if card else None
    utility = state.board.type[deed] == "utility"
    if isinstance(effect, AdvanceNearest):
        if utility and effect.fresh_roll:
            return effect.dice_multiplier * _fresh_throw(game, seat)
        return effect.rent_multiplier * rent(state, deed, sum(state.dice))
    if utility and state.rules.utility_roll == "fresh":
        return rent(state, deed, _fresh_throw(game, seat))
    return rent(state, deed, sum(state.dice))


def _fresh_throw(game: Game, seat: Seat) -> int:
    dice = game.chance.dice()
    game.emit(e.RentRolled(seat, dice))
    return sum(dice)


def charge_tax(game: Game, seat: Seat, space: SpaceIndex) -> None:
    """Collect the tax of a space, or ask how the income tax is to be reckoned."""
    board, rules = game.state.board, game.state.rules
    if rules.income_tax == "choice" and board.spaces[space].id == "income_tax":
        game.emit(e.TaxChoiceOffered(seat, space))
    else:
        owe(game, seat, BANK, board.spaces[space].amount, "tax")


def share_tax(game: Game, seat: Seat) -> int:
    """A tenth of the worth (or the board's own share), rounded up (rules-cases X03)."""
    percent = game.state.board.data.income_tax_share_percent or 0
    return -(-tax_worth(game.state, seat) * percent // 100)


def pay_free_parking(game: Game, seat: Seat) -> None:
    """Nothing, by the printed rules; house rules pay the pot or a fixed sum."""
    rules = game.state.rules
    amount = {"nothing": 0, "pot": game.state.pot, "fixed": rules.free_parking_amount}[rules.free_parking]
    if amount:
        game.emit(e.MoneyPaid(BANK, seat, amount, "free_parking"))
