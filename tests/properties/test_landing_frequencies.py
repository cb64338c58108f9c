"""A million simulated throws land where the Markov chain of the board says, without any choice about jail."""

from math import sqrt

import pytest

from client.simulate_tally import Ledger
from engine import commands as c
from engine.chance import SeededChance
from engine.frames import Window
from engine.game import Game
from engine.odds import arrivals
from tests.engine.positions import US, S, game
from tests.properties.markov import landings

THROWS = 1_000_000
RICH = 500_000


def test_the_chain_has_the_figures_that_are_known_of_the_board() -> None:
    # Well known of the US board, for those who stay in jail as long as they may.
    chain = landings(US)
    streets = sorted((deed for deed in US.deeds if US.type[deed] == "street"), key=lambda deed: -chain[deed])
    assert [US.spaces[deed].id for deed in streets[:2]] == ["illinois_avenue", "new_york_avenue"]
    assert US.spaces[streets[-1]].id in ("mediterranean_avenue", "baltic_avenue", "park_place")


@pytest.mark.slow
def test_a_million_throws_agree_with_the_chain() -> None:
    ledger = walk(THROWS)
    assert ledger.throws == THROWS
    for space, expected in enumerate(landings(US)):
        bound = 5 * sqrt(THROWS * expected * (1 - expected))
        assert abs(ledger.landings[space] - THROWS * expected) < bound, US.spaces[space].name


def walk(throws: int) -> Ledger:
    """Nothing but throwing: all deeds are mortgaged, so that nobody buys or pays rent, and both jail cards are in a hand."""
    start = game(
        S(cash=RICH, deeds=US.deeds, mortgaged=US.deeds, cards=("chance", "community_chest")), S(cash=RICH), card_draw="random"
    )
    table = Game(start.state, SeededChance(11))
    ledger = Ledger(table.state)
    while ledger.throws < throws:
        frame = table.state.stack[-1]
        assert isinstance(frame, Window)
        command = c.RollDice() if frame.kind == "before_roll" or table.state.doubles else c.EndTurn()
        for event in table.handle(table.state.turn, command):
            ledger.take(event)
    return ledger


def test_the_policies_estimate_is_close_to_the_chain() -> None:
    # It leaves out doubles and lets a seat leave jail at once, which shifts what follows jail a little.
    exact, rough = landings(US), arrivals(US)
    for deed in US.deeds:
        assert rough[deed] == pytest.approx(exact[deed], rel=0.2), US.spaces[deed].name
