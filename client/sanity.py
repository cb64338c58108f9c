"""Whether what a server tells can be of one and the same table, so that it can be folded and drawn. Must judge no rule.

A message may be well formed and yet name a space that the board does not have, or a ninth seat. `engine.apply` trusts its
events, and whoever draws trusts the model; so what the model takes in is looked through here first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from client.errors import NoConnection
from engine.board import Board, InvalidBoard
from engine.board_check import check_board
from engine.commands import SEAT_COMMANDS, tag_of
from engine.events import Event, GameEnded, TokenMoved
from engine.options import Option, Prompt
from engine.state import Snapshot
from protocol import messages as m
from protocol.tables import Lobby

_MOST_SEATS: Final = 8


class _Fields(NamedTuple):
    """Names of fields, wherever they lie in a value: for one number, for several, and for pairs that begin with one."""

    one: frozenset[str]
    some: frozenset[str]
    pairs: frozenset[str]


_SPACES: Final = _Fields(frozenset({"space", "origin"}), frozenset(), frozenset())
_DEEDS: Final = _Fields(frozenset({"deed"}), frozenset({"deeds"}), frozenset({"lots", "levels"}))
_SEATS: Final = _Fields(
    frozenset({"seat", "debtor", "creditor", "asker", "winner", "leader", "placer", "payer", "payee", "giver", "receiver"}),
    frozenset({"holders", "bidders", "rivals", "asked", "throwers", "passed", "winners", "order", "pending_holds"}),
    frozenset({"creditors", "wishes"}),
)


def checked_board(message: m.TableState) -> Board:
    """The board of a table, if it can be played; raises `NoConnection`."""
    try:
        check_board(message.board, "the server's board")
    except InvalidBoard as error:
        raise NoConnection(f"expected a board that can be played, found a fault: {error}") from None
    return Board(message.board)


def check_snapshot(snapshot: Snapshot, board: Board) -> None:
    """Raises `NoConnection` if the parts of a position do not fit its board and each other."""
    seats = len(snapshot.cash)
    by_seat = (snapshot.at, snapshot.jail, snapshot.out, snapshot.lapped, snapshot.cards, snapshot.votes)
    by_space = (snapshot.owner, snapshot.level, snapshot.mortgaged)
    fits = (
        2 <= seats <= _MOST_SEATS
        and all(len(values) == seats for values in by_seat)
        and all(len(values) == board.size for values in by_space)
        and all(0 <= space < board.size for space in snapshot.at)
        and all(-1 <= seat < seats for seat in (*snapshot.owner, snapshot.turn))
        and len(snapshot.stack) > 0
        and (snapshot.outcome is None or len(snapshot.outcome.worth) == seats)
        and _fits((snapshot.stack, snapshot.queue, snapshot.offers, snapshot.claims, snapshot.outcome), board, seats)
    )
    if not fits:
        raise NoConnection(f"expected a position of {seats} seats and {board.size} spaces, found lists that do not fit")


def check_lobby(lobby: Lobby) -> None:
    """Raises `NoConnection` if a seat has a number that no table has."""
    for info in lobby.seats:
        if not 0 <= info.seat < _MOST_SEATS:
            raise NoConnection(f"expected seats below {_MOST_SEATS}, found {info.seat}")


def check_event(event: Event, board: Board, seats: int) -> None:
    """Raises `ValueError` if an event of the game is about a space or a seat that is not there."""
    there = _fits(event, board, seats)
    if isinstance(event, TokenMoved):
        there = there and 0 <= event.to < board.size
    elif isinstance(event, GameEnded):
        there = there and len(event.worth) == seats
    if not there:
        raise ValueError(f"expected {seats} seats and {board.size} spaces, found others in {type(event).__struct_config__.tag}")


def known_options(options: Iterable[Option], board: Board) -> tuple[Option, ...]:
    """Those options that this client has words for, with such deeds as there are."""
    return tuple(option for option in options if option.command in _KNOWN and _fits(option, board, _MOST_SEATS))


def known_prompts(prompts: Iterable[Prompt], board: Board) -> tuple[Prompt, ...]:
    """Those questions whose default could be given, with their known options."""
    return tuple(
        replace(prompt, options=known_options(prompt.options, board))
        for prompt in prompts
        if _fits(prompt.default, board, _MOST_SEATS)
    )


_KNOWN: Final = frozenset(tag_of(kind) for kind in SEAT_COMMANDS)


def _fits(value: object, board: Board, seats: int) -> bool:
    raw = msgspec.to_builtins(value, str_keys=True)
    return (
        all(-1 <= space < board.size for space in _numbers(raw, _SPACES))
        and all(-1 <= deed < board.size and (deed < 0 or board.group_of[deed] >= 0) for deed in _numbers(raw, _DEEDS))
        and all(-1 <= seat < seats for seat in _numbers(raw, _SEATS))
    )


def _numbers(raw: object, fields: _Fields) -> Iterator[int]:
    """The numbers in the fields of these names, in whatever of the value they lie."""
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            if key in fields.one:
                yield -1 if value is None else value
            elif key in fields.some:
                yield from value
            elif key in fields.pairs:
                yield from (first for first, _ in value)
            else:
                yield from _numbers(value, fields)
    elif isinstance(raw, list | tuple):
        for item in raw:
            yield from _numbers(item, fields)
