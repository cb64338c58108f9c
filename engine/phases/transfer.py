"""The new owner of mortgaged deeds: lift each at once, or pay the interest and keep it (rules.md MTG-04).

The interest can not be waived (rules-cases K04): a seat that can not raise it goes bankrupt to the bank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import assets
from engine import commands as c
from engine import events as e
from engine.bankruptcy import go_bankrupt
from engine.building import interest, lift_cost
from engine.errors import IllegalCommand
from engine.frames import MortgageTransfer
from engine.ids import BANK, Seat, SpaceIndex
from engine.interrupts import queue
from engine.options import Option
from engine.phases.base import Handlers, Phase, need_turn, plain
from engine.phases.raising import raising, raising_options
from engine.worth import liquidation_value

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

_BANKRUPT = plain("declare_bankruptcy")
_LIQUIDATE = plain("liquidate")


def fees(state: State, frame: MortgageTransfer) -> int:
    """The interest that is due on all deeds not answered for yet, in dollars."""
    return sum(interest(state, deed) for deed in frame.deeds)


def _keep(game: Game, frame: MortgageTransfer, seat: Seat, command: c.KeepMortgage) -> None:
    need_turn(seat, frame.seat)
    deeds = frame.deeds if command.deed is None else (command.deed,)
    if deeds[0] not in frame.deeds:
        raise IllegalCommand("no_such_deed", f"space {command.deed} is none of the mortgaged deeds received")
    fee = sum(interest(game.state, deed) for deed in deeds)
    if fee > game.state.cash[seat]:
        raise IllegalCommand("not_enough_cash", f"the interest is {fee}, the seat has {game.state.cash[seat]}", wanted=fee)
    _keep_now(game, seat, deeds)


def _keep_now(game: Game, seat: Seat, deeds: tuple[SpaceIndex, ...]) -> None:
    for deed in deeds:
        if fee := interest(game.state, deed):
            game.emit(e.MoneyPaid(seat, BANK, fee, "transfer_fee"))
        game.emit(e.MortgageKept(seat, deed))


def _lift(game: Game, frame: MortgageTransfer, seat: Seat, command: c.LiftMortgages) -> None:
    """The answer for deeds received; the lifting of any other deed waits for the next window."""
    if seat == frame.seat and set(command.deeds) & set(frame.deeds):
        if not set(command.deeds) <= set(frame.deeds):
            raise IllegalCommand("not_now", "answer for the deeds received first, other mortgages wait for the next window")
        assets.lift(game, seat, command)
    else:
        queue(game, seat, command)


def _declare(game: Game, frame: MortgageTransfer, seat: Seat, command: c.DeclareBankruptcy) -> None:
    need_turn(seat, frame.seat)
    value, fee = liquidation_value(game.state, seat), fees(game.state, frame)
    if value >= fee:
        raise IllegalCommand("can_still_pay", f"{value} could be raised for interest of {fee}", wanted=fee)
    go_bankrupt(game, seat)


def _liquidate(game: Game, frame: MortgageTransfer, seat: Seat, command: c.Liquidate) -> None:
    need_turn(seat, frame.seat)
    fee = fees(game.state, frame)
    if liquidation_value(game.state, seat) < fee:
        go_bankrupt(game, seat)
        return
    assets.raise_cash(game, seat, fee)
    _keep_now(game, seat, frame.deeds)


def _receiver(state: State, frame: MortgageTransfer, seat: Seat) -> bool:
    return seat == frame.seat


def _without(option: Option, asked: tuple[SpaceIndex, ...]) -> Option:
    """A queueable lift is of other deeds than those that are asked about."""
    if option.command != "lift_mortgages":
        return option
    return Option(option.command, tuple(deed for deed in option.deeds if deed not in asked), queued=True)


class TransferPhase(Phase[MortgageTransfer]):
    """Waits for the new owner, who may raise money."""

    handlers: ClassVar[Handlers] = {
        c.KeepMortgage: _keep,
        c.LiftMortgages: _lift,
        c.DeclareBankruptcy: _declare,
        c.Liquidate: _liquidate,
        **raising(_receiver, owing=True),
    }

    def waiting(self, state: State, frame: MortgageTransfer) -> tuple[Seat, ...]:
        """The new owner."""
        return (frame.seat,)

    def options(self, state: State, frame: MortgageTransfer, seat: Seat) -> list[Option]:
        """Keep or lift each deed, raise money, or give up interest that cannot be raised."""
        options = raising_options(state, seat, seat == frame.seat, owing=True)
        if seat != frame.seat:
            return options
        cash = state.cash[seat]
        keep = tuple(deed for deed in frame.deeds if cash >= interest(state, deed))
        lift = tuple(deed for deed in frame.deeds if cash >= lift_cost(state, deed))
        options = [_without(option, frame.deeds) for option in options]
        options = [option for option in options if option.command != "lift_mortgages" or option.deeds]
        options += [Option("keep_mortgage", keep)] if keep else []
        options += [Option("lift_mortgages", lift)] if lift else []
        options.append(_LIQUIDATE)
        if liquidation_value(state, seat) < fees(state, frame):
            options.append(_BANKRUPT)
        return options

    def default(self, state: State, frame: MortgageTransfer, seat: Seat) -> c.SeatCommand:
        """Keep all; where the cash does not suffice, the standard liquidation first."""
        return c.KeepMortgage() if state.cash[seat] >= fees(state, frame) else c.Liquidate()
