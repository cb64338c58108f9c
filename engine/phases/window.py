"""The windows: before the roll, after it, and the asset window of `own_turn`. Anybody may interrupt here, nobody elsewhere.

A window waits for the turn's seat and for its holders, and cannot be closed while another live seat holds it (design.md 4.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from engine import assets
from engine import commands as c
from engine import events as e
from engine.bankruptcy import end_game
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.holdings import change_options, holdings
from engine.ids import BANK, Seat
from engine.interrupts import run_next
from engine.landing import owe
from engine.options import Option
from engine.phases.base import Handler, Handlers, Phase, holds, need_turn, plain
from engine.phases.votes import vote_carried
from engine.state import FREE, State
from engine.throwing import throw, use_jail_card
from engine.trading import find_offer, judge_settlement, settle_trade
from engine.turns import next_turn

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import Offer

_ROLL = [plain("roll_dice")]
_END = [plain("end_turn")]
_FINE = plain("pay_fine")
_PASS = plain("pass")
_CLAIM = plain("claim_rent")


def held_by_another(state: State, frame: Window) -> bool:
    """Whether a live seat other than the turn's holds this window."""
    return bool(frame.holders) and any(seat != state.turn for seat in frame.holders)


def _need_unheld(state: State, frame: Window) -> None:
    if held_by_another(state, frame):
        raise IllegalCommand("window_held", f"seat {frame.holders[0]} holds this window")


def may_trade_assets(state: State, frame: Window, seat: Seat) -> bool:
    """Whether a seat may move assets in this window."""
    if state.rules.asset_window == "between_steps":
        return True
    return frame.kind == "own_turn" and seat == state.turn


def _roll(game: Game, frame: Window, seat: Seat, command: c.RollDice) -> None:
    state = game.state
    need_turn(seat, state.turn)
    if frame.kind == "own_turn" or (frame.kind == "after_roll" and not state.doubles):
        raise IllegalCommand("not_now", "no throw is due, end the turn")
    _need_unheld(state, frame)
    throw(game, seat)


def _end(game: Game, frame: Window, seat: Seat, command: c.EndTurn) -> None:
    state = game.state
    need_turn(seat, state.turn)
    if frame.kind == "own_turn":
        game.emit(e.WindowClosed())
        return
    if frame.kind == "before_roll" or state.doubles:
        raise IllegalCommand("roll_due")
    _need_unheld(state, frame)
    next_turn(game)


def _need_own_jail_turn(state: State, frame: Window, seat: Seat) -> None:
    need_turn(seat, state.turn)
    if state.jail[seat] == FREE:
        raise IllegalCommand("not_in_jail")
    if frame.kind != "before_roll":
        raise IllegalCommand("not_now", "the way out of jail is before the roll")


def _pay_fine(game: Game, frame: Window, seat: Seat, command: c.PayFine) -> None:
    state = game.state
    _need_own_jail_turn(state, frame, seat)
    if state.cash[seat] < state.rules.jail_fine:
        raise IllegalCommand("not_enough_cash", f"the fine is {state.rules.jail_fine}, the seat has {state.cash[seat]}")
    owe(game, seat, BANK, state.rules.jail_fine, "jail_fine")
    game.emit(e.JailLeft(seat, "fine"))


def _use_card(game: Game, frame: Window, seat: Seat, command: c.UseJailCard) -> None:
    _need_own_jail_turn(game.state, frame, seat)
    use_jail_card(game, seat, command.deck)


def _asset(act: Callable[[Game, Seat, Any], None], *, raises: bool) -> Handler:
    """A build, sale, mortgage or lift at once; `raises`: it brings money, which `debt_only` forbids here."""

    def handler(game: Game, frame: Window, seat: Seat, command: Any) -> None:
        if not may_trade_assets(game.state, frame, seat):
            raise IllegalCommand("not_now", "under this ruleset assets move only in one's own window")
        if raises and game.state.rules.liquidation == "debt_only":
            raise IllegalCommand("only_in_debt")
        act(game, seat, command)

    return handler


def _may_settle(state: State, frame: Window, offer: Offer) -> bool:
    return may_trade_assets(state, frame, offer.seat) or may_trade_assets(state, frame, offer.to)


def _accept(game: Game, frame: Window, seat: Seat, command: c.AcceptOffer) -> None:
    offer = find_offer(game.state, command.offer)
    if offer.to != seat:
        raise IllegalCommand("not_owner", f"offer {offer.id} was made to another seat")
    if not _may_settle(game.state, frame, offer):
        raise IllegalCommand("not_now", "under this ruleset a trade settles in the window of one of its parties")
    judge_settlement(game.state, offer)
    settle_trade(game, offer)


def _claim(game: Game, frame: Window, seat: Seat, command: c.ClaimRent) -> None:
    """All open claims of the speaker, oldest first; each debt that cannot be paid at once waits its turn."""
    claims = [claim for claim in game.state.claims if claim.creditor == seat]
    if not claims:
        raise IllegalCommand("nothing_to_claim")
    for claim in claims:
        game.emit(e.RentClaimed(seat, claim.debtor, claim.deed))
    short = [claim for claim in claims if not _pay_claim(game, claim.debtor, seat, claim.amount)]
    for claim in reversed(short):
        game.emit(e.DebtOpened(claim.debtor, ((seat, claim.amount),), "rent"))


def _pay_claim(game: Game, debtor: Seat, creditor: Seat, amount: int) -> bool:
    if game.state.cash[debtor] < amount:
        return False
    game.emit(e.MoneyPaid(debtor, creditor, amount, "rent"))
    return True


def _pass(game: Game, frame: Window, seat: Seat, command: c.Pass) -> None:
    if not holds(game.state, seat):
        raise IllegalCommand("not_holding")
    game.emit(e.HoldReturned(seat))


class WindowPhase(Phase[Window]):
    """Waits for the turn's seat and the holders; runs what was queued as soon as it is open."""

    handlers: ClassVar[Handlers] = {
        c.RollDice: _roll,
        c.EndTurn: _end,
        c.PayFine: _pay_fine,
        c.UseJailCard: _use_card,
        c.BuildHouses: _asset(assets.build, raises=False),
        c.LiftMortgages: _asset(assets.lift, raises=False),
        c.SellHouses: _asset(assets.sell, raises=True),
        c.SellGroup: _asset(assets.sell_group, raises=True),
        c.MortgageDeeds: _asset(assets.mortgage, raises=True),
        c.AcceptOffer: _accept,
        c.ClaimRent: _claim,
        c.Pass: _pass,
    }

    def waiting(self, state: State, frame: Window) -> tuple[Seat, ...]:
        """The turn's seat, and those who hold."""
        if not frame.holders:
            return (state.turn,)
        return (state.turn, *(seat for seat in frame.holders if seat != state.turn))

    def options(self, state: State, frame: Window, seat: Seat) -> list[Option]:
        """The turn's own steps, and the assets and trades of everybody."""
        options = self._turn_options(state, frame) if seat == state.turn else []
        if seat in frame.holders:
            options.append(_PASS)
        if may_trade_assets(state, frame, seat):
            kept = holdings(state, seat)
            if kept.builds or kept.lifts:
                options += change_options(state, kept, state.cash[seat])
            if state.rules.liquidation == "any_window":
                options += kept.raises
        if state.offers:
            options += self._accept_options(state, frame, seat)
        if state.claims and any(claim.creditor == seat for claim in state.claims):
            options.append(_CLAIM)
        return options

    def _turn_options(self, state: State, frame: Window) -> list[Option]:
        if frame.kind == "own_turn":
            return _END[:]
        options = []
        if not frame.holders or not held_by_another(state, frame):
            options = _ROLL[:] if frame.kind == "before_roll" or state.doubles else _END[:]
        if frame.kind == "before_roll" and state.jail[state.turn] != FREE:
            if state.cash[state.turn] >= state.rules.jail_fine:
                options.append(_FINE)
            if state.cards[state.turn]:
                decks = tuple(dict.fromkeys(state.board.deck_of[card] for card in state.cards[state.turn]))
                options.append(Option("use_jail_card", names=decks))
        return options

    def _accept_options(self, state: State, frame: Window, seat: Seat) -> list[Option]:
        ids = []
        for offer in state.offers.values():
            if offer.to == seat and _may_settle(state, frame, offer):
                try:
                    judge_settlement(state, offer)
                except IllegalCommand:
                    continue  # an offer that could not settle now is no option
                ids.append(offer.id)
        return [Option("accept_offer", ids=tuple(ids))] if ids else []

    def default(self, state: State, frame: Window, seat: Seat) -> c.SeatCommand:
        """The turn's seat throws or ends, a holder passes."""
        if seat != state.turn:
            return c.Pass()
        rolls = frame.kind == "before_roll" or (frame.kind == "after_roll" and state.doubles)
        return c.RollDice() if rolls else c.EndTurn()

    def proceed(self, game: Game, frame: Window) -> bool:
        """End by count, pass the turn of a seat that is out, or run the oldest queued command."""
        state = game.state
        if frame.kind == "own_turn":
            return False
        if state.ending or vote_carried(state):
            end_game(game, state.ending or "vote")
        elif state.out[state.turn]:
            next_turn(game)
        elif state.queue:
            run_next(game)
        else:
            return False
        return True
