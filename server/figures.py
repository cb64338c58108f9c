"""What a server counts while it runs. Must not decide anything by it."""

from __future__ import annotations

from collections import Counter


class Figures:
    """Totals since the start: connections `accepted` and `refused`, messages taken and `refused_messages`.

    `ended` counts the connections that are over by their reason.
    """

    __slots__ = ("accepted", "ended", "messages", "refused", "refused_messages")

    def __init__(self) -> None:
        self.accepted = 0
        self.refused = 0
        self.messages = 0
        self.refused_messages = 0
        self.ended: Counter[str] = Counter()
