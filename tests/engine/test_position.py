"""Positions: what they become as a state, and everything that makes one impossible."""

from collections.abc import Mapping

import msgspec
import pytest

from engine.board import load_board
from engine.errors import InvalidPosition
from engine.frames import OpeningRoll, Window
from engine.ids import BANK
from engine.position import Position, SeatPosition, build_state
from engine.ruleset import Ruleset, load_ruleset
from engine.state import FREE, State

US = load_board("us_classic")
BROWN, DARK_BLUE = (1, 3), (37, 39)
CHANCE = ("chance",)


def build(*seats: SeatPosition, rules: Mapping[str, object] | None = None, **rest: object) -> State:
    position = msgspec.convert({"seats": seats, **rest}, Position)
    return build_state(position, US, load_ruleset("official", rules))


def test_by_default_everybody_stands_on_go_with_the_starting_cash() -> None:
    state = build(SeatPosition(), SeatPosition(), rules={"starting_cash": 900})
    assert state.cash == [900, 900]
    assert state.at == [0, 0]
    assert state.jail == [FREE, FREE]
    assert set(state.owner) == {BANK}
    assert (state.turn, state.round, state.doubles) == (0, 1, 0)
    assert state.order == [0, 1]
    assert (state.houses, state.hotels) == (32, 12)


def test_what_a_seat_has_is_in_the_state() -> None:
    seat = SeatPosition(cash=5, space=24, deeds=(*BROWN, 5), mortgaged=(5,), levels=((1, 2), (3, 1)), cards=CHANCE)
    state = build(SeatPosition(), seat)
    assert (state.cash[1], state.at[1]) == (5, 24)
    assert state.deeds_of(1) == [1, 3, 5]
    assert [space for space in range(40) if state.mortgaged[space]] == [5]
    assert (state.level[1], state.level[3], state.houses) == (2, 1, 29)
    assert not any(state.lapped)


def test_a_held_jail_card_is_not_in_its_deck() -> None:
    state = build(SeatPosition(cards=CHANCE), SeatPosition(cards=("community_chest",)))
    assert [US.deck_of[card] for held in state.cards for card in held] == ["chance", "community_chest"]
    assert [len(state.undrawn[deck]) for deck in ("chance", "community_chest")] == [15, 15]
    assert state.cards[0][0] not in state.undrawn["chance"]


def test_a_seat_in_jail_stands_on_the_jail_space() -> None:
    state = build(SeatPosition(jail=2), SeatPosition(jail=0, space=10))
    assert state.jail == [2, 0]
    assert state.at == [10, 10]


def test_a_seat_that_is_out_has_nothing() -> None:
    state = build(SeatPosition(), SeatPosition(out=True), SeatPosition())
    assert state.out == [False, True, False]
    assert state.cash == [1500, 0, 1500]


def test_the_bank_has_what_the_position_leaves_or_what_is_given() -> None:
    seat = SeatPosition(deeds=DARK_BLUE, levels=((37, 4), (39, 5)))
    state = build(seat, SeatPosition())
    assert (state.houses, state.hotels) == (28, 11)
    state = build(seat, SeatPosition(), houses=3, hotels=0)
    assert (state.houses, state.hotels) == (3, 0)
    state = build(seat, SeatPosition(), rules={"houses": 4, "hotels": 1})
    assert (state.houses, state.hotels) == (0, 0)


def test_an_unlimited_bank_counts_no_buildings() -> None:
    rules = {"building_stock": "unlimited", "houses": 2, "hotels": 0}
    seat = SeatPosition(deeds=DARK_BLUE, levels=((37, 4), (39, 5)))
    state = build(seat, SeatPosition(), rules=rules)
    assert (state.level[37], state.level[39]) == (4, 5)


@pytest.mark.parametrize("phase", ["before_roll", "after_roll"])
def test_a_window_waits_with_the_first_prompts(phase: str) -> None:
    state = build(SeatPosition(), SeatPosition(), SeatPosition(), phase=phase, doubles=1)
    [window] = state.stack
    assert isinstance(window, Window)
    assert (window.kind, window.prompt, window.holders) == (phase, 1, ())
    assert (state.next_prompt, state.doubles) == (4, 1)


def test_the_opening_throws_are_for_live_seats() -> None:
    state = build(SeatPosition(), SeatPosition(out=True), SeatPosition(), phase="opening_roll")
    assert state.stack == [OpeningRoll(1, ((0, 2),), (0, 2))]


def test_hotels_may_follow_three_houses() -> None:
    rules = {"hotel_after": 3}
    state = build(SeatPosition(deeds=BROWN, levels=((1, 3), (3, 5))), SeatPosition(), rules=rules)
    assert (state.level[1], state.level[3]) == (3, 5)
    with pytest.raises(InvalidPosition, match="seat 1, levels: expected 0 to 3 houses or 5 for a hotel, found 4"):
        build(SeatPosition(deeds=BROWN, levels=((1, 4), (3, 5))), SeatPosition(), rules=rules)


def test_levels_need_not_be_even_where_the_ruleset_does_not_ask() -> None:
    seat = SeatPosition(deeds=BROWN, levels=((1, 4),))
    assert build(seat, SeatPosition(), rules={"even_build": False}).level[1] == 4


OTHER = SeatPosition()
IMPOSSIBLE: list[tuple[str, dict[str, object]]] = [
    ("seats: expected 2 to 8, found 1", {"seats": [OTHER]}),
    ("seats: expected 2 to 8, found 9", {"seats": [OTHER] * 9}),
    (
        "seat 1, out: expected the first seat to be in the game, it is to move, found true",
        {"seats": [SeatPosition(out=True), OTHER, OTHER]},
    ),
    ("seats: expected 2 or more that are not out, found 1", {"seats": [OTHER, SeatPosition(out=True)]}),
    ("seat 3, cash: expected 0 for a seat that is out, found 5", {"third": SeatPosition(out=True, cash=5)}),
    ("seat 3, deeds: expected none for a seat that is out, found 1", {"third": SeatPosition(out=True, deeds=(39,))}),
    ("seat 3, cards: expected none for a seat that is out, found 1", {"third": SeatPosition(out=True, cards=CHANCE)}),
    ("seat 3, jail: expected no seat that is out, found 0", {"third": SeatPosition(out=True, jail=0)}),
    ("seat 3, cash: expected 0 to 1000000000, found -1", {"third": SeatPosition(cash=-1)}),
    ("seat 3, space: expected 0 to 39, found 40", {"third": SeatPosition(space=40)}),
    ("seat 3, space: expected 0 to 39, found -1", {"third": SeatPosition(space=-1)}),
    ("seat 3, jail: expected 0 to 2 failed throws, found 3", {"third": SeatPosition(jail=3)}),
    ("seat 3, jail: expected 0 to 2 failed throws, found -1", {"third": SeatPosition(jail=-1)}),
    ("seat 3, space: expected 10 for a seat in jail, found 11", {"third": SeatPosition(jail=0, space=11)}),
    ("seat 3, deeds: expected deeds, found space 4", {"third": SeatPosition(deeds=(4,))}),
    ("seat 3, deeds: expected deeds, found space 99", {"third": SeatPosition(deeds=(99,))}),
    (
        "seat 3, deeds: expected one owner per deed, found boardwalk with seat 2 as well",
        {"second": SeatPosition(deeds=(39,)), "third": SeatPosition(deeds=(39,))},
    ),
    (
        "seat 3, deeds: expected one owner per deed, found boardwalk with seat 3 as well",
        {"third": SeatPosition(deeds=(39, 39))},
    ),
    ("seat 3, mortgaged: expected deeds of this seat, found boardwalk", {"third": SeatPosition(mortgaged=(39,))}),
    ("seat 3, mortgaged: expected deeds of this seat, found space 77", {"third": SeatPosition(mortgaged=(77,))}),
    ("seat 3, levels: expected deeds of this seat, found boardwalk", {"third": SeatPosition(levels=((39, 0),))}),
    (
        "seat 3, levels: expected 0 to 4 houses or 5 for a hotel, found 6",
        {"third": SeatPosition(deeds=BROWN, levels=((1, 6),))},
    ),
    (
        "seat 3, levels: expected 0 to 4 houses or 5 for a hotel, found -1",
        {"third": SeatPosition(deeds=BROWN, levels=((1, -1),))},
    ),
    (
        "seat 3, levels: expected buildings on whole groups only, found buildings on a part of brown",
        {"third": SeatPosition(deeds=(1,), levels=((1, 1),))},
    ),
    (
        "seat 3, levels: expected no buildings in a group with a mortgage, found buildings on brown",
        {"third": SeatPosition(deeds=BROWN, mortgaged=(3,), levels=((1, 1),))},
    ),
    (
        "seat 3, levels: expected buildings on streets only, found buildings on railroad",
        {"third": SeatPosition(deeds=(5, 15, 25, 35), levels=((5, 1),))},
    ),
    (
        "seat 3, levels: expected even levels on brown, found 2, 0",
        {"third": SeatPosition(deeds=BROWN, levels=((1, 2),))},
    ),
    (
        "seat 3, levels: expected even levels on brown, found 5, 3",
        {"third": SeatPosition(deeds=BROWN, levels=((1, 5), (3, 3)))},
    ),
    (
        "seat 3, cards: expected a jail card that nobody holds, found chance",
        {"second": SeatPosition(cards=CHANCE), "third": SeatPosition(cards=CHANCE)},
    ),
    ("seat 3, cards: expected one of chance, community_chest, found luck", {"third": SeatPosition(cards=("luck",))}),
    ("bank, houses: expected 0 to 32, what the position leaves, found 33", {"houses": 33}),
    ("bank, hotels: expected 0 to 12, what the position leaves, found -1", {"hotels": -1}),
    ("start, doubles: expected 0 to 2, found 3", {"doubles": 3}),
    ("start, doubles: expected 0 to 2, found -1", {"doubles": -1}),
    ("start, doubles: expected 0 before the opening throws, found 1", {"doubles": 1, "phase": "opening_roll"}),
    (
        "start, doubles: expected 0 for a seat in jail, which has no throw left, found 1",
        {"doubles": 1, "seats": [SeatPosition(jail=0), OTHER]},
    ),
]


def position_of(rest: dict[str, object]) -> Position:
    given = dict(rest)
    seats = given.pop("seats", None) or [OTHER, given.pop("second", OTHER), given.pop("third", OTHER)]
    return msgspec.convert({"seats": seats, **given}, Position)


@pytest.mark.parametrize(("message", "rest"), IMPOSSIBLE)
def test_an_impossible_position_is_told(message: str, rest: dict[str, object]) -> None:
    with pytest.raises(InvalidPosition) as caught:
        build_state(position_of(rest), US, Ruleset())
    assert str(caught.value) == message


def test_more_buildings_than_there_are_is_impossible() -> None:
    seat = SeatPosition(deeds=DARK_BLUE, levels=((37, 4), (39, 5)))
    with pytest.raises(InvalidPosition, match="seats, houses: expected no more than 3, found 4"):
        build(seat, OTHER, rules={"houses": 3})
    with pytest.raises(InvalidPosition, match="seats, hotels: expected no more than 0, found 1"):
        build(seat, OTHER, rules={"hotels": 0})
    with pytest.raises(InvalidPosition, match="bank, houses: expected 0 to 28, what the position leaves, found 29"):
        build(seat, OTHER, houses=29)


def test_the_ruleset_bounds_the_seats() -> None:
    with pytest.raises(InvalidPosition, match="seats: expected 2 to 3, found 4"):
        build(OTHER, OTHER, OTHER, OTHER, rules={"max_players": 3})


def test_a_position_travels() -> None:
    position = Position((SeatPosition(name="A", deeds=(39,), levels=((39, 0),)), SeatPosition(jail=1)), houses=3)
    assert msgspec.convert(msgspec.to_builtins(position), Position) == position


def test_the_board_may_be_another() -> None:
    position = Position((SeatPosition(cards=CHANCE), SeatPosition()))
    state = build_state(position, load_board("uk_classic"), load_ruleset("official", {"board": "uk_classic"}))
    assert len(state.cards[0]) == 1
