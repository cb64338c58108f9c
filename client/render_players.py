"""Everybody at the table as text: cash, worth, place, jail, deeds by group. Must not color or print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.columns import columns
from client.fitting import clip, flow
from client.phrases import buildings, deck_title, group_digit, money, place, seat_letter, who
from client.view import View
from engine.ids import Seat, SpaceIndex
from engine.state import FREE, State
from engine.worth import final_worth
from protocol.names import safe_text

_TO_MOVE: Final = ">"
_WHO_BEGINS: Final = "opening_roll"  # a phase in which it is nobody's turn
_WAITED_FOR: Final = "*"
_INDENT: Final = "    "
_HEAD: Final = ("", "", "PLAYER", "CASH", "WORTH", "PLACE")


def player_lines(view: View, width: int = 80) -> list[str]:
    """One line for each seat, then its deeds; in the lobby who sits there, and who is ready.

    `>` marks the seat to move, `*` the others that the table waits for. Worth is the final count.
    """
    if view.state is None:
        return [clip(line, width) for line in _lobby_lines(view)]
    state = view.state
    rows = [_HEAD, *(_row(view, state, seat) for seat in range(state.seats))]
    head, *lines = columns(rows, " ")
    told = [clip(head, width)]
    for seat, line in enumerate(lines):
        told.append(clip(line, width))
        told += _holdings(view, state, seat, width)
    return told


def _lobby_lines(view: View) -> Iterator[str]:
    for info in view.lobby.seats:
        owner = info.seat == view.lobby.owner  # who starts, and so need not say that they are ready
        state = "owns the table" if owner else "ready" if info.ready else "not ready"
        notes = [f"a {safe_text(info.bot)} bot" if info.bot else state]
        notes += [] if info.connected else ["not connected"]
        yield f"{seat_letter(info.seat)} {who(view, info.seat)}: {', '.join(notes)}"


def _row(view: View, state: State, seat: Seat) -> tuple[str, ...]:
    worth = money(view, final_worth(state, seat))
    here = "out of the game" if state.out[seat] else where_is(view, state, seat)
    return mark_of(view, seat), seat_letter(seat), who(view, seat), money(view, state.cash[seat]), worth, here


def mark_of(view: View, seat: Seat) -> str:
    """`>` for the seat to move, `*` for another that the table waits for."""
    if seat == view.turn and view.phase != _WHO_BEGINS:
        return _TO_MOVE
    return _WAITED_FOR if any(waiting.seat == seat for waiting in view.waiting) else " "


def where_is(view: View, state: State, seat: Seat) -> str:
    """The space, how long in jail, and what keeps a player from answering."""
    failed = state.jail[seat]
    notes = [place(view, state.at[seat]) if failed == FREE else f"in jail, {failed} of 3 throws failed"]
    info = view.lobby.at(seat)
    if info is not None:
        notes += [f"{safe_text(info.bot)} bot"] if info.bot else []
        notes += [] if info.connected else ["not connected"]
        notes += ["away"] if info.away else []
        notes += ["on autopilot"] if info.autopilot else []
        notes += ["seat open"] if info.open else []
    return ", ".join(notes)


def _holdings(view: View, state: State, seat: Seat, width: int) -> list[str]:
    """The jail cards and the deeds of a seat, one group after the other."""
    parts = [f"jail card of {deck_title(view.board.deck_of[card])}" for card in state.cards[seat]]
    for group, members in enumerate(view.board.members):
        mine = [deed for deed in members if state.owner[deed] == seat]
        if mine:
            parts.append(_group(view, state, group, mine))
    return flow(parts, width, _INDENT, _INDENT) if parts else []


def _group(view: View, state: State, group: int, mine: list[SpaceIndex]) -> str:
    """`4 Orange 2/3: St. James Place, Tennessee Avenue (mortgaged)`; `all` for a whole group."""
    board = view.board
    share = "all" if len(mine) == len(board.members[group]) else f"{len(mine)}/{len(board.members[group])}"
    deeds = ", ".join(place(view, deed) + _state_of(state, deed) for deed in mine)
    return f"{group_digit(view, mine[0])} {safe_text(board.groups[group].name)} {share}: {deeds}"


def _state_of(state: State, deed: SpaceIndex) -> str:
    if state.mortgaged[deed]:
        return " (mortgaged)"
    return f" ({buildings(state.level[deed])})" if state.level[deed] else ""
