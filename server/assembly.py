"""What falls due among the people of a table: the end of a vote, the end of a pause, seats to be handed back.

Must not wait or store: `Upkeep` asks `deadline`, and commits what `due` and `follow` give. After a restart an open vote and a
pause have their whole time again, since nobody could use it meanwhile.
"""

from __future__ import annotations

from math import inf

from protocol import lobby_events as e
from server import motions
from server.autopilot import hand_over
from server.chairs import Chairs
from server.motions import PAUSE_TIME, VOTE_TIME
from server.record import Record


class Assembly:
    """The time of the votes and pauses of one table; times are seconds on trio's clock."""

    def __init__(self, record: Record, chairs: Chairs) -> None:
        self._record = record
        self._chairs = chairs
        self._vote = 0
        self._vote_ends = inf
        self._pause_ends = inf

    def deadline(self) -> float:
        """When something is due."""
        return min(self._vote_ends, self._pause_ends)

    def due(self, now: float) -> list[e.TableEvent]:
        """What has come to its end by now."""
        lobby = self._record.lobby
        if lobby.motion is not None and self._vote_ends <= now:
            return motions.expired(lobby.motion)
        if lobby.paused and self._pause_ends <= now:
            return [e.TableResumed("time")]
        return []

    def follow(self, now: float) -> list[e.TableEvent]:
        """Take in how the table stands, and give what follows from it at once."""
        lobby = self._record.lobby
        vote = 0 if lobby.motion is None else lobby.motion.id
        if vote != self._vote:
            self._vote, self._vote_ends = vote, now + VOTE_TIME if vote else inf
        if lobby.paused != (self._pause_ends < inf):
            self._pause_ends = now + PAUSE_TIME if lobby.paused else inf
        return motions.settled(self._record, self._chairs) + hand_over(self._record)
