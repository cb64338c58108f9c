"""What a newcomer reads in the lobby: how near the start is, and what to type."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from client.lobby_words import lobby_words
from client.view import View
from engine.board import load_board
from engine.ruleset import Ruleset
from protocol.lobby import EMPTY
from protocol.tables import SeatInfo


def view(seat: int | None, *ready: bool, stage: str = "lobby") -> View:
    """Ann owns the table; `ready` of the others."""
    names = ("Ann", "Bob", "Cleo")[: len(ready) + 1]
    seats = tuple(SeatInfo(number, names[number], is_ready) for number, is_ready in enumerate((False, *ready)))
    return View(load_board(), Ruleset(), None, names, seat, replace(EMPTY, stage=stage, owner=0, seats=seats))


@pytest.mark.parametrize(
    ("seen", "said", "words"),
    [
        (view(0), "nobody else is here yet: friends may come in at any time", ["add-bot [LEVEL]"]),
        (view(0, True, False), "the game can start once they are ready: Cleo", ["add-bot [LEVEL]", "kick NAME [bar]"]),
        (
            view(0, True),
            "everybody is ready: start the game, or wait for more players",
            ["start", "add-bot [LEVEL]", "kick NAME [bar]"],
        ),
        (view(1, False), "say that you are ready; Ann starts the game", ["ready"]),
        (view(1, True), "you are ready; Ann starts the game", ["ready no"]),
        (view(None, True), "", []),
        (view(0, True, stage="running"), "", []),
    ],
)
def test_it_says_how_near_the_start_is_and_what_helps(seen: View, said: str, words: list[str]) -> None:
    assert lobby_words(seen) == (said, words)
