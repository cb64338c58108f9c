"""Plays a scenario at a table and judges every step. Must not know whether the table is a server's or in this process.

A table that is reached through a server has the same three things as `Table`, so the same `run_scenario` plays it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from client.expectations import Scene, event_names, follow_contest
from client.scenario import Act, Scenario, ScenarioStep
from engine import commands as c
from engine.chance import ScriptedChance
from engine.errors import ChanceExhausted, IllegalCommand
from engine.events import Event
from engine.game import Game
from engine.ids import TABLE, Seat
from engine.position import build_state
from engine.state import Snapshot, State


@dataclass(frozen=True)
class Refusal:
    """A command was refused: the stable reason, and a sentence for people."""

    reason: str
    message: str


_log: Final = logging.getLogger(__name__)

Answer: TypeAlias = tuple[Event, ...] | Refusal


class Table(Protocol):
    """A table at which the position of a scenario stands, its chance scripted and no clock running.

    Both ways to act raise `ChanceExhausted` when the script of the scenario has no further dice.
    """

    @property
    def state(self) -> State:
        """The position after all that was answered so far."""

    async def act(self, seat: Seat, command: c.SeatCommand) -> Answer:
        """Give the command of a seat and return what came of it."""

    async def time_out(self, seat: Seat) -> Answer:
        """Answer the open prompt of a seat with its default."""


class EngineTable:
    """A table in this process: the engine alone."""

    def __init__(self, scenario: Scenario) -> None:
        chance = ScriptedChance(scenario.dice, scenario.cards)
        self._game = Game(build_state(scenario.position, scenario.board, scenario.rules), chance)

    @property
    def state(self) -> State:
        """The position as it stands."""
        return self._game.state

    async def act(self, seat: Seat, command: c.SeatCommand) -> Answer:
        """Hand the command to the engine."""
        return self._handle(seat, command)

    async def time_out(self, seat: Seat) -> Answer:
        """Hand the table's own time-out to the engine."""
        return self._handle(TABLE, c.TimeOut(seat))

    def _handle(self, actor: Seat, command: c.Command) -> Answer:
        try:
            return self._game.handle(actor, command)
        except IllegalCommand as error:
            return Refusal(error.reason, error.message)


@dataclass(frozen=True)
class Verdict:
    """Whether a scenario holds, and if not, at which step (from 1) what was expected and what was found."""

    id: str
    ok: bool
    step: int = 0
    expected: str = ""
    found: str = ""


Report: TypeAlias = Callable[[Verdict], None]
"""Told of each scenario as soon as it has been played."""


class _Mismatch(Exception):
    """Something in a step is not as the scenario says."""

    def __init__(self, expected: str, found: str) -> None:
        self.expected = expected
        self.found = found


async def run_scenario(scenario: Scenario, table: Table) -> Verdict:
    """Do all steps at the table, up to the first that is not as the scenario says."""
    wishes: dict[Seat, int] = {}
    for number, step in enumerate(scenario.steps, 1):
        try:
            wishes = await _run_step(step, table, wishes)
        except _Mismatch as mismatch:
            return Verdict(scenario.id, False, number, mismatch.expected, mismatch.found)
        except Exception as error:  # noqa: BLE001  # a bug of the table fails this scenario and is told, the run goes on
            _log.exception("scenario %s, step %s: a bug in the table", scenario.id, number)
            return Verdict(scenario.id, False, number, "an answer of the table", repr(error))
    return Verdict(scenario.id, True)


async def _run_step(step: ScenarioStep, table: Table, wishes: dict[Seat, int]) -> dict[Seat, int]:
    events: list[Event] = []
    for act in step.acts:
        if step.refused:
            await _do_refused(act, step.refused, table)
        else:
            events += await _do_accepted(act, table)
    wishes = follow_contest(wishes, events)
    scene = Scene(table.state, tuple(events), wishes)
    for expectation in step.expect:
        found = expectation.check(scene)
        if found is not None:
            raise _Mismatch(expectation.text, found)
    return wishes


async def _do(act: Act, table: Table) -> Answer:
    try:
        if act.command is None:
            return await table.time_out(act.seat)
        return await table.act(act.seat, act.command)
    except ChanceExhausted as error:
        raise _Mismatch(f"{act.text}: chance for it in the scenario", str(error)) from None


async def _do_accepted(act: Act, table: Table) -> tuple[Event, ...]:
    answer = await _do(act, table)
    if isinstance(answer, Refusal):
        raise _Mismatch(f"{act.text}: accepted", f"refused, {answer.reason}: {answer.message}")
    return answer


async def _do_refused(act: Act, reason: bool | str, table: Table) -> None:
    expected = f"{act.text}: refused" if reason is True else f"{act.text}: refused, {reason}"
    before = table.state.copy().snapshot()
    answer = await _do(act, table)
    if not isinstance(answer, Refusal):
        raise _Mismatch(expected, f"accepted, events {' '.join(event_names(answer)) or 'none'}")
    if reason is not True and answer.reason != reason:
        raise _Mismatch(expected, f"refused, {answer.reason}: {answer.message}")
    changed = _changed(before, table.state.snapshot())
    if changed:
        raise _Mismatch(f"{act.text}: nothing changed", f"changed {changed}")


def _changed(before: Snapshot, after: Snapshot) -> str:
    return " ".join(name for name in Snapshot.__struct_fields__ if getattr(before, name) != getattr(after, name))
