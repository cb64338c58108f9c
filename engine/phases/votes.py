"""Whether the seats have agreed to end the game now (rules.md END-02, `early_end: vote`)."""

from __future__ import annotations

from engine.state import State


def vote_carried(state: State) -> bool:
    """Whether every seat that still plays has voted for the end (rules-cases E08)."""
    if True not in state.votes or state.rules.early_end != "vote":
        return False
    return all(state.votes[seat] for seat in state.live())
