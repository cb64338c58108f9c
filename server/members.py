"""The connections at one table: who gets what is said to all, and who is asked what. Must not decide anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.ids import Seat
from engine.options import Prompt
from protocol import messages as m
from protocol.codec import encode
from server.chairs import Chair, Chairs

if TYPE_CHECKING:
    from server.session import Session
    from server.table import Table


class Members:
    """Sessions with the chair that each sits in; those without look on."""

    def __init__(self) -> None:
        self._chairs: dict[Session, Chair | None] = {}

    def __len__(self) -> int:
        return len(self._chairs)

    def __contains__(self, session: Session) -> bool:
        return session in self._chairs

    def chair_of(self, session: Session) -> Chair | None:
        """The chair that a session sits in; `None` if it looks on, or is no member any more."""
        return self._chairs.get(session)

    @property
    def spectators(self) -> int:
        """How many look on."""
        return sum(chair is None for chair in self._chairs.values())

    def seated(self) -> list[tuple[Session, Chair]]:
        """The sessions that sit, with their chairs."""
        return [(session, chair) for session, chair in self._chairs.items() if chair is not None]

    def attach(self, session: Session, table: Table, chair: Chair | None) -> None:
        """A session is at the table from now on."""
        self._chairs[session] = chair
        session.table = table
        if chair is not None:
            chair.session = session
            chair.asked = ()

    def detach(self, session: Session) -> None:
        """A session is not at the table any more."""
        chair = self._chairs.pop(session, None)
        session.table = None
        if chair is not None:
            chair.session = None

    def detach_all(self, last: m.Error | None = None) -> None:
        """Nobody is at the table any more; `last` is told to each."""
        for session in list(self._chairs):
            self.detach(session)
            if last is not None:
                session.send(last)

    def say(self, frame: bytes) -> None:
        """Put one frame into every outbox."""
        for session in self._chairs:
            session.push(frame)

    def ask(self, chairs: Chairs, asked: tuple[Seat, ...], seq: int, prompts: Callable[[Seat], tuple[Prompt, ...]]) -> None:
        """Tell each seat the questions that are open to it, where they have changed."""
        for chair in chairs:
            if chair.session is not None and (chair.asked or chair.seat in asked):
                open_now = prompts(chair.seat)
                if open_now != chair.asked:
                    chair.asked = open_now
                    chair.session.push(encode(m.Prompts(seq, open_now)))
