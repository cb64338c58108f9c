"""Raising money inside a phase that is no window: at once for those who must find it, queued for the rest."""

import pytest

from engine import commands as c
from engine import events as e
from engine.phases.raising import raising, raising_options
from tests.engine.phases.positions import PHASES
from tests.engine.positions import BROWN, S, game, kinds, refusal

SALE, GROUP, LOAN = c.SellHouses(((1, 1),)), c.SellGroup("brown", 0), c.MortgageDeeds((5,))
SEAT = S(deeds=(*BROWN, 5), levels=((1, 1),))


@pytest.mark.parametrize("command", [SALE, GROUP, LOAN])
@pytest.mark.parametrize(
    ("may", "owing", "liquidation", "first"),
    [
        (True, True, "any_window", None),
        (True, True, "debt_only", None),
        (True, False, "any_window", None),
        (False, True, "any_window", e.InterruptQueued),
        (False, False, "any_window", e.InterruptQueued),
    ],
)
def test_whoever_may_raises_at_once_the_rest_queues(
    command: c.Command, may: bool, owing: bool, liquidation: str, first: type[e.Event] | None
) -> None:
    table = game(SEAT, S(), liquidation=liquidation)
    table.start()  # so that what follows is all there is
    handler = raising(lambda state, frame, seat: may, owing=owing)[type(command)]
    handler(table, table.state.stack[-1], 0, command)
    queued = bool(table.state.queue)
    assert queued is (first is e.InterruptQueued)
    assert (table.state.cash[0] > 1500) is not queued


def test_only_sales_and_mortgages_raise_money() -> None:
    assert set(raising(lambda state, frame, seat: True, owing=True)) == {c.SellHouses, c.SellGroup, c.MortgageDeeds}


@pytest.mark.parametrize(
    ("may", "owing", "liquidation", "at_once", "queued"),
    [
        (True, True, "any_window", True, {"build_houses", "lift_mortgages"}),
        (True, True, "debt_only", True, {"build_houses", "lift_mortgages"}),
        (True, False, "any_window", True, {"build_houses", "lift_mortgages"}),
        (True, False, "debt_only", False, {"build_houses", "lift_mortgages"}),
        (False, False, "any_window", False, {"build_houses", "lift_mortgages", "sell_houses", "mortgage_deeds"}),
        (False, True, "debt_only", False, {"build_houses", "lift_mortgages"}),
    ],
)
def test_what_is_listed_is_at_once_or_queued_but_never_both(
    may: bool, owing: bool, liquidation: str, at_once: bool, queued: set[str]
) -> None:
    options = raising_options(game(SEAT, S(), liquidation=liquidation).state, 0, may, owing=owing)
    now = {option.command for option in options if not option.queued}
    assert now == ({"sell_houses", "sell_group", "mortgage_deeds"} if at_once else set())
    assert {option.command for option in options if option.queued} == queued


def test_in_a_purchase_under_debt_only_it_is_refused_not_queued() -> None:
    table = PHASES["purchase"]()
    assert kinds(table.handle(0, SALE)) == [e.BuildingsSold, e.MoneyPaid]
    table = game(S(cash=150, space=2, deeds=(12,)), S(), dice=[(1, 2)], liquidation="debt_only")
    table.handle(0, c.RollDice())
    assert refusal(table, 0, c.MortgageDeeds((12,))) == "only_in_debt"
