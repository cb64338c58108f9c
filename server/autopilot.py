"""The autopilot of a table: which seats the cautious policy plays in their players' stead, and when it gives them back.

Theory of operation. A seat has one controller at a time, its player or the autopilot, and `SeatInfo.autopilot` says which.
The autopilot takes a seat at once: when its player wishes so, when the table votes so, or when its player has been gone or
silent for too long and the table's clock (or its having none) says so. It gives a seat back between two steps and never
within one: as soon as its player is here again (`show_up`), or, in the middle of a step, at the boundary that follows
(`hand_over`), and until then what the player commands is refused. A returning connection alone takes back only what was taken
by absence; who asked for the autopilot has it until the next command.

While anybody is at play the autopilot moves at once, by the same way as a bot. Where nobody is, it leaves each question the
time of a seat that is away, so that a game does not run off while all are out for coffee. Must not store or send anything.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.commands import CastVote
from engine.ids import Seat
from engine.policies import Policy
from engine.policy import cautious, cautious_interrupt
from engine.state import State
from protocol import lobby_events as e
from protocol.tables import AutopilotCause, Lobby, SeatInfo, Settings
from server.bots import Move, next_move
from server.chairs import Chair
from server.record import Record
from server.refusal import Refused
from server.seating import info_of

_CAUTIOUS: Final = Policy(cautious, cautious_interrupt)


def pilots(lobby: Lobby) -> frozenset[Seat]:
    """The seats that the autopilot plays."""
    return frozenset(info.seat for info in lobby.seats if info.autopilot is not None)


def pilot_move(record: Record, seats: Collection[Seat]) -> Move | None:
    """What the autopilot does next for one of these seats; `None` if they wait for others."""
    state = record.need_game().state
    return next_move(state, dict.fromkeys(seats, _CAUTIOUS)) or _vote(record.lobby, state, seats)


def _vote(lobby: Lobby, state: State, seats: Collection[Seat]) -> Move | None:
    """An early end needs every seat: the absent agree as soon as more than half of the others who are people do."""
    if state.outcome is not None or state.rules.early_end != "vote" or True not in state.votes:
        return None
    people = [info.seat for info in lobby.seats if info.bot is None and info.seat not in seats and not state.out[info.seat]]
    if 2 * sum(state.votes[seat] for seat in people) <= len(people):
        return None
    behind = (seat for seat in sorted(seats) if not state.votes[seat] and not state.out[seat])
    return next(((seat, CastVote(True)) for seat in behind), None)


def at_boundary(record: Record) -> bool:
    """Whether the game is between two steps, where a seat may change hands."""
    return record.state is not None and len(record.state.stack) == 1


def is_at_play(record: Record, chair: Chair) -> bool:
    """Whether a person is here and plays, or is about to."""
    info = info_of(record.lobby, chair.seat)
    return chair.gone_at is None and (info.returning or not (info.away or info.autopilot))


def engage(record: Record, seat: Seat, cause: AutopilotCause) -> list[e.TableEvent]:
    """The autopilot takes a person's seat, where that is news; a seat that is out needs none."""
    info = info_of(record.lobby, seat)
    if info.bot is not None or record.need_game().state.out[seat] or (info.autopilot and not info.returning):
        return []
    return [e.AutopilotSet(seat, cause)]


def engage_absent(record: Record, seat: Seat) -> list[e.TableEvent]:
    """The autopilot takes the seat of somebody who is gone or silent, where the table has it so."""
    return engage(record, seat, "absent") if _takes_absent(record.settings) else []


def show_up(record: Record, seat: Seat) -> list[e.TableEvent]:
    """What follows when the player of a seat shows that it is here: it has the seat back, now or after this step."""
    info = info_of(record.lobby, seat)
    if info.autopilot is not None and not at_boundary(record):
        return [] if info.returning else [e.ReturnAsked(seat)]
    return _hand_back(info)


def take_back(record: Record, seat: Seat) -> list[e.TableEvent]:
    """The same for any command of a player whose seat the autopilot has."""
    if record.stage != "running" or info_of(record.lobby, seat).autopilot is None:
        return []
    return show_up(record, seat)


def come_back(record: Record, seat: Seat) -> list[e.TableEvent]:
    """The same for a connection that is there again."""
    return [] if info_of(record.lobby, seat).autopilot == "asked" else show_up(record, seat)


def hand_over(record: Record) -> list[e.TableEvent]:
    """What was promised to players who came back within a step, once that is over."""
    if record.stage != "running" or not at_boundary(record):
        return []
    return [event for info in record.lobby.seats if info.returning for event in _hand_back(info)]


def need_control(record: Record, seat: Seat) -> None:
    """Raises `Refused` while the autopilot plays a seat."""
    if info_of(record.lobby, seat).autopilot is not None:
        raise Refused("not_yours")


def set_away(record: Record, seat: Seat, away: bool) -> list[e.TableEvent]:
    """A player leaves the seat to the autopilot, or wants it back."""
    if record.need_game().state.out[seat]:
        raise Refused("out_of_game")
    return engage(record, seat, "asked") if away else show_up(record, seat)


def _hand_back(info: SeatInfo) -> list[e.TableEvent]:
    events: list[e.TableEvent] = [] if info.autopilot is None else [e.AutopilotSet(info.seat)]
    return [*events, e.AwaySet(info.seat, False)] if info.away else events


def _takes_absent(settings: Settings) -> bool:
    """A clock has it in its settings; without one there is nobody else to move on for who is gone."""
    if settings.test:
        return False
    return settings.clock is None or settings.clock.autopilot
