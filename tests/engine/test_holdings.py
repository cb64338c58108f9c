"""What a seat owns and could do with it: kept in memory, and never out of date."""

import pytest

from engine import events as e
from engine.apply import apply
from engine.holdings import change_options, holdings, sellable
from engine.ids import HOTEL
from engine.options import Option
from engine.ruleset import load_ruleset
from tests.engine.positions import BROWN, ORANGE, S, at_level, full, game, onward


def test_what_one_has_and_what_could_be_done_with_it() -> None:
    seat = S(deeds=(*BROWN, 5, 15), mortgaged=(15,), levels=((1, 1),))
    found = holdings(game(seat, S()).state, 0)
    assert found.deeds == (1, 3, 5, 15)
    assert found.builds == ((3, 50, False),)
    assert found.lifts == ((15, 110),)
    assert found.raises == (
        Option("sell_houses", (1,)), Option("sell_group", names=("brown",)), Option("mortgage_deeds", (5,)),
    )  # fmt: skip
    assert found.queueable_changes == (
        Option("build_houses", (1, 3), queued=True), Option("lift_mortgages", (1, 3, 5, 15), queued=True),
    )  # fmt: skip
    assert found.queueable_raises == (
        Option("sell_houses", (1, 3), queued=True), Option("mortgage_deeds", (1, 3, 5, 15), queued=True),
    )  # fmt: skip


def test_who_owns_nothing_can_do_nothing() -> None:
    found = holdings(game().state, 1)
    assert not any((found.deeds, found.builds, found.lifts, found.raises, found.queueable_changes, found.queueable_raises))


def test_the_step_above_the_last_house_is_a_hotel() -> None:
    state = game(S(deeds=ORANGE, levels=((16, HOTEL), (18, 4), (19, 4))), S()).state
    assert holdings(state, 0).builds == ((18, 100, True), (19, 100, True))


def test_without_even_building_every_lot_has_room() -> None:
    state = game(S(deeds=ORANGE, levels=((16, 3),)), S(), even_build=False).state
    assert [deed for deed, _, _ in holdings(state, 0).builds] == list(ORANGE)


@pytest.mark.parametrize(
    ("levels", "houses", "can_sell"),
    [
        ((2, 1, 1), 5, [True, False, False]),
        ((5, 4, 4), 4, [True, False, False]),
        ((5, 4, 4), 3, [False, False, False]),
        ((5, 5, 5), 4, [True, True, True]),
    ],
)
def test_single_steps_are_sold_from_the_top_as_far_as_the_stock_allows(
    levels: tuple[int, ...], houses: int, can_sell: list[bool]
) -> None:
    # rules.md SEL-03
    state = game(S(deeds=ORANGE, levels=tuple(zip(ORANGE, levels, strict=True))), S(), bank=(houses, None)).state
    assert [sellable(state, deed) for deed in ORANGE] == can_sell


def test_without_even_building_any_lot_may_fall() -> None:
    state = game(S(deeds=ORANGE, levels=((16, 3), (18, 1))), S(), even_build=False).state
    assert [sellable(state, deed) for deed in (16, 18)] == [True, True]


def test_builds_and_lifts_are_listed_within_cash_and_stock() -> None:
    seat = S(deeds=(*BROWN, *ORANGE, 15), mortgaged=(15,), levels=at_level(BROWN, 4))
    state = game(seat, S(), bank=(1, 12)).state
    kept = holdings(state, 0)
    assert change_options(state, kept, 109) == [Option("build_houses", (1, 3, *ORANGE))]
    assert change_options(state, kept, 110)[-1] == Option("lift_mortgages", (15,))
    assert change_options(state, kept, 99) == [Option("build_houses", BROWN)]
    assert change_options(state, kept, 49) == []
    state.houses = 0
    assert change_options(state, kept, 5000) == [Option("build_houses", BROWN), Option("lift_mortgages", (15,))]
    state.hotels = 0
    assert change_options(state, kept, 5000) == [Option("lift_mortgages", (15,))]
    assert change_options(state, holdings(state, 1), 5000) == []


def test_it_is_reckoned_once_until_an_asset_moves() -> None:
    state = game(S(deeds=(5,)), S()).state
    kept = holdings(state, 0)
    assert holdings(state, 0) is kept
    apply(state, e.MoneyPaid(0, 1, 50, "rent"))
    assert holdings(state, 0) is kept
    apply(state, e.DeedMortgaged(0, 5))
    assert holdings(state, 0).lifts == ((5, 110),)


@pytest.mark.parametrize("preset", ["official", "magnate", "short", "wikibook"])
def test_it_agrees_with_a_fresh_reckoning_all_through_random_play(preset: str) -> None:
    for table, _ in onward(full(load_ruleset(preset)), 600, seed=13):
        kept = {seat: holdings(table.state, seat) for seat in range(4)}
        fresh = table.state.copy()
        fresh.memo.clear()
        assert {seat: holdings(fresh, seat) for seat in range(4)} == kept
