"""The final standing as text; must not decide it."""

from __future__ import annotations

from typing import Final

from client.columns import columns
from client.view import View
from protocol.names import safe_text

_REASONS: Final = {
    "last_one": "only one is left",
    "rounds": "the last round is over",
    "max_rounds": "the last round is over",
    "time": "the time is over",
    "vote": "everybody has voted for it",
    "host": "the host has ended it",
    "abandoned": "nobody is here any more",
}


def render_standing(view: View) -> list[str]:
    """Why the game ended, and one line for each seat, the winners first; empty while the game goes on."""
    state = view.state
    if state is None or state.outcome is None:
        return []
    outcome = state.outcome
    worth = outcome.worth
    order = sorted(range(state.seats), key=lambda seat: (seat not in outcome.winners, state.out[seat], -worth[seat], seat))
    rows = [("", "PLAYER", "WORTH", "CASH", "DEEDS")]
    for place, seat in enumerate(order, 1):
        mark = "winner" if seat in outcome.winners else f"{place}."
        fate = "out" if state.out[seat] else str(worth[seat])
        rows.append((mark, safe_text(view.name(seat)), fate, str(state.cash[seat]), str(len(state.deeds_of(seat)))))
    reason = _REASONS.get(outcome.reason, safe_text(outcome.reason))
    return [f"final standing: {reason}", *columns(rows)]
