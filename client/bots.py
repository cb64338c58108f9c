"""What a bot is, the levels that there are, and bots out of files of one's own. Must play no game and talk to no server.

A bot is one function

    def decide(view: BotView, prompt: Prompt | None) -> SeatCommand | None

or a class with that method, of which each seat of each game gets an object of its own, for bots that remember. It is called
with the prompt when its seat is asked something: the prompt lists what is legal and names the default. It is called with None
when an offer was made to it, or a rent may be claimed, while it is asked nothing. Returning None is to do nothing: that
is right where nothing was asked, and in a window that another seat holds; anywhere else the default is taken.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from client.errors import USAGE, BadChoice, ClientError
from engine.board import Board
from engine.commands import SeatCommand
from engine.ids import Seat
from engine.legal import legal
from engine.options import Option, Prompt, candidates
from engine.policies import POLICIES, Policy, random_policy
from engine.ruleset import Ruleset
from engine.state import State

LEVELS: Final = tuple(POLICIES)
"""The levels of bots, from the weakest to the strongest."""

_PACKAGES: Final = ("client", "engine", "protocol", "server")
_USUAL_NAME: Final = "decide"

# A command that was built with values of wrong types is only found out by reading it as if it had come from elsewhere.
_COMMANDS: Final[msgspec.msgpack.Decoder[SeatCommand | None]] = msgspec.msgpack.Decoder(SeatCommand | None)
_encode: Final = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True)
class BotView:
    """What a bot sees: all that everybody at the table sees.

    `state` is a copy of the position (`engine.state.Snapshot` lists its fields), which may be changed and played on at will.
    Chance that is drawn from `chance` comes out the same when the simulation is repeated.
    """

    state: State
    seat: Seat
    chance: random.Random = field(default_factory=random.Random)

    @property
    def board(self) -> Board:
        """The spaces and deeds with all their figures."""
        return self.state.board

    @property
    def rules(self) -> Ruleset:
        """The switches of this table."""
        return self.state.rules

    def options(self) -> tuple[Option, ...]:
        """All that one's seat may do now, asked or not."""
        return legal(self.state, self.seat)

    def commands(self) -> list[SeatCommand]:
        """The single commands that would take effect at once; of a range of amounts only its ends."""
        options = [option for option in self.options() if not option.queued]
        return [command for option in options for command in candidates(option)]  # type: ignore[misc]  # options are for seats


class Bot(Protocol):
    """One player at one table."""

    def decide(self, view: BotView, prompt: Prompt | None) -> SeatCommand | None:
        """What to do now; the contract is that of this module."""


Maker: TypeAlias = Callable[[], Bot]
"""Makes a bot for one seat of one game."""


class BotFault(ClientError):
    """A bot of somebody's own can not be loaded, or has failed; the message names file, line and fault."""

    exit_code = USAGE


@dataclass(frozen=True)
class BotName:
    """A bot as it is asked for: a level, or a name in a Python file."""

    level: str = ""
    file: Path | None = None
    attribute: str = _USUAL_NAME

    @property
    def own(self) -> bool:
        """Whether it is somebody's own code."""
        return self.file is not None

    def __str__(self) -> str:
        return self.level if self.file is None else f"{self.file}:{self.attribute}"


def parse_bot(text: str) -> BotName:
    """A bot out of `LEVEL`, `FILE.py` or `FILE.py:NAME`; raises `BadChoice` for what can be none."""
    text = text.strip()
    if text in LEVELS:
        return BotName(text)
    path, _, attribute = text.rpartition(":") if not text.endswith(".py") else (text, "", _USUAL_NAME)
    if not path.endswith(".py") or not attribute.isidentifier():
        raise BadChoice(f"expected one of {', '.join(LEVELS)} or FILE.py:NAME, found {text}")
    file = Path(path)
    if file.stem in _PACKAGES:
        raise BadChoice(f"expected a file that hides no package of Magnate, found {path}, which hides {file.stem}: rename it")
    if not file.is_file():
        raise BadChoice(f"expected a bot's file, found nothing at {path}")
    return BotName(file=file, attribute=attribute)


class PolicyBot:
    """A policy of the engine as a bot."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def decide(self, view: BotView, prompt: Prompt | None) -> SeatCommand | None:
        """What the policy says, asked or unasked."""
        choice = self._policy.interrupt if prompt is None else self._policy.answer
        return choice(view.state, view.seat)


class FunctionBot:
    """A function as a bot."""

    def __init__(self, function: Callable[[BotView, Prompt | None], SeatCommand | None]) -> None:
        self._function = function

    def decide(self, view: BotView, prompt: Prompt | None) -> SeatCommand | None:
        """What the function says."""
        return self._function(view, prompt)


def load_bot(name: BotName, salt: int = 0) -> Maker:
    """The way to make bots of this name; `salt` makes other random players. Runs the file's code; raises `BotFault`."""
    if name.file is None:
        policy = random_policy(salt) if name.level == "random" else POLICIES[name.level]
        return lambda: PolicyBot(policy)
    module = _load(name.file)
    found = getattr(module, name.attribute, None)
    if isinstance(found, type) and callable(getattr(found, "decide", None)):
        return found
    if isinstance(found, type) or not callable(found):
        raise BotFault(f"{name.file}: expected a function or a class with decide called {name.attribute}, found {_kind(found)}")
    function: Callable[[BotView, Prompt | None], SeatCommand | None] = found
    return lambda: FunctionBot(function)


def _kind(found: object) -> str:
    if found is None:
        return "nothing"
    return "a class without it" if isinstance(found, type) else f"{type(found).__name__}"


def _load(file: Path) -> ModuleType:
    """Run the file as a module; its folder comes last on the path, so that it can import its neighbors but hide nothing."""
    file = file.resolve()
    name = f"magnate_bot_{file.stem}"
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise BotFault(f"{file.name}: expected Python code")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001  # whatever somebody's code raises is told as its fault
        raise BotFault(describe_fault(error, file)) from None
    return module


def describe_fault(error: BaseException, file: Path) -> str:
    """`bot.py, line 12: ZeroDivisionError: division by zero`: the innermost line of that file that the error went through."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if _same(frame.filename, file)]
    if isinstance(error, SyntaxError) and error.filename is not None and _same(error.filename, file):
        lines.append(error.lineno)
    place = f"{file.name}, line {lines[-1]}" if lines else file.name
    return f"{place}: {type(error).__name__}: {_first_line(error)}".removesuffix(": ")


def _same(filename: str, file: Path) -> bool:
    return Path(filename).resolve() == file.resolve()


def _first_line(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return text.splitlines()[0] if text else ""


def checked(command: Any) -> SeatCommand | None:
    """A bot's answer, if it is a well-formed command or None; raises `BotFault` otherwise."""
    try:
        return _COMMANDS.decode(_encode(command))
    except (msgspec.DecodeError, TypeError) as error:
        raise BotFault(f"expected a command, found {command!r:.80}: {error}") from None
