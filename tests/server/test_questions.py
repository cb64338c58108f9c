"""What the clocks are told of a game."""

from __future__ import annotations

import pytest

from engine import commands as c
from engine.errors import IllegalCommand
from engine.legal import waiting
from engine.position import build_state
from engine.ruleset import load_ruleset
from protocol import messages as m
from protocol.conversations import CLOCK, play
from protocol.scenes import SCENES, Scene
from protocol.tables import Waiting
from server.clocks import Asked, Bidding, Clocks
from server.questions import asked, bidding, oldest_prompt
from tests.engine.phases.positions import PHASES
from tests.engine.positions import S, answer, do, game

KINDS = {
    "before_roll": {0: "own"},
    "before_roll, held": {0: "held", 1: "hold"},
    "after_roll, doubles": {0: "own"},
    "own_turn": {0: "own"},
    "purchase": {0: "own"},
    "auction": {0: "bid"},
    "auction, of a building": {0: "bid", 1: "bid"},
    "debt": {0: "own"},
    "mortgage_transfer": {0: "own"},
    "build_contest": {1: "wish"},
    "build_contest, placing": {1: "own"},
}


@pytest.mark.parametrize("phase", KINDS)
def test_kinds(phase: str) -> None:
    state = PHASES[phase]().state
    questions = {seat: asked(state, seat, None, False).kind for seat in waiting(state)}
    assert {seat: kind for seat, kind in questions.items() if seat in KINDS[phase]} == KINDS[phase]


def test_a_question_is_told_with_its_number_and_who_is_asked() -> None:
    state = PHASES["purchase"]().state
    assert asked(state, 0, 17.5, True) == Asked(state.stack[-1].prompt, 17.5, away=True)


def test_a_roll_that_would_end_a_claim_is_late_and_no_other_question_is() -> None:
    table = PHASES["after_roll"]()
    assert asked(table.state, 0, None, False).late is False
    do(table, (0, c.EndTurn()))
    assert asked(table.state, 1, None, False).late is True
    do(table, (2, c.HoldWindow()))
    assert [asked(table.state, seat, None, False).late for seat in waiting(table.state)] == [False, False]
    do(table, (2, c.Pass()), (2, c.ClaimRent()))
    assert asked(table.state, 1, None, False).late is False


def test_how_an_auction_stands_changes_with_accepted_bids_only() -> None:
    table = game(S(space=2), S(), S(), dice=[(1, 2)])
    assert bidding(table.state) is None
    do(table, (0, c.RollDice()), (0, c.DeclineDeed()))
    opened = bidding(table.state)
    assert opened == Bidding(table.state.stack[-1].prompt, -1, 0)
    do(table, (1, c.Pass()), (0, c.OfferTrade(1, c.Things(5), c.Things(1))), (2, c.HoldWindow()))
    assert bidding(table.state) == opened
    do(table, (2, c.PlaceBid(40)))
    assert bidding(table.state) == Bidding(opened.prompt, 2, 40)


@pytest.mark.parametrize("phase", PHASES)
def test_every_question_that_is_pending_is_no_older_than_the_oldest(phase: str) -> None:
    state = PHASES[phase]().state
    pending = [frame.prompt for frame in state.stack if hasattr(frame, "prompt")]
    assert oldest_prompt(state) == min(pending, default=state.next_prompt)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_conversations_of_the_reference_page_tell_the_time_that_the_clocks_give(scene: Scene) -> None:
    rules = load_ruleset()
    table = game(dice=scene.dice)
    table.state = build_state(scene.position, table.state.board, rules)
    clocks = Clocks(CLOCK, grace=60, away=3, extension=rules.bid_extension)
    left = []
    for act in scene.acts:
        if isinstance(answer(table, act.seat, act.command), IllegalCommand):
            continue
        state = table.state
        questions = {seat: asked(state, seat, None, False) for seat in waiting(state)}
        clocks.watch(0.0, questions, state.offers, bidding=bidding(state), oldest=oldest_prompt(state))
        left.append(tuple(Waiting(seat, clocks.left(seat, 0.0)) for seat in waiting(state)))
    assert left == [message.waiting for message in play(scene) if isinstance(message, m.Update)]
