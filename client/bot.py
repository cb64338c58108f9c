"""`magnate bot`: sits down at a table and plays by itself, over the same wire as everybody else. Must not look at more
than a player sees.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Final

from client.bot_policy import Policy
from client.console import Console
from client.errors import OK, Refused
from client.joining import Joining, Wish
from client.model import Model
from client.seats import KeptSeat, Seats
from client.session import Session, connected, dial_tcp
from client.standing import render_standing
from engine.options import Prompt

NAMES: Final = ("Ada", "Babbage", "Curie", "Darwin", "Euler", "Faraday", "Gauss", "Hopper")
"""What bots are called when nobody says so: the first that is free."""


async def run_bot(wish: Wish, policy: Policy, *, start: int = 0) -> int:
    """Sit down where it was wished and play to the end; returns the exit code.

    As the owner of a table, start the game as soon as `start` players sit there (0: leave that to somebody else).
    """
    console = Console(sys.stdout)
    async with connected(Session(dial_tcp(wish.server), client="magnate-bot")) as session:
        kept = await _sit(session, console, wish)
        console.print(f"table {session.model.table} as {session.model.player}")
        await Bot(session, policy, start).play()
        if session.model.lobby.stage == "finished":
            for line in render_standing(session.model.view()):
                console.print(line)
        if kept is not None and wish.name is not None:
            Seats().forget(kept)
    return OK


async def _sit(session: Session, console: Console, wish: Wish) -> KeptSeat | None:
    """A seat under the name that was wished, which is taken back, or under the first free name of the list."""
    if wish.name is not None:
        return await Joining(session, console, Seats(), wish).sit()
    for name in NAMES:
        try:
            return await Joining(session, console, None, replace(wish, name=name)).sit()
        except Refused as refused:
            if refused.code != "name_taken" or name == NAMES[-1]:
                raise
    return None


class Bot:
    """Plays one seat by a policy, from the lobby to the end of the table."""

    def __init__(self, session: Session, policy: Policy, start: int = 0) -> None:
        self.session = session
        self._policy = policy
        self._start = start
        self._refused: Prompt | None = None

    async def play(self) -> None:
        """Do what is to be done at each change, until nothing will happen any more."""
        while not self.session.model.over:
            change = self.session.next_change()
            if not (self.session.live and await self._act()):
                await change.wait()

    async def _act(self) -> bool:
        """Do one thing; returns whether anything was done, so that it is worth looking again at once."""
        model = self.session.model
        try:
            if model.lobby.stage == "lobby":
                return await self._prepare(model)
            return await self._vote(model) or await self._decide(model)
        except Refused:
            # What it was decided on has changed meanwhile. The question is looked at again; if it is the same, its default
            # is always legal, and if that fails too, only a change can help.
            return self._note_refusal(model)

    def _note_refusal(self, model: Model) -> bool:
        question = model.question()
        again = question is not None and question != self._refused
        self._refused = question
        return again

    async def _prepare(self, model: Model) -> bool:
        info = model.lobby.at(model.seat) if model.seat is not None else None
        if info is not None and not info.ready:
            await self.session.set_ready()
            return True
        ready = all(other.ready for other in model.lobby.seats)
        if self._start and model.lobby.owner == model.seat and len(model.lobby.seats) >= self._start and ready:
            await self.session.start_game()
            return True
        return False

    async def _vote(self, model: Model) -> bool:
        """Say what most of the others have said so far."""
        motion = model.lobby.motion
        if motion is None or model.seat not in motion.voters or model.seat in (*motion.yes, *motion.no):
            return False
        await self.session.cast_ballot(motion.id, len(motion.yes) > len(motion.no))
        return True

    async def _decide(self, model: Model) -> bool:
        if model.stale or model.paused or model.lobby.paused:
            return False
        question = model.question()
        if question is not None and question == self._refused:
            command = question.default
        else:
            decided = self._policy(model)
            if decided is None:
                return False
            command = decided
        await self.session.do(command)
        self._refused = None
        return True
