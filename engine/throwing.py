"""The throw of a turn and the ways out of jail. Must not ask anything: what has to be asked is left on the stack.

Official rules, *Doubles* and *Jail*; rules.md TRN-03 to TRN-06, JAL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.ids import BANK, Seat
from engine.landing import land, move_forward, owe, send_to_jail
from engine.state import FREE

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Claim, State

THROWS_IN_JAIL: Final = 3
"""Failed throws after which the fine is due."""

DOUBLES_TO_JAIL: Final = 3
"""Doubles running in one turn that lead to jail instead of a move."""

_CLAIM_THROWS: Final = {"before_next_roll": 1, "before_second_roll": 2}


def throw(game: Game, seat: Seat) -> None:
    """Throw, move and fix what the landing brings, all in one act."""
    state = game.state
    dice = game.chance.dice()
    if state.jail[seat] != FREE:
        _throw_in_jail(game, seat, dice)
        return
    doubles = state.doubles + 1 if dice[0] == dice[1] else 0
    _rolled(game, seat, dice, doubles)
    if doubles == DOUBLES_TO_JAIL:
        send_to_jail(game, seat, "doubles")
        return
    move_forward(game, seat, dice[0] + dice[1])
    land(game, seat)


def _rolled(game: Game, seat: Seat, dice: tuple[int, int], doubles: int) -> None:
    game.emit(e.DiceRolled(seat, dice, doubles))
    if game.state.claims:
        _expire_claims(game)


def claims_at_stake(state: State) -> list[Claim]:
    """The claims of others to which the throw that is due would put an end, if they are not made before."""
    frame = state.stack[-1]
    if not state.claims or not isinstance(frame, Window) or frame.kind != "before_roll":
        return []
    limit, thrower = _CLAIM_THROWS[state.rules.rent_claim], state.turn
    return [claim for claim in state.claims if thrower not in (claim.debtor, claim.creditor) and claim.throws + 1 >= limit]


def _expire_claims(game: Game) -> None:
    """The right to ask ends with another player's first throw of a turn (scenarios.md fine point 12)."""
    limit = _CLAIM_THROWS[game.state.rules.rent_claim]
    for claim in tuple(game.state.claims):
        if claim.throws >= limit:
            game.emit(e.ClaimExpired(claim.creditor, claim.debtor, claim.deed))


def _throw_in_jail(game: Game, seat: Seat, dice: tuple[int, int]) -> None:
    state = game.state
    if dice[0] == dice[1]:
        _rolled(game, seat, dice, 1 if state.rules.jail_doubles_roll_again else 0)
        game.emit(e.JailLeft(seat, "doubles"))
        move_forward(game, seat, dice[0] + dice[1])
        land(game, seat)
        return
    failed = state.jail[seat] + 1
    _rolled(game, seat, dice, 0)
    game.emit(e.JailThrowFailed(seat, failed))
    if failed >= THROWS_IN_JAIL:
        game.emit(e.DepartureDue(seat))
        _owe_fine(game, seat)


def _owe_fine(game: Game, seat: Seat) -> None:
    """The fine is due at once; only where a card may still be used instead is the seat asked first (rules.md JAL-09)."""
    fine = game.state.rules.jail_fine
    if game.state.rules.jail_card_after_third_roll and game.state.cards[seat] and fine:
        game.emit(e.DebtOpened(seat, ((BANK, fine),), "jail_fine"))
    else:
        owe(game, seat, BANK, fine, "jail_fine")


def held_card(state: State, seat: Seat, deck: str | None) -> str:
    """The jail card that a seat would use: of the deck named, else the first in the order of the board's decks."""
    for name in state.board.decks if deck is None else (deck,):
        for card in state.cards[seat]:
            if state.board.deck_of[card] == name:
                return card
    raise IllegalCommand("card_not_held")


def use_jail_card(game: Game, seat: Seat, deck: str | None) -> None:
    """Give the card back and leave jail."""
    card = held_card(game.state, seat, deck)
    game.emit(e.CardReturned(card, seat))
    game.emit(e.JailLeft(seat, "card"))


def depart(game: Game, seat: Seat) -> None:
    """Leave jail by the third failed throw, now that the fine is paid, and move by that throw (rules.md JAL-06)."""
    state = game.state
    game.emit(e.WorkTaken())
    if state.jail[seat] != FREE:
        game.emit(e.JailLeft(seat, "fine"))
    move_forward(game, seat, state.dice[0] + state.dice[1])
    land(game, seat)
