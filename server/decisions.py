"""What a player's request at a table comes to: the events that follow, or a refusal. Must not store or send anything.

A refused request has changed nothing. What is not refused has been applied to the game, so its events must be stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from engine import commands as c
from engine.errors import IllegalCommand
from engine.events import Event
from engine.game import Game
from engine.ids import TABLE, Seat
from protocol import lobby_events as e
from protocol import messages as m
from protocol.names import clean_chat
from server import autopilot, giving, motions, seating, trade_talk
from server.chairs import Chair, Chairs
from server.record import Record
from server.refusal import Refused, by_the_rules

Events = list[e.TableEvent]


def decide(record: Record, chairs: Chairs, chair: Chair, request: m.Request) -> Events:
    """Carry out one of the `COUNTED` requests; raises `Refused`."""
    return _DECISIONS[type(request)](record, chairs, chair, request)


def running_game(record: Record) -> Game:
    """The game that is being played; raises `Refused` before and after.

    After the game of a test table the engine has the word, so that a scenario meets the reasons that it meets without a
    server.
    """
    if record.game is None:
        raise Refused("not_started")
    if record.stage != "running" and record.scenario is None:
        raise Refused("finished")
    return record.game


def of_table(events: tuple[Event, ...]) -> Events:
    """The events of the game among those of the table."""
    return list(cast(tuple[e.TableEvent, ...], events))


def start_game(record: Record, chairs: Chairs, seat: Seat) -> Events:
    """The owner starts the game: the lobby's events, then the game's."""
    events, seats = seating.start(record, seat)
    for event in events:
        if isinstance(event, e.SeatLeft):
            chairs.leave(event.seat)
    chairs.renumber(seats)
    game = record.begin(seats)
    return events if record.scenario is not None else events + of_table(game.start())


def _act(record: Record, chairs: Chairs, chair: Chair, request: m.Act) -> Events:
    game = running_game(record)
    motions.need_unpaused(record)
    autopilot.need_control(record, chair.seat)
    try:
        events = game.handle(chair.seat, request.command, request.prompt)
    except IllegalCommand as error:
        raise by_the_rules(error) from None
    return autopilot.show_up(record, chair.seat) + of_table(events)


def _time_out(record: Record, chairs: Chairs, chair: Chair, request: m.TimeOut) -> Events:
    if record.scenario is None:
        raise Refused("not_allowed", "only at a test table does a player say when time is over")
    try:
        return of_table(running_game(record).handle(TABLE, c.TimeOut(request.seat)))
    except IllegalCommand as error:
        raise by_the_rules(error) from None


def _end_game(record: Record, chairs: Chairs, chair: Chair, request: m.EndGame) -> Events:
    """The end by the host (rules.md END-02, `early_end: host`)."""
    game = running_game(record)
    seating.need_owner(record.lobby, chair.seat)
    motions.need_unpaused(record)
    try:
        return of_table(game.handle(TABLE, c.CallEnd("host")))
    except IllegalCommand as error:
        raise by_the_rules(error) from None


def _set_away(record: Record, chairs: Chairs, chair: Chair, request: m.SetAway) -> Events:
    running_game(record)
    return autopilot.set_away(record, chair.seat, request.away)


def _chat(record: Record, chairs: Chairs, chair: Chair, request: m.Chat) -> Events:
    text = clean_chat(request.text)
    if not text:
        raise Refused("empty_chat", field="text")
    return [e.ChatSaid(chair.seat, text)]


_DECISIONS: Final[dict[type[m.Request], Callable[[Record, Chairs, Chair, Any], Events]]] = {
    m.Act: _act,
    m.TimeOut: _time_out,
    m.EndGame: _end_game,
    m.SetAway: _set_away,
    m.Propose: lambda record, chairs, chair, request: motions.propose(record, chairs, chair, request),
    m.CastBallot: lambda record, chairs, chair, request: motions.cast(record, chair, request),
    m.Chat: _chat,
    m.Mute: lambda record, chairs, chair, request: trade_talk.mute(record, chair.seat, request),
    m.SetReady: lambda record, chairs, chair, request: seating.set_ready(record, chair.seat, request),
    m.GiveNonce: lambda record, chairs, chair, request: seating.give_nonce(record, chair.seat, request),
    m.AddBot: lambda record, chairs, chair, request: seating.add_bot(record, chair.seat, request),
    m.RemovePlayer: lambda record, chairs, chair, request: seating.remove(record, chairs, chair.seat, request),
    m.SetOwner: lambda record, chairs, chair, request: seating.set_owner(record, chair.seat, request),
    m.GiveSeat: lambda record, chairs, chair, request: giving.give(record, chairs, chair.seat, request),
    m.StartGame: lambda record, chairs, chair, request: start_game(record, chairs, chair.seat),
}
