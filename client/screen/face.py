"""A table at the full screen: joins the conversation, the desk and the window. Must not lay anything out."""

from __future__ import annotations

from collections.abc import Sequence

import trio

from client.calling import Caller
from client.conversation import Conversation
from client.errors import Refused
from client.manner import Manner
from client.screen.desk import Desk
from client.screen.printer import Journal, ScreenPrinter
from client.screen.scene import Frame, Scene, frame
from client.screen.window import FullScreen
from client.session import Session
from client.standing import render_standing
from engine.options import Option


async def converse_on_screen(session: Session, manner: Manner) -> bool:
    """As `client.play.converse` in line mode: returns whether the seat is spent."""
    face = _Face(session, manner)
    await face.run()
    if session.model.lobby.stage == "finished":
        for text in render_standing(face.conversation.view()):
            print(text)
    return session.model.over or face.conversation.gave_up


class _Face:
    """One table on one screen."""

    def __init__(self, session: Session, manner: Manner) -> None:
        self._session = session
        self._journal = Journal()
        self._desk = Desk(self._journal.texts)
        printer = ScreenPrinter(self._desk, self._journal)
        self.conversation = Conversation(session, self._desk, printer, self._journal.texts)
        self._window = FullScreen(self._draw, self._desk.press, self._desk.end, color=manner.color)
        self._caller = Caller(self._window.call, bell=manner.bell)
        self._question = 0
        printer.greet(self.conversation.view())

    async def run(self) -> None:
        """Until the player goes or the table is over."""
        async with trio.open_nursery() as nursery:
            self._desk.look = self.conversation.view
            self._desk.options = self._options
            self._desk.want_options = lambda: nursery.start_soon(self._fetch_options)
            self._desk.changed = self._changed
            nursery.start_soon(self._window.run)
            await self.conversation.run()
            nursery.cancel_scope.cancel()

    def _draw(self, columns: int, rows: int) -> Frame:
        desk = self._desk
        desk.columns = columns
        scene = Scene(
            self.conversation.view(), self._session.model.question(), trio.current_time(), self._journal.told,
            desk.editor.text, desk.editor.cursor, desk.asked, desk.note, desk.choices, desk.page, desk.trade,
        )  # fmt: skip
        return frame(scene, columns, rows)

    def _changed(self) -> None:
        question = self._session.model.question()
        number = question.id if question is not None else 0
        if number != self._question:
            self._question = number
            self._desk.note = ()  # it was about the question before
        self._window.refresh()
        self._caller.look(self.conversation.view())

    def _options(self) -> Sequence[Option] | None:
        """What is legal, as far as it is known without asking."""
        question = self._session.model.question()
        if question is not None:
            return question.options
        running = self._session.model.lobby.stage == "running" and self._session.model.seat is not None
        return None if running and self._session.live else ()

    async def _fetch_options(self) -> None:
        line = self._desk.editor.text
        try:
            options = await self._session.legal()
        except Refused as refused:
            self._desk.complain(str(refused))
            return
        if self._desk.editor.text == line:
            self._desk.complete_with(options)
