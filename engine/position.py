"""Positions to start from: what each seat has and where it stands, checked to be possible, made into a state.

For scenarios and test tables. Must not know files or names of spaces: everything is an index, as in commands, and the
entries named in errors count from 1, as people do.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.board import Board, GetOutOfJailFree
from engine.commands import Lots
from engine.errors import InvalidPosition
from engine.frames import OpeningRoll, Window
from engine.ids import BANK, HOTEL, Seat, SpaceIndex
from engine.ruleset import Ruleset
from engine.state import State, house_count, new_state
from engine.worth import steps_of

StartPhase: TypeAlias = Literal["before_roll", "after_roll", "opening_roll"]

MAX_CASH = 1_000_000_000
MAX_FAILED_THROWS = 2
MAX_DOUBLES = 2


class SeatPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One seat of a position.

    Without `cash` it has the ruleset's starting cash, without `space` it stands on GO. `jail` is the number of failed
    throws of a seat in jail. `mortgaged` are some of its `deeds`, `levels` pairs of deed and level, `cards` the decks
    whose jail card it holds. A seat that is `out` has nothing.
    """

    name: str = ""
    cash: int | None = None
    space: SpaceIndex | None = None
    jail: int | None = None
    deeds: tuple[SpaceIndex, ...] = ()
    mortgaged: tuple[SpaceIndex, ...] = ()
    levels: Lots = ()
    cards: tuple[str, ...] = ()
    out: bool = False


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position; the first seat is to move.

    `houses` and `hotels` are the bank's, by default what the position leaves of the ruleset's stock. `doubles` are
    those thrown so far in this turn; after the roll, above 0, they mean that a roll is due.
    """

    seats: tuple[SeatPosition, ...]
    houses: int | None = None
    hotels: int | None = None
    phase: StartPhase = "before_roll"
    doubles: int = 0


def build_state(position: Position, board: Board, rules: Ruleset) -> State:
    """The state of a position; raises `InvalidPosition` naming the entry if no game can come to it."""
    _check_players(position, rules)
    state = new_state(board, rules, len(position.seats))
    for seat, entry in enumerate(position.seats):
        _place_token(state, seat, entry)
        _give_deeds(state, seat, entry)
        _give_cards(state, seat, entry)
    for seat, entry in enumerate(position.seats):
        _check_groups(state, seat, entry)
    _fill_bank(state, position)
    _start(state, position)
    return state


def _invalid(where: str, expected: str, found: object) -> InvalidPosition:
    return InvalidPosition(f"{where}: expected {expected}, found {found}")


def _at(seat: Seat, key: str) -> str:
    return f"seat {seat + 1}, {key}"


def _check_players(position: Position, rules: Ruleset) -> None:
    seats = position.seats
    if not 2 <= len(seats) <= rules.max_players:
        raise _invalid("seats", f"2 to {rules.max_players}", len(seats))
    if seats[0].out:
        raise _invalid(_at(0, "out"), "the first seat to be in the game, it is to move", "true")
    live = sum(not entry.out for entry in seats)
    if live < 2:
        raise _invalid("seats", "2 or more that are not out", live)
    for seat, entry in enumerate(seats):
        if entry.out:
            _check_out(seat, entry)


def _check_out(seat: Seat, entry: SeatPosition) -> None:
    """A bankrupt seat has given up everything (official rules, *Bankruptcy*)."""
    if entry.cash:
        raise _invalid(_at(seat, "cash"), "0 for a seat that is out", entry.cash)
    for key, held in (("deeds", entry.deeds), ("cards", entry.cards), ("levels", entry.levels)):
        if held:
            raise _invalid(_at(seat, key), "none for a seat that is out", len(held))
    if entry.jail is not None:
        raise _invalid(_at(seat, "jail"), "no seat that is out", entry.jail)


def _place_token(state: State, seat: Seat, entry: SeatPosition) -> None:
    board = state.board
    cash = entry.cash if entry.cash is not None else 0 if entry.out else state.rules.starting_cash
    if not 0 <= cash <= MAX_CASH:
        raise _invalid(_at(seat, "cash"), f"0 to {MAX_CASH}", cash)
    if entry.space is not None and not 0 <= entry.space < board.size:
        raise _invalid(_at(seat, "space"), f"0 to {board.size - 1}", entry.space)
    if entry.jail is not None:
        _jail(state, seat, entry.jail, entry.space)
    elif entry.space is not None:
        state.at[seat] = entry.space
    state.cash[seat] = cash
    state.out[seat] = entry.out


def _jail(state: State, seat: Seat, failed: int, space: SpaceIndex | None) -> None:
    if not 0 <= failed <= MAX_FAILED_THROWS:
        raise _invalid(_at(seat, "jail"), f"0 to {MAX_FAILED_THROWS} failed throws", failed)
    if space not in (None, state.board.jail):
        raise _invalid(_at(seat, "space"), f"{state.board.jail} for a seat in jail", space)
    state.at[seat] = state.board.jail
    state.jail[seat] = failed


def _give_deeds(state: State, seat: Seat, entry: SeatPosition) -> None:
    board = state.board
    for deed in entry.deeds:
        if deed not in board.deed_set:
            raise _invalid(_at(seat, "deeds"), "deeds", f"space {deed}")
        if state.owner[deed] != BANK:
            also = f"{board.spaces[deed].id} with seat {state.owner[deed] + 1} as well"
            raise _invalid(_at(seat, "deeds"), "one owner per deed", also)
        state.owner[deed] = seat
    for deed in entry.mortgaged:
        _check_held(state, seat, "mortgaged", deed)
        state.mortgaged[deed] = True
    for deed, level in entry.levels:
        _check_held(state, seat, "levels", deed)
        _check_level(state, seat, deed, level)
        state.level[deed] = level


def _check_held(state: State, seat: Seat, key: str, deed: SpaceIndex) -> None:
    if deed not in state.board.deed_set or state.owner[deed] != seat:
        spaces = state.board.spaces
        found = spaces[deed].id if 0 <= deed < len(spaces) else f"space {deed}"
        raise _invalid(_at(seat, key), "deeds of this seat", found)


def _check_level(state: State, seat: Seat, deed: SpaceIndex, level: int) -> None:
    last = state.rules.hotel_after
    if not (0 <= level <= last or level == HOTEL):
        raise _invalid(_at(seat, "levels"), f"0 to {last} houses or {HOTEL} for a hotel", level)


def _give_cards(state: State, seat: Seat, entry: SeatPosition) -> None:
    board = state.board
    for deck in entry.cards:
        if deck not in board.decks:
            raise _invalid(_at(seat, "cards"), f"one of {', '.join(board.decks)}", deck)
        undrawn = state.undrawn[deck]
        card = next((card for card in undrawn if isinstance(board.card[card].effect, GetOutOfJailFree)), None)
        if card is None:
            raise _invalid(_at(seat, "cards"), "a jail card that nobody holds", deck)
        undrawn.remove(card)
        state.cards[seat].append(card)


def _check_groups(state: State, seat: Seat, entry: SeatPosition) -> None:
    """Buildings need the whole color group, no mortgage in it, and even levels (official rules, *Houses*)."""
    board = state.board
    for group in sorted({board.group_of[deed] for deed, level in entry.levels if level}):
        where, name = _at(seat, "levels"), board.groups[group].id
        members = board.members[group]
        if not board.groups[group].buildable:
            raise _invalid(where, "buildings on streets only", f"buildings on {name}")
        if not state.owns_group(seat, group):
            raise _invalid(where, "buildings on whole groups only", f"buildings on a part of {name}")
        if any(state.mortgaged[deed] for deed in members):
            raise _invalid(where, "no buildings in a group with a mortgage", f"buildings on {name}")
        steps = [steps_of(state, state.level[deed]) for deed in members]
        if state.rules.even_build and max(steps) - min(steps) > 1:
            found = ", ".join(str(state.level[deed]) for deed in members)
            raise _invalid(where, f"even levels on {name}", found)


def _fill_bank(state: State, position: Position) -> None:
    limited = state.rules.building_stock == "limited"
    stand = (house_count(state.level), state.level.count(HOTEL)) if limited else (0, 0)
    state.houses = _left("houses", state.rules.houses, stand[0], position.houses)
    state.hotels = _left("hotels", state.rules.hotels, stand[1], position.hotels)


def _left(kind: str, stock: int, standing: int, given: int | None) -> int:
    if standing > stock:
        raise _invalid(f"seats, {kind}", f"no more than {stock}", standing)
    if given is None:
        return stock - standing
    if not 0 <= given <= stock - standing:
        raise _invalid(f"bank, {kind}", f"0 to {stock - standing}, what the position leaves", given)
    return given


def _start(state: State, position: Position) -> None:
    if not 0 <= position.doubles <= MAX_DOUBLES:
        raise _invalid("start, doubles", f"0 to {MAX_DOUBLES}", position.doubles)
    if position.doubles and position.phase == "opening_roll":
        raise _invalid("start, doubles", "0 before the opening throws", position.doubles)
    if position.doubles and position.seats[0].jail is not None:
        raise _invalid("start, doubles", "0 for a seat in jail, which has no throw left", position.doubles)
    if position.phase == "opening_roll":
        state.stack = [OpeningRoll(1, (tuple(state.live()),), tuple(state.live()))]
        return
    state.stack = [Window(position.phase, 1)]
    state.round = 1
    state.doubles = position.doubles
