"""The lobby of a table as a fold of its events, for server and clients alike; must not judge what may happen.

`apply_lobby` is for the people of a table what `engine.apply` is for its game: the only writer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from engine.events import GameEnded
from engine.ids import Seat
from protocol import lobby_events as e
from protocol.tables import Lobby, Motion, SeatInfo

EMPTY: Final = Lobby("lobby", -1, ())
"""The lobby before a table's first event."""


def apply_lobby(lobby: Lobby, event: e.TableEvent) -> Lobby:
    """The lobby after an event of its table; the game's own events change nothing but for `GameEnded`."""
    fold = _FOLDS.get(type(event))
    return lobby if fold is None else fold(lobby, event)


def _sit(lobby: Lobby, info: SeatInfo) -> Lobby:
    others = [other for other in lobby.seats if other.seat != info.seat]
    return replace(lobby, seats=tuple(sorted([*others, info], key=lambda info: info.seat)))


def _unmute(lobby: Lobby, seat: Seat) -> Lobby:
    """Somebody else plays a seat: who was muted there, and for whom, is forgotten."""
    if not lobby.mutes:
        return lobby
    return replace(lobby, mutes=tuple(mute for mute in lobby.mutes if seat not in mute))


def _free(lobby: Lobby, seat: Seat) -> Lobby:
    """Nobody sits there, so that whoever comes next gives a nonce anew."""
    kept = tuple((other, nonce) for other, nonce in lobby.nonces if other != seat)
    return replace(_unmute(lobby, seat), seats=tuple(info for info in lobby.seats if info.seat != seat), nonces=kept)


def _change(lobby: Lobby, seat: Seat, **fields: object) -> Lobby:
    return replace(lobby, seats=tuple(replace(i, **fields) if i.seat == seat else i for i in lobby.seats))


def _start(lobby: Lobby, event: e.TableStarted) -> Lobby:
    number = {old: new for new, old in enumerate(event.seats)}
    seats = sorted((replace(info, seat=number[info.seat]) for info in lobby.seats), key=lambda info: info.seat)
    mutes = tuple((number[seat], number[other]) for seat, other in lobby.mutes)
    nonces = tuple(sorted((number[seat], nonce) for seat, nonce in lobby.nonces))
    return Lobby(
        "running", number.get(lobby.owner, -1), tuple(seats), mutes=mutes, commitment=lobby.commitment, nonces=nonces
    )  # fmt: skip


def _mute(lobby: Lobby, event: e.PlayerMuted) -> Lobby:
    pair = (event.seat, event.other)
    others = tuple(mute for mute in lobby.mutes if mute != pair)
    return replace(lobby, mutes=(*others, pair) if event.muted else others)


def _open_motion(lobby: Lobby, event: e.MotionOpened) -> Lobby:
    motion = Motion(event.motion, event.kind, event.by, event.voters, event.seat)
    return replace(lobby, motion=motion, motions=lobby.motions + 1)


def _cast(lobby: Lobby, event: e.BallotCast) -> Lobby:
    motion = lobby.motion
    if motion is None or motion.id != event.motion:
        return lobby
    said = {"yes": (*motion.yes, event.seat)} if event.yes else {"no": (*motion.no, event.seat)}
    return replace(lobby, motion=replace(motion, **said))


def _give(lobby: Lobby, event: e.SeatGiven) -> Lobby:
    """The new player finds the seat as it was: a bot's plays on, as its autopilot, until the next window."""
    info = lobby.at(event.seat)
    if info is None:
        return lobby
    cause = "absent" if info.bot is not None else info.autopilot
    return _sit(_unmute(lobby, event.seat), SeatInfo(event.seat, event.player, ready=True, autopilot=cause))


_FOLDS: Final[dict[type, Callable[[Lobby, Any], Lobby]]] = {
    e.TableCreated: lambda lobby, event: replace(lobby, commitment=event.commitment),
    e.NonceGiven: lambda lobby, event: replace(lobby, nonces=(*lobby.nonces, (event.seat, event.nonce))),
    e.SeedRevealed: lambda lobby, event: replace(lobby, seed=event.seed),
    e.SeatTaken: lambda lobby, event: _sit(lobby, SeatInfo(event.seat, event.player)),
    e.BotAdded: lambda lobby, event: _sit(lobby, SeatInfo(event.seat, event.player, ready=True, bot=event.level)),
    e.SeatLeft: lambda lobby, event: _free(lobby, event.seat),
    e.PlayerRemoved: lambda lobby, event: _free(lobby, event.seat),
    e.ReadySet: lambda lobby, event: _change(lobby, event.seat, ready=event.ready),
    e.OwnerChanged: lambda lobby, event: replace(lobby, owner=event.seat),
    e.PlayerMuted: _mute,
    e.TableStarted: _start,
    e.PlayerDropped: lambda lobby, event: _change(lobby, event.seat, connected=False),
    e.PlayerBack: lambda lobby, event: _change(lobby, event.seat, connected=True, open=False),
    e.AwaySet: lambda lobby, event: _change(lobby, event.seat, away=event.away),
    e.AutopilotSet: lambda lobby, event: _change(lobby, event.seat, autopilot=event.cause, returning=False),
    e.ReturnAsked: lambda lobby, event: _change(lobby, event.seat, returning=True),
    e.MotionOpened: _open_motion,
    e.BallotCast: _cast,
    e.MotionClosed: lambda lobby, event: replace(lobby, motion=None),
    e.TablePaused: lambda lobby, event: replace(lobby, paused=True, pauses=lobby.pauses + 1),
    e.TableResumed: lambda lobby, event: replace(lobby, paused=False),
    e.SeatOpened: lambda lobby, event: _change(lobby, event.seat, open=True),
    e.SeatGiven: _give,
    e.RematchOpened: lambda lobby, event: replace(lobby, rematch=event.table),
    e.TableClosed: lambda lobby, event: replace(lobby, stage="closed"),
    GameEnded: lambda lobby, event: replace(lobby, stage="finished"),
}
