"""Presets, files and single switches on top of each other, and the contradictions that are refused."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.board import load_board, read_board
from engine.ruleset import (
    RULESETS,
    SWITCHES,
    InvalidRuleset,
    Ruleset,
    board_of,
    load_ruleset,
    parse_switch,
    presets,
    validate,
)

ISLAND = Path(__file__).parents[1] / "data" / "island.toml"

MAGNATE: dict[str, object] = {
    "turn_order": "opening_roll",
    "card_draw": "random",
    "asset_window": "own_turn",
    "liquidation": "debt_only",
    "auctions": True,
    "auction_opening": 1,
    "rent_claim": "automatic",
    "jail_doubles_roll_again": True,
    "income_tax": "flat",
    "building_shortage": "first_come",
    "mortgage_transfer": "none",
    "one_sided_trades": True,
    "bank_bankruptcy": "return",
    "early_end": "vote",
}
WIKIBOOK: dict[str, object] = {
    "asset_window": "between_steps",
    "rent_claim": "before_next_roll",
    "auction_opening": 10,
    "auction_increment": 1,
    "group_rent_with_mortgage": True,
    "utility_roll": "arriving",
    "income_tax": "flat",
    "jail_doubles_roll_again": False,
    "building_shortage": "auction",
    "building_auction_opening": 10,
    "mortgage_transfer": "interest_now",
    "one_sided_trades": False,
    "bank_bankruptcy": "auction",
    "early_end": "off",
}
PRESETS: dict[str, dict[str, object]] = {
    "official": {},
    "magnate": MAGNATE,
    "magnate_no_auctions": MAGNATE | {"auctions": False},
    "windows": {
        "asset_window": "between_steps",
        "liquidation": "any_window",
        "rent_claim": "automatic",
        "jail_doubles_roll_again": True,
        "building_shortage": "auction",
        "early_end": "off",
    },
    "wikibook": WIKIBOOK,
    "wikibook_early": WIKIBOOK | {"income_tax": "choice", "edition": "pre_2008"},
    "parker": {
        "auction_opening": 1,
        "rent_claim": "automatic",
        "group_rent_with_mortgage": True,
        "income_tax": "choice",
        "edition": "pre_2008",
        "early_end": "off",
    },
    "short": {"deal_deeds": 2, "hotel_after": 3, "jail_fine": 50, "early_end": "bankruptcies", "early_end_value": 2},
    "timed": {"deal_deeds": 2, "early_end": "time", "early_end_value": 60},
}


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_preset_is_as_the_rules_write_it(name: str) -> None:
    expected = msgspec.structs.replace(Ruleset(), preset=name, **PRESETS[name])
    assert load_ruleset(name) == expected
    validate(load_ruleset(name), board_of(load_ruleset(name)))


def test_every_preset_has_its_line() -> None:
    assert set(presets()) == set(PRESETS) == {file.stem for file in RULESETS.glob("*.toml")}
    assert next(iter(presets())) == "official"
    assert all(presets().values())


def test_without_anything_the_ruleset_is_official() -> None:
    assert load_ruleset() == Ruleset()


def test_overrides_win_over_the_preset() -> None:
    ruleset = load_ruleset("magnate", {"auction_opening": 5, "one_sided_trades": "off", "houses": 20})
    assert (ruleset.auction_opening, ruleset.one_sided_trades, ruleset.houses) == (5, False, 20)
    assert ruleset.turn_order == "opening_roll"


@pytest.mark.parametrize("name", ["offical", "", "../boards/us_classic"])
def test_an_unknown_preset_is_refused(name: str) -> None:
    with pytest.raises(InvalidRuleset, match="preset: expected one of magnate, .*, found "):
        load_ruleset(name)


def test_a_wrong_override_is_refused() -> None:
    with pytest.raises(InvalidRuleset, match="max_players: expected a whole number from 2 to 8, found 9"):
        load_ruleset(overrides={"max_players": 9})


@pytest.mark.parametrize("name", ["preset", "extends", "about"])
def test_an_override_is_a_switch(name: str) -> None:
    with pytest.raises(InvalidRuleset, match=f"{name}: expected the name of a switch"):
        load_ruleset(overrides={name: "magnate"})


def write(file: Path, text: str) -> Path:
    """The file with that text in it."""
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_stands_on_what_it_extends(tmp_path: Path) -> None:
    file = write(tmp_path / "house.toml", 'about = "ours"\nextends = "magnate"\nauction_opening = 7\nhouses = 40\n')
    ruleset = load_ruleset("windows", {"houses": 41}, file)
    assert (ruleset.preset, ruleset.turn_order, ruleset.auction_opening) == ("house", "opening_roll", 7)
    assert ruleset.houses == 41
    assert ruleset.early_end == "vote"


def test_a_file_that_extends_nothing_stands_on_the_preset(tmp_path: Path) -> None:
    file = write(tmp_path / "house.toml", "houses = 40\n")
    assert load_ruleset("windows", file=str(file)).jail_doubles_roll_again
    assert not load_ruleset(file=file).jail_doubles_roll_again


def test_a_file_extends_another_file(tmp_path: Path) -> None:
    write(tmp_path / "base.toml", 'extends = "wikibook"\nhouses = 40\nhotels = 5\n')
    file = write(tmp_path / "house.toml", 'extends = "base.toml"\nhotels = 6\n')
    ruleset = load_ruleset(file=file)
    assert (ruleset.rent_claim, ruleset.houses, ruleset.hotels) == ("before_next_roll", 40, 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('auctions = "maybe"', "house.toml: auctions: expected on or off, found maybe"),
        ("auction = true", "house.toml: auction: expected the name of a switch (perhaps auctions), found on"),
        ('preset = "magnate"', "house.toml: preset: expected the name of a switch, found magnate"),
        ("extends = 5", "house.toml: extends: expected a preset or a file name ending in .toml, found 5"),
        ('extends = "house.toml"', "house.toml: extends: expected a ruleset that does not lead back, found house.toml"),
        ('extends = "none.toml"', "none.toml: path: expected a readable file, found No such file or directory"),
        ("auctions = ", "house.toml: text: expected TOML, found invalid value (at end of document)"),
        ("[rules]\nauctions = true", "house.toml: rules: expected the name of a switch, found {'auctions': True}"),
    ],
)
def test_a_fault_in_a_file_names_file_and_switch(tmp_path: Path, text: str, message: str) -> None:
    file = write(tmp_path / "house.toml", text)
    with pytest.raises(InvalidRuleset) as caught:
        load_ruleset(file=file)
    assert str(caught.value) == message


def test_files_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "a.toml", 'extends = "b.toml"')
    write(tmp_path / "b.toml", 'extends = "a.toml"')
    with pytest.raises(
        InvalidRuleset, match="b.toml: extends: expected a ruleset that does not lead back, found a.toml"
    ):
        load_ruleset(file=tmp_path / "a.toml")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("auctions=off", ("auctions", False)),
        (" go_exact = 2 ", ("go_exact", 2)),
        ("board=uk_classic", ("board", "uk_classic")),
        ("early_end=off", ("early_end", "off")),
        ("building_auction_opening=10", ("building_auction_opening", 10)),
    ],
)
def test_a_switch_is_parsed(text: str, expected: tuple[str, object]) -> None:
    assert parse_switch(text) == expected
    assert getattr(load_ruleset(overrides=dict([parse_switch(text)])), expected[0]) == expected[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("auctions", "auctions: expected name=value, found no ="),
        ("=5", ": expected the name of a switch, found 5"),
        ("houses=", "houses: expected a whole number from 0 to 1000, found "),
        ("houses=-1", "houses: expected a whole number from 0 to 1000, found -1"),
        ("go_exact=3", "go_exact: expected one of 1, 2, found 3"),
        ("houses=1=2", "houses: expected a whole number from 0 to 1000, found 1=2"),
    ],
)
def test_a_wrong_switch_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidRuleset) as caught:
        parse_switch(text)
    assert str(caught.value) == message


def test_auctions_off_take_the_auction_of_the_bank_with_them() -> None:
    assert load_ruleset(overrides={"auctions": False}).bank_bankruptcy == "return"
    assert load_ruleset("wikibook", {"auctions": "off"}).bank_bankruptcy == "return"


@pytest.mark.parametrize("overrides", [{"auctions": False, "bank_bankruptcy": "auction"}])
def test_auctions_off_contradict_an_auction_of_the_bank_that_was_asked_for(overrides: dict[str, object]) -> None:
    with pytest.raises(InvalidRuleset, match="bank_bankruptcy: expected return with auctions off, found auction"):
        load_ruleset(overrides=overrides)
    with pytest.raises(InvalidRuleset, match="bank_bankruptcy: expected return with auctions off, found auction"):
        load_ruleset("magnate_no_auctions", {"bank_bankruptcy": "auction"})
    with pytest.raises(InvalidRuleset, match="bank_bankruptcy: expected return with auctions off, found auction"):
        validate(msgspec.convert(overrides, Ruleset), load_board())


@pytest.mark.parametrize("ending", ["time", "rounds", "bankruptcies"])
def test_an_early_end_by_count_needs_its_value(ending: str) -> None:
    with pytest.raises(InvalidRuleset, match=f"early_end_value: expected 1 or more with early_end {ending}, found 0"):
        load_ruleset(overrides={"early_end": ending})
    assert load_ruleset(overrides={"early_end": ending, "early_end_value": 1}).early_end == ending


@pytest.mark.parametrize("ending", ["off", "vote", "host"])
def test_an_early_end_without_count_needs_no_value(ending: str) -> None:
    assert load_ruleset(overrides={"early_end": ending}).early_end_value == 0


def test_the_board_of_a_ruleset() -> None:
    board = board_of(load_ruleset("parker"))
    assert (board.data.id, board.data.edition) == ("us_classic", "pre_2008")


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        (Ruleset(board="atlantis"), "board: expected one of uk_classic, us_classic, found atlantis"),
        (Ruleset(edition="modern"), "edition: expected one of default, pre_2008 with board us_classic, found modern"),
        (
            Ruleset(board="uk_classic", edition="pre_2008"),
            "edition: expected one of default, modern with board uk_classic, found pre_2008",
        ),
    ],
)
def test_a_ruleset_without_a_board_is_refused(ruleset: Ruleset, message: str) -> None:
    with pytest.raises(InvalidRuleset) as caught:
        board_of(ruleset)
    assert str(caught.value) == message


CONTRADICTIONS: list[tuple[dict[str, Any], str, int | None, str]] = [
    (
        {"board": "us_classic"},
        "uk_classic",
        None,
        "board: expected uk_classic, the board of this table, found us_classic",
    ),
    (
        {"edition": "pre_2008"},
        "us_classic",
        None,
        "edition: expected default, the edition of the loaded board, found pre_2008",
    ),
    (
        {"board": "uk_classic", "income_tax": "choice"},
        "uk_classic",
        None,
        "income_tax: expected flat with board uk_classic, which has no income_tax_share_percent, found choice",
    ),
    (
        {"deal_deeds": 4},
        "us_classic",
        None,
        "deal_deeds: expected at most 3 with max_players 8 and the 28 deeds of the board, found 4",
    ),
    (
        {"deal_deeds": 4},
        "us_classic",
        8,
        "deal_deeds: expected at most 3 with 8 seats and the 28 deeds of the board, found 4",
    ),
    (
        {"deal_deeds": 5, "max_players": 2},
        "us_classic",
        2,
        "starting_cash: expected 1670 or more with deal_deeds 5 and deal_price on, found 1500",
    ),
    (
        {"deal_deeds": 2, "starting_cash": 749},
        "us_classic",
        2,
        "starting_cash: expected 750 or more with deal_deeds 2 and deal_price on, found 749",
    ),
    ({"max_players": 4}, "us_classic", 5, "seats: expected 2 to 4, the max_players, found 5"),
    ({}, "us_classic", 1, "seats: expected 2 to 8, the max_players, found 1"),
    ({"early_end": "time"}, "us_classic", 4, "early_end_value: expected 1 or more with early_end time, found 0"),
]


@pytest.mark.parametrize(("changes", "board", "seats", "message"), CONTRADICTIONS)
def test_contradictions_with_board_and_seats(
    changes: dict[str, Any], board: str, seats: int | None, message: str
) -> None:
    with pytest.raises(InvalidRuleset) as caught:
        validate(Ruleset(**changes), load_board(board), seats)
    assert str(caught.value) == message


@pytest.mark.parametrize("value", ["pot", "fixed"])
def test_free_parking_needs_its_space(value: str) -> None:
    island = read_board(ISLAND)
    spaces = tuple(
        msgspec.structs.replace(space, type="go_to_jail") if space.type == "free_parking" else space
        for space in island.spaces
    )
    board = type(island)(msgspec.structs.replace(island.data, spaces=spaces))
    ruleset = msgspec.convert({"board": "island", "free_parking": value}, Ruleset)
    validate(ruleset, island)
    with pytest.raises(InvalidRuleset, match=f"free_parking: expected nothing with board island, .*, found {value}"):
        validate(ruleset, board)


@pytest.mark.parametrize(
    ("changes", "seats"),
    [
        ({"deal_deeds": 3}, 8),
        ({"deal_deeds": 4}, 7),
        ({"deal_deeds": 9, "deal_price": False}, 3),
        ({"deal_deeds": 9, "starting_cash": 5000}, 3),
        ({"deal_deeds": 2, "starting_cash": 750}, 2),
        ({"building_stock": "unlimited", "building_shortage": "auction"}, None),
        ({"hotel_after": 3, "direct_hotel": True, "even_build": False}, None),
        ({"houses": 0, "hotels": 0, "jail_fine": 0, "go_salary": 0}, None),
        ({"income_tax": "choice"}, 2),
        ({"early_end_value": 60}, None),
    ],
)
def test_what_only_looks_like_a_contradiction(changes: dict[str, Any], seats: int | None) -> None:
    validate(Ruleset(**changes), load_board(), seats)


def test_a_board_of_ones_own_is_named_by_its_id() -> None:
    ruleset = load_ruleset(overrides={"board": "island", "edition": "storm", "income_tax": "choice"})
    validate(ruleset, read_board(ISLAND, "storm"), 4)


def test_the_names_of_the_switches_are_offered() -> None:
    assert "auctions" in SWITCHES
