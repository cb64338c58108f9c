"""Commands, options and refusals in the words of the command language. Must not judge what is legal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from client.language import WORDS, render, word_of
from client.phrases import money, who
from client.things import deck_word
from client.view import View
from client.waiting import context_of
from engine import commands as c
from engine.frames import Window
from engine.options import Option
from protocol.messages import Error
from protocol.names import safe_text

_WORDS: Final = {c.tag_of(kind): WORDS[word_of(kind)] for kind in c.SEAT_COMMANDS}

_ONE_OF: Final = " | "


def describe_option(option: Option, view: View) -> str:
    """What may be typed, `bid 61..500` or `build <boardwalk | park_place>`, and whether it would only be sent ahead."""
    line = f"{_WORDS[option.command].name} {_rest(option, view)}".rstrip()
    return f"{line} (at the next window)" if option.queued else line


def _rest(option: Option, view: View) -> str:
    """What follows the word: the choices that are open now, else the form that its use shows."""
    choices = _CHOICES.get(option.command)
    if choices is not None:
        return choices(option, view)
    if option.deeds:
        return one_of([view.board.spaces[deed].id for deed in option.deeds])
    if option.ids:
        return one_of([str(number) for number in option.ids])
    if option.low or option.high:
        return _range(option.low, option.high)
    return _form(option.command)


def _form(command: str) -> str:
    word = _WORDS[command]
    return word.usage.removeprefix(word.name).strip()


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"


def one_of(choices: Sequence[str]) -> str:
    """`a`, or `<a | b>`."""
    safe = [safe_text(choice) for choice in choices]
    return safe[0] if len(safe) == 1 else f"<{_ONE_OF.join(safe)}>"


def _decks(option: Option, view: View) -> str:
    return one_of([deck_word(deck) for deck in option.names])


def _group_sale(option: Option, view: View) -> str:
    return f"{one_of(option.names)} {_range(0, view.rules.hotel_after)}"


def _counter(option: Option, view: View) -> str:
    return f"{one_of([str(number) for number in option.ids])}: THINGS for THINGS"


_CHOICES: Final[dict[str, Callable[[Option, View], str]]] = {
    "use_jail_card": _decks,
    "sell_group": _group_sale,
    "counter_offer": _counter,
    "pay_tax": lambda option, view: one_of(option.names),
    "want_buildings": lambda option, view: _range(option.low, option.high),
}


def describe_command(command: c.SeatCommand, view: View) -> str:
    """The line that one would type for a command."""
    return safe_text(render(command, context_of(view)))


def describe_refusal(error: Error, view: View) -> str:
    """Why nothing was done, in names instead of seat numbers where it is about a seat, and what would do."""
    tell = _REFUSALS.get(error.code)
    told = (tell(view) if tell is not None else "") or _in_words(safe_text(error.message))
    wanted = f"; {money(view, error.wanted)} would do" if error.code in _AMOUNTS and error.wanted is not None else ""
    again = f"; again in {-(-error.retry_after // 1000)} s" if error.retry_after else ""
    return f"refused: {told}{wanted}{again} ({safe_text(error.code)})"


def _in_words(message: str) -> str:
    """The message with commands called as they are typed."""
    return _TAGS.sub(lambda tag: _WORDS[tag[0]].name, message)


_TAGS: Final = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b")

_AMOUNTS: Final = frozenset({"bid_too_low", "bid_above_limit"})


def _not_your_turn(view: View) -> str:
    asked = [who(view, waiting.seat) for waiting in view.waiting]
    return f"the table waits for {', '.join(asked)}" if asked else ""


def _window_held(view: View) -> str:
    frame = view.state.stack[-1] if view.state is not None else None
    holders = frame.holders if isinstance(frame, Window) else ()
    return f"the window is held by {', '.join(who(view, seat) for seat in holders)}" if holders else ""


_REFUSALS: Final[dict[str, Callable[[View], str]]] = {
    "not_your_turn": _not_your_turn,
    "window_held": _window_held,
}
