"""`magnate board`: checks a board file, or prints a board as a plain table. Must not judge a board itself.

Exit codes: 0 well, 2 a board that can not be read or played: the fault with its file, entry and field.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from client import shell_words
from client.columns import columns
from client.errors import USAGE
from engine.board import Board, InvalidBoard, Space, builtin_boards, load_board, own_board
from engine.board_file import read_board_data

_HEAD = ("NO", "SHORT", "NAME", "GROUP", "PRICE", "HOUSE", "LOAN", "RENT")

_edition_option = click.option("--edition", default="default", show_default=True, help="The edition of the board.")


@click.group()
def board() -> None:
    """Check a board of your own, or show any."""


@board.command("check")
@click.argument("file", type=click.Path())
@click.option("--edition", help="Check only this edition, not all.")
def check_command(file: str, edition: str | None) -> None:
    """Say whether the board in FILE can be played.

    Every edition is checked. Exit code 0: it can be played; 2: it can not, and the fault is told by file, entry and field.
    """
    try:
        found = _read_all(Path(file)) if edition is None else [_read(Path(file), edition)]
    except InvalidBoard as error:
        _fail(error)
    for one in found:
        click.echo(f"ok    {one.data.id}, edition {one.data.edition}: {summary(one)}")


@board.command("show")
@click.argument("name", metavar="NAME|FILE", shell_complete=shell_words.boards)
@_edition_option
def show_command(name: str, edition: str) -> None:
    """Print a board: spaces, prices, rents, short names.

    NAME is that of a board that comes with the game. HOUSE is the price of a house, LOAN what a mortgage brings. RENT is for a
    street bare, with one to four houses and with a hotel; for railroads by number owned; for utilities the times of the throw
    by number owned.
    """
    try:
        shown = load_board(name, edition) if name in builtin_boards() else _read(Path(name), edition)
    except InvalidBoard as error:
        _fail(error)
    click.echo("\n".join(render_board(shown)))


def summary(board: Board) -> str:
    """What a board has, in one line."""
    decks = ", ".join(f"{name} of {len(cards)}" for name, cards in board.decks.items())
    return f"{board.size} spaces, {len(board.deeds)} deeds in {len(board.groups)} groups, {len(board.decks)} decks ({decks})"


def render_board(board: Board) -> list[str]:
    """A title and one line for each space, in columns."""
    editions = ", ".join(board.data.editions)
    title = f"{board.data.title} ({board.data.id}, edition {board.data.edition} of {editions}; amounts in {board.currency})"
    return [title, *columns([_HEAD, *(_row(board, space) for space in board.spaces)])]


def _row(board: Board, space: Space) -> tuple[str, ...]:
    group = board.group_of[space.index]
    return (
        str(space.index),
        space.short,
        space.name,
        board.groups[group].name if group >= 0 else space.deck or "",
        str(space.price or space.amount or ""),
        str(space.house_cost or ""),
        str(space.mortgage or ""),
        " ".join(f"x{figure}" if space.type == "utility" else str(figure) for figure in space.rent),
    )


def _read(file: Path, edition: str) -> Board:
    return own_board(read_board_data(file, edition), file.name)


def _read_all(file: Path) -> list[Board]:
    return [_read(file, edition) for edition in read_board_data(file).editions]


def _fail(error: InvalidBoard) -> NoReturn:
    click.echo(f"error: {error}", err=True)
    sys.exit(USAGE)
