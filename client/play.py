"""`magnate play` and `magnate watch`: a place at a table for somebody at a console. Must not hold rules or drawings."""

from __future__ import annotations

import sys
import threading
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Final

import click
from msgspec.structs import replace

from client.address import Address
from client.again import plays_again
from client.console import Console, open_console
from client.conversation import Conversation
from client.errors import OK, Refused
from client.joining import Joining, Wish
from client.manner import Manner, screen_hindrance
from client.printing import JsonPrinter, Printer, TextPrinter
from client.recent import RecentServers
from client.saving import save
from client.seats import KeptSeat, Seats
from client.session import Session, connected, dial_tcp
from client.tabbing import completing
from client.tables import find_table
from client.typed_console import TypedConsole
from protocol import messages as m

_SCREEN: Final = "client.screen.face"

REMOVED: Final = m.Error("barred", "the owner of the table has taken your seat away")


async def play(wish: Wish, manner: Manner, *, as_json: bool = False) -> int:
    """Get to a seat and play until the end; returns the exit code."""
    seats = Seats()
    kept: KeptSeat | None = None

    async def sit(console: Console) -> bool:
        nonlocal kept
        kept = await Joining(session, console, seats, wish).sit()
        return kept is not None

    if not as_json:
        _load_ahead(manner)
    async with connected(Session(dial_tcp(wish.server))) as session:
        RecentServers().keep(wish.server, session.server)
        spent = await take_part(session, sit, manner, as_json=as_json)
        while kept is not None:
            if spent:
                seats.forget(kept)
            if session.model.removed:
                raise Refused(REMOVED)
            if as_json or not await _plays_again(session):
                break
            kept = replace(kept, table=session.model.table)
            seats.keep_or_tell(kept, print)
            spent = await take_part(session, _sits_there, manner)
    return OK


def _load_ahead(manner: Manner) -> None:
    """Load what the full screen needs while the server is asked: the one waits for a disk, the other for a network."""
    if screen_hindrance(manner) is None:
        threading.Thread(target=import_module, args=(_SCREEN,), name="loader").start()


async def _sits_there(console: Console) -> bool:
    return True


async def _plays_again(session: Session) -> bool:
    """Whether somebody who has seen the end of a game at a terminal goes on to a rematch."""
    if session.model.lobby.stage != "finished" or sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    async with open_console() as console:
        return await plays_again(session, console)


async def watch(
    server: Address, table: str, manner: Manner, *, code: str | None = None, as_json: bool = False
) -> int:
    """Look on at a table until its end; returns the exit code."""

    async def sit(console: Console) -> bool:
        await session.watch(await find_table(session, table), code)
        return True

    if not as_json:
        _load_ahead(manner)
    async with connected(Session(dial_tcp(server))) as session:
        await take_part(session, sit, manner, as_json=as_json)
    return OK


async def take_part(
    session: Session, sit: Callable[[Console], Awaitable[bool]], manner: Manner, *, as_json: bool = False
) -> bool:
    """Sit down by `sit`, which says whether it has come to that, and talk; returns whether the seat is spent.

    Sitting down is done in lines; the rest on the full screen, where the terminal allows it.
    """
    hindrance = "" if as_json else screen_hindrance(manner)
    async with open_console(plain=as_json) as console:
        if not await sit(console):
            return False
        if hindrance is not None:
            if hindrance:
                console.print(hindrance)
            spent = await converse(session, console, bell=manner.bell, as_json=as_json)
    if hindrance is None:
        from client.screen.face import converse_on_screen  # its libraries are for those who use it

        spent = await converse_on_screen(session, manner)
    await keep(session, manner)
    return spent


async def keep(session: Session, manner: Manner) -> None:
    """Write what has happened to a file, if one was named and the table is still there."""
    if manner.save is not None and session.model.known:
        click.echo(await save(session, manner.save), err=True)


async def converse(session: Session, console: Console, *, bell: bool = True, as_json: bool = False) -> bool:
    """Talk with somebody at a table until they go or nothing more happens there; returns whether the seat is spent."""
    printer: Printer
    if as_json:
        printer = JsonPrinter(console)
        conversation = Conversation(session, console, printer)
    else:
        printer = words = TextPrinter(console, bell=bell)
        conversation = Conversation(session, console, printer, words.log)
    printer.greet(conversation.view())
    conversation.changed()
    if isinstance(console, TypedConsole):
        async with completing(session, console, conversation.view):
            await conversation.run()
    else:
        await conversation.run()
    if session.model.lobby.stage == "finished":
        printer.standing(conversation.view())
    return session.model.over or conversation.gave_up
