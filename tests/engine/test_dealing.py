"""Deeds dealt before the game (rules.md section 5; short and timed games)."""

import pytest

from engine import events as e
from engine.chance import ScriptedChance, SeededChance
from engine.game import Game, new_game
from engine.ids import BANK
from engine.ruleset import load_ruleset
from tests.engine.positions import US, kinds, of, payments


def dealt(seats: int, deal_deeds: int, *, deal_price: bool, seed: int | None = None) -> tuple[Game, tuple[e.Event, ...]]:
    rules = load_ruleset("official", {"deal_deeds": deal_deeds, "deal_price": deal_price, "starting_cash": 5000})
    table = new_game(US, rules, seats, ScriptedChance() if seed is None else SeededChance(seed))
    return table, table.start()


def test_by_default_nothing_is_dealt() -> None:
    table = new_game(US, load_ruleset(), 2, ScriptedChance())
    assert table.start() == (e.GameStarted(),)


def test_the_seats_get_deeds_in_turn_and_pay_their_price() -> None:
    table, events = dealt(2, 2, deal_price=True)
    # Scripted lots are always the first deed left, so the deal goes in board order: 1, 3, 5, 6.
    assert [(event.seat, event.deed) for event in of(events, e.DeedDealt)] == [(0, 1), (1, 3), (0, 5), (1, 6)]
    assert payments(events) == [(0, BANK, 60, "deal"), (1, BANK, 60, "deal"), (0, BANK, 200, "deal"), (1, BANK, 100, "deal")]
    assert table.state.cash == [5000 - 260, 5000 - 160]
    assert table.state.deeds_of(0) == [1, 5]


def test_deeds_may_be_dealt_for_nothing() -> None:
    table, events = dealt(3, 2, deal_price=False)
    assert kinds(events) == [e.GameStarted] + [e.DeedDealt] * 6
    assert table.state.cash == [5000] * 3


@pytest.mark.parametrize("seed", range(5))
def test_a_deed_is_dealt_once_and_to_every_seat_as_many(seed: int) -> None:
    table, events = dealt(4, 7, deal_price=False, seed=seed)
    assert sorted(event.deed for event in of(events, e.DeedDealt)) == sorted(US.deeds)
    assert [len(table.state.deeds_of(seat)) for seat in range(4)] == [7] * 4
