"""Whether a seat may use a word of the command language now, tried on a copy. Must not change the position it looks at.

Whether a command is legal does not hang on dice or cards, so a trial throws its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from client.language import Context, InvalidInput, parse, parse_word
from engine import commands as c
from engine.chance import SeededChance
from engine.errors import IllegalCommand
from engine.events import InterruptQueued
from engine.game import Game
from engine.ids import HOTEL, Seat, SpaceIndex
from engine.legal import legal
from engine.options import candidates
from engine.state import State

QUEUED: Final = "queued"
"""What `hindrance` says of a command that would wait for the next window."""

Capability: TypeAlias = Callable[[State], str]
"""Why something may not be done in a position; empty if it may."""

_ANNOUNCED: Final = (c.OfferTrade, c.CounterOffer)


def hindrance(state: State, seat: Seat, command: c.SeatCommand) -> str:
    """Why a command would not take effect at once: the reason of its refusal, or `QUEUED`; empty if it would."""
    game = Game(state.copy(), SeededChance(0))
    try:
        events = game.handle(seat, command)
    except IllegalCommand as error:
        return error.reason
    return QUEUED if any(isinstance(event, InterruptQueued) for event in events) else ""


def parse_capability(text: str, context: Context) -> Capability:
    """What a word, or a whole command, needs to be legal for the speaker; raises `InvalidInput`."""
    word = parse_word(text.split(None, 1)[0] if text else "", strict=context.strict)
    seat = context.seat
    try:
        command = parse(text, context)
    except InvalidInput:
        if len(text.split()) > 1:
            raise
        return lambda state: _word_hindrance(state, seat, word.kinds)
    return lambda state: hindrance(state, seat, command)


def _word_hindrance(state: State, seat: Seat, kinds: tuple[type[c.Command], ...]) -> str:
    """A word alone is legal if any command of it is; what is only announced is judged when it comes."""
    reasons = []
    for kind in kinds:
        if kind in _ANNOUNCED and any(option.command == c.tag_of(kind) for option in legal(state, seat)):
            return ""
        for command in _examples(state, seat, kind):
            reason = hindrance(state, seat, command)
            if not reason:
                return ""
            reasons.append(reason)
    return reasons[0] if reasons else "not_now"


def _examples(state: State, seat: Seat, kind: type[c.Command]) -> Iterator[c.SeatCommand]:
    """Commands of a kind that may be legal: the single steps listed, then whole groups at once."""
    for option in legal(state, seat):
        if option.command == c.tag_of(kind):
            yield from candidates(option)  # type: ignore[misc]  # legal lists commands of seats only
    if kind is c.BuildHouses or kind is c.SellHouses:
        for members in _whole_groups(state, seat):
            for steps in range(1, HOTEL + 1):
                yield kind(tuple((deed, steps) for deed in members))


def _whole_groups(state: State, seat: Seat) -> list[tuple[SpaceIndex, ...]]:
    board = state.board
    return [members for group, members in enumerate(board.members) if state.owns_group(seat, group)]
