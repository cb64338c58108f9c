"""What a shell offers where the value of an option is typed: presets, switches, levels, boards, servers. Must not print.

Whatever these need is loaded when a key asks for it. A folder that can not be read offers nothing, and says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from click.shell_completion import CompletionItem

_ABOUT_SERVER: Final = "where you have a seat"


def servers(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The servers where one has a seat, the latest first."""
    from client.seats import Seats

    try:
        played = Seats().servers()
    except OSError:
        return []
    return _beginning(incomplete, ((server, _ABOUT_SERVER) for server in played))


def presets(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The presets, with what each is about."""
    from engine import ruleset

    return _beginning(incomplete, ruleset.presets().items())


def switches(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of switches; once only one is left, `NAME=VALUE` for its values, with what each means."""
    from engine.switches import SWITCHES, expectation

    name, equals, _ = incomplete.partition("=")
    names = [switch for switch in SWITCHES if switch.startswith(name)]
    if not equals and len(names) > 1:
        return _beginning(incomplete, ((f"{switch}=", expectation(switch)) for switch in names))
    return _beginning(incomplete, (pair for switch in names for pair in _settings(switch)))


def levels(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The levels of bots, and files of one's own."""
    from engine.policies import POLICIES

    return [*_beginning(incomplete, ((level, "") for level in POLICIES)), *_files(incomplete)]


def bots(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The levels of bots in a list with commas."""
    from engine.policies import POLICIES

    before = incomplete[: incomplete.rfind(",") + 1]
    return _beginning(incomplete, ((before + level, "") for level in POLICIES))


def boards(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The boards that come with the game, and files of one's own."""
    from engine.board import builtin_boards

    return [*_beginning(incomplete, ((board, "") for board in builtin_boards())), *_files(incomplete)]


def _settings(switch: str) -> Iterable[tuple[str, str]]:
    from engine.board import builtin_boards
    from engine.ruleset_words import wordings
    from engine.switches import choices

    values = builtin_boards() if switch == "board" else choices(switch)
    said = {_typed(value): words for value, words in wordings(switch).items()}
    for value in values:
        yield f"{switch}={value}", said.get(value, said.get("", "")).format(value)


def _typed(value: object) -> str:
    from engine.switches import render

    return "" if value is None else render(value)


def _beginning(incomplete: str, words: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(word, help=about or None) for word, about in words if word.startswith(incomplete)]


def _files(incomplete: str) -> list[CompletionItem]:
    """What a shell takes for: the files that begin so."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]
