"""The one place that faces import from: the same texts, joined."""

import subprocess
import sys

from client import render
from client.render_board import board_lines
from client.render_deed import deed_lines
from client.render_offers import offer_line
from client.render_players import player_lines
from client.render_prompt import prompt_lines
from engine import commands as c
from tests.client.views import busy_game, question, view_of


def test_whole_texts_are_their_lines() -> None:
    table = busy_game()
    view, prompt = view_of(table), question(table, 0)
    assert render.render_board(view).split("\n") == board_lines(view)
    assert render.render_board(view, 120, ["hello"]).split("\n") == board_lines(view, 120, ["hello"])
    assert render.render_players(view, 60).split("\n") == player_lines(view, 60)
    assert render.render_deed(view, 39).split("\n") == deed_lines(view, 39)
    assert render.render_prompt(prompt, view).split("\n") == prompt_lines(prompt, view)
    table.handle(0, c.OfferTrade(1, c.Things(1), c.Things(2)))
    offer = table.state.offers[1]
    assert render.render_offer(view, offer) == offer_line(view, offer)


def test_everything_that_is_promised_is_there() -> None:
    assert [name for name in render.__all__ if not callable(getattr(render, name))] == []


def test_drawing_needs_no_terminal_library() -> None:
    script = "import sys, client.render; print(any(name in sys.modules for name in ('urwid', 'trio', 'rich.console')))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "False\n"
