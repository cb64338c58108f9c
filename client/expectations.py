"""What an `expect` line of a scenario says, and whether it holds. Must not act: it looks at a position and at events.

Each line is read once, into a check that tells what it found instead; `None` means that the line holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from client.capability import parse_capability
from client.language import Context
from client.naming import InvalidInput, find_deed, find_seat, find_space, find_word, suggest
from client.things import parse_number
from engine.board import Board
from engine.building import interest
from engine.commands import snake_case
from engine.events import EVENTS, BuildingsWanted, ContestOpened, Event
from engine.frames import AnyFrame, Auction, BuildContest, Debt, MortgageTransfer
from engine.ids import BANK, Seat, SpaceIndex
from engine.legal import phase_of, waiting
from engine.state import FREE, State
from engine.worth import final_worth

PHASES: Final = (
    "opening_roll", "before_roll", "after_roll", "own_turn", "purchase", "auction", "debt", "card_choice", "tax_choice",
    "mortgage_transfer", "build_contest", "game_over",
)  # fmt: skip

_F = TypeVar("_F", bound=AnyFrame)

EVENT_NAMES: Final = tuple(snake_case(kind.__name__) for kind in EVENTS)


@dataclass(frozen=True)
class Scene:
    """What is looked at: the position, the events of this step, and what has been asked for in the running contest."""

    state: State
    events: tuple[Event, ...]
    wishes: dict[Seat, int]


Check: TypeAlias = Callable[[Scene], str | None]


@dataclass(frozen=True)
class Expectation:
    """One `expect` line and its check, which returns what was found if the line does not hold."""

    text: str
    check: Check


def parse_expectation(text: str, board: Board, names: tuple[str, ...]) -> Expectation:
    """The meaning of a line; raises `InvalidInput` for a line of no known form."""
    words = text.split()
    if not words:
        raise InvalidInput("expected an expectation, found an empty line")
    return Expectation(text, _Reader(board, names).read(words))


def follow_contest(wishes: dict[Seat, int], events: Iterable[Event]) -> dict[Seat, int]:
    """What has been asked for in the latest contest after these events: the state keeps only what is still open."""
    for event in events:
        if isinstance(event, ContestOpened):
            wishes = {event.asker: event.count}
        elif isinstance(event, BuildingsWanted):
            wishes = {**wishes, event.seat: event.count}
    return wishes


class _Reader:
    """Reads lines against a board and the names of the seats; one method per row of the format's table."""

    def __init__(self, board: Board, names: tuple[str, ...]) -> None:
        self.board = board
        self.names = names

    def read(self, words: list[str]) -> Check:
        head, rest = words[0], words[1:]
        form = _TABLE_FORMS.get(head)
        if form is not None:
            return form(self, rest)
        if head in self.names or not self._is_deed(head):
            return self._seat_line(find_seat(head, self.names), rest)
        return self._deed_line(find_deed(head, self.board), rest)

    def _is_deed(self, text: str) -> bool:
        try:
            find_deed(text, self.board)
        except InvalidInput:
            return False
        return True

    def _seat_line(self, seat: Seat, rest: list[str]) -> Check:
        form = _pick(_SEAT_FORMS, rest, self.names[seat])
        return form(self, seat, rest[1:])

    def _deed_line(self, deed: SpaceIndex, rest: list[str]) -> Check:
        form = _pick(_DEED_FORMS, rest, self.deed(deed))
        return form(self, deed, rest[1:])

    def seat(self, text: str) -> Seat:
        return find_seat(text, self.names)

    def deed(self, deed: SpaceIndex) -> str:
        return self.board.spaces[deed].id

    def owner(self, text: str) -> Seat:
        return BANK if text == "bank" else self.seat(text)

    def name(self, seat: Seat) -> str:
        return "bank" if seat == BANK else self.names[seat]

    def listed(self, seats: Iterable[Seat]) -> str:
        return " ".join(self.names[seat] for seat in sorted(seats)) or "nobody"

    # Lines about a seat.

    def cash(self, seat: Seat, rest: list[str]) -> Check:
        return _equal(f"{self.name(seat)} cash", _one_number(rest), lambda scene: scene.state.cash[seat])

    def at(self, seat: Seat, rest: list[str]) -> Check:
        text = _one(rest, "a space")
        # In jail or just visiting, the token stands on the same space, whatever its board calls it.
        space = self.board.jail if text == "jail" else find_space(text, self.board)

        def check(scene: Scene) -> str | None:
            found = scene.state.at[seat]
            return None if found == space else f"{self.name(seat)} at {self.deed(found)}"

        return check

    def cards(self, seat: Seat, rest: list[str]) -> Check:
        return _equal(f"{self.name(seat)} cards", _one_number(rest), lambda scene: len(scene.state.cards[seat]))

    def owes(self, seat: Seat, rest: list[str]) -> Check:
        if len(rest) != 2:
            raise InvalidInput(f"expected a creditor and an amount after owes, found {' '.join(rest) or 'nothing'}")
        creditor, amount = self.owner(rest[0]), parse_number(rest[1], "an amount")

        def check(scene: Scene) -> str | None:
            debts = _debts(scene.state, seat)
            if (creditor, amount) in debts:
                return None
            found = ", ".join(f"{self.name(other)} {owed}" for other, owed in debts)
            return f"{self.name(seat)} owes {found or 'nothing'}"

        return check

    def may(self, seat: Seat, rest: list[str]) -> Check:
        wanted = rest[:1] != ["not"]
        words = rest if wanted else rest[1:]
        capability = parse_capability(" ".join(words), Context(self.board, self.names, seat, strict=True))

        def check(scene: Scene) -> str | None:
            hindrance = capability(scene.state)
            if (not hindrance) == wanted:
                return None
            line = f"{self.name(seat)} may {'not ' if wanted else ''}{' '.join(words)}"
            return f"{line}: {hindrance}" if hindrance else line

        return check

    # Lines about a deed.

    def deed_owner(self, deed: SpaceIndex, rest: list[str]) -> Check:
        owner = self.owner(_one(rest, "an owner"))

        def check(scene: Scene) -> str | None:
            found = scene.state.owner[deed]
            return None if found == owner else f"{self.deed(deed)} owner {self.name(found)}"

        return check

    def level(self, deed: SpaceIndex, rest: list[str]) -> Check:
        return _equal(f"{self.deed(deed)} level", _one_number(rest), lambda scene: scene.state.level[deed])

    # Lines about the table.

    def turn(self, rest: list[str]) -> Check:
        seat = self.seat(_one(rest, "a seat"))
        return lambda scene: None if scene.state.turn == seat else f"turn {self.name(scene.state.turn)}"

    def phase(self, rest: list[str]) -> Check:
        wanted = _one(rest, "a phase")
        if wanted not in PHASES:
            raise InvalidInput(f"there is no phase {wanted}", suggest(wanted, PHASES))
        return lambda scene: None if (found := phase_of(scene.state)) == wanted else f"phase {found}"

    def waiting(self, rest: list[str]) -> Check:
        seats = {self.seat(text) for text in rest}

        def check(scene: Scene) -> str | None:
            found = set(waiting(scene.state))
            return None if found == seats else f"waiting {self.listed(found)}"

        return check

    def bank(self, rest: list[str]) -> Check:
        kind = find_word(rest[0] if rest else "", ("houses", "hotels"))
        count = _one_number(rest[1:])
        return _equal(
            f"bank {kind}", count, lambda scene: scene.state.houses if kind == "houses" else scene.state.hotels
        )

    def auction(self, rest: list[str]) -> Check:
        if len(rest) not in (3, 4) or rest[1] != "high" or (len(rest) == 3 and rest[2] != "none"):
            raise InvalidInput(f"expected THING high N SEAT or THING high none after auction, found {' '.join(rest)}")
        lot: str | SpaceIndex = rest[0] if rest[0] in ("house", "hotel") else find_deed(rest[0], self.board)
        high = (0, BANK) if len(rest) == 3 else (parse_number(rest[2], "an amount"), self.seat(rest[3]))

        def check(scene: Scene) -> str | None:
            frame = _topmost(scene.state, Auction)
            if frame is None:
                return "no auction"
            if (frame.building or frame.deed, frame.high, frame.leader) == (lot, *high):
                return None
            price = "none" if frame.leader == BANK else f"{frame.high} {self.name(frame.leader)}"
            return f"auction {frame.building or self.deed(frame.deed)} high {price}"

        return check

    def contest(self, rest: list[str]) -> Check:
        if not rest or len(rest) % 2:
            raise InvalidInput(f"expected pairs of seat and number after contest, found {' '.join(rest) or 'nothing'}")
        wishes = {
            self.seat(name): parse_number(count, "a number")
            for name, count in zip(rest[::2], rest[1::2], strict=True)
        }

        def check(scene: Scene) -> str | None:
            if _topmost(scene.state, BuildContest) is None:
                return "no contest"
            asked = {seat: count for seat, count in scene.wishes.items() if not scene.state.out[seat]}
            found = " ".join(f"{self.name(seat)} {count}" for seat, count in asked.items())
            return None if asked == wishes else f"contest {found}"

        return check

    def winner(self, rest: list[str]) -> Check:
        if not rest:
            raise InvalidInput("expected a seat, found nothing")
        seats = {self.seat(text) for text in rest}

        def check(scene: Scene) -> str | None:
            outcome = scene.state.outcome
            if outcome is None:
                return "the game is not over"
            return None if set(outcome.winners) == seats else f"winner {self.listed(outcome.winners)}"

        return check

    def worth(self, rest: list[str]) -> Check:
        if len(rest) != 2:
            raise InvalidInput(f"expected a seat and an amount after worth, found {' '.join(rest) or 'nothing'}")
        seat = self.seat(rest[0])

        def found(scene: Scene) -> int:
            outcome = scene.state.outcome
            return final_worth(scene.state, seat) if outcome is None else outcome.worth[seat]

        return _equal(f"worth {self.name(seat)}", parse_number(rest[1], "an amount"), found)

    def event(self, rest: list[str]) -> Check:
        name = _event_name(rest)

        def check(scene: Scene) -> str | None:
            found = event_names(scene.events)
            return None if name in found else f"events {' '.join(found) or 'none'}"

        return check

    def no_event(self, rest: list[str]) -> Check:
        if rest[:1] != ["event"]:
            raise InvalidInput(f"expected event after no, found {' '.join(rest) or 'nothing'}")
        name = _event_name(rest[1:])
        return lambda scene: f"event {name}" if name in event_names(scene.events) else None


_Form: TypeAlias = Callable[[_Reader, int, list[str]], Check]
_TableForm: TypeAlias = Callable[[_Reader, list[str]], Check]


def _state_of(
    words: tuple[str, str], name: Callable[[_Reader, int], str], holds: Callable[[State, int], bool]
) -> list[_Form]:
    """The forms of two opposite words about a seat or deed, the first for when `holds`."""

    def form(wanted: bool) -> _Form:
        def read(reader: _Reader, index: int, rest: list[str]) -> Check:
            if rest:
                raise InvalidInput(f"expected nothing after {words[not wanted]}, found {' '.join(rest)}")
            found = f"{name(reader, index)} {words[wanted]}"
            return lambda scene: None if holds(scene.state, index) == wanted else found

        return read

    return [form(True), form(False)]


_jailed, _free = _state_of(("jailed", "free"), _Reader.name, lambda state, seat: state.jail[seat] != FREE)
_out, _in = _state_of(("out", "in"), _Reader.name, lambda state, seat: state.out[seat])
_mortgaged, _unmortgaged = _state_of(
    ("mortgaged", "unmortgaged"), _Reader.deed, lambda state, deed: state.mortgaged[deed]
)

_SEAT_FORMS: Final[dict[str, _Form]] = {
    "cash": _Reader.cash,
    "at": _Reader.at,
    "jailed": _jailed,
    "free": _free,
    "out": _out,
    "in": _in,
    "cards": _Reader.cards,
    "owes": _Reader.owes,
    "may": _Reader.may,
}
_DEED_FORMS: Final[dict[str, _Form]] = {
    "owner": _Reader.deed_owner,
    "mortgaged": _mortgaged,
    "unmortgaged": _unmortgaged,
    "level": _Reader.level,
}
_TABLE_FORMS: Final[dict[str, _TableForm]] = {
    "turn": _Reader.turn,
    "phase": _Reader.phase,
    "waiting": _Reader.waiting,
    "bank": _Reader.bank,
    "auction": _Reader.auction,
    "offers": lambda reader, rest: _equal("offers", _one_number(rest), lambda scene: len(scene.state.offers)),
    "queued": lambda reader, rest: _equal("queued", _one_number(rest), lambda scene: len(scene.state.queue)),
    "contest": _Reader.contest,
    "winner": _Reader.winner,
    "worth": _Reader.worth,
    "event": _Reader.event,
    "no": _Reader.no_event,
}


def _pick(forms: dict[str, _Form], rest: list[str], subject: str) -> _Form:
    known = ", ".join(forms)
    if not rest:
        raise InvalidInput(f"expected one of {known} after {subject}, found nothing")
    if rest[0] not in forms:
        raise InvalidInput(f"expected one of {known} after {subject}, found {rest[0]}", suggest(rest[0], forms))
    return forms[rest[0]]


def _one(rest: list[str], what: str) -> str:
    if len(rest) != 1:
        raise InvalidInput(f"expected {what}, found {' '.join(rest) or 'nothing'}")
    return rest[0]


def _one_number(rest: list[str]) -> int:
    return parse_number(_one(rest, "a number"), "a number")


def _equal(what: str, wanted: int, get: Callable[[Scene], int]) -> Check:
    return lambda scene: None if (found := get(scene)) == wanted else f"{what} {found}"


def _event_name(rest: list[str]) -> str:
    name = _one(rest, "an event")
    if name not in EVENT_NAMES:
        raise InvalidInput(f"there is no event {name}", suggest(name, EVENT_NAMES))
    return name


def event_names(events: Iterable[Event]) -> list[str]:
    """The names by which a scenario calls these events."""
    return [snake_case(type(event).__name__) for event in events]


def _topmost(state: State, kind: type[_F]) -> _F | None:
    return next((frame for frame in reversed(state.stack) if isinstance(frame, kind)), None)


def _debts(state: State, seat: Seat) -> list[tuple[Seat, int]]:
    """Creditor and amount of each open debt of a seat, also of those that wait; interest due on deeds counts as one."""
    debts: list[tuple[Seat, int]] = []
    for frame in state.stack:
        if isinstance(frame, Debt) and frame.debtor == seat:
            debts += frame.creditors
        elif isinstance(frame, MortgageTransfer) and frame.seat == seat:
            debts.append((BANK, sum(interest(state, deed) for deed in frame.deeds)))
    return debts
