"""Boards of a user's own: what may be left out, and each fault told by file, entry and field."""

from pathlib import Path

import pytest

from engine.board import InvalidBoard, read_board
from engine.board_data import AdvanceNearest, AdvanceTo, MoveBackTo, Pay
from engine.board_file import read_board_data

ISLAND = Path(__file__).parents[1] / "data" / "island.toml"
BOTTLE = ISLAND.with_name("island_bottle.toml")


def written(folder: Path, change: tuple[str, str] = ("", ""), deck_change: tuple[str, str] = ("", "")) -> Path:
    """The island in a folder of its own, with the first occurrence of a text replaced in board or deck file."""
    for source, (old, new) in ((ISLAND, change), (BOTTLE, deck_change)):
        text = source.read_text(encoding="utf-8")
        assert old in text
        (folder / source.name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / ISLAND.name


def test_a_board_of_another_size_is_read() -> None:
    board = read_board(ISLAND)
    assert (board.size, board.jail, board.currency, board.deeds) == (14, 6, "¤", (1, 3, 5, 8, 9))
    assert board.house_cost[1] == board.house_cost[3] == 40
    assert board.rent[5] == board.rent[9] == (20, 45)
    assert board.rent[8] == (5,)
    assert board.members == ((1, 3), (5, 9), (8,))
    assert board.nearest("railroad", 9) == 5
    assert board.data.income_tax_share_percent == 15


def test_a_mortgage_is_half_the_price_unless_given() -> None:
    board = read_board(ISLAND)
    assert (board.mortgage[1], board.mortgage[3]) == (30, 35)


def test_decks_come_inline_and_from_files_and_targets_by_id_and_index() -> None:
    board = read_board(ISLAND)
    assert board.decks["bottle"] == ("bottle_pass", "bottle_ferry", "bottle_choice")
    assert board.card["bottle_ferry"].effect == AdvanceNearest("railroad", rent_multiplier=2)
    assert board.card["tide_out"].effect == AdvanceTo(3)
    assert board.card["tide_back"].effect == MoveBackTo(1)


def test_an_edition_replaces_decks_and_single_fields() -> None:
    board = read_board(ISLAND, "storm")
    assert board.data.editions == ("default", "storm")
    assert board.spaces[4].amount == 90
    assert board.card["storm"].effect == Pay(30)
    assert board.decks["tide"] == ("tide_out", "tide_back")


def test_a_shipped_deck_is_named_without_an_ending(tmp_path: Path) -> None:
    file = written(tmp_path, ('"island_bottle.toml"', '"us_2008_chance"'))
    with pytest.raises(InvalidBoard) as caught:
        read_board(file)
    # The deck is found; its targets are spaces that this board has not.
    assert (caught.value.file, caught.value.field) == ("us_2008_chance.toml", "effect.space")


FAULTS = [
    (('id = "island"\n', ""), "board", "id", "expected a value, found none"),
    (('title = "Island"', "title = 5"), "board", "title", "expected `str`, found `int`"),
    (("income_tax_share_percent", "income_tax_share"), "board", "income_tax_share", "found an unknown key"),
    (('"island_bottle.toml"', '"nowhere.toml"'), "file", "path", "found No such file or directory"),
    (('"island_bottle.toml"', '"nowhere"'), "decks", "bottle", "found 'nowhere'"),
    (('"island_bottle.toml"', "5"), "board", "decks[...]", "found `int`"),
    (
        ('kind = "street"', 'kind = "swamp"'),
        "group 0 (shore)",
        "kind",
        "one of street, railroad, utility, found 'swamp'",
    ),
    (("house_cost = 40", ""), "group shore", "house_cost", "expected a value for a street group, found none"),
    (("house_cost = 40", "house_cost = 40\nrent = [1]"), "group shore", "rent", "expected none for a street group"),
    (("rent = [20, 45]", ""), "group ferry", "rent", "expected a value for a railroad group, found none"),
    (("rent = [20, 45]", "rent = [20, 45]\nhouse_cost = 5"), "group ferry", "house_cost", "found 5"),
    (('name = "Shore"', 'name = "Shore"\nhue = 1'), "group 0 (shore)", "hue", "found an unknown key"),
    (('id = "beach"\n', ""), "space 1 (no id)", "id", "expected a value, found none"),
    (('short = "Beach"\n', ""), "space 1 (beach)", "short", "expected a value, found none"),
    (('type = "tax"', 'type = "toll"'), "space 4 (income_tax)", "type", "found 'toll'"),
    (("price = 61", 'price = "61"'), "space 1 (beach)", "price", "expected `int`, found `str`"),
    (("price = 61", "price = 61.0"), "space 1 (beach)", "price", "expected `int`, found `float`"),
    (("price = 61", ""), "space 1 (beach)", "price", "expected a value on a street space, found none"),
    (("price = 61", "price = 61\namount = 3"), "space 1 (beach)", "amount", "expected none on a street space, found 3"),
    (("price = 61", "price = 61\nhouse_cost = 3"), "space 1 (beach)", "house_cost", "found an unknown key"),
    (("rent = [2, 10, 30, 90, 160, 250]", ""), "space 1 (beach)", "rent", "expected a value on a street space"),
    (
        ("price = 100", "price = 100\nrent = [1, 2]"),
        "space 5 (north_ferry)",
        "rent",
        "expected none on a railroad space",
    ),
    (("amount = 60", ""), "space 4 (income_tax)", "amount", "expected a value on a tax space, found none"),
    (('deck = "bottle"', ""), "space 2 (bottle_2)", "deck", "expected a value on a card space, found none"),
    (('group = "shore"', 'group = "shoal"'), "space 1 (beach)", "group", "one of shore, ferry, spring, found 'shoal'"),
    (('group = "shore"', 'group = "ferry"'), "space 1 (beach)", "group", "expected a street group, found ferry"),
    (('space = "reef"', 'space = "rift"'), "deck tide, card 0 (tide_out)", "effect.space", "found 'rift'"),
    (('space = "reef"', "space = 1.5"), "deck tide, card 0 (tide_out)", "effect.space", "expected `int`"),
    (('"advance_to", space', '"advance", space'), "deck tide, card 0 (tide_out)", "effect.type", "found 'advance'"),
    (('"reef" }', '"reef", far = 1 }'), "deck tide, card 0 (tide_out)", "effect.far", "found an unknown key"),
    (('text = "The tide carries you to the Reef."\n', ""), "deck tide, card 0", "text", "expected a value, found none"),
    (('id = "brig"', 'id = "brig'), "file", "text", "expected TOML"),
]


@pytest.mark.parametrize(("change", "entry", "field", "problem"), FAULTS)
def test_a_fault_names_file_entry_and_field(
    tmp_path: Path, change: tuple[str, str], entry: str, field: str, problem: str
) -> None:
    file = written(tmp_path, change)
    with pytest.raises(InvalidBoard) as caught:
        read_board_data(file)
    assert (caught.value.entry, caught.value.field) == (entry, field)
    assert problem in caught.value.problem
    assert str(caught.value) == f"{caught.value.file}: {entry}, {field}: {caught.value.problem}"
    assert caught.value.file == ("nowhere.toml" if change[1] == '"nowhere.toml"' else "island.toml")


def test_an_edition_of_an_unknown_space_is_a_fault(tmp_path: Path) -> None:
    file = written(tmp_path, ("storm.spaces.income_tax", "storm.spaces.tax"))
    with pytest.raises(
        InvalidBoard, match="island.toml: edition storm, spaces: expected the id of a space, found 'tax'"
    ):
        read_board(file, "storm")


def test_an_edition_can_not_change_what_a_space_has_not(tmp_path: Path) -> None:
    file = written(tmp_path, ("amount = 90", "rent = [90]"))
    with pytest.raises(InvalidBoard, match="space 4 .income_tax., rent: expected none on a tax space"):
        read_board(file, "storm")


@pytest.mark.parametrize(
    ("change", "entry", "field"),
    [
        (('title = "Messages found on the beach"', ""), "deck", "title"),
        (('kind = "railroad"', 'kind = "street"'), "deck bottle, card 1 (bottle_ferry)", "effect.kind"),
        (
            ('kind = "railroad"', 'kind = "railroad", fresh_roll = true'),
            "deck bottle, card bottle_ferry",
            "effect.fresh_roll",
        ),
        (('deck = "tide"', 'deck = "ebb"'), "deck bottle, card bottle_choice", "effect.deck"),
    ],
)
def test_a_fault_in_a_deck_names_the_file_of_the_deck(
    tmp_path: Path, change: tuple[str, str], entry: str, field: str
) -> None:
    file = written(tmp_path, deck_change=change)
    with pytest.raises(InvalidBoard) as caught:
        read_board(file)
    assert (caught.value.file, caught.value.entry, caught.value.field) == ("island_bottle.toml", entry, field)


def test_an_unknown_edition_is_a_fault() -> None:
    with pytest.raises(InvalidBoard, match="editions, name: expected one of default, storm, found 'calm'"):
        read_board(ISLAND, "calm")


def test_a_missing_board_file_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(InvalidBoard, match="none.toml: file, path: expected a readable file, found No such file"):
        read_board(tmp_path / "none.toml")
