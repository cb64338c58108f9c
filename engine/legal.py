"""What may be done now, by whom, and what silence would answer. Must not change anything.

For single steps `legal` agrees with `Game.handle` exactly: everything listed succeeds, everything else is refused.
"""

from __future__ import annotations

from engine.commands import SeatCommand
from engine.errors import IllegalCommand
from engine.frames import Debt, GameOver, Window
from engine.ids import Seat
from engine.options import Option, Prompt
from engine.phases.common import add_common, queued_accepts
from engine.phases.table import PHASES
from engine.state import State


def phase_of(state: State) -> str:
    """The name of the phase: what the table waits for."""
    frame = state.stack[-1]
    return frame.kind if isinstance(frame, Window) else frame.phase


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that have an open prompt."""
    frame = state.stack[-1]
    return PHASES[type(frame)].waiting(state, frame)


def legal(state: State, seat: Seat) -> tuple[Option, ...]:
    """All that a seat may do now; nothing for a seat that is out, and nothing once the game is over."""
    frame = state.stack[-1]
    if state.out[seat] or isinstance(frame, GameOver):
        return ()
    options = PHASES[type(frame)].options(state, frame, seat)
    if state.offers and not isinstance(frame, Window):
        options += _queued_accepts(state, frame, seat)
    add_common(state, seat, options)
    return tuple(options)


def _queued_accepts(state: State, frame: object, seat: Seat) -> list[Option]:
    """Outside a window an acceptance is queued, but for the debtor's own trades, which the debt has judged."""
    queued = queued_accepts(state, seat)
    if not queued or not isinstance(frame, Debt):
        return queued
    offers = state.offers
    apart = tuple(number for number in queued[0].ids if frame.debtor not in (offers[number].seat, offers[number].to))
    return [Option("accept_offer", ids=apart, queued=True)] if apart else []


def default(state: State, seat: Seat) -> SeatCommand:
    """What a waiting seat answers by silence; raises `IllegalCommand` where it is asked nothing."""
    frame = state.stack[-1]
    phase = PHASES[type(frame)]
    if seat not in phase.waiting(state, frame):
        raise IllegalCommand("no_prompt")
    return phase.default(state, frame, seat)


def prompt_id(state: State, seat: Seat) -> int:
    """The number of the question that is open to a seat; 0 if none is."""
    frame = state.stack[-1]
    if seat not in PHASES[type(frame)].waiting(state, frame):
        return 0
    prompt: int = frame.prompt + seat  # type: ignore[union-attr]  # every frame that waits has prompts
    return prompt


def prompt_of(state: State, seat: Seat) -> Prompt | None:
    """The question that is open to a seat, with its legal answers and its default."""
    frame = state.stack[-1]
    phase = PHASES[type(frame)]
    if seat not in phase.waiting(state, frame):
        return None
    number: int = frame.prompt + seat  # type: ignore[union-attr]  # every frame that waits has prompts
    return Prompt(number, seat, phase_of(state), legal(state, seat), phase.default(state, frame, seat))


def prompts(state: State) -> tuple[Prompt, ...]:
    """Every open question."""
    return tuple(prompt for seat in waiting(state) if (prompt := prompt_of(state, seat)) is not None)
