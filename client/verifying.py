"""Whether the history of a finished game is true: its chain, its seats, its commitment, every draw and every rule.

Each check stands alone and stops at the first event that is wrong. What none can see: how long anybody took, which the
history does not tell; what stood behind its last event; and that the host knew the dice all along. Must not print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec

from client.transcript import Told
from engine import events as e
from engine.apply import apply
from engine.causes import Inexplicable, explain
from engine.commands import snake_case
from engine.ids import BANK
from engine.ruleset import InvalidRuleset, validate
from engine.sealed import SealedChance, commitment, draws_of, mix_nonces
from engine.state import State, new_state
from protocol import lobby_events as le
from protocol.lobby import EMPTY, apply_lobby
from protocol.tables import Lobby

_AT_ONCE: Final = 20_000  # events that one command may bring; none comes near

# What applying an event raises where it does not fit what is known; see `client.model`.
_MISFITS: Final = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)

Numbered: TypeAlias = tuple[int, le.TableEvent]
"""An event and its number."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether all is well with it, and what there is to say."""

    name: str
    ok: bool
    words: str


class Wrong(Exception):
    """What is wrong, and with which event, where it is one's."""

    def __init__(self, words: str, seq: int | None = None) -> None:
        super().__init__(words if seq is None else f"event {seq}: {words}")
        self.seq = seq


def verify(told: Told) -> Iterator[Check]:
    """Every check in turn."""
    for name, check in _CHECKS.items():
        try:
            yield Check(name, True, check(told))
        except Wrong as wrong:
            yield Check(name, False, str(wrong))


def sound(told: Told) -> tuple[int, str]:
    """How many events make sense, from the first on, and what is wrong with the next, if not all of them do.

    What is within the rules can be drawn; anything may stand behind it in a file that somebody has made up.
    """
    count, problem = len(told.events), ""
    for check in (_people, _rules):
        try:
            check(told)
        except Wrong as wrong:
            sensible = 0 if wrong.seq is None else max(0, wrong.seq - told.first)
            if sensible < count:
                count, problem = sensible, str(wrong)
    return count, problem


def _chain(told: Told) -> str:
    if told.broken is not None:
        raise Wrong(str(told.broken))
    if told.first != 1:
        raise Wrong(f"expected 1 as the number of the first event, found {told.first}")
    return f"{len(told.events)} events, none changed, lost or moved; the last hash is {told.transcript.records[-1].hash.hex()}"


def _commitment(told: Told) -> str:
    seed, published = _seed(told), told.created.commitment
    if published is None:
        raise Wrong("expected that something was published of the seed before the game, found nothing", told.first)
    found = commitment(told.table, seed)
    if found != published:
        raise Wrong(f"expected {published}, which was published before the game, found {found} for the seed shown")
    return "the seed is the one that was fixed before anybody had added to it"


def _seed(told: Told) -> bytes:
    seeds = told.seeds()
    if not seeds:
        raise Wrong("expected the seed, which is shown when the game is over, found none")
    if len(seeds) > 1:
        raise Wrong(f"expected one seed, found two: {' and '.join(sorted(seed.hex() for seed in seeds))}")
    return seeds.pop()


def _seats(told: Told) -> str:
    """That the game is over, besides."""
    lobby, words = _people(told)
    if lobby.stage not in ("finished", "closed"):
        raise Wrong(f"expected the end of the game, found stage {lobby.stage}", told.first + len(told.events) - 1)
    return words


def _people(told: Told) -> tuple[Lobby, str]:
    """Who sat where when what was added to the dice was fixed, and that the seed was shown at the end only."""
    lobby = EMPTY
    words = "no game was played"
    for seq, event in _numbered(told):
        _judge_seating(lobby, event, seq)
        lobby = _seated(lobby, event, seq)
        if isinstance(event, le.TableStarted):
            added = len(lobby.nonces)
            words = f"{len(lobby.seats)} play, {added or 'none'} of them added to the dice, which event {seq} fixed"
    return lobby, words


def _seated(lobby: Lobby, event: le.TableEvent, seq: int) -> Lobby:
    try:
        return apply_lobby(lobby, event)
    except _MISFITS:
        raise Wrong(f"{_tag(event)} does not fit the seats before it", seq) from None


def _judge_seating(lobby: Lobby, event: le.TableEvent, seq: int) -> None:
    judge = _SEATING.get(type(event))
    problem = judge(lobby, event) if judge is not None else ""
    if problem:
        raise Wrong(problem, seq)
    if isinstance(event, e.Event) and lobby.stage != "running":
        raise Wrong(f"expected nothing of a game while the table is in stage {lobby.stage}, found {_tag(event)}", seq)
    if isinstance(event, e.Event) and lobby.seed is not None:
        raise Wrong(f"expected nothing of the game after its seed was shown, found {_tag(event)}", seq)


def _free(lobby: Lobby, event: le.SeatTaken | le.BotAdded) -> str:
    if lobby.stage != "lobby" or lobby.at(event.seat) is not None:
        return f"expected a free seat of a lobby, found seat {event.seat + 1} in stage {lobby.stage}"
    return ""


def _added(lobby: Lobby, event: le.NonceGiven) -> str:
    info = lobby.at(event.seat)
    if lobby.stage != "lobby" or info is None or info.bot is not None:
        return f"expected a player in the lobby to add to the dice, found seat {event.seat + 1} in stage {lobby.stage}"
    if lobby.nonce(event.seat) is not None:
        return f"expected that a seat adds to the dice once, found seat {event.seat + 1} again"
    return ""


def _started(lobby: Lobby, event: le.TableStarted) -> str:
    taken = tuple(info.seat for info in lobby.seats)
    if lobby.stage != "lobby" or event.seats != taken or not taken:
        return f"expected the start of {list(taken)} out of a lobby, found {list(event.seats)} in stage {lobby.stage}"
    return ""


def _shown(lobby: Lobby, event: le.SeedRevealed) -> str:
    if lobby.stage not in ("running", "finished") or lobby.seed is not None:
        return f"expected the seed once, when a game is over, found it in stage {lobby.stage}"
    return ""


_SEATING: Final[dict[type, Callable[[Lobby, Any], str]]] = {
    le.TableCreated: lambda lobby, event: "" if lobby == EMPTY else "expected table_created first, found it again",
    le.SeatTaken: _free,
    le.BotAdded: _free,
    le.NonceGiven: _added,
    le.TableStarted: _started,
    le.SeedRevealed: _shown,
}


def _draws(told: Told) -> str:
    """Every throw, card and lot against the keyed hash of seed, nonces and the number of the draw."""
    seed = _seed(told)
    game = _Replay(told)
    chance: SealedChance | None = None
    for seq, event in _numbered(told):
        state = game.state
        if state is not None and isinstance(event, e.Event):
            if chance is None:
                chance = SealedChance(seed, _mix(told.table, game.lobby, state.seats))
            _judge_draw(state, event, chance, seq)
        game.take(event, seq)
    return f"{chance.counter if chance is not None else 'no'} throws, cards and lots are what seed and nonces give"


def _mix(table: str, lobby: Lobby, seats: int) -> bytes:
    return mix_nonces(table, {seat: bytes.fromhex(nonce) for seat, nonce in lobby.nonces}, seats)


def _judge_draw(state: State, event: e.Event, chance: SealedChance, seq: int) -> None:
    try:
        if not draws_of(state, event):
            return
    except _MISFITS:
        raise Wrong(f"{_tag(event)} names a card that this board does not have", seq) from None
    number = chance.counter
    expected, found = _drawn(state, event, chance)
    if expected != found:
        raise Wrong(f"draw {number} gives {expected}, found {found}", seq)


def _drawn(state: State, event: e.Event, chance: SealedChance) -> tuple[object, object]:
    """What the next draw gives, and what an event tells of it."""
    board = state.board
    match event:
        case e.DiceRolled() | e.RentRolled() | e.OpeningThrown():
            return "{} and {}".format(*chance.dice()), "{} and {}".format(*event.dice)
        case e.DeedDealt():
            left = [deed for deed in board.deeds if state.owner[deed] == BANK]
            return f"space {left[chance.pick(len(left))]}" if left else "nothing", f"space {event.deed}"
    assert isinstance(event, e.CardDrawn)  # `draws_of` knows no other
    deck = board.deck_of[event.card]
    return f"the card {chance.draw(deck, state.undrawn[deck])}", f"the card {event.card}"


class _Replay:
    """A table as its events make it, without any judgement of them."""

    def __init__(self, told: Told) -> None:
        self.lobby = EMPTY
        self.state: State | None = None
        self._told = told

    def take(self, event: le.TableEvent, seq: int) -> None:
        """Go on by an event; raises `Wrong` if it does not fit."""
        self.lobby = _seated(self.lobby, event, seq)
        try:
            if isinstance(event, le.TableStarted):
                self.state = new_state(self._told.board, self._told.rules, len(event.seats))
            elif isinstance(event, e.Event) and self.state is not None:
                apply(self.state, event)
        except _MISFITS:
            raise Wrong(f"{_tag(event)} does not fit the position before it", seq) from None


def _rules(told: Told) -> str:
    """Every event of the game is what some command gives that the rules allow to whoever gave it."""
    starts = [event for event in told.events if isinstance(event, le.TableStarted)]
    numbered = [(seq, event) for seq, event in _numbered(told) if isinstance(event, e.Event)]
    if not starts:
        return "there is nothing to judge"
    state = _opening(told, len(starts[0].seats))
    events = [event for _, event in numbered]
    place = commands = 0
    while place < len(events):
        try:
            found = explain(state, events[place : place + _AT_ONCE])
        except Inexplicable as failure:
            raise _explained(failure, numbered, place) from None
        if (found.cause is None) != (place == 0):
            raise Wrong("expected the start of the game first and once", numbered[place][0])
        state = found.state
        place += found.count
        commands += 1
    return f"{commands} commands of players, of clocks and of the table explain every event of the game"


def _opening(told: Told, seats: int) -> State:
    if told.settings.test:
        raise Wrong("expected a game, found a test table, whose position and dice its file does not tell", told.first)
    try:
        validate(told.rules, told.board, seats)
    except InvalidRuleset as error:
        raise Wrong(str(error), told.first) from None
    return new_state(told.board, told.rules, seats)


def _explained(failure: Inexplicable, numbered: Sequence[tuple[int, e.Event]], place: int) -> Wrong:
    """What is wrong in the words of the attempt that came furthest."""
    at = place + failure.agreed
    if at >= len(numbered):
        return Wrong(f"expected {_shown_event(failure.expected)} to follow, found the end", numbered[-1][0])
    seq, found = numbered[at]
    if failure.reason:
        return Wrong(f"{failure.reason}; found {_shown_event(found)}", seq)
    if failure.expected is None:
        return Wrong(f"expected what some command begins with, found {_shown_event(found)}", seq)
    return Wrong(f"expected {_shown_event(failure.expected)}, found {_shown_event(found)}", seq)


def _shown_event(event: e.Event | None) -> str:
    return "nothing" if event is None else msgspec.json.encode(event).decode()


def _numbered(told: Told) -> Iterator[Numbered]:
    return enumerate(told.events, told.first)


def _tag(event: e.Event | le.LobbyEvent) -> str:
    return snake_case(type(event).__name__)


_CHECKS: Final[dict[str, Callable[[Told], str]]] = {
    "chain": _chain,
    "seats": _seats,
    "commitment": _commitment,
    "draws": _draws,
    "rules": _rules,
}
"""The checks in the order in which they are told."""
