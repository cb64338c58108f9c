"""What the bots at a table do next, each by the policy of its level; the autopilot takes the same way.

Bots are asked only in their own prompts, and where an offer or a rent is theirs to answer, so that a table of bots comes to its
end. Must not remember anything or know people's seats.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, TypeAlias

from engine.commands import SeatCommand
from engine.ids import Seat
from engine.legal import waiting
from engine.policies import POLICIES, Policy
from engine.state import State
from protocol.tables import Lobby

LEVELS: Final = tuple(POLICIES)
"""The levels of bots, as `create_table` and `add_bot` name them, from the weakest to the strongest."""

Move: TypeAlias = tuple[Seat, SeatCommand]


def bots_of(lobby: Lobby) -> dict[Seat, Policy]:
    """The seats that bots play, and how."""
    return {info.seat: POLICIES[info.bot] for info in lobby.seats if info.bot is not None}


def next_move(state: State, players: Mapping[Seat, Policy]) -> Move | None:
    """One command of a seat that is played by a policy: the answer to a question, or else to an offer or a claim.

    `None` if all of them wait for others.
    """
    if state.outcome is not None:
        return None
    for seat in waiting(state):
        if seat in players and (command := players[seat].answer(state, seat)) is not None:
            return seat, command
    for seat in _addressed(state, players):
        if (command := players[seat].interrupt(state, seat)) is not None:
            return seat, command
    return None


def _addressed(state: State, among: Collection[Seat]) -> list[Seat]:
    """The seats that have an offer to answer or a rent to claim, in seat order."""
    if not state.offers and not state.claims:
        return []
    seats = {offer.to for offer in state.offers.values()} | {claim.creditor for claim in state.claims}
    return sorted(seat for seat in seats if seat in among)
