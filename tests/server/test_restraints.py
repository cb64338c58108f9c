"""What a seat may not do yet although the rules would let it."""

from __future__ import annotations

import pytest

from engine import commands as c
from engine import events as ge
from engine.commands import Things
from engine.legal import prompt_id
from engine.position import Position, SeatPosition
from engine.ruleset import load_ruleset
from protocol import lobby_events as e
from protocol.tables import Clock, Scenario
from server.clocks import Asked, Clocks
from server.record import Record
from server.refusal import Refused
from server.restraints import Restraints
from tests.engine.phases.positions import PHASES
from tests.server.records import started

ROLL = c.RollDice()


def with_claim(clock: Clock | None = None, scenario: Scenario | None = None) -> tuple[Record, Clocks, Restraints]:
    """Seat 0 has landed on a deed of seat 2 at 100 seconds, and seat 1 is to roll."""
    record, _ = started("Ann", "Bob", "Cid", clock=clock, scenario=scenario)
    table = PHASES["after_roll"]()
    clocks = Clocks(clock, grace=60, away=3, claim=load_ruleset().rent_claim_seconds)
    restraints = Restraints(record, clocks)
    restraints.take([ge.ClaimOpened(2, 0, 25, 5)], 100.0)
    table.handle(0, c.EndTurn())
    record.game = table
    return record, clocks, restraints


def refused(restraints: Restraints, seat: int, command: c.SeatCommand, now: float, prompt: int | None = None) -> Refused | None:
    try:
        restraints.judge(seat, command, now, prompt)
    except Refused as refusal:
        return refusal
    return None


def test_the_roll_that_ends_a_right_waits_a_while_after_the_landing() -> None:
    _, _, restraints = with_claim()
    refusal = refused(restraints, 1, ROLL, 101.5)
    assert refusal is not None
    assert (refusal.code, refusal.retry_after) == ("too_soon", 3_500)
    assert refused(restraints, 1, ROLL, 105.0) is None


def test_once_the_rent_is_claimed_there_is_nothing_to_wait_for() -> None:
    record, _, restraints = with_claim()
    record.need_game().handle(2, c.ClaimRent())
    assert refused(restraints, 1, ROLL, 101.0) is None


@pytest.mark.parametrize("seat", [0, 2])
def test_whose_turn_it_is_not_hears_so_from_the_game(seat: int) -> None:
    _, _, restraints = with_claim()
    assert refused(restraints, seat, ROLL, 101.0) is None


def test_an_answer_to_a_question_that_is_not_open_is_left_to_the_game() -> None:
    record, _, restraints = with_claim()
    asked = prompt_id(record.need_game().state, 1)
    assert refused(restraints, 1, ROLL, 101.0, asked - 3) is None
    assert refused(restraints, 1, ROLL, 101.0, asked) is not None


@pytest.mark.parametrize("command", [c.EndTurn(), c.ClaimRent(), c.BuildHouses(((1, 1),)), c.Resign()])
def test_nothing_else_waits(command: c.SeatCommand) -> None:
    _, _, restraints = with_claim()
    assert refused(restraints, 1, command, 101.0) is None


def test_a_test_table_lets_everything_be_done_at_once() -> None:
    scenario = Scenario(Position(tuple(SeatPosition() for _ in range(3))))
    _, _, restraints = with_claim(scenario=scenario)
    assert refused(restraints, 1, ROLL, 101.0) is None
    for _ in range(20):
        assert refused(restraints, 1, c.OfferTrade(2, Things(1), Things(deeds=(5,))), 101.0) is None


def test_a_game_that_is_over_has_the_word_itself() -> None:
    record, _, restraints = with_claim()
    record.count(ge.GameEnded("host", (0,), (1, 1, 1)))
    assert refused(restraints, 1, ROLL, 101.0) is None


def test_before_the_start_there_is_nothing_to_restrain() -> None:
    record, clocks, _ = with_claim()
    record.game = None
    assert refused(Restraints(record, clocks), 1, ROLL, 101.0) is None


def test_offers_are_judged_by_trade_talk() -> None:
    record, _, restraints = with_claim()
    record.count(e.PlayerMuted(2, 1, True))
    refusal = refused(restraints, 1, c.OfferTrade(2, Things(1), Things(deeds=(5,))), 101.0)
    assert refusal is not None
    assert refusal.code == "muted"


def test_what_becomes_of_offers_is_taken_in_and_what_was_open_before_is_known() -> None:
    record, clocks, before = with_claim()
    offer = c.OfferTrade(2, Things(1), Things(deeds=(5,)))
    before.take(record.need_game().handle(1, offer), 101.0)  # type: ignore[arg-type]  # events of the game are events of the table
    after = Restraints(record, clocks)
    for restraints in (before, after):
        restraints.take([ge.OfferClosed(1, "rejected")], 102.0)
        refusal = refused(restraints, 1, offer, 103.0)
        assert refusal is not None
        assert (refusal.code, refusal.retry_after) == ("offer_refused", 14_000)


def test_without_time_nobody_can_hold() -> None:
    _, clocks, restraints = with_claim(Clock(bank=30_000))
    assert refused(restraints, 2, c.HoldWindow(), 101.0) is None
    clocks.watch(101.0, {1: Asked(10, kind="held"), 2: Asked(11, kind="hold")}, ())
    clocks.watch(131.0, {1: Asked(10)}, ())
    refusal = refused(restraints, 2, c.HoldWindow(), 131.0)
    assert refusal is not None
    assert refusal.code == "no_time_left"
