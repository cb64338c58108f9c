"""Each thing that makes a board unplayable is found, on boards that are right but for that."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.board_check import InvalidBoard, check_board
from engine.board_data import (
    AdvanceNearest,
    AdvanceTo,
    BoardData,
    Card,
    Collect,
    CollectFromEachPlayer,
    Effect,
    GetOutOfJailFree,
    GoToJail,
    MoveBackTo,
    MoveRelative,
    Pay,
    PayEachPlayer,
    PayOrDraw,
    Repairs,
)
from engine.board_file import read_board_data

replace = msgspec.structs.replace

ISLAND = read_board_data(Path(__file__).parents[1] / "data" / "island.toml")


def with_space(index: int, /, **changes: Any) -> BoardData:
    """The island with some fields of one space changed."""
    spaces = list(ISLAND.spaces)
    spaces[index] = replace(spaces[index], **changes)
    return replace(ISLAND, spaces=tuple(spaces))


def with_group(index: int, /, **changes: Any) -> BoardData:
    """The island with some fields of one group changed."""
    groups = list(ISLAND.groups)
    groups[index] = replace(groups[index], **changes)
    return replace(ISLAND, groups=tuple(groups))


def with_cards(*effects: Effect) -> BoardData:
    """The island with a tide deck of these effects, behind a card that is always right."""
    cards = (Card("right", "right", Collect(1)), *(Card(f"c{i}", "text", e) for i, e in enumerate(effects)))
    return replace(ISLAND, decks=ISLAND.decks | {"tide": cards})


def found(data: BoardData) -> InvalidBoard:
    """The fault that the check finds."""
    with pytest.raises(InvalidBoard) as caught:
        check_board(data, "island.toml")
    return caught.value


def test_the_island_is_right() -> None:
    check_board(ISLAND, "island.toml")


SPACE_FAULTS: list[tuple[int, dict[str, Any], str, str]] = [
    (1, {"id": "Beach"}, "id", "found 'Beach'"),
    (1, {"id": "1beach"}, "id", "found '1beach'"),
    (1, {"id": "b" * 41}, "id", "expected up to 40"),
    (1, {"index": 2}, "index", "expected 1, found 2"),
    (1, {"name": ""}, "name", "expected text without blanks around it, found ''"),
    (1, {"name": " Beach"}, "name", "found ' Beach'"),
    (1, {"name": "Bea\x1b[31mch"}, "name", "expected printable characters"),
    (1, {"name": "Bea\u202ech"}, "name", "expected printable characters"),
    (1, {"name": "B" * 41}, "name", "expected at most 40 characters, found 41"),
    (1, {"short": "Beaches!"}, "short", "expected at most 7 characters, found 8 in 'Beaches!'"),
    (1, {"short": "海海海海"}, "short", "expected at most 7 characters, found 8"),
    (1, {"group": "shoal"}, "group", "expected one of shore, ferry, spring, found 'shoal'"),
    (1, {"group": None}, "group", "found None"),
    (1, {"price": 0}, "price", "expected 1 to 1000000, found 0"),
    (1, {"price": -5}, "price", "found -5"),
    (1, {"price": 1_000_001}, "price", "found 1000001"),
    (1, {"mortgage": 62}, "mortgage", "expected 1 to 61, found 62"),
    (1, {"mortgage": 0}, "mortgage", "expected 1 to 61, found 0"),
    (1, {"house_cost": 0}, "house_cost", "found 0"),
    (1, {"rent": (2, 10, 30, 90, 90, 250)}, "rent", "expected strictly rising figures, found 90 after 90"),
    (1, {"rent": (2, 10, 30, 20, 90, 250)}, "rent", "expected strictly rising figures, found 20 after 30"),
    (1, {"rent": (0, 10, 30, 90, 160, 250)}, "rent", "found 0"),
    (1, {"rent": (2, 10, 30, 90, 160)}, "rent", "expected 6 figures, bare to hotel, found 5"),
    (1, {"rent": (2, 4, 10, 30, 90, 160, 250)}, "rent", "found 7"),
    (2, {"deck": "ebb"}, "deck", "expected one of bottle, tide, found 'ebb'"),
    (4, {"amount": 0}, "amount", "found 0"),
]


@pytest.mark.parametrize(("index", "changes", "field", "problem"), SPACE_FAULTS)
def test_a_fault_of_a_space(index: int, changes: dict[str, Any], field: str, problem: str) -> None:
    data = with_space(index, **changes)
    fault = found(data)
    space = data.spaces[index]
    assert (fault.file, fault.entry, fault.field) == ("island.toml", f"space {space.index} ({space.id})", field)
    assert problem in fault.problem


BOARD_FAULTS: list[tuple[BoardData, str, str, str]] = [
    (replace(ISLAND, id="My Island"), "board", "id", "found 'My Island'"),
    (replace(ISLAND, title="T" * 61), "board", "title", "expected at most 60 characters"),
    (replace(ISLAND, currency=""), "board", "currency", "found ''"),
    (replace(ISLAND, spaces=ISLAND.spaces[:11]), "board", "spaces", "expected 12 to 200 spaces, found 11"),
    (replace(ISLAND, spaces=ISLAND.spaces * 15), "board", "spaces", "expected 12 to 200 spaces, found 210"),
    (with_space(3, id="beach"), "spaces", "id", "expected each only once, found 'beach' 2 times"),
    (with_space(3, short="Beach"), "spaces", "short", "found 'Beach' 2 times"),
    (with_space(10, type="go"), "spaces", "type", "expected exactly one go space, found 2"),
    (with_space(0, type="free_parking"), "spaces", "type", "expected exactly one go space, found 0"),
    (with_space(10, type="jail"), "spaces", "type", "expected exactly one jail space, found 2"),
    (with_space(6, type="free_parking"), "spaces", "type", "expected exactly one jail space, found 0"),
    (replace(ISLAND, jail=5), "board", "jail", "expected the index of the jail space, found 5"),
    (replace(ISLAND, jail=-1), "board", "jail", "found -1"),
    (with_group(0, name=""), "group shore", "name", "found ''"),
    (with_group(0, spaces=(1,)), "group shore", "spaces", "(1, 3), found (1,)"),
    (replace(ISLAND, groups=(*ISLAND.groups, replace(ISLAND.groups[0], id="dune"))), "group dune", "spaces", "()"),
    (replace(ISLAND, groups=(*ISLAND.groups, ISLAND.groups[0])), "groups", "id", "found 'shore' 2 times"),
    (with_space(3, type="railroad"), "group shore", "kind", "expected deeds of one kind, found railroad, street"),
    (with_group(0, buildable=False), "group shore", "buildable", "found street"),
    (with_group(1, buildable=True), "group ferry", "buildable", "found railroad"),
    (with_space(5, rent=(20, 45, 60)), "group ferry", "rent", "expected 2 figures, one per number owned, found 3"),
    (with_space(8, rent=()), "group spring", "rent", "expected 1 figures, one per number owned, found 0"),
    (replace(ISLAND, income_tax_share_percent=0), "board", "income_tax_share_percent", "expected 1 to 100, found 0"),
    (with_space(4, id="excise"), "board", "income_tax_share_percent", "a tax space with the id income_tax"),
]


@pytest.mark.parametrize(("data", "entry", "field", "problem"), BOARD_FAULTS)
def test_a_fault_of_the_board(data: BoardData, entry: str, field: str, problem: str) -> None:
    fault = found(data)
    assert (fault.entry, fault.field) == (entry, field)
    assert problem in fault.problem


def test_go_is_the_first_space() -> None:
    turned = (*ISLAND.spaces[1:], ISLAND.spaces[0])
    spaces = tuple(replace(space, index=index) for index, space in enumerate(turned))
    groups = tuple(replace(g, spaces=tuple(space - 1 for space in g.spaces)) for g in ISLAND.groups)
    fault = found(replace(ISLAND, spaces=spaces, groups=groups, jail=5))
    assert (fault.entry, fault.problem) == ("space 0 (beach)", "expected go as the first space, found street")


def test_a_board_has_a_deed() -> None:
    spaces = tuple(replace(space, type="free_parking") if space.group is not None else space for space in ISLAND.spaces)
    assert found(replace(ISLAND, spaces=spaces)).problem == "expected at least one deed, found none"


EFFECT_FAULTS: list[tuple[Effect, str, str]] = [
    (AdvanceTo(14), "space", "expected 0 to 13, found 14"),
    (AdvanceTo(-1), "space", "found -1"),
    (MoveBackTo(14), "space", "found 14"),
    (MoveBackTo(1, collect_go=True), "collect_go", "expected false"),
    (MoveRelative(0), "spaces", "expected 1 to 13 either way, found 0"),
    (MoveRelative(-14), "spaces", "found -14"),
    (MoveRelative(-3, collect_go=True), "collect_go", "expected false"),
    (AdvanceNearest("railroad", rent_multiplier=0), "rent_multiplier", "found 0"),
    (AdvanceNearest("railroad", fresh_roll=True, dice_multiplier=10), "fresh_roll", "found railroad"),
    (AdvanceNearest("utility", fresh_roll=True), "dice_multiplier", "found 0"),
    (AdvanceNearest("utility", dice_multiplier=10), "dice_multiplier", "expected 0 without a fresh throw, found 10"),
    (Collect(0), "amount", "found 0"),
    (Pay(-1), "amount", "found -1"),
    (PayEachPlayer(0), "amount", "found 0"),
    (CollectFromEachPlayer(1_000_001), "amount", "found 1000001"),
    (Repairs(0, 100), "per_house", "found 0"),
    (Repairs(25, 0), "per_hotel", "found 0"),
    (PayOrDraw(0, "tide"), "amount", "found 0"),
    (PayOrDraw(5, "ebb"), "deck", "expected one of bottle, tide, found 'ebb'"),
]


@pytest.mark.parametrize(("effect", "field", "problem"), EFFECT_FAULTS)
def test_a_fault_of_an_effect(effect: Effect, field: str, problem: str) -> None:
    fault = found(with_cards(effect))
    assert (fault.entry, fault.field) == ("deck tide, card c0", f"effect.{field}")
    assert problem in fault.problem


def test_the_nearest_must_exist() -> None:
    fault = found(read_replaced_kind())
    assert (fault.entry, fault.field) == ("deck bottle, card bottle_ferry", "effect.kind")


def read_replaced_kind() -> BoardData:
    """The island with its ferries turned into free parking, so that no railroad is left."""
    spaces = tuple(
        replace(space, type="free_parking", group=None) if space.group == "ferry" else space for space in ISLAND.spaces
    )
    return replace(ISLAND, spaces=spaces, groups=(ISLAND.groups[0], ISLAND.groups[2]))


def with_deck(name: str, cards: tuple[Card, ...]) -> BoardData:
    """The island with a deck added or replaced."""
    return replace(ISLAND, decks=ISLAND.decks | {name: cards})


CARD = Card("fine", "A fine.", Pay(5))

DECK_FAULTS: list[tuple[BoardData, str, str, str]] = [
    (with_deck("tide", ()), "deck tide", "cards", "expected 1 to 200 cards, found 0"),
    (with_deck("Ebb", (CARD,)), "deck Ebb", "name", "found 'Ebb'"),
    (with_deck("tide", (CARD, CARD)), "deck tide", "id", "found 'fine' 2 times"),
    (with_deck("tide", (replace(CARD, id="bottle_pass"),)), "deck bottle, card bottle_pass", "id", "another deck"),
    (with_deck("tide", (replace(CARD, id="A fine"),)), "deck tide, card A fine", "id", "found 'A fine'"),
    (with_deck("tide", (replace(CARD, text=""),)), "deck tide, card fine", "text", "found ''"),
    (with_deck("tide", (replace(CARD, text="a\nb"),)), "deck tide, card fine", "text", "printable"),
]


@pytest.mark.parametrize(("data", "entry", "field", "problem"), DECK_FAULTS)
def test_a_fault_of_a_deck(data: BoardData, entry: str, field: str, problem: str) -> None:
    fault = found(data)
    assert (fault.entry, fault.field) == (entry, field)
    assert problem in fault.problem


@pytest.mark.parametrize(
    "effect", [AdvanceTo(7), MoveBackTo(2), MoveRelative(-3), GetOutOfJailFree(), PayOrDraw(5, "tide")]
)
def test_a_deck_that_only_leads_to_cards_never_ends(effect: Effect) -> None:
    fault = found(with_deck("tide", (Card("on", "On.", effect),)))
    assert fault.problem == "expected a card that does not lead to another card, found none"


def test_a_deck_that_mostly_leads_to_cards_might_go_on_for_too_long() -> None:
    cards = [Card(f"on_{number}", "On.", AdvanceTo(7)) for number in range(3)]
    ends = [Card("choice", "Pay or draw.", PayOrDraw(5, "tide")), *(Card(f"end_{number}", "End.", Pay(5)) for number in (1, 2))]
    jail = [Card(f"jail_{number}", "Out.", GetOutOfJailFree()) for number in range(2)]
    check_board(with_deck("tide", (*cards, *ends, *jail)), "island.toml")
    fault = found(with_deck("tide", (*cards, *ends[1:], *jail)))
    expected = "expected no more than half of 5 cards to move the token to where another may be drawn, found 3"
    assert (fault.entry, fault.field, fault.problem) == ("deck tide", "cards", expected)


@pytest.mark.parametrize("name", ["", "Storm", "\x1b[2J"])
def test_an_edition_has_a_plain_name(name: str) -> None:
    fault = found(replace(ISLAND, editions=("default", name)))
    assert (fault.entry, fault.field) == ("board", "editions")
    assert f"found {name!r}" in fault.problem


@pytest.mark.parametrize(
    "effect", [AdvanceTo(3), MoveBackTo(1), AdvanceNearest("utility"), GoToJail(), Pay(5), Repairs(25, 100)]
)
def test_a_card_that_ends_a_landing(effect: Effect) -> None:
    check_board(with_deck("tide", (Card("on", "On.", MoveRelative(-3)), Card("end", "End.", effect))), "island.toml")


@pytest.mark.parametrize(
    ("files", "file"), [({"tide": "tide.toml"}, "tide.toml"), ({}, "island.toml"), (None, "island.toml")]
)
def test_cards_are_reported_under_the_file_of_their_deck(files: dict[str, str] | None, file: str) -> None:
    with pytest.raises(InvalidBoard) as caught:
        check_board(with_cards(Pay(0)), "island.toml", files)
    assert caught.value.file == file
