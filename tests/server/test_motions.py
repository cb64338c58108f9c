"""Votes among the people of a table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio
from trio.testing import MockClock

from engine.commands import OfferTrade, SetStops, Things
from engine.events import GameEnded, StopsSet
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock, MotionKind
from server import motions
from server.chairs import Chair, Chairs
from server.record import Record
from server.refusal import Refused
from tests.server.gathering import code_of, done, lose, lose_for_good, seat_of
from tests.server.playing import Client, House, catch_up
from tests.server.records import record, seated, started

PEOPLE = ("Ann", "Bob", "Cid", "Dan")


class Meeting:
    """A game of four people, and a bot, in which they propose and vote."""

    def __init__(self, *players: str) -> None:
        self.table, self.chairs = started(*(players or PEOPLE), bots={len(players or PEOPLE): "careful"}, seats=6)

    def chair(self, seat: int) -> Chair:
        chair = self.chairs.at(seat)
        assert chair is not None
        return chair

    def count(self, events: Sequence[e.TableEvent]) -> Sequence[e.TableEvent]:
        for event in events:
            self.table.count(event)
        return events

    def propose(self, seat: int, kind: MotionKind, about: int | None = None) -> Sequence[e.TableEvent]:
        return self.count(motions.propose(self.table, self.chairs, self.chair(seat), m.Propose(1, kind, about)))

    def says(self, seat: int, yes: bool) -> Sequence[e.TableEvent]:
        motion = self.table.lobby.motions
        return self.count(motions.cast(self.table, self.chair(seat), m.CastBallot(1, motion, yes)))

    def loses(self, seat: int, since: float = 1000) -> None:
        self.count([e.PlayerDropped(seat, "lost")])
        self.chair(seat).gone_at = trio.current_time() - since


def refused(record: Record, chairs: Chairs, chair: Chair, kind: MotionKind, about: int | None = None) -> str:
    with pytest.raises(Refused) as caught:
        motions.propose(record, chairs, chair, m.Propose(1, kind, about))
    return caught.value.code


async def test_more_than_half_of_the_people_carry_a_motion() -> None:
    meeting = Meeting()
    opened = e.MotionOpened(1, "pause", 0, (0, 1, 2, 3), 60_000)
    assert meeting.propose(0, "pause") == [opened, e.BallotCast(1, 0, True)]
    assert meeting.says(1, True) == [e.BallotCast(1, 1, True)]
    assert meeting.says(3, True) == [e.BallotCast(1, 3, True), e.MotionClosed(1, "carried"), e.TablePaused(600_000)]
    assert (meeting.table.lobby.motion, meeting.table.lobby.paused) == (None, True)


async def test_a_motion_is_lost_as_soon_as_it_can_not_be_carried() -> None:
    meeting = Meeting()
    meeting.propose(0, "pause")
    assert meeting.says(1, False) == [e.BallotCast(1, 1, False)]
    assert meeting.says(2, False) == [e.BallotCast(1, 2, False), e.MotionClosed(1, "lost")]
    assert not meeting.table.lobby.paused


async def test_somebody_alone_with_bots_decides_alone() -> None:
    meeting = Meeting("Ann")
    assert meeting.propose(0, "pause")[-2:] == [e.MotionClosed(1, "carried"), e.TablePaused(600_000)]


async def test_only_those_who_are_here_and_play_have_a_voice() -> None:
    meeting = Meeting()
    meeting.table.need_game().state.out[1] = True
    meeting.loses(2)
    meeting.count([e.AutopilotSet(3, "asked")])
    assert isinstance(opened := meeting.propose(0, "pause")[0], e.MotionOpened)
    assert opened.voters == (0,)
    meeting.count([e.TableResumed("vote")])
    assert isinstance(opened := meeting.propose(3, "pause")[0], e.MotionOpened)
    assert opened.voters == (0, 3)


async def test_an_absent_seat_is_put_on_autopilot() -> None:
    meeting = Meeting("Ann", "Bob")
    meeting.loses(1, since=1)
    assert meeting.propose(0, "autopilot", 1)[-2:] == [e.MotionClosed(1, "carried"), e.AutopilotSet(1, "vote")]
    assert refused(meeting.table, meeting.chairs, Chair(7, 0, b""), "autopilot", 1) == "not_absent"


async def test_a_seat_whose_player_is_gone_is_given_away() -> None:
    meeting = Meeting("Ann", "Bob", "Cid")
    meeting.loses(1)
    meeting.propose(0, "give", 1)
    assert meeting.says(2, True)[-2:] == [e.MotionClosed(1, "carried"), e.SeatOpened(1, "vote")]
    lobby = meeting.table.lobby.at(1)
    assert lobby is not None
    assert lobby.open


@pytest.mark.parametrize(
    ("kind", "about", "code"),
    [
        ("resume", None, "not_paused"),
        ("autopilot", 1, "not_absent"),
        ("autopilot", 4, "no_such_seat"),
        ("autopilot", None, "no_such_seat"),
        ("give", 1, "not_absent"),
        ("give", 9, "no_such_seat"),
        ("give", -1, "no_such_seat"),
        ("give", None, "no_such_seat"),
    ],
)
async def test_what_makes_no_sense_is_not_voted_on(kind: MotionKind, about: int | None, code: str) -> None:
    meeting = Meeting()
    assert refused(meeting.table, meeting.chairs, meeting.chair(0), kind, about) == code
    assert meeting.table.lobby.motion is None


async def test_a_seat_that_is_silent_counts_as_absent() -> None:
    meeting = Meeting("Ann", "Bob")
    meeting.count([e.AwaySet(1, True)])
    assert meeting.propose(0, "autopilot", 1)[-1] == e.AutopilotSet(1, "vote")


async def test_a_second_vote_waits_for_the_first() -> None:
    meeting = Meeting()
    meeting.propose(0, "pause")
    assert refused(meeting.table, meeting.chairs, meeting.chair(1), "pause") == "vote_open"


async def test_one_player_proposes_once_in_a_while(autojump_clock: MockClock) -> None:
    meeting = Meeting()
    meeting.propose(0, "pause")
    meeting.count([e.MotionClosed(1, "expired")])
    with pytest.raises(Refused) as caught:
        meeting.propose(0, "pause")
    assert (caught.value.code, caught.value.retry_after) == ("cool_down", 60_000)
    meeting.propose(1, "pause")
    meeting.count([e.MotionClosed(2, "expired")])
    await trio.sleep(60)
    meeting.propose(0, "pause")


async def test_there_is_an_end_to_pauses() -> None:
    meeting = Meeting("Ann", "Bob", "Cid", "Dan")
    for _ in range(motions.MAX_PAUSES):
        meeting.count([e.TablePaused(1), e.TableResumed("time")])
    assert refused(meeting.table, meeting.chairs, meeting.chair(0), "pause") == "too_many_pauses"


async def test_a_ballot_names_the_vote_and_is_final() -> None:
    meeting = Meeting()
    chair = meeting.chair(1)
    for number, code in ((1, "no_such_motion"), (2, "no_such_motion")):
        with pytest.raises(Refused) as caught:
            motions.cast(meeting.table, chair, m.CastBallot(1, number, True))
        assert caught.value.code == code
        if number == 1:
            meeting.propose(0, "pause")
    meeting.says(1, True)
    with pytest.raises(Refused) as caught:
        motions.cast(meeting.table, chair, m.CastBallot(1, 1, False))
    assert caught.value.code == "already_answered"


async def test_who_has_no_voice_can_not_vote() -> None:
    meeting = Meeting()
    meeting.loses(3)
    meeting.propose(0, "autopilot", 3)
    with pytest.raises(Refused) as caught:
        meeting.says(3, False)
    assert caught.value.code == "not_voter"


async def test_a_vote_is_moot_when_what_it_is_about_has_settled_itself() -> None:
    meeting = Meeting()
    assert motions.settled(meeting.table, meeting.chairs) == []
    meeting.loses(3)
    meeting.propose(0, "autopilot", 3)
    assert motions.settled(meeting.table, meeting.chairs) == []
    meeting.count([e.PlayerBack(3)])
    assert motions.settled(meeting.table, meeting.chairs) == [e.MotionClosed(1, "moot")]


async def test_the_end_of_the_game_ends_the_vote() -> None:
    meeting = Meeting()
    meeting.propose(0, "pause")
    meeting.table.count(GameEnded("time", (0,), (1, 1, 1, 1, 1)))
    assert motions.settled(meeting.table, meeting.chairs) == [e.MotionClosed(1, "moot")]


async def test_nothing_is_voted_on_before_the_start_after_the_end_and_by_who_is_out() -> None:
    lobby = record(*seated("Ann", "Bob"))
    assert refused(lobby, Chairs(), Chair(0, 0, b""), "pause") == "not_started"
    meeting = Meeting()
    meeting.table.need_game().state.out[0] = True
    assert refused(meeting.table, meeting.chairs, meeting.chair(0), "pause") == "out_of_game"
    meeting.table.count(GameEnded("time", (0,), (1, 1, 1, 1, 1)))
    assert refused(meeting.table, meeting.chairs, meeting.chair(1), "pause") == "finished"


async def vote(clients: Sequence[Client], kind: MotionKind, seat: int | None = None) -> None:
    """The first proposes, the others say yes."""
    first, *others = clients
    await catch_up(*clients)
    done(await first.ask(m.Propose, motion=kind, seat=seat))
    await catch_up(*others)
    for client in others:
        if client.lobby.motion is not None:
            done(await client.ask(m.CastBallot, motion=client.lobby.motion.id, yes=True))
        await catch_up(*clients)


async def test_while_the_table_is_paused_only_talk_goes_on(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=10_000, bank=0))
    watcher = await house.connect()
    await watcher.ask(m.WatchTable, table=ann.table)
    await trio.sleep(4)
    await vote((ann, bob), "pause")
    await catch_up(watcher)
    assert watcher.lobby.paused
    await trio.sleep(300)
    told = await watcher.ask(m.GetState)
    assert isinstance(told, m.TableState)
    assert (told.lobby.paused, told.waiting[0].left) == (True, 6_000)
    for command in (ann.prompts[0].default, SetStops(True, True), OfferTrade(1, Things(1), Things(2))):
        assert code_of(await ann.ask(m.Act, command=command)) == "paused"
    done(await ann.ask(m.Chat, text="the cake is ready"))
    await vote((bob, ann), "resume")
    assert bob.of_kind(e.TableResumed) == [e.TableResumed("vote")]
    assert bob.update is not None
    assert bob.update.waiting[0].left == 6_000
    done(await ann.answer_default())


async def test_a_pause_ends_by_itself_and_nobody_s_time_is_spent(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=10_000, bank=0))
    await trio.sleep(3)
    await vote((ann, bob), "pause")
    began = trio.current_time()
    await bob.until_event(e.TableResumed)
    assert trio.current_time() - began == pytest.approx(motions.PAUSE_TIME)
    assert bob.of_kind(e.TableResumed) == [e.TableResumed("time")]
    assert bob.update is not None
    assert bob.update.waiting[0].left == 7_000


async def test_bots_and_the_autopilot_pause_too(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", bots=("careful", "careful"))
    done(await bob.ask(m.SetAway, away=True))
    await vote((ann,), "pause")
    seq = ann.seq
    await trio.sleep(500)
    await catch_up(ann)
    assert ann.seq == seq


async def test_stops_are_as_they_were_after_a_pause(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    done(await bob.ask(m.Act, command=SetStops(True, False)))
    await vote((ann, bob), "pause")
    await vote((bob, ann), "resume")
    assert bob.of_kind(StopsSet) == [StopsSet(1, True, False)]
    assert bob.state is not None
    assert (bob.state.stop_before[1], bob.state.stop_after[1]) == (True, False)


async def test_a_lost_player_has_the_rest_of_the_grace_after_a_pause(house: House, autojump_clock: MockClock) -> None:
    ann, bob, cid = await house.game("Ann", "Bob", "Cid")
    await lose(ann, bob, cid)
    await trio.sleep(40)
    await vote((bob, cid), "pause")
    await trio.sleep(100)
    await vote((cid, bob), "resume")
    resumed = trio.current_time()
    await bob.until_event(e.AutopilotSet)
    assert trio.current_time() - resumed == pytest.approx(20)


async def test_a_vote_is_over_by_its_time(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob")
    done(await ann.ask(m.Propose, motion="pause"))
    began = trio.current_time()
    await bob.until_event(e.MotionClosed)
    assert trio.current_time() - began == pytest.approx(motions.VOTE_TIME)
    assert bob.of_kind(e.MotionClosed) == [e.MotionClosed(1, "expired")]
    assert bob.lobby.motion is None


async def test_a_player_who_is_back_makes_the_vote_about_the_seat_moot(house: House, autojump_clock: MockClock) -> None:
    ann, bob, cid = await house.game("Ann", "Bob", "Cid")
    await lose_for_good(house, cid, ann, bob)
    done(await ann.ask(m.Propose, motion="give", seat=2))
    await house.resume(cid)
    await bob.until_event(e.MotionClosed)
    assert bob.of_kind(e.MotionClosed) == [e.MotionClosed(1, "moot")]
    assert not seat_of(bob, 2).open


async def test_a_restart_finds_the_pause_and_the_vote(house: House, autojump_clock: MockClock) -> None:
    ann, bob = await house.game("Ann", "Bob", clock=Clock(fresh=10_000, bank=0))
    await vote((ann, bob), "pause")
    done(await bob.ask(m.Propose, motion="resume"))
    await house.crash()
    await house.open()
    ann, bob = await house.resume(ann), await house.resume(bob)
    await catch_up(ann, bob)
    assert ann.lobby.paused
    assert ann.lobby.motion is not None
    assert code_of(await ann.ask(m.Act, command=SetStops(True, True))) == "paused"
    await trio.sleep(30)
    done(await ann.ask(m.CastBallot, motion=ann.lobby.motion.id, yes=True))
    await catch_up(ann, bob)
    assert ann.of_kind(e.TableResumed) == [e.TableResumed("vote")]
    assert bob.update is not None
    assert bob.update.waiting[0].left == 10_000
    done(await ann.answer_default())
