"""Where the dice of a table come from, as text: what is published, who has added to it, and what is shown at the end.

Must not draw dice, and must promise no more than the table can hold: whoever runs the server knows the seed all along.
"""

from __future__ import annotations

from typing import Final

from client.phrases import who
from client.view import View
from engine.sealed import commitment

_HOST: Final = "this keeps the host from changing the dice, not from knowing them"


def fair_lines(view: View) -> list[str]:
    """What is known of the dice at this point of the game."""
    lobby = view.lobby
    if not lobby.commitment:
        return ["nothing was published of the seed of this table: its dice cannot be verified"]
    added = [f"  {who(view, info.seat)}: {lobby.nonce(info.seat) or 'nothing'}" for info in lobby.seats]
    return [f"commitment to the seed: {lobby.commitment}", "added to it:", *added, *_own(view), *_seed(view)]


def _own(view: View) -> list[str]:
    """Whether what this client has sent is what everybody was told."""
    if view.seat is None or not view.nonce or view.lobby.nonce(view.seat) == view.nonce:
        return []
    return [f"this client has sent {view.nonce} to be added, which is NOT what the server tells"]


def _seed(view: View) -> list[str]:
    seed = view.lobby.seed
    if not seed:
        return ["the seed is shown when the game is over; then `save FILE` and `magnate verify FILE`", _HOST]
    fits = "fits" if commitment(view.table, bytes.fromhex(seed)) == view.lobby.commitment else "does NOT fit"
    return [f"seed: {seed}", f"the seed {fits} the commitment; `save FILE` and `magnate verify FILE` check every draw", _HOST]
