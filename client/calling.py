"""Calling a player back to the table: when to ring, and how the title of a window is marked. Must not write anything.

A terminal calls once when the table begins to wait for its player, however many questions follow each other.
"""

from __future__ import annotations

from typing import Protocol

from client.view import View


class Call(Protocol):
    """Gives the window a title, and rings."""

    def __call__(self, title: str, *, bell: bool) -> None: ...


class Caller:
    """Watches for whom a table waits; rings only with `bell`."""

    def __init__(self, call: Call, *, bell: bool) -> None:
        self._call = call
        self._bell = bell
        self._called = False

    def look(self, view: View) -> None:
        """Call if the table has begun to wait for the player; mark the title no longer once it does not."""
        asked = view.lobby.stage == "running" and any(waiting.seat == view.seat for waiting in view.waiting)
        if asked != self._called:
            self._called = asked
            self._call(f"* your turn · {view.title}" if asked else view.title, bell=asked and self._bell)
