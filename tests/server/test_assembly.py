"""What falls due among the people of a table."""

from __future__ import annotations

from math import inf

from engine.position import Position, SeatPosition
from protocol import lobby_events as e
from protocol.tables import Scenario
from server.assembly import Assembly
from server.chairs import Chairs
from server.motions import PAUSE_TIME, VOTE_TIME
from server.record import Record
from tests.server.records import record, seated, started

OPENED = e.MotionOpened(1, "pause", 0, (0, 1), 60_000)


def with_assembly() -> tuple[Record, Assembly]:
    table, chairs = started("Ann", "Bob")
    return table, Assembly(table, chairs)


def test_where_nothing_is_open_nothing_is_due() -> None:
    table, assembly = with_assembly()
    assert assembly.follow(5) == []
    assert (assembly.deadline(), assembly.due(1e9)) == (inf, [])
    lobby = record(*seated("Ann"))
    assert Assembly(lobby, Chairs()).follow(5) == []
    assert table.lobby.motion is None


def test_each_vote_has_its_own_time() -> None:
    table, assembly = with_assembly()
    table.count(OPENED)
    assembly.follow(5)
    assert assembly.deadline() == 5 + VOTE_TIME
    assembly.follow(30)
    assert assembly.deadline() == 5 + VOTE_TIME
    assert assembly.due(4 + VOTE_TIME) == []
    assert assembly.due(5 + VOTE_TIME) == [e.MotionClosed(1, "expired")]
    table.count(e.MotionClosed(1, "expired"))
    table.count(e.MotionOpened(2, "pause", 1, (0, 1), 60_000))
    assembly.follow(100)
    assert assembly.deadline() == 100 + VOTE_TIME


def test_a_pause_ends_by_itself() -> None:
    table, assembly = with_assembly()
    table.count(e.TablePaused(600_000))
    assembly.follow(5)
    assert assembly.due(4 + PAUSE_TIME) == []
    assert assembly.due(5 + PAUSE_TIME) == [e.TableResumed("time")]
    table.count(e.TableResumed("time"))
    assembly.follow(700)
    assert assembly.deadline() == inf


def test_what_follows_is_said_at_once() -> None:
    table, assembly = with_assembly()
    for event in (e.AutopilotSet(1, "asked"), e.ReturnAsked(1), e.MotionOpened(1, "autopilot", 0, (0,), 60_000, seat=1)):
        table.count(event)
    assert assembly.follow(5) == [e.MotionClosed(1, "moot"), e.AutopilotSet(1)]


def test_a_seat_is_handed_back_between_two_steps_only() -> None:
    scenario = Scenario(Position((SeatPosition(), SeatPosition()), phase="after_roll"))
    table, chairs = started("Ann", "Bob", scenario=scenario)
    table.count(e.AutopilotSet(0, "absent"))
    table.count(e.ReturnAsked(0))
    assert Assembly(table, chairs).follow(5) == [e.AutopilotSet(0)]
