"""Who gets what is said."""

from __future__ import annotations

from typing import cast

from engine.commands import EndTurn, RollDice
from engine.ids import Seat
from engine.options import Option, Prompt
from protocol import messages as m
from protocol.codec import encode
from server.members import Members
from server.session import Session
from server.table import Table
from tests.server.records import chairs_of

TABLE = cast(Table, object())
FIRST = Prompt(1, 0, "before_roll", (Option("roll_dice"),), RollDice())
SECOND = Prompt(2, 0, "after_roll", (Option("end_turn"),), EndTurn())


class Ear:
    """Stands where a session would, and keeps what it is given."""

    def __init__(self) -> None:
        self.table: object = None
        self.frames: list[bytes] = []
        self.messages: list[m.ServerMessage] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)

    def send(self, message: m.ServerMessage) -> None:
        self.messages.append(message)

    def as_session(self) -> Session:
        return cast(Session, self)


def test_everybody_gets_the_very_same_frame() -> None:
    members, ears = Members(), [Ear(), Ear()]
    chair = chairs_of("Ann").at(0)
    members.attach(ears[0].as_session(), TABLE, chair)
    members.attach(ears[1].as_session(), TABLE, None)
    frame = encode(m.Update(1))
    members.say(frame)
    assert all(ear.frames[0] is frame for ear in ears)
    assert (len(members), members.spectators) == (2, 1)


def test_a_seat_is_told_its_questions_when_they_change() -> None:
    members, chairs, ear = Members(), chairs_of("Ann", "Bob"), Ear()
    members.attach(ear.as_session(), TABLE, chairs.at(0))
    said: list[tuple[tuple[Seat, ...], tuple[Prompt, ...]]] = [
        ((1,), ()), ((0,), (FIRST,)), ((0,), (FIRST,)), ((0,), (SECOND,)), ((1,), ()), ((1,), ()),
    ]  # fmt: skip
    for asked, prompts in said:
        members.ask(chairs, asked, 9, lambda seat, prompts=prompts: prompts if seat == 0 else ())  # type: ignore[misc]
    assert ear.frames == [encode(m.Prompts(9, prompts)) for prompts in ((FIRST,), (SECOND,), ())]


def test_who_is_not_waited_for_is_not_even_looked_at() -> None:
    members, chairs, ear = Members(), chairs_of("Ann", "Bob"), Ear()
    members.attach(ear.as_session(), TABLE, chairs.at(0))
    looked_at: list[Seat] = []

    def prompts(seat: Seat) -> tuple[Prompt, ...]:
        looked_at.append(seat)
        return ()

    members.ask(chairs, (1,), 9, prompts)
    assert looked_at == []


def test_who_is_detached_is_at_no_table() -> None:
    members, ear = Members(), Ear()
    chair = chairs_of("Ann").at(0)
    assert chair is not None
    members.attach(ear.as_session(), TABLE, chair)
    assert (ear.table, chair.session, members.chair_of(ear.as_session())) == (TABLE, ear, chair)
    members.detach(ear.as_session())
    assert (ear.table, chair.session, ear.as_session() in members) == (None, None, False)
    members.detach(ear.as_session())


def test_at_the_end_everybody_goes_with_a_last_word() -> None:
    members, ears = Members(), [Ear(), Ear()]
    for ear in ears:
        members.attach(ear.as_session(), TABLE, None)
    last = m.Error("quarantined", "x")
    members.detach_all(last)
    assert [ear.messages for ear in ears] == [[last], [last]]
    assert len(members) == 0
