"""Who is to act, in one row before the line being typed. Must not print."""

from __future__ import annotations

import math

from client.language import Context, render
from client.view import View
from engine.ids import Seat
from engine.options import Prompt


def context_of(view: View) -> Context:
    """What a line of the command language is read against at this table."""
    return Context(view.board, tuple(view.names), view.seat if view.seat is not None else -1, view.state)


def prompt_row(view: View, question: Prompt | None, now: float) -> str:
    """What is asked of whom, for how long yet, and what Enter alone would do; `now` is on the clock of `view.received`."""
    if not view.live:
        return f"no connection, {retry(view, now)}> "
    if view.paused:
        return "paused, the server can not store anything> "
    if view.lobby.stage == "lobby":
        default = lobby_default(view)
        return f"lobby (Enter: {default})> " if default else "lobby> "
    if view.lobby.paused:
        return "paused by the players (propose resume)> "
    if _on_autopilot(view):
        return "the autopilot plays for you (back)> "
    if question is not None and not question.default_is_legal:
        return "your turn, but somebody holds the window> "
    if question is not None:
        return f"your answer (Enter: {render(question.default, context_of(view))}{time_left(view, question.seat, now)})> "
    if view.lobby.stage == "running" and view.waiting:
        return f"waiting for {', '.join(view.name(asked.seat) + time_left(view, asked.seat, now) for asked in view.waiting)}> "
    return "> "


def _on_autopilot(view: View) -> bool:
    info = view.lobby.at(view.seat) if view.seat is not None and view.lobby.stage == "running" else None
    return info is not None and info.autopilot is not None


def retry(view: View, now: float) -> str:
    """When a lost connection is tried again."""
    if view.retry_at is None:
        return "trying again now"
    return f"trying again in {max(0, math.ceil(view.retry_at - now))} s"


def time_left(view: View, seat: Seat, now: float) -> str:
    """`, 1:05 left`; nothing where no clock runs."""
    left = next((asked.left for asked in view.waiting if asked.seat == seat), None)
    if left is None:
        return ""
    passed = 0 if view.lobby.paused else now - view.received
    seconds = max(0, round(left / 1000 - passed))
    return f", {seconds // 60}:{seconds % 60:02} left"


def lobby_default(view: View) -> str:
    """What Enter does in the lobby: get ready, or start once everybody is; empty where there is nothing to do."""
    own = view.lobby.at(view.seat) if view.seat is not None else None
    if own is None:
        return ""
    others = [info for info in view.lobby.seats if info.seat != view.seat]
    if view.lobby.owner == view.seat:
        return "start" if others and all(info.ready for info in others) else ""
    return "" if own.ready else "ready"
