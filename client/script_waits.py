"""What `wait` and `expect` in a script look for, as checks of a table. Must not wait.

A check tells what there is instead; `None` means that it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from client.api_table import Table
from client.expectations import PHASES, Scene, parse_expectation
from client.naming import InvalidInput, find_seat, suggest
from client.things import parse_number
from engine.commands import snake_case
from engine.events import EVENTS, Event
from engine.ids import Seat
from protocol.lobby_events import LOBBY_EVENTS, LobbyEvent, TableEvent

Check: TypeAlias = Callable[[Table], str | None]

NOT_STARTED: Final = "the game has not started"

_Kind: TypeAlias = type[Event] | type[LobbyEvent]

_KINDS: Final[tuple[_Kind, ...]] = (*EVENTS, *LOBBY_EVENTS)
_EVENTS: Final = {snake_case(kind.__name__): kind for kind in _KINDS}


def event_kind(name: str) -> _Kind:
    """The events of a name, the lobby's among them; raises `InvalidInput`."""
    if name not in _EVENTS:
        raise InvalidInput(f"there is no event {name}", suggest(name, _EVENTS))
    return _EVENTS[name]


def condition(kind: str, rest: str, name: str) -> Check:
    """What `wait KIND REST` of the client of this name waits for; raises `InvalidInput`."""
    return _CONDITIONS[kind](rest, name)


def expectation(text: str, events: tuple[TableEvent, ...] = (), wishes: Mapping[Seat, int] | None = None) -> Check:
    """An expect line of a scenario, about the position and the events of the last command."""
    told = tuple(event for event in events if isinstance(event, Event))

    def check(table: Table) -> str | None:
        if not table.started:
            return NOT_STARTED
        return parse_expectation(text, table.board, table.players).check(Scene(table.state, told, dict(wishes or {})))

    return check


def situation(table: Table) -> str:
    """How a table stands, in a few words."""
    if not table.started:
        ready = sum(info.ready for info in table.lobby.seats)
        return f"phase lobby, {len(table.lobby.seats)} players, {ready} of them ready"
    waited = " ".join(table.players[asked.seat] for asked in table.waiting) or "nobody"
    return f"phase {table.phase}, turn {_whose(table)}, waiting {waited}"


def _whose(table: Table) -> str:
    return table.players[table.turn] if 0 <= table.turn < len(table.players) else "nobody"


def _prompt(rest: str, name: str) -> Check:
    wanted = _known_phase(rest) if rest else ""

    def check(table: Table) -> str | None:
        question = table.question
        if question is None or (wanted and question.phase != wanted):
            return situation(table)
        return None

    return check


def _turn(rest: str, name: str) -> Check:
    def check(table: Table) -> str | None:
        if not table.started:
            return NOT_STARTED
        return None if table.turn == find_seat(rest or name, table.players) else f"turn {_whose(table)}"

    return check


def _phase(rest: str, name: str) -> Check:
    wanted = _known_phase(rest)
    return lambda table: None if table.phase == wanted else f"phase {table.phase}"


def _known_phase(text: str) -> str:
    if text not in (*PHASES, "lobby"):
        raise InvalidInput(f"there is no phase {text}", suggest(text, PHASES))
    return text


def _players(rest: str, name: str) -> Check:
    wanted = parse_number(rest, "a number of players")
    return lambda table: None if (found := len(table.lobby.seats)) >= wanted else f"{found} players"


def _ready(rest: str, name: str) -> Check:
    def check(table: Table) -> str | None:
        missing = [info.player for info in table.lobby.seats if not info.ready and info.seat != table.lobby.owner]
        return f"not ready: {', '.join(missing)}" if missing else None

    return check


def _until(rest: str, name: str) -> Check:
    return expectation(rest)


_CONDITIONS: Final[dict[str, Callable[[str, str], Check]]] = {
    "prompt": _prompt,
    "turn": _turn,
    "phase": _phase,
    "players": _players,
    "ready": _ready,
    "until": _until,
}
