"""Commands that wait for the next window: taking them in, and running them. Must not know what they do.

design.md 4.1: outside a window a build, sale, mortgage, lift or acceptance of a seat that cannot do it now is queued, run when
the next window opens, in order of arrival, and judged again then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import commands as c
from engine import events as e
from engine.bankruptcy import own_debt
from engine.building import group_index, need_deeds, need_owner
from engine.errors import IllegalCommand
from engine.holdings import holdings
from engine.ids import Seat
from engine.options import Option
from engine.trading import find_offer

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State

MAX_QUEUED: Final = 16
"""Commands of one seat that may wait at a time."""


def queue(game: Game, seat: Seat, command: c.AssetCommand) -> None:
    """Take a command in for the next window; raises `IllegalCommand` where none will ever allow it."""
    judge_queueing(game.state, seat, command)
    game.emit(e.InterruptQueued(game.state.next_interrupt, seat, command))


def judge_queueing(state: State, seat: Seat, command: c.AssetCommand) -> None:
    """Refuse what no window allows, what a debtor may not do, and what names things that are not the seat's.

    Everything else is judged when it runs, so that a seat can queue a sale and the mortgage that it makes possible.
    """
    if state.rules.asset_window == "own_turn":
        raise IllegalCommand("not_now", "under this ruleset assets move only in one's own window")
    if isinstance(command, (c.SellHouses, c.SellGroup, c.MortgageDeeds)) and state.rules.liquidation == "debt_only":
        raise IllegalCommand("only_in_debt")
    if isinstance(command, (c.BuildHouses, c.LiftMortgages)) and own_debt(state, seat):
        raise IllegalCommand("in_debt")
    if _queued(state, seat) >= MAX_QUEUED:
        raise IllegalCommand("too_many_queued", f"no more than {MAX_QUEUED} queued interrupts of one seat")
    _need_own_things(state, seat, command)


def _queued(state: State, seat: Seat) -> int:
    return sum(entry.seat == seat for entry in state.queue) if state.queue else 0


def _need_own_things(state: State, seat: Seat, command: c.AssetCommand) -> None:
    if isinstance(command, c.AcceptOffer):
        if find_offer(state, command.offer).to != seat:
            raise IllegalCommand("not_owner", f"offer {command.offer} was made to another seat")
    elif isinstance(command, c.SellGroup):
        for deed in state.board.members[group_index(state, command.group)]:
            need_owner(state, seat, deed)
    elif isinstance(command, (c.BuildHouses, c.SellHouses)):
        for deed in need_deeds(state, seat, (deed for deed, _ in command.lots)):
            if not state.board.groups[state.board.group_of[deed]].buildable:
                raise IllegalCommand("not_buildable")
    else:
        need_deeds(state, seat, command.deeds)


def queue_options(state: State, seat: Seat, *, raises: bool = False) -> list[Option]:
    """What a seat could queue now; `raises`: its sales and mortgages take effect at once instead, and are not listed here."""
    if state.rules.asset_window == "own_turn" or _queued(state, seat) >= MAX_QUEUED:
        return []
    kept = holdings(state, seat)
    options = [] if own_debt(state, seat) else list(kept.queueable_changes)
    if not raises and state.rules.liquidation == "any_window":
        options += kept.queueable_raises
    return options


def run_next(game: Game) -> None:
    """Take the oldest queued command and carry it out, or drop it with the reason."""
    entry = game.state.queue[0]
    game.emit(e.InterruptTaken(entry.id, entry.seat))
    try:
        game.dispatch(entry.seat, entry.command)
    except IllegalCommand as refusal:
        game.emit(e.InterruptDropped(entry.id, entry.seat, refusal.reason))
