"""What only the server knows of the people at a table: who holds which seat, by which token, over which connection.

Must not decide who may sit down. Nothing here is ever sent; hashes and bars are stored in a note of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

import msgspec

from engine.ids import Seat
from engine.options import Prompt
from protocol.names import same_name
from server.replies import Replies
from server.store import KeptReply
from server.tokens import same

if TYPE_CHECKING:
    from server.session import Session


class Chair:
    """One person's hold on a seat.

    `key` never changes, while `seat` is renumbered at the start; replies are stored under the key. `gone_at` is when the
    connection went, on trio's clock (`None`: the person is here), and `asked` what the connection was told of its open
    questions. Before `may_propose_at`, on the same clock, the person may call no vote.
    """

    __slots__ = ("asked", "gone_at", "key", "may_propose_at", "replies", "seat", "session", "token")

    def __init__(self, key: int, seat: Seat, token: bytes, replies: Replies | None = None) -> None:
        self.key = key
        self.seat = seat
        self.token = token
        self.replies = replies or Replies()
        self.session: Session | None = None
        self.gone_at: float | None = None
        self.asked: tuple[Prompt, ...] = ()
        self.may_propose_at = -inf


class _Held(msgspec.Struct, frozen=True, array_like=True):
    key: int
    seat: Seat
    token: bytes


class _Barred(msgspec.Struct, frozen=True, array_like=True):
    token: bytes
    name: str


class _Note(msgspec.Struct, frozen=True):
    next_key: int
    held: tuple[_Held, ...]
    barred: tuple[_Barred, ...] = ()


class Chairs:
    """The chairs of one table by seat, and those who are barred from it; `changed` since the note was last taken."""

    def __init__(self) -> None:
        self._by_seat: dict[Seat, Chair] = {}
        self._barred: list[_Barred] = []
        self._next_key = 0
        self.changed = False

    @classmethod
    def restored(cls, note: bytes, kept: Iterable[KeptReply]) -> Chairs:
        """The chairs that a note tells of, with the replies that were kept; raises `msgspec.MsgspecError`."""
        told = msgspec.msgpack.decode(note, type=_Note)
        replies: dict[int, list[tuple[int, bytes]]] = {}
        for reply in kept:
            replies.setdefault(reply.seat, []).append((reply.request, reply.body))
        chairs = cls()
        chairs._next_key = told.next_key
        chairs._barred = list(told.barred)
        for held in told.held:
            chairs._by_seat[held.seat] = Chair(held.key, held.seat, held.token, Replies(replies.get(held.key, ())))
        return chairs

    def note(self) -> bytes:
        """What is to be stored."""
        self.changed = False
        held = tuple(_Held(chair.key, chair.seat, chair.token) for chair in self)
        return msgspec.msgpack.encode(_Note(self._next_key, held, tuple(self._barred)))

    def __iter__(self) -> Iterator[Chair]:
        return iter(self._by_seat.values())

    def __len__(self) -> int:
        return len(self._by_seat)

    def at(self, seat: Seat) -> Chair | None:
        """The chair at a seat, if a person sits there."""
        return self._by_seat.get(seat)

    def by_token(self, token: bytes) -> Chair | None:
        """The chair of a token's hash; looks at every chair, whichever it is."""
        found = None
        for chair in self:
            if same(chair.token, token):
                found = chair
        return found

    def sit(self, seat: Seat, token: bytes) -> Chair:
        """A person takes a free seat."""
        chair = self._by_seat[seat] = Chair(self._next_key, seat, token)
        self._next_key += 1
        self.changed = True
        return chair

    def leave(self, seat: Seat) -> None:
        """The seat is free again; a bot's seat has no chair and may be named too."""
        if self._by_seat.pop(seat, None) is not None:
            self.changed = True

    def renumber(self, seats: Sequence[Seat]) -> None:
        """Seat k from now on is what was seat `seats[k]`."""
        number = {old: new for new, old in enumerate(seats)}
        chairs = list(self)
        for chair in chairs:
            chair.seat = number[chair.seat]
        self._by_seat = {chair.seat: chair for chair in sorted(chairs, key=lambda chair: chair.seat)}
        self.changed = True

    def again(self, now: float) -> Chairs:
        """The same people, tokens and bars for another table, where nobody has been yet; `now` on trio's clock."""
        chairs = Chairs()
        chairs._barred = list(self._barred)
        for chair in self:
            chairs.sit(chair.seat, chair.token).gone_at = now
        return chairs

    def bar(self, seat: Seat, name: str) -> None:
        """Whoever has this seat, or a name that looks like its, may not sit down here again."""
        chair = self.at(seat)
        if chair is not None:
            self._barred.append(_Barred(chair.token, name))
            self.changed = True

    def is_barred(self, token: bytes, name: str) -> bool:
        """Whether the owner has barred this token or this name."""
        return any(same(barred.token, token) or same_name(barred.name, name) for barred in self._barred)
