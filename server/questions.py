"""What the clocks need to know of a game: which kinds of question are open, and how an auction stands. Must not know time."""

from __future__ import annotations

from engine.frames import Auction, BuildContest, Window
from engine.ids import Seat
from engine.legal import prompt_id
from engine.phases.window import held_by_another
from engine.state import State
from engine.throwing import claims_at_stake
from server.clocks import Asked, Bidding, Kind


def asked(state: State, seat: Seat, gone_at: float | None, away: bool) -> Asked:
    """The question that is open to a person, as its clock sees it."""
    kind = _kind(state, seat)
    late = kind == "own" and bool(state.claims) and seat == state.turn and bool(claims_at_stake(state))
    return Asked(prompt_id(state, seat), gone_at, away, kind, late)


def _kind(state: State, seat: Seat) -> Kind:
    frame = state.stack[-1]
    if isinstance(frame, Window):
        if not frame.holders or not held_by_another(state, frame):
            return "own"
        return "held" if seat == state.turn else "hold"
    if isinstance(frame, Auction):
        return "bid"
    return "wish" if isinstance(frame, BuildContest) and frame.asked else "own"


def bidding(state: State) -> Bidding | None:
    """How the auction stands that the table waits for, if it does."""
    frame = state.stack[-1]
    return Bidding(frame.prompt, frame.leader, frame.high) if isinstance(frame, Auction) else None


def oldest_prompt(state: State) -> int:
    """The lowest number that a question has which is open, or will be again once what is above it is settled."""
    return min([frame.prompt for frame in state.stack if hasattr(frame, "prompt")], default=state.next_prompt)
