"""What is legal, for the Tab key of somebody at a table: as far as it is known, or asked of the server. Must not complete."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import trio

from client.errors import Refused
from client.session import Session
from client.typed_console import TypedConsole
from client.view import View
from engine.options import Option


@asynccontextmanager
async def completing(session: Session, console: TypedConsole, view: Callable[[], View]) -> AsyncIterator[trio.Nursery]:
    """Within it Tab completes the line at the console; what else is started in its nursery ends with it."""
    async with trio.open_nursery() as nursery:
        console.look = view
        console.options = partial(_known, session)
        console.want_options = lambda: nursery.start_soon(_fetch, session, console, console.editor.text)
        yield nursery
        nursery.cancel_scope.cancel()


def _known(session: Session) -> Sequence[Option] | None:
    """What is legal, as far as it is known without asking."""
    question = session.model.question()
    if question is not None:
        return question.options
    running = session.model.lobby.stage == "running" and session.model.seat is not None
    return None if running and session.live else ()


async def _fetch(session: Session, console: TypedConsole, line: str) -> None:
    try:
        options = await session.legal()
    except Refused as refused:
        console.complain(str(refused))
        return
    if console.editor.text == line:
        console.complete_with(options)
