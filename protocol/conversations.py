"""Conversations as `protocol/README.md` shows them, their game played by the real engine. Must not be used by the wire."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, cast

import msgspec

from engine import commands as c
from engine.board import load_board
from engine.chance import ScriptedChance
from engine.errors import IllegalCommand
from engine.events import Event
from engine.game import Game, new_game
from engine.ids import Seat
from engine.legal import phase_of, prompt_id, prompt_of, waiting
from engine.ruleset import load_ruleset
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Clock, Lobby, SeatInfo, Settings, TableSummary, Waiting

Conversation: TypeAlias = list[m.Message]
"""What went over one connection, in order; who said what is told by the kind of message."""

_ANN, _BOB = 0, 1
_TOKEN: Final = "00112233445566778899aabbccddeeff"
_THROWS: Final = [(2, 1), (5, 4), (2, 4)]
_CLOCK: Final = Clock()


class _Table:
    """Ann's table as Bob's connection sees it: the server's part of a conversation."""

    def __init__(self) -> None:
        self.rules = load_ruleset()
        self.game: Game = new_game(load_board(), self.rules, 2, ScriptedChance(_THROWS))
        self.seq = 3  # table_created, Ann's seat_taken, Bob's

    def state(self) -> m.TableState:
        seats = (SeatInfo(_ANN, "Ann"), SeatInfo(_BOB, "Bob"))
        settings = Settings("Friday", 4, _CLOCK)
        return m.TableState("t1", self.seq, settings, load_board().data, self.rules, Lobby("lobby", _ANN, seats))

    def update(self, *happened: Event | e.LobbyEvent, running: bool = True) -> m.Update:
        events = cast(tuple[e.TableEvent, ...], happened)
        first = self.seq + 1
        self.seq += len(events)
        if not running:
            return m.Update(first, events)
        state = self.game.state
        left = tuple(Waiting(seat, _CLOCK.fresh + _CLOCK.bank) for seat in waiting(state))
        return m.Update(first, events, phase_of(state), state.turn, left)

    def prompts(self) -> m.Prompts:
        prompt = prompt_of(self.game.state, _BOB)
        return m.Prompts(self.seq, () if prompt is None else (prompt,))

    def act(self, seat: Seat, command: c.SeatCommand, request: int) -> Iterator[m.Message]:
        """The request, what everybody gets, Bob's prompts and the reply, in the order of a server."""
        act = m.Act(request, command, prompt_id(self.game.state, seat))
        yield act
        yield self.update(*self.game.handle(seat, command))
        yield self.prompts()
        yield m.Result(request, self.seq)

    def refuse(self, command: c.SeatCommand, prompt: int, request: int) -> Iterator[m.Message]:
        """A request of Bob's that the engine refuses."""
        yield m.Act(request, command, prompt)
        try:
            self.game.handle(_BOB, command, prompt)
        except IllegalCommand as error:
            yield m.Error(error.reason, error.message, in_reply_to=request, wanted=error.wanted)


def _greeting() -> Conversation:
    limits = m.Limits(frame=65536, rate=20, burst=60, idle=90)
    return [m.Hello(1, low=1, high=1, client="demo"), m.Welcome(1, version=1, server="den", limits=limits)]


def join_and_play() -> Conversation:
    """Bob joins Ann's table and plays his first turn."""
    table = _Table()
    lines = _greeting()
    lines += [m.ListTables(2), m.Tables(2, (TableSummary("t1", "Friday", "lobby", 4, ("Ann",), "official"),))]
    lines += [m.JoinTable(3, "t1", "Bob", _TOKEN), m.Seated(3, "t1", _BOB, table.seq), table.state()]
    lines += [m.SetReady(4, True), table.update(e.ReadySet(_BOB, True), running=False), m.Result(4, table.seq)]
    lines.append(table.update(e.TableStarted((_ANN, _BOB)), *table.game.start()))
    lines += [table.update(*table.game.handle(_ANN, c.RollDice())), table.prompts()]
    lines += table.act(_BOB, c.RollDice(), 5)
    answered = prompt_id(table.game.state, _BOB)
    lines += table.act(_BOB, c.RollDice(), 6)
    lines += table.refuse(c.BuyDeed(), answered, 7)
    lines += table.refuse(c.BuildHouses(((6, 1),)), prompt_id(table.game.state, _BOB), 8)
    lines += table.act(_BOB, c.BuyDeed(), 9)
    lines += table.act(_BOB, c.EndTurn(), 10)
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
        m.Seated(2, "t1", _BOB, seq, last_id=9),
        missed,
        prompts,
    ]


CONVERSATIONS: Final[dict[str, Callable[[], Conversation]]] = {"join_and_play": join_and_play, "resume": resume}
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
