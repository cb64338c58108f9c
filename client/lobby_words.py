"""What somebody may do in the lobby of a table, and what the start waits for. Must not decide anything."""

from __future__ import annotations

from client.phrases import everybody, who
from client.view import View
from client.waiting import lobby_default
from client.words import LOBBY


def lobby_words(view: View) -> tuple[str, list[str]]:
    """How near the start is, and the words that help; nothing for one who looks on, or once the game has started."""
    own = view.lobby.at(view.seat) if view.seat is not None and view.lobby.stage == "lobby" else None
    if own is None:
        return "", []
    if view.seat == view.lobby.owner:
        return _of_owner(view)
    said = "you are ready" if own.ready else "say that you are ready"
    return f"{said}; {who(view, view.lobby.owner)} starts the game", ["ready no" if own.ready else "ready"]


def _of_owner(view: View) -> tuple[str, list[str]]:
    others = [info for info in view.lobby.seats if info.seat != view.seat]
    if not others:
        return "nobody else is here yet: friends may come in at any time", [LOBBY["add-bot"].usage]
    words = [LOBBY["add-bot"].usage, LOBBY["kick"].usage]
    if start := lobby_default(view):
        return "everybody is ready: start the game, or wait for more players", [start, *words]
    late = [info.seat for info in others if not info.ready]
    return f"the game can start once they are ready: {everybody(view, late)}", words
