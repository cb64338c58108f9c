"""What the word that is being typed may become, out of what the server says is legal. Pure: must not ask anybody.

Only the text before the cursor counts. Names of deeds, seats and amounts come from the options where these name them, so
that what is offered is also allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from client.chosen_bots import levels
from client.language import WORDS, InvalidInput, Word, parse_word
from client.things import NOTHING, deck_word
from client.view import View
from client.words import LOBBY, LOCAL, LOOKS, TALK, TOGETHER
from engine.commands import tag_of
from engine.ids import Seat
from engine.options import Option

_OF_LEVEL: Final = 5


@dataclass(frozen=True)
class Completion:
    """The text from `start` up to the cursor may become any of `choices`."""

    start: int
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Line:
    """A line whose last part is to be completed: its first word, all that follows, and what is legal."""

    word: str
    rest: str
    options: Sequence[Option]
    view: View


def complete(text: str, options: Sequence[Option], view: View) -> Completion:
    """What the end of `text` may become; `options` is what one's own seat may do now."""
    head, space, rest = text.lstrip().partition(" ")
    if not space:
        return _fitting(text, head, [name + _gap(name) for name in _first_words(head, options, view)])
    if text.lstrip()[:1] in ("'", '"'):
        return Completion(len(text))
    try:
        line = _Line(_whole(head), rest, options, view)
    except InvalidInput:
        return Completion(len(text))
    begun = _last_part(line.word, rest)
    ways = _REST.get(line.word, _by_options)
    return _fitting(text, begun, ways(line))


def extend(text: str, completion: Completion) -> str:
    """The text as far as all choices agree."""
    if not completion.choices:
        return text
    first, *others = completion.choices
    same = len(first)
    while not all(other.startswith(first[:same]) for other in others):
        same -= 1
    return text[: completion.start] + first[:same]


def _fitting(text: str, begun: str, names: Sequence[str]) -> Completion:
    key = begun.casefold()
    choices = tuple(dict.fromkeys(name for name in names if name.casefold().startswith(key)))
    return Completion(len(text) - len(begun), choices)


def _first_words(head: str, options: Sequence[Option], view: View) -> list[str]:
    """The words that are legal now, then those of the client; any word of the game only where no other fits."""
    if view.state is None:
        return [*LOBBY, *LOOKS, *TALK]
    legal = {option.command for option in options}
    words = [word.name for word in WORDS.values() if any(tag_of(kind) in legal for kind in word.kinds)]
    near = [*words, *LOOKS, *TALK, *TOGETHER]
    return near if any(word.startswith(head.casefold()) for word in near) else list(WORDS)


def _gap(name: str) -> str:
    """A space behind a word that something has to follow."""
    word: Word | None = WORDS.get(name)
    usage = word.usage if word is not None else LOCAL[name].usage
    return " " if usage != name and "[" not in usage.partition(" ")[2][:1] else ""


def _whole(head: str) -> str:
    if head in LOCAL or head == "?":
        return "help" if head == "?" else head
    return parse_word(head).name


def _last_part(word: str, rest: str) -> str:
    """What is being typed: the part behind the last space, plus sign, or colon of a trade."""
    if word == "offer" and ":" not in rest:
        return rest.lstrip()
    signs = " +" + ":" * (word in ("offer", "counter"))
    return rest[max(rest.rfind(sign) for sign in signs) + 1 :]


def _by_options(line: _Line) -> list[str]:
    """Deeds, numbers and names out of the options that the word stands for."""
    kinds = {tag_of(kind) for kind in WORDS[line.word].kinds} if line.word in WORDS else set()
    names: list[str] = []
    for option in line.options:
        if option.command in kinds:
            names += [line.view.board.spaces[deed].id for deed in option.deeds]
            names += [str(number) for number in option.ids]
            names += [deck_word(name) for name in option.names]
            names += [str(amount) for amount in (option.low, option.high) if option.low or option.high]
    return names


def _words(line: _Line) -> list[str]:
    return [*WORDS, *LOCAL]


def _every_deed(line: _Line) -> list[str]:
    return [line.view.board.spaces[deed].id for deed in line.view.board.deeds]


def _players(line: _Line) -> list[str]:
    return [name for name in line.view.names if name]


def _group_sale(line: _Line) -> list[str]:
    if " " in line.rest:
        return [str(level) for level in range(_OF_LEVEL)]
    return [name + " " for name in _by_options(line)]


def _trade(line: _Line) -> list[str]:
    """Whom to offer something, or which offer to answer; then what one has, then what they have."""
    view = line.view
    who, colon, things = line.rest.rpartition(":")
    if not colon:
        if line.word == "counter":
            return [name + ": " for name in _by_options(line)]
        return [f"{name}: " for seat, name in enumerate(view.names) if name and seat != view.seat]
    mine = " for " not in things
    seat = view.seat if mine else _partner(line, who.strip())
    whole = len(things.split()) - (not things.endswith(" "))
    joint = ["for "] if mine and whole > 0 else []
    return [*joint, *_things(view, seat), NOTHING]


def _partner(line: _Line, who: str) -> Seat | None:
    view = line.view
    if line.word == "counter":
        offer = view.state.offers.get(int(who)) if view.state is not None and who.isdecimal() else None
        return offer.seat if offer is not None else None
    key = who.casefold()
    return next((seat for seat, name in enumerate(view.names) if key and name.casefold().startswith(key)), None)


def _things(view: View, seat: Seat | None) -> list[str]:
    state = view.state
    if state is None or seat is None:
        return []
    cards = [f"{deck_word(view.board.deck_of[card])}-card" for card in state.cards[seat]]
    return [view.board.spaces[deed].id for deed in state.deeds_of(seat)] + cards


_REST: Final[dict[str, Callable[[_Line], list[str]]]] = {
    "help": _words,
    "deed": _every_deed,
    "kick": _players,
    "owner": _players,
    "give": _players,
    "mute": _players,
    "unmute": _players,
    "propose": lambda line: _players(line) if " " in line.rest else ["pause", "resume", "autopilot ", "give "],
    "sell-group": _group_sale,
    "offer": _trade,
    "counter": _trade,
    "stop": lambda line: ["before_roll", "after_roll", "both", "none"],
    "vote": lambda line: ["end", "continue"],
    "ready": lambda line: ["no"],
    "add-bot": lambda line: list(levels()),
}
