"""Handing on the dice: whose turn is next, which windows somebody holds, and the ends that come with a round.

Must not know what happens within a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events as e
from engine.bankruptcy import end_game
from engine.ids import Seat

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import State


def holders(state: State, turn: Seat, stops: list[bool]) -> tuple[Seat, ...]:
    """The seats that hold a window of `turn` as it opens: by a standing stop, or by a hold sent before."""
    if not state.pending_holds and True not in stops:
        return ()
    return tuple(seat for seat in state.live() if seat != turn and (stops[seat] or seat in state.pending_holds))


def start_first_turn(game: Game, groups: tuple[tuple[Seat, ...], ...]) -> None:
    """The order of play, from the opening throws: by falling throws, or in seat order from the highest thrower on."""
    state = game.state
    by_throw = tuple(seat for group in groups for seat in group)
    first = by_throw[0]
    if state.rules.turn_order == "opening_roll":
        order = by_throw
    else:
        order = tuple((first + step) % state.seats for step in range(state.seats))
    game.emit(e.TurnStarted(first, 1, holders(state, first, state.stop_before), order))


def next_turn(game: Game) -> None:
    """Start the next live seat's turn, or end the game where the round that is over was the last."""
    state = game.state
    order = state.order
    last = place = order.index(state.turn)
    place = (place + 1) % len(order)
    while state.out[order[place]]:
        place = (place + 1) % len(order)
    round_over = place <= last
    if round_over and (reason := _round_end(state)):
        end_game(game, reason)
        return
    seat = order[place]
    game.emit(e.TurnStarted(seat, state.round + round_over, holders(state, seat, state.stop_before)))


def _round_end(state: State) -> str:
    """Why the round that is over was the last one; empty if it was not."""
    rules = state.rules
    if state.last_round:
        return state.last_round
    if rules.early_end == "rounds" and state.round >= rules.early_end_value:
        return "rounds"
    if rules.max_rounds and state.round >= rules.max_rounds:
        return "max_rounds"
    return ""
