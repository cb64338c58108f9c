"""Line mode: what somebody types at a table, and what is told them. Must not decide what is legal: the server does.

Each line is one of: nothing (the default of the open question), a chat that begins with a quote, a word of the client
itself, or a command of the game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

import trio

from client.chosen_bots import find_level
from client.console import Console
from client.errors import BadChoice, Refused
from client.history import History
from client.language import InvalidInput, parse
from client.looks import Outlook, look
from client.naming import find_seat, find_word
from client.printing import Printer
from client.saving import save
from client.session import Session
from client.together import settle
from client.view import View
from client.waiting import context_of, lobby_default
from client.words import LOBBY, LOOKS, TOGETHER, find_local
from engine import commands as c
from protocol.lobby_events import TableEvent

_GOODBYE: Final = 2.0  # seconds that a server has to hear a goodbye
_YES: Final = ("y", "yes")


class Conversation:
    """Somebody at a console and a table; `log` are the lines that `log` shows again.

    It is the face of its session: what happens is told as it happens. `left`: the player has gone; `gave_up`: out of the
    lobby, so that the seat is no longer theirs.
    """

    def __init__(self, session: Session, console: Console, printer: Printer, log: Sequence[str] = ()) -> None:
        self.session = session
        self.left = False
        self.gave_up = False
        self.history = History()
        self._asking = False
        self._console = console
        self._printer = printer
        self._log = log
        session.face = self

    def happened(self, seq: int, event: TableEvent) -> None:
        """Tell an event."""
        self.history.happened(event, self.session.model.state)
        self._printer.happened(seq, event, self.view())

    def changed(self) -> None:
        """Tell what is asked now, unless an answer to the client's own question is waited for."""
        if self.session.model.known and not self._asking:
            self._printer.changed(self.view(), self.session.model.question(), trio.current_time())

    def news(self, live: bool, words: str) -> None:
        """Tell that the connection came or went."""
        self._printer.link(live, words)

    def view(self) -> View:
        """The table as it is now."""
        return self.session.model.view(
            self.session.received, live=self.session.live, retry_at=self.session.retry_at
        )

    async def run(self) -> None:
        """Do what is typed until the player goes, the table is over, or the input ends, which is a goodbye.

        For one who looks on the end of the input is none: there is something to see all the same.
        """
        async with trio.open_nursery() as nursery:

            async def end_with_the_table() -> None:
                await self.until_over()
                nursery.cancel_scope.cancel()

            nursery.start_soon(end_with_the_table)
            if self._console.interactive:
                nursery.start_soon(self._tick)
            while not self.left and (line := await self._console.line()) is not None:
                await self.obey(line)
            if self.session.model.seat is None and not self.left:
                await self.until_over()
            elif not self.left:
                await self._quit("")
            nursery.cancel_scope.cancel()

    async def _tick(self) -> None:
        """Show how the time goes by, where somebody looks at it."""
        while True:
            await trio.sleep(1)
            self.changed()

    async def until_over(self) -> None:
        """Wait until nothing more will happen at the table."""
        while not self.session.model.over:
            await self.session.next_change().wait()

    async def obey(self, line: str) -> None:
        """Do what one line says; what cannot be read or done is told."""
        text = line.strip()
        try:
            await self._obey(text)
        except InvalidInput as error:
            self._printer.problem(str(error))
        except Refused as refused:
            self._printer.refused(refused, await self.session.alternatives(), self.view())
        self.changed()

    async def _obey(self, text: str) -> None:
        if not text:
            await self._default()
        elif text[0] in "'\"":
            await self._say(text[1:].strip().removesuffix(text[0]))
        elif (word := find_local(text.split()[0])) is not None:
            rest = text.split(None, 1)[1].strip() if len(text.split()) > 1 else ""
            await self._local(word.name, rest)
        else:
            await self._command(parse(text, context_of(self.view())))

    async def _default(self) -> None:
        question = self.session.model.question()
        default = lobby_default(self.view()) if self.session.model.lobby.stage == "lobby" else ""
        if question is not None:
            await self._command(question.default)
        elif default:
            await self._local(default, "")

    async def _local(self, word: str, rest: str) -> None:
        if word in LOOKS and word != "legal":
            self._printer.text(look(word, rest, Outlook(self.view(), self._log, self._console.width(), self.history)))
            return
        if word != "quit":
            self._need_connection()
        if word == "legal":
            self._printer.legal(await self.session.legal(), self.view())
        elif word in LOBBY and self.session.model.lobby.stage != "lobby":
            raise InvalidInput(f"{word} is a word of the lobby, and the game has started")
        elif word in TOGETHER:
            await self._settle(word, rest)
        else:
            await _DEEDS[word](self, rest)

    async def _command(self, command: c.SeatCommand) -> None:
        if self.session.model.seat is None:
            raise InvalidInput("you look on: only players give commands")
        if self.session.model.state is None:
            raise InvalidInput("the game has not started: get ready, and the owner starts it")
        self._need_connection()
        if self._gives_up(command) and not await self._sure():
            self._printer.problem("nothing was done")
            return
        await self.session.do(command)

    def _need_connection(self) -> None:
        """Nothing is kept for later: when the connection is back, somebody may think otherwise."""
        if not self.session.live:
            raise InvalidInput("there is no connection now: nothing was sent")

    def _gives_up(self, command: c.SeatCommand) -> bool:
        """Whether a command can only end one's own game: also raising money for a debt that cannot be paid."""
        if isinstance(command, c.Liquidate):
            question = self.session.model.question()
            hopeless = c.tag_of(c.DeclareBankruptcy)
            return question is not None and any(option.command == hopeless for option in question.options)
        return isinstance(command, c.Resign | c.DeclareBankruptcy)

    async def _settle(self, word: str, rest: str) -> None:
        if word == "end-game" and not await self._sure("everybody"):
            self._printer.problem("nothing was done")
            return
        await settle(word, rest, self.session)

    async def _sure(self, whom: str = "you") -> bool:
        """Ask again, where somebody sits there."""
        if not self._console.interactive:
            return True
        self._console.ask(f"this ends the game for {whom}; sure (yes/no)? ")
        self._asking = True
        answer = await self._console.line()
        self._asking = False
        return answer is not None and answer.strip().casefold() in _YES

    async def _say(self, rest: str) -> None:
        if not rest:
            raise InvalidInput("expected something to say, found nothing")
        self._need_connection()
        await self.session.say(rest)

    async def _save(self, rest: str) -> None:
        if not rest:
            raise InvalidInput("expected the name of a file, found nothing")
        try:
            self._printer.text([await save(self.session, Path(rest))])
        except BadChoice as error:
            raise InvalidInput(str(error)) from None

    async def _ready(self, rest: str) -> None:
        await self.session.set_ready(not rest or find_word(rest, ("yes", "no")) == "yes")

    async def _start(self, rest: str) -> None:
        await self.session.start_game()

    async def _add_bot(self, rest: str) -> None:
        await self.session.add_bot(find_level(rest))

    async def _kick(self, rest: str) -> None:
        who, _, how = rest.rpartition(" ")
        bar = bool(who) and how.casefold() == "bar"
        seat = find_seat((who if bar else rest).strip(), self.session.model.names())
        await self.session.remove_player(seat, bar=bar)

    async def leave(self, rest: str = "") -> None:
        """Say goodbye and end the conversation."""
        self.left = True
        self.gave_up = self.session.model.lobby.stage == "lobby"
        with trio.move_on_after(_GOODBYE):
            await self.session.leave()

    async def _quit(self, rest: str) -> None:
        if self.session.model.lobby.stage == "running" and self.session.live:
            await self.leave()
        self.left = True


_DEEDS: Final[dict[str, Callable[[Conversation, str], Awaitable[None]]]] = {
    "say": Conversation._say,
    "save": Conversation._save,
    "ready": Conversation._ready,
    "start": Conversation._start,
    "add-bot": Conversation._add_bot,
    "kick": Conversation._kick,
    "leave": Conversation.leave,
    "quit": Conversation._quit,
}
