"""The trade dialog: both sides' holdings, what is chosen of them, and the line that offers it. Pure; must not send.

What was chosen and is no longer held falls out whenever the dialog looks at the table again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.fitting import clip, fit
from client.language import render
from client.phrases import deck_title, group_digit, money, place, who
from client.screen.markup import EMPTY, Line, Span, line, paint
from client.view import View
from client.waiting import context_of
from engine import commands as c
from engine.ids import HOTEL, Seat, SpaceIndex
from engine.state import State
from engine.worth import final_worth

_MOST_DIGITS: Final = 7
_FRAME_ROWS: Final = 6
_HELP: Final = "arrows move, space takes, digits: money, Tab: next player, c: answer, Enter: to the prompt, Esc"

_Thing = SpaceIndex | str
"""A deed, or the deck of a jail card."""


class _Side:
    """What one of the two gives: money, and some of what it holds."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.cash = 0
        self.chosen: set[_Thing] = set()

    def held(self, view: View) -> list[_Thing]:
        """Deeds by group, then jail cards."""
        state = _state(view)
        mine = [deed for members in view.board.members for deed in members if state.owner[deed] == self.seat]
        return [*mine, *(view.board.deck_of[card] for card in state.cards[self.seat])]

    def things(self, view: View) -> c.Things:
        """What is chosen and still held."""
        held = [thing for thing in self.held(view) if thing in self.chosen]
        deeds = tuple(thing for thing in held if not isinstance(thing, str))
        return c.Things(self.cash, deeds, tuple(thing for thing in held if isinstance(thing, str)))

    def take(self, things: c.Things) -> None:
        """Begin with these."""
        self.cash = things.cash
        self.chosen = {*things.deeds, *things.cards}


class Trade:
    """One dialog of a seat with a partner; row 0 of each side is its money."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._own = view.seat
        self._partners = [seat for seat in _state(view).live() if seat != view.seat]
        self._side = 0
        self._row = 0
        self._answers: int | None = None
        self._begin(self._partners[0])

    def _begin(self, partner: Seat) -> None:
        self.sides = (_Side(self._own), _Side(partner))
        self._answers = None
        self._row = 0

    def line(self, view: View) -> str:
        """What to type for the trade as it is chosen now."""
        give, get = (side.things(view) for side in self.sides)
        command: c.SeatCommand = c.OfferTrade(self.sides[1].seat, give, get)
        if self._answers is not None:
            command = c.CounterOffer(self._answers, give, get)
        return render(command, context_of(view))

    def press(self, key: str, view: View) -> None:
        """Do what a key of the dialog says; keys that mean nothing here do nothing."""
        if key.isascii() and key.isdigit() and len(key) == 1:
            side = self.sides[self._side]
            side.cash = int(f"{side.cash}{key}"[:_MOST_DIGITS])
            self._row = 0
        elif key in _KEYS:
            _KEYS[key](self, view)

    def _move(self, step: int, view: View) -> None:
        self._row = min(len(self.sides[self._side].held(view)), max(0, self._row + step))

    def _cross(self, side: int, view: View) -> None:
        self._side = side
        self._move(0, view)

    def _rub_out(self, view: View) -> None:
        self.sides[self._side].cash //= 10

    def _toggle(self, view: View) -> None:
        side = self.sides[self._side]
        held = side.held(view)
        if 0 < self._row <= len(held):
            side.chosen ^= {held[self._row - 1]}

    def _next_partner(self, view: View) -> None:
        alive = [seat for seat in _state(view).live() if seat != self._own]
        after = [seat for seat in alive if seat > self.sides[1].seat]
        if alive:
            self._begin((after or alive)[0])

    def _answer(self, view: View) -> None:
        """Begin with the terms of the partner's open offer, to answer it, or leave that again."""
        offers = [offer for offer in _state(view).offers.values() if (offer.seat, offer.to) == (self.sides[1].seat, self._own)]
        if self._answers is not None or not offers:
            self._answers = None
            return
        self._answers = offers[0].id
        self.sides[0].take(offers[0].get)
        self.sides[1].take(offers[0].give)

    def draw(self, view: View, columns: int, rows: int) -> list[Line]:
        """The dialog in a place of that size."""
        self._move(0, view)
        half = (columns - 1) // 2
        room = max(1, rows - _FRAME_ROWS)
        left, right = (self._column(view, number, half, room) for number in (0, 1))
        what = "a new offer" if self._answers is None else f"an answer to offer {self._answers}"
        title = f"trade with {who(view, self.sides[1].seat)}: {what}"
        body = [(*one, *other) for one, other in zip(left, right, strict=True)]
        return [line(clip(title, columns), "title"), *body, line(clip(self.line(view), columns), "asked"), *_help(columns)]

    def _column(self, view: View, number: int, width: int, room: int) -> list[Line]:
        side = self.sides[number]
        state = _state(view)
        head = "you give" if number == 0 else f"{who(view, side.seat)} gives"
        have = f"has {money(view, state.cash[side.seat])}, worth {money(view, final_worth(state, side.seat))}"
        over = "  (too much)" if side.cash > state.cash[side.seat] else ""
        entries = [f"money: {money(view, side.cash)}{over}", *(_entry(view, side, thing) for thing in side.held(view))]
        at = self._row if self._side == number else -1
        top = min(max(0, at - room + 1), max(0, len(entries) - room))
        shown = [_row(text, width, place == at) for place, text in enumerate(entries)][top : top + room]
        return [_row(head, width, False), _row(have, width, False), *shown, *[_row("", width, False)] * (room - len(shown))]


def _state(view: View) -> State:
    assert view.state is not None
    return view.state


def _row(text: str, width: int, chosen: bool) -> Line:
    cut = fit(clip(f"{'>' if chosen else ' '}{text}", width - 1), width)
    return paint(cut, [Span(0, width - 1, "chosen")]) if chosen else line(cut)


def _help(columns: int) -> list[Line]:
    middle = _HELP.index("Tab")
    halves = [_HELP] if len(_HELP) <= columns else [_HELP[:middle].rstrip(" ,"), _HELP[middle:]]
    return [EMPTY] * (2 - len(halves)) + [line(clip(text, columns), "dim") for text in halves]


def _entry(view: View, side: _Side, thing: _Thing) -> str:
    box = "[x]" if thing in side.chosen else "[ ]"
    if isinstance(thing, str):
        return f"{box} jail card of {deck_title(thing)}"
    return f"{box} {group_digit(view, thing)}{_mark(_state(view), thing)} {place(view, thing)}"


def _mark(state: State, deed: SpaceIndex) -> str:
    """As on the board: `M` mortgaged, `1` to `4` houses, `H` a hotel."""
    if state.mortgaged[deed]:
        return "M"
    level = state.level[deed]
    return "H" if level == HOTEL else str(level or " ")


_KEYS: Final[dict[str, Callable[[Trade, View], None]]] = {
    "up": lambda trade, view: trade._move(-1, view),
    "down": lambda trade, view: trade._move(1, view),
    "left": lambda trade, view: trade._cross(0, view),
    "right": lambda trade, view: trade._cross(1, view),
    " ": Trade._toggle,
    "backspace": Trade._rub_out,
    "tab": Trade._next_partner,
    "c": Trade._answer,
}
