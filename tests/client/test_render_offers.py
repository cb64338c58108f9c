"""Open offers in words, with what one may answer."""

import pytest

from client.render_offers import offer_line
from engine import commands as c
from tests.client.views import view_of
from tests.engine.positions import S, game

TERMS = "offer 1: Ann would give Bob $120 and Reading Railroad (mortgaged) for Boardwalk"


@pytest.mark.parametrize(
    ("seat", "ending"),
    [(0, " (withdraw 1)"), (1, " (accept 1, reject 1 or counter 1: ...)"), (2, ""), (None, "")],
)
def test_an_offer_to_each_pair_of_eyes(seat: int | None, ending: str) -> None:
    table = game(S(deeds=(5,), mortgaged=(5,)), S(deeds=(39,)), S())
    table.handle(0, c.OfferTrade(1, c.Things(120, (5,)), c.Things(0, (39,))))
    assert offer_line(view_of(table, seat), table.state.offers[1]) == TERMS + ending
