"""A client at one table: the wire, the model that it feeds, and what can be asked of a server. Must draw nothing.

Every face stands on this: terminal, watcher, bots and scripts.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol

import click
import trio

from client.address import Address
from client.errors import NoConnection, Refused
from client.model import Model
from client.sanity import known_options
from client.seats import new_nonce
from client.wire import Dial, Make, Wire
from engine import commands as c
from engine.board_data import BoardData
from engine.frames import Auction
from engine.ids import Seat
from engine.options import Option
from protocol import messages as m
from protocol.lobby_events import TableEvent
from protocol.tables import Clock, MotionKind, Scenario, TableSummary

ANSWERS: Final = frozenset(
    {
        c.RollDice, c.EndTurn, c.BuyDeed, c.DeclineDeed, c.PlaceBid, c.Pass, c.KeepMortgage, c.PayFine, c.UseJailCard,
        c.PayTax, c.ChooseOption, c.WantBuildings, c.PlaceBuilding, c.DeclareBankruptcy, c.Liquidate,
    }
)  # fmt: skip
"""The commands that answer a question, so that they name it; all others interrupt."""


class Face(Protocol):
    """Who is told what happens; called while messages are read, so it must not wait."""

    def happened(self, seq: int, event: TableEvent) -> None:
        """An event has been folded into the model."""

    def changed(self) -> None:
        """A message has been taken in: the table, the questions, or who is waited for may have changed."""

    def news(self, live: bool, words: str) -> None:
        """The connection is up, or it is down and tried again, with the reason."""


class Silent:
    """A face that shows nothing."""

    def happened(self, seq: int, event: TableEvent) -> None:
        """Nothing."""

    def changed(self) -> None:
        """Nothing."""

    def news(self, live: bool, words: str) -> None:
        """Nothing."""


def dial_tcp(address: Address) -> Dial:
    """Opens TCP connections to a server, secured ones where the address says so."""
    if address.tls is not None:
        from client.tls import open_tls_stream  # its library takes a while to load, and most servers do without

        return partial(open_tls_stream, address, address.tls, tell=partial(click.echo, err=True))
    return partial(trio.open_tcp_stream, address.host, address.port)


class Session:
    """One client, from its first connection on; all requests raise `Refused` when the server says no.

    `model` is the table, `live` whether the connection is up, `received` when the last update came (seconds of trio's
    clock), `server` what the server calls itself.
    """

    def __init__(self, dial: Dial, face: Face | None = None, *, client: str = "magnate") -> None:
        self.face: Face = face or Silent()
        self.model = Model(self._happened)
        self.live = False
        self.received = 0.0
        self.server = ""
        self._wire = Wire(dial, self._hear, client=client, greeting=self._greeting, news=self._news)
        self._change = trio.Event()
        self._gap = trio.Event()
        self._code: str | None = None
        self._token = ""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep the connection up until cancelled; started as soon as it is up for the first time.

        Raises what `Wire.run` raises.
        """
        async with trio.open_nursery() as nursery:
            await nursery.start(self._wire.run)
            nursery.start_soon(self._heal)
            task_status.started()

    @property
    def retry_at(self) -> float | None:
        """When the lost connection is tried again, in seconds of trio's clock; `None` while it is up or being tried."""
        return self._wire.retry_at

    def next_change(self) -> trio.Event:
        """Set when the next message has been taken in; to be got before looking at what may change."""
        return self._change

    async def tables(self) -> tuple[TableSummary, ...]:
        """The tables of the server that are not private."""
        return (await self._wire.ask(m.ListTables, m.Tables)).tables

    async def create(
        self,
        name: str,
        player: str,
        token: str,
        *,
        preset: str = "official",
        overrides: dict[str, bool | int | str] | None = None,
        seats: int = 8,
        code: str | None = None,
        private: bool = False,
        clock: Clock | None = None,
        bots: Sequence[str] = (),
        board: BoardData | None = None,
        rules_name: str | None = None,
        scenario: Scenario | None = None,
    ) -> None:
        """Open a table and sit down as its owner; `board` and `rules_name` are for a board and a ruleset of one's own.

        With a `scenario` it is a test table.
        """

        def make(number: int) -> m.CreateTable:
            return m.CreateTable(
                number, name, player, token, preset, overrides or {}, seats, code, private, clock, tuple(bots),
                scenario=scenario, board=board, rules_name=rules_name,
            )  # fmt: skip

        await self._sit(make, token)

    async def join(self, table: str, player: str, token: str, code: str | None = None) -> None:
        """Sit down at a table in its lobby."""
        await self._sit(lambda number: m.JoinTable(number, table, player, token, code), token)

    async def resume(self, table: str, token: str) -> None:
        """Take a seat back."""
        await self._sit(lambda number: m.Resume(number, table, token), token)

    async def claim(self, table: str, player: str, token: str, code: str | None = None, seat: Seat | None = None) -> None:
        """Take over an open seat of a running game."""
        await self._sit(lambda number: m.ClaimSeat(number, table, player, token, seat, code), token)

    async def watch(self, table: str, code: str | None = None) -> None:
        """Look on at a table."""
        self._code = code
        await self._wire.ask(lambda number: m.WatchTable(number, table, code), m.Watching)
        await self._until_known()

    async def leave(self) -> None:
        """Get up in the lobby, go away from a running game, or stop looking on."""
        await self._wire.ask(m.LeaveTable, m.Result)
        self.model = Model(self._happened)

    async def set_ready(self, ready: bool = True) -> None:
        """Say whether one is ready to start."""
        await self._wire.ask(lambda number: m.SetReady(number, ready), m.Result)

    async def start_game(self) -> None:
        """Start the game, as the owner."""
        await self._wire.ask(m.StartGame, m.Result)

    async def add_bot(self, level: str = "careful") -> None:
        """Give a free seat to a bot, as the owner."""
        await self._wire.ask(lambda number: m.AddBot(number, level), m.Result)

    async def remove_player(self, seat: Seat, *, bar: bool = False) -> None:
        """Free a seat in the lobby, as the owner."""
        await self._wire.ask(lambda number: m.RemovePlayer(number, seat, bar), m.Result)

    async def set_owner(self, seat: Seat) -> None:
        """Hand the table over, as the owner."""
        await self._wire.ask(lambda number: m.SetOwner(number, seat), m.Result)

    async def give_seat(self, seat: Seat) -> None:
        """Open the seat of somebody who is gone to a new player, as the owner."""
        await self._wire.ask(lambda number: m.GiveSeat(number, seat), m.Result)

    async def end_game(self) -> None:
        """End the game, as the owner, where the rules have it."""
        await self._wire.ask(m.EndGame, m.Result)

    async def set_away(self, away: bool) -> None:
        """Leave one's seat to the autopilot, or take it back."""
        await self._wire.ask(lambda number: m.SetAway(number, away), m.Result)

    async def propose(self, motion: MotionKind, seat: Seat | None = None) -> None:
        """Call a vote."""
        await self._wire.ask(lambda number: m.Propose(number, motion, seat), m.Result)

    async def cast_ballot(self, motion: int, yes: bool) -> None:
        """Say yes or no in a vote."""
        await self._wire.ask(lambda number: m.CastBallot(number, motion, yes), m.Result)

    async def rematch(self) -> None:
        """Go on at the table where the people of this finished one play again; opens it if nobody has."""
        await self._wire.ask(m.Rematch, m.Result)
        table = self.model.lobby.rematch
        await self.leave()
        await self.resume(table, self._token)

    async def say(self, text: str) -> None:
        """Say something to the table."""
        await self._wire.ask(lambda number: m.Chat(number, text), m.Result)

    async def mute(self, seat: Seat, muted: bool) -> None:
        """Take no offers from a seat and read nothing that it says, or do so again."""
        await self._wire.ask(lambda number: m.Mute(number, seat, muted), m.Result)

    async def act(self, command: c.SeatCommand, prompt: int | None = None) -> m.Result:
        """Give a command in the game; `prompt` is the question that it answers."""
        return await self._wire.ask(lambda number: m.Act(number, command, prompt), m.Result)

    async def do(self, command: c.SeatCommand) -> m.Result:
        """Give a command as somebody who sees the table as it is now means it.

        An answer names the question that is open and a pass the price that it answers, so that neither can be taken for the
        answer to what comes next.
        """
        question = self.model.question()
        state = self.model.state
        if isinstance(command, c.Pass) and state is not None and isinstance(auction := state.stack[-1], Auction):
            command = c.Pass(auction.high)
        return await self.act(command, question.id if question is not None and type(command) in ANSWERS else None)

    async def time_out(self, seat: Seat) -> m.Result:
        """Let the time of a seat be over, at a test table."""
        return await self._wire.ask(lambda number: m.TimeOut(number, seat), m.Result)

    async def history(self, after: int = 0) -> m.History:
        """Some of what has happened at the table after an event; nothing once there is no more."""
        return await self._wire.ask(lambda number: m.GetHistory(number, after), m.History)

    async def legal(self) -> tuple[Option, ...]:
        """All that one's seat may do now."""
        options = (await self._wire.ask(m.Legal, m.LegalOptions)).options
        return () if self.model.board is None else known_options(options, self.model.board)

    async def alternatives(self) -> tuple[Option, ...]:
        """What may be done instead of what was refused: the answers to the open question, else all that the seat may do."""
        question = self.model.question()
        if question is not None:
            return question.options
        if self.model.seat is None or self.model.lobby.stage != "running":
            return ()
        try:
            return await self.legal()
        except Refused:
            return ()  # the first refusal says what there is to say

    async def _sit(self, make: Make, token: str) -> None:
        self._token = token
        await self._wire.ask(make, m.Seated)
        await self._until_known()
        await self._add_to_dice()

    async def _add_to_dice(self) -> None:
        """Give a number of one's own to the dice to come, where the seat has given none and it is not too late."""
        model = self.model
        if model.seat is None or model.lobby.stage != "lobby" or not model.lobby.commitment:
            return
        if model.lobby.nonce(model.seat) is not None:
            return
        nonce = new_nonce()
        model.nonce = nonce
        try:
            await self._wire.ask(lambda number: m.GiveNonce(number, nonce), m.Result)
        except Refused:
            return  # the game has started meanwhile, without it; `fair` says so

    async def _until_known(self) -> None:
        while not self.model.known:
            await self._change.wait()

    async def _heal(self) -> None:
        while True:
            await self._gap.wait()
            self._gap = trio.Event()
            if not self.model.stale:
                continue  # a whole table has come unasked
            try:
                await self._wire.ask(m.GetState, m.TableState)
            except Refused as refused:
                if refused.code != "not_seated":  # the table was left meanwhile: nothing is missing any more
                    raise

    def _greeting(self) -> Make | None:
        model = self.model
        if not model.table:
            return None
        after = None if model.stale or not model.known else model.seq
        if model.seat is None:
            return lambda number: m.WatchTable(number, model.table, self._code, after)
        return lambda number: m.Resume(number, model.table, self._token, after)

    def _hear(self, message: m.ServerMessage) -> None:
        """Take in a message; one that can not be taken in or told, whatever is wrong with it, ends the conversation."""
        if isinstance(message, m.Error):
            raise Refused(message)  # nobody asked: the table was taken out of play, or this client speaks nonsense
        try:
            self._take(message)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            found = f"{type(message).__struct_config__.tag} ({type(error).__name__})"
            raise NoConnection(f"expected a message that fits the table, found one that does not: {found}") from error

    def _take(self, message: m.ServerMessage) -> None:
        if isinstance(message, m.Welcome):
            self.server = message.server
        was_stale = self.model.stale
        self.model.take(message)
        if isinstance(message, m.Update | m.TableState):
            self.received = trio.current_time()
        if self.model.stale and not was_stale and self.model.known:
            self._gap.set()
        change, self._change = self._change, trio.Event()
        change.set()
        self.face.changed()

    def _happened(self, seq: int, event: TableEvent) -> None:
        self.face.happened(seq, event)

    def _news(self, live: bool, words: str) -> None:
        self.live = live
        self.face.news(live, words)
        change, self._change = self._change, trio.Event()
        change.set()
        self.face.changed()


@asynccontextmanager
async def connected(session: Session) -> AsyncIterator[Session]:
    """The session with its connection up, and down again at the end."""
    async with trio.open_nursery() as nursery:
        await nursery.start(session.run)
        yield session
        nursery.cancel_scope.cancel()
