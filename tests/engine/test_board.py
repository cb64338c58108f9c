"""The shipped boards, figure by figure against the data sheet, and the tables derived from a board."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.board import (
    Board,
    BoardData,
    GetOutOfJailFree,
    InvalidBoard,
    builtin_boards,
    load_board,
    own_board,
    read_board,
)
from engine.board_file import BOARDS, DECKS

SHEET: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "boards.json").read_text(encoding="utf-8"))
EDITIONS = [(name, edition) for name, board in SHEET["boards"].items() for edition in board["editions"]]
NAMES = list(SHEET["boards"])
ISLAND = Path(__file__).parents[1] / "data" / "island.toml"


def sheet_spaces(name: str, edition: str) -> list[dict[str, Any]]:
    """The sheet's spaces with the edition's changes."""
    changes = SHEET["boards"][name]["editions"][edition].get("spaces", {})
    return [space | changes.get(str(space["index"]), {}) for space in SHEET["boards"][name]["spaces"]]


def sheet_decks(name: str, edition: str) -> dict[str, list[dict[str, Any]]]:
    """The sheet's cards of each deck in that edition."""
    board = SHEET["boards"][name]
    decks = board["default_decks"] | board["editions"][edition].get("decks", {})
    return {deck: SHEET["decks"][source]["cards"] for deck, source in decks.items()}


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_spaces_are_those_of_the_sheet(name: str, edition: str) -> None:
    board = load_board(name, edition)
    for space, expected in zip(board.spaces, sheet_spaces(name, edition), strict=True):
        rent = expected.get("rent") or expected.get("rent_by_count")
        rent = rent or list(expected.get("rent_dice_multiplier_by_count", {}).values())
        found = (space.index, space.id, space.name, space.type, space.group, space.deck, list(space.rent))
        wanted = (expected["index"], expected["id"], expected["name"], expected["type"])
        assert found == (*wanted, expected.get("group"), expected.get("deck"), rent)
        for field in ("price", "house_cost", "mortgage", "amount"):
            assert getattr(space, field) == expected.get(field, 0), (space.id, field)


@pytest.mark.parametrize("name", NAMES)
def test_figures_that_are_derived_agree_with_the_sheet(name: str) -> None:
    for space, expected in zip(load_board(name).spaces, sheet_spaces(name, "default"), strict=True):
        assert -(-space.mortgage * 11 // 10) == expected.get("unmortgage_cost", 0)
        if space.type == "street":
            assert space.house_cost == expected["hotel_cost"]
            assert 2 * space.rent[0] == expected["rent_full_group_unimproved"]


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_cards_are_those_of_the_sheet_in_its_order(name: str, edition: str) -> None:
    board = load_board(name, edition)
    expected = sheet_decks(name, edition)
    assert {deck: [card["id"] for card in cards] for deck, cards in expected.items()} == {
        deck: list(cards) for deck, cards in board.decks.items()
    }
    for deck, cards in expected.items():
        assert len(cards) == 16
        for card in cards:
            found = msgspec.to_builtins(board.card[card["id"]])
            # An effect of the sheet leaves out what has its usual value.
            assert found["effect"] | card["effect"] == found["effect"]
            assert (found["text"], board.deck_of[card["id"]]) == (card["text"], deck)
        assert sum(isinstance(board.card[card["id"]].effect, GetOutOfJailFree) for card in cards) == 1


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_groups_are_those_of_the_sheet(name: str, edition: str) -> None:
    board = load_board(name, edition)
    by_order = sorted(SHEET["groups"].items(), key=lambda item: item[1]["order"])
    for (group_id, expected), group, members in zip(by_order, board.groups, board.members, strict=True):
        assert (group.id, list(group.spaces), list(members)) == (group_id, expected["spaces"], expected["spaces"])
        assert group.buildable == (expected["house_cost"] is not None)
        assert {board.house_cost[space] for space in members} == {expected["house_cost"] or 0}


@pytest.mark.parametrize("name", NAMES)
def test_the_rest_of_the_sheet(name: str) -> None:
    expected = SHEET["boards"][name]
    board = load_board(name)
    assert (board.data.id, board.data.title, board.currency) == (name, expected["title"], expected["currency"])
    assert board.data.income_tax_share_percent == expected["income_tax_share_percent"]
    assert board.data.editions == tuple(expected["editions"])
    assert (board.size, board.go, board.jail) == (SHEET["common"]["board_size"], 0, expected["jail_space"])
    assert len(board.deeds) == SHEET["common"]["title_deeds"]
    assert sum(board.price) == SHEET["common"]["money_checksum_all_28_properties"]


def test_every_board_and_deck_file_is_in_the_sheet() -> None:
    assert builtin_boards() == tuple(sorted(NAMES))
    assert {file.stem for file in DECKS.glob("*.toml")} == set(SHEET["decks"])


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_mortgage_is_half_the_price(name: str, edition: str) -> None:
    board = load_board(name, edition)
    assert [board.mortgage[deed] for deed in board.deeds] == [board.price[deed] // 2 for deed in board.deeds]


@pytest.mark.parametrize(("edition", "tax", "deck"), [("default", 100, "us_ch_go"), ("pre_2008", 75, "us_ch_old_go")])
def test_us_editions_differ_in_luxury_tax_and_decks(edition: str, tax: int, deck: str) -> None:
    board = load_board("us_classic", edition)
    assert board.data.edition == edition
    assert board.spaces[board.index_of["luxury_tax"]].amount == tax
    assert deck in board.decks["chance"]


@pytest.mark.parametrize(("edition", "rent"), [("default", 22), ("modern", 24)])
def test_uk_editions_differ_in_piccadilly(edition: str, rent: int) -> None:
    board = load_board("uk_classic", edition)
    assert board.rent[board.index_of["piccadilly"]][0] == rent


@pytest.mark.parametrize(
    ("kind", "field"), [("railroad", "advance_nearest_railroad"), ("utility", "advance_nearest_utility")]
)
def test_nearest_follows_the_movement_tables(kind: str, field: str) -> None:
    chance = SHEET["movement_tables"]["from_chance_square"][field]
    tables = SHEET["movement_tables"]
    chest = tables["from_community_chest_square_when_a_Chance_card_is_taken (UK pay_or_draw)"][field]
    for start, target in (chance | chest).items():
        expected = target["to"] if isinstance(target, dict) else target
        assert load_board("uk_classic").nearest(kind, int(start)) == expected


def test_nearest_starts_after_the_space_itself() -> None:
    board = load_board()
    assert board.nearest("railroad", 35) == 5
    assert board.nearest("utility", 12) == 28
    with pytest.raises(KeyError):
        board.nearest("card", 0)


@pytest.mark.parametrize("name", NAMES)
def test_tables_agree_with_the_spaces(name: str) -> None:
    board = load_board(name)
    for space in board.spaces:
        index = space.index
        assert board.index_of[space.id] == index
        assert (board.type[index], board.price[index], board.rent[index]) == (space.type, space.price, space.rent)
        assert (index in board.deed_set) == (index in board.deeds) == (space.group is not None)
        group = board.group_of[index]
        assert (board.groups[group].id if group >= 0 else None) == space.group


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_short_names_fit_a_cell_and_tell_deeds_apart(name: str, edition: str) -> None:
    board = load_board(name, edition)
    shorts = [board.spaces[deed].short for deed in board.deeds]
    assert len(set(shorts)) == len(shorts)
    assert all(0 < len(space.short) <= 7 for space in board.spaces)
    for deed in board.deeds:
        # Recognizable: the letters of the name in their order, beginning with its first.
        name_letters = board.spaces[deed].name.removeprefix("The ").lower().replace("cross", "x")
        letters = [letter for letter in board.spaces[deed].short.lower() if letter.isalpha()]
        assert letters[0] == name_letters[0]
        rest = iter(name_letters)
        assert all(letter in rest for letter in letters), board.spaces[deed]


def test_a_board_is_built_once() -> None:
    assert load_board("us_classic", "default") is load_board("us_classic", "default")
    assert load_board().data.id == "us_classic"
    assert repr(load_board()) == "Board('us_classic', edition='default')"


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_a_board_survives_the_wire(name: str, edition: str) -> None:
    data = load_board(name, edition).data
    decoded = msgspec.msgpack.decode(msgspec.msgpack.encode(data), type=BoardData)
    assert decoded == data
    assert Board(decoded).decks == load_board(name, edition).decks


@pytest.mark.parametrize("name", ["atlantis", "../boards/us_classic", ""])
def test_an_unknown_board_is_refused(name: str) -> None:
    with pytest.raises(InvalidBoard, match="expected one of uk_classic, us_classic, found"):
        load_board(name)


def test_an_unknown_edition_is_refused() -> None:
    message = "us_classic.toml: editions, name: expected one of default, pre_2008, found 'modern'"
    with pytest.raises(InvalidBoard, match=message):
        load_board("us_classic", "modern")


def test_a_board_of_ones_own_is_read_by_path() -> None:
    board = read_board(str(BOARDS / "uk_classic.toml"), "modern")
    assert (board.data.id, board.data.edition) == ("uk_classic", "modern")


def test_an_own_board_is_judged_and_has_an_id_of_its_own() -> None:
    data = read_board(ISLAND).data
    assert own_board(data, "island").data is data
    with pytest.raises(InvalidBoard, match="board, id: expected an id that no shipped board has, found uk_classic"):
        own_board(msgspec.structs.replace(data, id="uk_classic"), "their board")
    with pytest.raises(InvalidBoard, match="their board: board, jail: expected the index of the jail space, found 3"):
        own_board(msgspec.structs.replace(data, jail=3), "their board")
