"""The words by which the people of a table settle things among themselves: away and back, votes, mutes, what is the owner's.

Must not decide who may: the server does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from client.naming import InvalidInput, find_seat, find_word
from client.session import Session
from engine.ids import Seat
from protocol.tables import MotionKind

_MOTIONS: Final[dict[str, MotionKind]] = {"pause": "pause", "resume": "resume", "autopilot": "autopilot", "give": "give"}
_ABOUT_SEATS: Final = ("autopilot", "give")


async def settle(word: str, rest: str, session: Session) -> None:
    """Do what one of the words `TOGETHER` says; raises `InvalidInput` and `Refused`."""
    if session.model.seat is None:
        raise InvalidInput("you look on: only players settle things")
    await _DEEDS[word](session, rest)


async def _away(session: Session, rest: str) -> None:
    await session.set_away(True)


async def _back(session: Session, rest: str) -> None:
    await session.set_away(False)


async def _propose(session: Session, rest: str) -> None:
    what, _, who = rest.partition(" ")
    kind = _MOTIONS[find_word(what, _MOTIONS, "motion")]
    await session.propose(kind, _seat(session, who) if kind in _ABOUT_SEATS else None)


async def _yes(session: Session, rest: str) -> None:
    await _vote(session, True)


async def _no(session: Session, rest: str) -> None:
    await _vote(session, False)


async def _vote(session: Session, yes: bool) -> None:
    motion = session.model.lobby.motion
    if motion is None:
        raise InvalidInput("no vote is open")
    await session.cast_ballot(motion.id, yes)


async def _owner(session: Session, rest: str) -> None:
    await session.set_owner(_seat(session, rest))


async def _give(session: Session, rest: str) -> None:
    await session.give_seat(_seat(session, rest))


async def _mute(session: Session, rest: str) -> None:
    await session.mute(_seat(session, rest), True)


async def _unmute(session: Session, rest: str) -> None:
    await session.mute(_seat(session, rest), False)


async def _end_game(session: Session, rest: str) -> None:
    await session.end_game()


async def _rematch(session: Session, rest: str) -> None:
    """Only one who has seen the end is asked, by `again`; here the server says that there is none yet."""
    await session.rematch()


def _seat(session: Session, name: str) -> Seat:
    return find_seat(name.strip(), session.model.names())


_DEEDS: Final[dict[str, Callable[[Session, str], Awaitable[None]]]] = {
    "away": _away,
    "back": _back,
    "propose": _propose,
    "yes": _yes,
    "no": _no,
    "owner": _owner,
    "give": _give,
    "mute": _mute,
    "unmute": _unmute,
    "end-game": _end_game,
    "rematch": _rematch,
}
