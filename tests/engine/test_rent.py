"""Rents: every figure of every deed on both boards, in play, and the rules about groups, mortgages, dice and jail."""

from collections.abc import Iterable

import pytest

from engine import commands as c
from engine.board import Board
from engine.ids import HOTEL
from engine.rent import owes_nothing, rent
from tests.engine.positions import (
    BROWN,
    DARK_BLUE,
    ORANGE,
    PINK,
    RAILROADS,
    UK,
    US,
    UTILITIES,
    S,
    game,
    payments,
)

# The title deeds: bare, one to four houses, hotel.
STREETS = {
    1: (2, 10, 30, 90, 160, 250), 3: (4, 20, 60, 180, 320, 450),
    6: (6, 30, 90, 270, 400, 550), 8: (6, 30, 90, 270, 400, 550), 9: (8, 40, 100, 300, 450, 600),
    11: (10, 50, 150, 450, 625, 750), 13: (10, 50, 150, 450, 625, 750), 14: (12, 60, 180, 500, 700, 900),
    16: (14, 70, 200, 550, 750, 950), 18: (14, 70, 200, 550, 750, 950), 19: (16, 80, 220, 600, 800, 1000),
    21: (18, 90, 250, 700, 875, 1050), 23: (18, 90, 250, 700, 875, 1050), 24: (20, 100, 300, 750, 925, 1100),
    26: (22, 110, 330, 800, 975, 1150), 27: (22, 110, 330, 800, 975, 1150), 29: (24, 120, 360, 850, 1025, 1200),
    31: (26, 130, 390, 900, 1100, 1275), 32: (26, 130, 390, 900, 1100, 1275), 34: (28, 150, 450, 1000, 1200, 1400),
    37: (35, 175, 500, 1100, 1300, 1500), 39: (50, 200, 600, 1400, 1700, 2000),
}  # fmt: skip
EDITIONS = (("us_classic", "default"), ("us_classic", "pre_2008"), ("uk_classic", "default"), ("uk_classic", "modern"))


def bare(board: str, edition: str, deed: int) -> int:
    """The old London deed of Piccadilly has 22 where every other board has 24."""
    return 22 if (board, edition, deed) == ("uk_classic", "default", 29) else STREETS[deed][0]


def whole_group(board: Board, deed: int) -> tuple[int, ...]:
    return board.members[board.group_of[deed]]


def rent_paid(
    deed: int, owned: Iterable[int], level: int = 0, throw: tuple[int, int] = (1, 2), **switches: object
) -> list[tuple[int, int, int, str]]:
    """What seat 0 pays seat 1 for landing on a deed by a throw."""
    owned = tuple(owned)
    lander = S(cash=5000, space=(deed - sum(throw)) % 40)
    owner = S(deeds=owned, levels=tuple((other, level) for other in owned if level))
    events = game(lander, owner, dice=[throw], **switches).handle(0, c.RollDice())
    return [paid for paid in payments(events) if paid[3] == "rent"]


def test_the_table_has_every_street() -> None:
    for board in (US, UK):
        assert [space.index for space in board.spaces if space.type == "street"] == list(STREETS)


@pytest.mark.parametrize("deed", STREETS)
@pytest.mark.parametrize(("board", "edition"), EDITIONS)
def test_every_level_of_every_street(board: str, edition: str, deed: int) -> None:
    where = {"board": board, "edition": edition}
    figure = bare(board, edition, deed)
    assert rent_paid(deed, [deed], **where) == [(0, 1, figure, "rent")]
    group = whole_group(US, deed)
    assert rent_paid(deed, group, **where) == [(0, 1, 2 * figure, "rent")]
    for level in range(1, HOTEL + 1):
        assert rent_paid(deed, group, level, **where) == [(0, 1, STREETS[deed][level], "rent")]


@pytest.mark.parametrize("board", ["us_classic", "uk_classic"])
@pytest.mark.parametrize("deed", RAILROADS)
def test_railroads_by_their_number(board: str, deed: int) -> None:
    others = [other for other in RAILROADS if other != deed]
    for count, amount in ((1, 25), (2, 50), (3, 100), (4, 200)):
        assert rent_paid(deed, [deed, *others[: count - 1]], board=board) == [(0, 1, amount, "rent")]


@pytest.mark.parametrize("board", ["us_classic", "uk_classic"])
@pytest.mark.parametrize("deed", UTILITIES)
def test_utilities_by_the_throw(board: str, deed: int) -> None:
    for throw in ((1, 2), (6, 5), (4, 3)):
        assert rent_paid(deed, [deed], throw=throw, board=board) == [(0, 1, 4 * sum(throw), "rent")]
        assert rent_paid(deed, UTILITIES, throw=throw, board=board) == [(0, 1, 10 * sum(throw), "rent")]


def test_mortgaged_railroads_and_utilities_still_count_for_the_others() -> None:
    # rules.md RNT-06, RNT-07
    owner = S(deeds=(*RAILROADS, *UTILITIES), mortgaged=(15, 25, 35, 28))
    state = game(S(), owner).state
    assert rent(state, 5, 7) == 200
    assert rent(state, 12, 7) == 70


def test_a_mortgaged_lot_of_the_group_does_not_undo_the_doubling() -> None:
    # rules-cases R03
    state = game(S(), S(deeds=ORANGE, mortgaged=(16,))).state
    assert rent(state, 19, 7) == 32
    assert owes_nothing(state, 16, 0)
    strict = game(S(), S(deeds=ORANGE, mortgaged=(16,)), group_rent_with_mortgage=False).state
    assert rent(strict, 19, 7) == 16
    assert rent(game(S(), S(deeds=ORANGE), group_rent_with_mortgage=False).state, 19, 7) == 32


def test_bare_lots_of_a_group_with_a_house_elsewhere_are_still_doubled() -> None:
    # rules-cases R02
    state = game(S(), S(deeds=BROWN, levels=((1, 1),))).state
    assert [rent(state, deed, 7) for deed in BROWN] == [10, 8]


def test_a_group_in_several_hands_is_not_doubled() -> None:
    state = game(S(deeds=(37,)), S(deeds=(39,))).state
    assert [rent(state, deed, 7) for deed in DARK_BLUE] == [35, 50]


@pytest.mark.parametrize(("deed", "lander", "owes"), [(5, 0, True), (5, 1, False), (15, 0, False), (25, 0, False)])
def test_the_banks_ones_own_and_mortgaged_deeds_cost_nothing(deed: int, lander: int, owes: bool) -> None:
    # seat 1 has Reading (5) free and Pennsylvania (15) mortgaged, the bank has B. & O. (25); rules.md RNT-05, RNT-08
    state = game(S(), S(deeds=(5, 15), mortgaged=(15,))).state
    assert owes_nothing(state, deed, lander) is not owes


def test_the_first_seat_collects_like_any_other() -> None:
    state = game(S(deeds=(5, 15)), S()).state
    assert not owes_nothing(state, 5, 1)
    assert rent(state, 5, 7) == 50


def test_an_owner_in_jail_collects_unless_the_house_rule_says_no() -> None:
    # rules.md RNT-09 and section 5
    assert not owes_nothing(game(S(), S(deeds=(5,), jail=0)).state, 5, 0)
    assert owes_nothing(game(S(), S(deeds=(5,), jail=0), rent_in_jail=False).state, 5, 0)
    assert not owes_nothing(game(S(), S(deeds=(5,), space=10), rent_in_jail=False).state, 5, 0)


def test_with_the_fresh_roll_a_utility_counts_a_throw_of_its_own() -> None:
    lander = S(space=9)
    events = game(lander, S(deeds=(12,)), dice=[(1, 2), (6, 6)], utility_roll="fresh").handle(0, c.RollDice())
    assert payments(events) == [(0, 1, 48, "rent")]


def test_rent_follows_the_levels_of_the_short_game() -> None:
    assert rent_paid(11, PINK, 3, hotel_after=3) == [(0, 1, 450, "rent")]
    assert rent_paid(11, PINK, HOTEL, hotel_after=3) == [(0, 1, 750, "rent")]
