"""The replies that a seat has had, so that a repeated request is answered again and not done again. Must not send them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from server.refusal import Refused
from server.store import KEPT_REPLIES


class Replies:
    """The last `KEPT_REPLIES` replies of one seat as frames, by request id; ids rise."""

    __slots__ = ("_frames", "last_id")

    def __init__(self, kept: Iterable[tuple[int, bytes]] = ()) -> None:
        self._frames: OrderedDict[int, bytes] = OrderedDict(sorted(kept))
        self.last_id = max(self._frames, default=0)

    def find(self, request: int) -> bytes | None:
        """The reply to a request that is repeated, `None` for a new one; raises `Refused` (`stale`) for an older one."""
        if request > self.last_id:
            return None
        frame = self._frames.get(request)
        if frame is None:
            raise Refused("stale", f"request {request} is too old, expected one above {self.last_id}")
        return frame

    def keep(self, request: int, frame: bytes) -> None:
        """Remember the reply to the newest request."""
        self._frames[request] = frame
        self.last_id = request
        if len(self._frames) > KEPT_REPLIES:
            self._frames.popitem(last=False)

    def latest(self) -> bytes:
        """The reply to the newest request; raises `KeyError` if there was none."""
        return self._frames[self.last_id]
