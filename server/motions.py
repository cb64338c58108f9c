"""Votes among the people of a table: what may be proposed, whose voice counts, and what comes of it. Must not store or send.

Theory of operation. One vote is open at a time, `Lobby.motion`. Whose voice counts is settled when it opens: the people whose
seats still play and who are here and play them themselves, the proposer in any case, never the seat that it is about. It is
carried by more than half of these voices and lost as soon as that can no longer be; whoever says nothing says neither. By its
time it is over without either, and it is moot when what it is about has settled itself. Bots have no voice, since they would
agree with the majority; an early end is voted on by a command of the game, where the ruleset has it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final

import trio

from engine.ids import Seat
from protocol import lobby_events as e
from protocol import messages as m
from protocol.lobby import apply_lobby
from protocol.tables import Motion, MotionKind
from server.autopilot import engage, is_at_play
from server.chairs import Chair, Chairs
from server.giving import need_deserted
from server.record import Record
from server.refusal import Refused
from server.seating import need_running

VOTE_TIME: Final = 60.0
"""Seconds for which a vote is open."""

COOL_DOWN: Final = 60.0
"""Seconds between two proposals of one player."""

MAX_PAUSES: Final = 3
"""Pauses in one game."""

PAUSE_TIME: Final = 600.0
"""Seconds that a pause may last."""

Events = list[e.TableEvent]


def propose(record: Record, chairs: Chairs, chair: Chair, request: m.Propose) -> Events:
    """A player calls a vote, and says yes by that."""
    lobby, now = record.lobby, trio.current_time()
    need_running(lobby)
    if record.need_game().state.out[chair.seat]:
        raise Refused("out_of_game")
    if lobby.motion is not None:
        raise Refused("vote_open", f"expected no open vote, found vote {lobby.motion.id}")
    if now < chair.may_propose_at:
        raise Refused("cool_down", retry_after=round((chair.may_propose_at - now) * 1000))
    seat = None if request.motion in ("pause", "resume") else request.seat
    _need_sense(record, chairs, request.motion, seat)
    chair.may_propose_at = now + COOL_DOWN
    number, voters = lobby.motions + 1, _voters(record, chairs, chair, seat)
    opened = e.MotionOpened(number, request.motion, chair.seat, voters, round(VOTE_TIME * 1000), seat)
    return _with_outcome(record, [opened, e.BallotCast(number, chair.seat, True)])


def cast(record: Record, chair: Chair, request: m.CastBallot) -> Events:
    """A player says yes or no."""
    motion = record.lobby.motion
    if motion is None or motion.id != request.motion:
        found = "none" if motion is None else f"vote {motion.id}"
        raise Refused("no_such_motion", f"expected the open vote, which is {found}, found {request.motion}")
    if chair.seat not in motion.voters:
        raise Refused("not_voter")
    if chair.seat in (*motion.yes, *motion.no):
        raise Refused("already_answered")
    return _with_outcome(record, [e.BallotCast(motion.id, chair.seat, request.yes)])


def expired(motion: Motion) -> Events:
    """The time of a vote is over."""
    return [e.MotionClosed(motion.id, "expired")]


def settled(record: Record, chairs: Chairs) -> Events:
    """The end of a vote that is about nothing any more, if one is open."""
    motion = record.lobby.motion
    if motion is None:
        return []
    try:
        need_running(record.lobby)
        _need_sense(record, chairs, motion.kind, motion.seat)
    except Refused:
        return [e.MotionClosed(motion.id, "moot")]
    return []


def need_unpaused(record: Record) -> None:
    """Raises `Refused` while the players pause."""
    if record.lobby.paused:
        raise Refused("paused", "the players have agreed to pause: propose to resume")


def _need_sense(record: Record, chairs: Chairs, kind: MotionKind, seat: Seat | None) -> None:
    """Raises `Refused` unless what is proposed can be done as the table stands."""
    lobby = record.lobby
    if kind == "pause" and lobby.paused:
        raise Refused("already_paused")
    if kind == "pause" and lobby.pauses >= MAX_PAUSES:
        raise Refused("too_many_pauses", f"expected no more than {MAX_PAUSES} pauses in a game, found as many")
    if kind == "resume" and not lobby.paused:
        raise Refused("not_paused")
    if kind == "give":
        need_deserted(record, chairs, seat)
    elif kind == "autopilot":
        _need_absent(record, chairs, seat)


def _need_absent(record: Record, chairs: Chairs, seat: Seat | None) -> None:
    info = None if seat is None else record.lobby.at(seat)
    if info is None or chairs.at(info.seat) is None:
        raise Refused("no_such_seat", f"expected a player's seat, found {seat}", field="seat")
    if info.connected and not info.away:
        raise Refused("not_absent")
    if not engage(record, info.seat, "vote"):
        raise Refused("not_absent", "expected a seat that its player should play, found one that is out or on autopilot")


def _voters(record: Record, chairs: Chairs, proposer: Chair, about: Seat | None) -> tuple[Seat, ...]:
    out = record.need_game().state.out
    people = [chair for chair in chairs if not out[chair.seat] and chair.seat != about]
    return tuple(sorted(chair.seat for chair in people if chair is proposer or is_at_play(record, chair)))


def _with_outcome(record: Record, events: Events) -> Events:
    """Events of a vote, and its end if they decide it."""
    motion = reduce(apply_lobby, events, record.lobby).motion
    assert motion is not None  # the events open it, or say something in it
    if 2 * len(motion.yes) > len(motion.voters):
        return [*events, e.MotionClosed(motion.id, "carried"), *_carry_out(record, motion)]
    if 2 * len(motion.no) >= len(motion.voters):
        return [*events, e.MotionClosed(motion.id, "lost")]
    return events


def _carry_out(record: Record, motion: Motion) -> Iterable[e.TableEvent]:
    if motion.kind == "pause":
        return [e.TablePaused(round(PAUSE_TIME * 1000))]
    if motion.kind == "resume":
        return [e.TableResumed("vote")]
    assert motion.seat is not None  # judged when it was proposed
    return engage(record, motion.seat, "vote") if motion.kind == "autopilot" else [e.SeatOpened(motion.seat, "vote")]
