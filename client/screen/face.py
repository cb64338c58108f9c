"""A table at the full screen: joins the conversation, the desk and the window. Must not lay anything out."""

from __future__ import annotations

import trio

from client.calling import Caller
from client.conversation import Conversation
from client.manner import Manner
from client.screen.desk import Desk
from client.screen.printer import Journal, ScreenPrinter
from client.screen.scene import Frame, Scene, frame
from client.screen.window import FullScreen
from client.session import Session
from client.standing import render_standing
from client.tabbing import completing


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
        async with completing(self._session, self._desk, self.conversation.view) as nursery:
            self._desk.changed = self._changed
            nursery.start_soon(self._window.run)
            await self.conversation.run()

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
