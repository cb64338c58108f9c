"""After the game: whether somebody at a console plays again with the same people. Must not play."""

from __future__ import annotations

from pathlib import Path

from client.console import Console
from client.errors import BadChoice, Refused
from client.render import describe_event, describe_refusal
from client.saving import save
from client.session import Session
from protocol.lobby_events import TableEvent

_ASK = "rematch, save FILE, or Enter to go> "


class _Epilogue:
    """The face of a finished table: what is still said there."""

    def __init__(self, session: Session, console: Console) -> None:
        self._session = session
        self._console = console

    def happened(self, seq: int, event: TableEvent) -> None:
        """Tell what is told of the event."""
        if self._session.model.known and (line := describe_event(event, self._session.model.view())):
            self._console.print(line)

    def changed(self) -> None:
        """Nothing: nobody is asked anything any more."""

    def news(self, live: bool, words: str) -> None:
        """Nothing: if the connection is needed once more, it is tried again anyway."""


async def plays_again(session: Session, console: Console) -> bool:
    """Ask after the end of a game; true once the session has its seat at the rematch."""
    face, session.face = session.face, _Epilogue(session, console)
    console.ask(_ASK)
    while (line := await console.line()) is not None:
        word = line.strip().casefold()
        if not word or "quit".startswith(word):
            break
        if word.startswith("save "):
            await _save(session, console, line.strip()[len("save ") :].strip())
        elif not "rematch".startswith(word):
            console.print(f"expected rematch, save FILE or nothing, found {line.strip()}")
        elif await _goes(session, console):
            return True
        console.ask(_ASK)
    session.face = face
    return False


async def _save(session: Session, console: Console, file: str) -> None:
    try:
        console.print(await save(session, Path(file)))
    except BadChoice as error:
        console.print(str(error))
    except Refused as refused:
        console.print(describe_refusal(refused.error, session.model.view()))


async def _goes(session: Session, console: Console) -> bool:
    view = session.model.view()
    try:
        await session.rematch()
    except Refused as refused:
        console.print(describe_refusal(refused.error, view))
        return False
    return True
