"""Positions for the tests of the engine: short ways to set one up, to act in it, and to read what happened.

Must not know what is right: the tests say it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, TypeVar

from engine import commands as c
from engine import events as e
from engine.board import load_board
from engine.chance import Chance, Dice, ScriptedChance, SeededChance
from engine.errors import REASONS, IllegalCommand
from engine.game import Game, new_game
from engine.legal import default, legal, waiting
from engine.options import Option
from engine.position import Position, SeatPosition, StartPhase, build_state
from engine.ruleset import Ruleset, board_of, load_ruleset
from tests.properties.walk import give_groups, image, next_command

E = TypeVar("E", bound=e.Event)
Pairs = tuple[tuple[int, int], ...]

US: Final = load_board("us_classic")
UK: Final = load_board("uk_classic")

BROWN, LIGHT_BLUE, PINK, ORANGE = (1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19)
RED, YELLOW, GREEN, DARK_BLUE = (21, 23, 24), (26, 27, 29), (31, 32, 34), (37, 39)
RAILROADS, UTILITIES = (5, 15, 25, 35), (12, 28)

S = SeatPosition


def at_level(deeds: Iterable[int], level: int) -> Pairs:
    """The pairs of deed and level with which a whole group stands at one level."""
    return tuple((deed, level) for deed in deeds)


def game(
    *seats: SeatPosition,
    dice: Iterable[Dice] = (),
    chance: Iterable[str] = (),
    chest: Iterable[str] = (),
    preset: str = "official",
    phase: StartPhase = "before_roll",
    doubles: int = 0,
    bank: tuple[int | None, int | None] = (None, None),
    **switches: object,
) -> Game:
    """A game in this position, two seats on GO by default; `bank` is its stock, `switches` those of the ruleset."""
    rules = load_ruleset(preset, switches)
    position = Position(seats or (S(), S()), bank[0], bank[1], phase, doubles)
    script = ScriptedChance(dice, {"chance": chance, "community_chest": chest})
    return Game(build_state(position, board_of(rules), rules), script)


def do(table: Game, *acts: tuple[int, c.Command]) -> list[e.Event]:
    """Carry out commands of seats in order; all that came of them."""
    return [event for seat, command in acts for event in table.handle(seat, command)]


def answer(table: Game, actor: int, command: c.Command, prompt: int | None = None) -> tuple[e.Event, ...] | IllegalCommand:
    """What came of a command, or its refusal, after checking that that changed nothing and says why in words."""
    before = image(table.state)
    try:
        return table.handle(actor, command, prompt)
    except IllegalCommand as error:
        refused = error
    assert image(table.state) == before
    assert refused.reason in REASONS
    assert str(refused) == refused.message
    assert refused.message
    assert not refused.message.endswith(".")
    return refused


def refusal(table: Game, actor: int, command: c.Command, prompt: int | None = None) -> str:
    """The reason for which a command is refused."""
    answered = answer(table, actor, command, prompt)
    assert isinstance(answered, IllegalCommand), f"{command} of {actor} is legal: {answered}"
    return answered.reason


def kinds(events: Iterable[e.Event]) -> list[type[e.Event]]:
    """The types of events in order."""
    return [type(event) for event in events]


def of(events: Iterable[e.Event], kind: type[E]) -> list[E]:
    """The events of one type."""
    return [event for event in events if isinstance(event, kind)]


def the(events: Iterable[e.Event], kind: type[E]) -> E:
    """The one event of a type."""
    (event,) = of(events, kind)
    return event


def payments(events: Iterable[e.Event]) -> list[tuple[int, int, int, str]]:
    """Who paid whom how much for what, in order."""
    return [(paid.payer, paid.payee, paid.amount, paid.reason) for paid in of(events, e.MoneyPaid)]


def option(table: Game, seat: int, command: str, *, queued: bool = False) -> Option | None:
    """What a seat is told about a command now, if it is listed."""
    found = [entry for entry in legal(table.state, seat) if entry.command == command and entry.queued == queued]
    assert len(found) <= 1
    return found[0] if found else None


def listed(table: Game, seat: int) -> set[str]:
    """The tags of all commands that take effect at once for a seat now."""
    return {entry.command for entry in legal(table.state, seat) if not entry.queued}


def queueable(table: Game, seat: int) -> set[str]:
    """The tags of all commands that a seat may queue now."""
    return {entry.command for entry in legal(table.state, seat) if entry.queued}



def brisk(rng: random.Random, table: Game) -> tuple[int, c.Command]:
    """The table's own answer to an open prompt, but a purchase where there is one: so that a game gets on."""
    seat = rng.choice(waiting(table.state))
    return seat, c.BuyDeed() if "buy_deed" in listed(table, seat) else default(table.state, seat)


def onward(table: Game, steps: int, seed: int = 0) -> Iterator[tuple[Game, tuple[e.Event, ...]]]:
    """Random play from here: the game as it stands and what has just happened, after each legal command."""
    rng = random.Random(seed)
    for _ in range(steps):
        if table.state.outcome is not None:
            return
        seat, command = (brisk if rng.random() < 0.6 else next_command)(rng, table)
        with suppress(IllegalCommand):
            yield table, table.handle(seat, command)


def playing(
    rules: Ruleset, seats: int, seed: int, steps: int, chance: Chance | None = None
) -> Iterator[tuple[Game, tuple[e.Event, ...]]]:
    """Random play from the start on."""
    table = new_game(board_of(rules), rules, seats, chance or SeededChance(seed))
    yield table, table.start()
    yield from onward(table, steps, seed)


def full(rules: Ruleset, seats: int = 4, seed: int = 7) -> Game:
    """A game in which most color groups are in one hand, with the first throws still to come."""
    table = new_game(board_of(rules), rules, seats, SeededChance(seed))
    give_groups(table.state, seed)
    return table


def play(rules: Ruleset, seats: int, seed: int, steps: int, chance: Chance | None = None) -> tuple[Game, list[e.Event]]:
    """The game after that much random play, and all its events."""
    moves = list(playing(rules, seats, seed, steps, chance))
    return moves[-1][0], [event for _, events in moves for event in events]
