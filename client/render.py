"""All that is shown of a table, as text: the one place that faces import from. Must not print, color or decide.

Each subject has a module of its own, whose functions give lines; here they are joined, for faces that write whole texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from client.describe import describe_command, describe_option, describe_refusal
from client.explain import explain
from client.render_board import board_lines
from client.render_deed import deed_lines
from client.render_events import describe_event
from client.render_offers import offer_line
from client.render_players import player_lines
from client.render_prompt import prompt_lines
from client.view import View
from engine.ids import SpaceIndex
from engine.options import Prompt
from engine.state import Offer

__all__ = [
    "describe_command",
    "describe_event",
    "describe_option",
    "describe_refusal",
    "explain",
    "render_board",
    "render_deed",
    "render_offer",
    "render_players",
    "render_prompt",
]


def render_board(view: View, width: int = 80, center: Sequence[str] | None = None) -> str:
    """The board within `width` columns; `center` are the lines inside the ring, by default a legend."""
    return "\n".join(board_lines(view, width, center))


def render_players(view: View, width: int = 80) -> str:
    """Everybody with cash, worth, place and deeds."""
    return "\n".join(player_lines(view, width))


def render_deed(view: View, deed: SpaceIndex) -> str:
    """One deed with all its figures."""
    return "\n".join(deed_lines(view, deed))


def render_offer(view: View, offer: Offer) -> str:
    """An open offer in one line."""
    return offer_line(view, offer)


def render_prompt(prompt: Prompt, view: View, width: int = 80) -> str:
    """A question to one's own seat, with its answers and its default."""
    return "\n".join(prompt_lines(prompt, view, width))
