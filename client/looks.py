"""What a table looks like when somebody asks: the answers to the words that only show something. Must change nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from client.history import History
from client.language import InvalidInput
from client.naming import find_deed
from client.render import render_board, render_deed, render_offer, render_players
from client.render_fair import fair_lines
from client.render_history import dice_lines, worth_lines
from client.render_holdings import holdings_lines
from client.view import View
from client.words import help_lines
from engine.ruleset import explain

_LINES: Final = 20  # of the log, where no number is given


@dataclass(frozen=True)
class Outlook:
    """What there is to be seen: the table, the lines of its log, the columns of the screen, and the look back."""

    view: View
    log: Sequence[str] = ()
    width: int = 80
    history: History = field(default_factory=History)


def look(word: str, rest: str, outlook: Outlook) -> list[str]:
    """The answer to one of the words `LOOKS`, but for `legal`, which only the server can answer; raises `InvalidInput`."""
    return _LOOKS[word](rest, outlook)


def _board(rest: str, outlook: Outlook) -> list[str]:
    return [render_board(outlook.view, outlook.width)]


def _players(rest: str, outlook: Outlook) -> list[str]:
    return [render_players(outlook.view, outlook.width)]


def _deed(rest: str, outlook: Outlook) -> list[str]:
    return [render_deed(outlook.view, find_deed(rest, outlook.view.board))]


def _offers(rest: str, outlook: Outlook) -> list[str]:
    state = outlook.view.state
    offers = state.offers.values() if state is not None else ()
    return [render_offer(outlook.view, offer) for offer in offers] or ["no offer is open"]


def _log(rest: str, outlook: Outlook) -> list[str]:
    if rest.startswith("/"):
        text = rest[1:].strip().casefold()
        return [line for line in outlook.log if text in line.casefold()] or [f"nothing in the log has {rest[1:].strip()}"]
    if rest and not (rest.isascii() and rest.isdigit()):
        raise InvalidInput(f"expected a number of lines or /TEXT, found {rest}")
    count = int(rest) if rest else _LINES
    return list(outlook.log)[-count:] if count else []


def _rules(rest: str, outlook: Outlook) -> list[str]:
    return explain(outlook.view.rules)


def _holdings(rest: str, outlook: Outlook) -> list[str]:
    return holdings_lines(outlook.view, outlook.width)


def _dice(rest: str, outlook: Outlook) -> list[str]:
    return dice_lines(outlook.view, outlook.history, outlook.width)


def _worth(rest: str, outlook: Outlook) -> list[str]:
    return worth_lines(outlook.view, outlook.history, outlook.width)


def _fair(rest: str, outlook: Outlook) -> list[str]:
    return fair_lines(outlook.view)


def _help(rest: str, outlook: Outlook) -> list[str]:
    return help_lines(rest, outlook.width)


_LOOKS: Final[dict[str, Callable[[str, Outlook], list[str]]]] = {
    "board": _board,
    "players": _players,
    "deed": _deed,
    "offers": _offers,
    "log": _log,
    "holdings": _holdings,
    "dice": _dice,
    "worth": _worth,
    "rules": _rules,
    "fair": _fair,
    "help": _help,
}
