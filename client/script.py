"""Script files: text cut into statements, each judged as far as it can be without a table. Must not talk to a server.

One statement a line. `as NAME` says whose the following lines are, `NAME: ...` whose this one line is; `#` begins a line that
says nothing. `client/README.md` describes the statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from client.language import WORDS, InvalidInput, parse_word
from client.naming import suggest

_USAGES: Final = {
    "as": "as NAME",
    "set": "set NAME = TEXT",
    "patience": "patience SECONDS",
    "print": "print TEXT",
    "show": "show WORD",
    "create": "create [title=TEXT] [seats=N] [bots=LEVEL,...] [SWITCH=VALUE] ...",
    "join": "join TABLE [code=TEXT]",
    "watch": "watch TABLE [code=TEXT]",
    "resume": "resume",
    "hang-up": "hang-up",
    "ready": "ready [no]",
    "start": "start",
    "add-bot": "add-bot [LEVEL]",
    "kick": "kick NAME [bar]",
    "say": "say TEXT",
    "leave": "leave",
    "default": "default",
    "timeout": "timeout NAME",
    "refused": "refused [REASON:] COMMAND",
    "expect": "expect WHAT",
    "wait": "wait prompt|turn|phase|event|players|ready|over|until ...",
}
"""The statements besides the commands of the game, each with its use."""

SPEAKERLESS: Final = frozenset({"as", "set", "patience", "print"})
"""Statements that are nobody's."""

_NAME: Final = re.compile(r"[^\s:$]+")
_SPEAKER: Final = re.compile(r"([^\s:]+):\s+(.*)")
_VARIABLE: Final = re.compile(r"\$(\w+|\$)")


class UnreadableScript(Exception):
    """A script that can not be read: the `file`, the number of the `line`, and the `reason`."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        self.file = file
        self.line = line
        self.reason = reason
        where = f"{file}, line {line}" if line else file
        super().__init__(f"{where}: {reason}")


@dataclass(frozen=True)
class Statement:
    """One line: its number from 1, the text as it stands there, whose it is, the word it begins with and the rest.

    For a command of the game the word is empty and the rest is the command.
    """

    line: int
    text: str
    speaker: str
    word: str
    rest: str


@dataclass(frozen=True)
class Script:
    """A file that can be read."""

    file: str
    statements: tuple[Statement, ...]


def load_script(path: Path) -> Script:
    """The script of a file; raises `UnreadableScript`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableScript(str(path), 0, f"expected a file of text, found none: {error}") from None
    return read_script(text, str(path))


def read_script(text: str, file: str = "script") -> Script:
    """The script of a text; raises `UnreadableScript`."""
    return Script(file, tuple(_statements(text, file)))


def _statements(text: str, file: str) -> Iterator[Statement]:
    current = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        try:
            statement = _statement(number, line, current)
        except InvalidInput as error:
            raise UnreadableScript(file, number, str(error)) from None
        if statement.word == "as":
            current = statement.rest
        yield statement


def _statement(number: int, line: str, current: str) -> Statement:
    named = _SPEAKER.fullmatch(line)
    speaker, what = (_name(named[1]), named[2]) if named and named[1] not in _USAGES else (current, line)
    head, *rest = what.split(None, 1)
    if head not in _USAGES:
        _check_command(head)
        statement = Statement(number, line, speaker, "", what)
    else:
        statement = Statement(number, line, speaker, head, rest[0].strip() if rest else "")
    if not speaker and statement.word not in SPEAKERLESS:
        raise InvalidInput(f"expected `as NAME` before, so that it is clear whose line this is, found {line}")
    _check(statement)
    return statement


def _check_command(head: str) -> None:
    """That a word is one of the game's; raises `InvalidInput`."""
    if "$" in head:
        return
    try:
        parse_word(head)
    except InvalidInput:
        close = suggest(head, [*_USAGES, *WORDS])
        if not close:
            raise
        raise InvalidInput(f"there is no statement {head}", close) from None


def _check(statement: Statement) -> None:
    """What can be said of a statement without a table; raises `InvalidInput`."""
    check = _CHECKS.get(statement.word)
    if check is not None and not re.fullmatch(check, statement.rest):
        raise InvalidInput(f"expected {_USAGES[statement.word]}, found {statement.text}")
    if statement.word == "as":
        _name(statement.rest)


def _name(text: str) -> str:
    """The name of a client: one word, which no line of a scenario takes for something else."""
    if not _NAME.fullmatch(text) or text in (*_USAGES, *WORDS, "bank"):
        raise InvalidInput(f"expected a name of one word, without : or $, that means nothing else, found {text}")
    return text


_CHECKS: Final = {
    "as": r"\S+",
    "set": r"\w+\s*=.*",
    "patience": r"\d+(\.\d+)?|\$\w+",
    "show": r"\S.*",
    "join": r"\S.*",
    "watch": r"\S.*",
    "resume": "",
    "hang-up": "",
    "ready": "(no)?",
    "start": "",
    "kick": r"\S.*",
    "say": r"\S.*",
    "leave": "",
    "default": "",
    "timeout": r"\S+",
    "refused": r"(\w+:\s*)?\S.*",
    "expect": r"\S.*",
    "wait": r"(prompt( \S+)?|turn( \S+)?|phase \S+|event \S+|players \S+|ready|over|until \S.*)",
}
"""What may follow a word, where that is not free."""


def fill_in(text: str, variables: dict[str, str]) -> str:
    """A text with `$NAME` replaced, and `$$` by a dollar; raises `InvalidInput` for a name that was never set."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        if name == "$":
            return "$"
        if name not in variables:
            raise InvalidInput(f"there is no variable {name}", suggest(name, variables))
        return variables[name]

    return _VARIABLE.sub(value, text)
