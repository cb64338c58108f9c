"""What the bots at a table do next, by the policies of the engine; the autopilot takes the same way.

Must not remember anything or know people's seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

from engine.commands import SeatCommand
from engine.ids import Seat
from engine.legal import waiting
from engine.policy import careful, careful_interrupt
from engine.state import State

LEVELS: Final = ("careful",)
"""The levels of bots, as `create_table` and `add_bot` name them."""

Move: TypeAlias = tuple[Seat, SeatCommand]

Policy: TypeAlias = Callable[[State, Seat], SeatCommand | None]


def next_move(state: State, bots: Collection[Seat]) -> Move | None:
    """One command of one bot: the answer to a question, or else to an offer or a claim; `None` if they wait for others."""
    return choose(state, bots, careful, careful_interrupt)


def choose(state: State, seats: Collection[Seat], answer: Policy, interrupt: Policy) -> Move | None:
    """The same for seats that are played by these policies, asked and unasked."""
    if state.outcome is not None:
        return None
    for seat in waiting(state):
        if seat in seats and (command := answer(state, seat)) is not None:
            return seat, command
    for seat in _addressed(state, seats):
        if (command := interrupt(state, seat)) is not None:
            return seat, command
    return None


def _addressed(state: State, among: Collection[Seat]) -> list[Seat]:
    """The seats that have an offer to answer or a rent to claim, in seat order."""
    if not state.offers and not state.claims:
        return []
    seats = {offer.to for offer in state.offers.values()} | {claim.creditor for claim in state.claims}
    return sorted(seat for seat in seats if seat in among)
