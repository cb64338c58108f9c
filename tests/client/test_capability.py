"""What a seat may do now: tried, not guessed, and without a trace."""

import pytest

from client.capability import QUEUED, hindrance, parse_capability
from client.language import Context
from engine import commands as c
from engine.board import load_board
from engine.chance import ScriptedChance
from engine.game import Game
from engine.legal import phase_of
from engine.position import Position, SeatPosition, StartPhase, build_state
from engine.ruleset import load_ruleset
from engine.state import State

US = load_board("us_classic")


def make_state(first: SeatPosition, second: SeatPosition, phase: StartPhase = "before_roll", **rules: object) -> State:
    return build_state(Position((first, second), phase=phase), US, load_ruleset("official", rules))


def may(state: State, seat: int, text: str) -> bool:
    return not parse_capability(text, Context(US, ("A", "B"), seat, strict=True))(state)


OWNER = SeatPosition(deeds=(37, 39, 5), mortgaged=(5,), levels=((37, 1), (39, 1)), cards=("chance",), jail=0)
OTHER = SeatPosition(cash=50, deeds=(1,))


@pytest.mark.parametrize(
    ("seat", "yes", "no"),
    [
        (0, "build", "place"),
        (0, "build boardwalk", "build boardwalk:2"),
        (0, "build boardwalk:2 park_place:2", "build boardwalk:5"),
        (0, "sell", "claim"),
        (0, "sell-group", "sell-group orange 0"),
        (0, "sell-group dark_blue 0", "sell-group dark_blue 1"),
        (0, "lift", "lift boardwalk"),
        (0, "card", "card chest"),
        (0, "pay", "end"),
        (0, "roll", "buy"),
        (1, "mortgage", "mortgage boardwalk"),
        (1, "hold", "roll"),
        (1, "offer", "counter"),
        (1, "offer A: 50 for reading_railroad", "offer A: 51 for reading_railroad"),
        (1, "resign", "build"),
        (1, "vote", "sell"),
        (1, "stop", "bid 10"),
    ],
)
def test_a_word_or_a_whole_command_may_be_used_or_not(seat: int, yes: str, no: str) -> None:
    state = make_state(OWNER, OTHER)
    before = state.copy()
    assert may(state, seat, yes)
    assert not may(state, seat, no)
    assert state.snapshot() == before.snapshot()


def test_a_word_alone_is_legal_if_only_a_whole_group_will_do() -> None:
    # Neither hotel can become houses, but both can be sold at once (rules-cases B16).
    hotels = SeatPosition(deeds=(37, 39), levels=((37, 5), (39, 5)))
    state = build_state(Position((hotels, OTHER), houses=0), US, load_ruleset())
    assert may(state, 0, "sell")
    assert not may(state, 0, "sell boardwalk")


def test_what_would_be_queued_does_not_take_effect_at_once() -> None:
    state = make_state(SeatPosition(), SeatPosition(deeds=(37, 39)))
    assert may(state, 1, "build")
    Game(state, ScriptedChance([(1, 2)])).handle(0, c.RollDice())
    assert phase_of(state) == "purchase"
    assert hindrance(state, 1, c.BuildHouses(((39, 1),))) == QUEUED
    assert not may(state, 1, "build")
    assert not may(state, 1, "build boardwalk")
    assert may(state, 0, "buy")


def test_a_throw_needs_no_dice_of_the_scenario() -> None:
    state = make_state(OTHER, SeatPosition())
    assert hindrance(state, 0, c.RollDice()) == ""
    assert hindrance(state, 1, c.RollDice()) == "not_your_turn"
