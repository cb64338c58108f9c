"""Conversations as `protocol/README.md` shows them, their game played by the real engine. Must not be used by the wire."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias, cast

import msgspec

from engine import commands as c
from engine import frames as f
from engine.board import load_board
from engine.chance import ScriptedChance
from engine.errors import IllegalCommand
from engine.events import Event
from engine.game import Game, new_game
from engine.ids import BANK, Seat
from engine.legal import phase_of, prompt_id, prompt_of, waiting
from engine.options import Prompt
from engine.position import build_state
from engine.ruleset import load_ruleset
from engine.state import State
from protocol import lobby_events as e
from protocol import messages as m
from protocol.scenes import ANN, BOB, SCENES, Scene
from protocol.tables import Clock, Lobby, SeatInfo, Settings, TableSummary, Waiting

Conversation: TypeAlias = list[m.Message]
"""What went over one connection, in order; who said what is told by the kind of message."""

CLOCK: Final = Clock()
"""The clock of the tables where the conversations take place."""

_TOKEN: Final = "00112233445566778899aabbccddeeff"
_THROWS: Final = [(2, 1), (5, 4), (2, 4)]


def time_left(state: State, seat: Seat) -> int | None:
    """The milliseconds that a seat has when it is asked, with a bank that is still whole; `None`: its clock stands."""
    frame = state.stack[-1]
    if isinstance(frame, f.Auction):
        return CLOCK.fresh if frame.leader == BANK else state.rules.bid_extension * 1000
    if isinstance(frame, f.Window) and frame.holders:
        return None if seat == state.turn else CLOCK.bank
    asked = isinstance(frame, f.BuildContest) and bool(frame.asked)
    return CLOCK.fresh if asked else CLOCK.fresh + CLOCK.bank


class _Table:
    """A table as Bob's connection sees it: the server's part of a conversation. `seq` events have been before."""

    def __init__(self, game: Game, seq: int) -> None:
        self.game = game
        self.rules = game.state.rules
        self.seq = seq
        self._asked: tuple[Prompt, ...] = ()

    def state(self) -> m.TableState:
        seats = (SeatInfo(ANN, "Ann"), SeatInfo(BOB, "Bob"))
        settings = Settings("Friday", 4, CLOCK)
        return m.TableState("t1", self.seq, settings, load_board().data, self.rules, Lobby("lobby", ANN, seats))

    def update(self, *happened: Event | e.LobbyEvent, running: bool = True) -> m.Update:
        events = cast(tuple[e.TableEvent, ...], happened)
        first = self.seq + 1
        self.seq += len(events)
        if not running:
            return m.Update(first, events)
        state = self.game.state
        left = tuple(Waiting(seat, time_left(state, seat)) for seat in waiting(state))
        return m.Update(first, events, phase_of(state), state.turn, left)

    def told(self, events: tuple[Event, ...]) -> Iterator[m.Message]:
        """What everybody gets, and Bob's prompts if they have changed."""
        yield self.update(*events)
        prompt = prompt_of(self.game.state, BOB)
        asked = () if prompt is None else (prompt,)
        if asked != self._asked:
            self._asked = asked
            yield m.Prompts(self.seq, asked)

    def act(self, request: int, command: c.SeatCommand, prompt: int | None) -> Iterator[m.Message]:
        """A request of Bob's, what comes of it and the reply, in the order of a server."""
        yield m.Act(request, command, prompt)
        try:
            events = self.game.handle(BOB, command, prompt)
        except IllegalCommand as error:
            yield m.Error(error.reason, error.message, in_reply_to=request, wanted=error.wanted)
        else:
            yield from self.told(events)
            yield m.Result(request, self.seq)

    def answer(self, request: int, command: c.SeatCommand) -> Iterator[m.Message]:
        """Bob's answer to his open question."""
        return self.act(request, command, prompt_id(self.game.state, BOB))


def _greeting() -> Conversation:
    limits = m.Limits(frame=65536, rate=20, burst=60, idle=90)
    return [m.Hello(1, low=1, high=1, client="demo"), m.Welcome(1, version=1, server="den", limits=limits)]


def join_and_play() -> Conversation:
    """Bob joins Ann's table and plays his first turn."""
    # table_created and the two seat_taken have been before
    table = _Table(new_game(load_board(), load_ruleset(), 2, ScriptedChance(_THROWS)), 3)
    lines = _greeting()
    lines += [m.ListTables(2), m.Tables(2, (TableSummary("t1", "Friday", "lobby", 4, ("Ann",), "official"),))]
    lines += [m.JoinTable(3, "t1", "Bob", _TOKEN), m.Seated(3, "t1", BOB, table.seq), table.state()]
    lines += [m.SetReady(4, True), table.update(e.ReadySet(BOB, True), running=False), m.Result(4, table.seq)]
    lines.append(table.update(e.TableStarted((ANN, BOB)), *table.game.start()))
    lines += table.told(table.game.handle(ANN, c.RollDice()))
    lines += table.answer(5, c.RollDice())
    answered = prompt_id(table.game.state, BOB)
    lines += table.answer(6, c.RollDice())
    lines += table.act(7, c.BuyDeed(), answered)
    lines += table.answer(8, c.BuildHouses(((6, 1),)))
    lines += table.answer(9, c.BuyDeed())
    lines += table.answer(10, c.EndTurn())
    return lines


def resume() -> Conversation:
    """Bob's connection broke off before anything of his request 9 came; he takes his seat back and gets what he missed."""
    played = join_and_play()
    updates = [message for message in played if isinstance(message, m.Update)]
    known, missed = updates[-3], updates[-2]
    seq = missed.first + len(missed.events) - 1
    prompts = next(message for message in played if isinstance(message, m.Prompts) and message.seq == seq)
    return [
        *_greeting(),
        m.Resume(2, "t1", _TOKEN, after=known.first + len(known.events) - 1),
        m.Seated(2, "t1", BOB, seq, last_id=9),
        missed,
        prompts,
    ]


def play(scene: Scene) -> Conversation:
    """A scene as Bob's connection hears it, in the middle of a game."""
    state = build_state(scene.position, load_board(), load_ruleset())
    table = _Table(Game(state, ScriptedChance(scene.dice)), 40)
    lines: Conversation = []
    for number, (seat, command, interrupts) in enumerate(scene.acts, 21):
        if seat != BOB:
            lines += table.told(table.game.handle(seat, command))
        elif interrupts:
            lines += table.act(number, command, None)
        else:
            lines += table.answer(number, command)
    return lines


CONVERSATIONS: Final[dict[str, Callable[[], Conversation]]] = {
    "join_and_play": join_and_play,
    "resume": resume,
    **{name: partial(play, scene) for name, scene in SCENES.items()},
}
"""The conversations by name."""

_SHORTENED: Final = ("settings", "board", "rules", "snapshot")


def render(conversation: Conversation) -> str:
    """One line of JSON for each message, `>` from the client and `<` from the server; long parts are left out."""
    return "\n".join(f"{'>' if isinstance(message, m.Request) else '<'} {_json(message)}" for message in conversation)


def _json(message: m.Message) -> str:
    fields = msgspec.to_builtins(message, str_keys=True)
    if isinstance(message, m.TableState):
        fields |= {name: "..." for name in _SHORTENED if name in fields}
    return json.dumps(fields, ensure_ascii=False)
