"""Rules and boards out of files: what would be asked of a server, and what is refused before."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.chosen_rules import ChosenRules, choose_rules, resolve_rules
from client.errors import BadChoice
from engine.board import load_board, read_board
from engine.ruleset import Ruleset, load_ruleset

ISLAND = Path(__file__).parents[1] / "data" / "island.toml"


def house(folder: Path, text: str, name: str = "house") -> Path:
    """A ruleset file."""
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_files_the_server_is_to_judge() -> None:
    assert choose_rules("nonsense", {"houses": 20}) == ChosenRules("nonsense", {"houses": 20})


def test_a_ruleset_file_travels_as_its_switches_under_its_name(tmp_path: Path) -> None:
    file = house(tmp_path, 'extends = "magnate"\nauctions = "off"\nhouses = 20\n')
    chosen = choose_rules(switches={"hotels": 3}, rules_file=file)
    assert (chosen.preset, chosen.name, chosen.board) == ("official", "house", None)
    ruleset = load_ruleset(chosen.preset, chosen.overrides)
    assert (ruleset.auctions, ruleset.houses, ruleset.hotels, ruleset.card_draw) == (False, 20, 3, "random")
    assert "interest_rounding" not in chosen.overrides


def test_a_board_file_travels_whole_and_names_the_board_of_the_rules(tmp_path: Path) -> None:
    chosen = choose_rules("windows", {"edition": "storm"}, board_file=ISLAND)
    assert chosen == ChosenRules("windows", {"edition": "storm"}, board=read_board(ISLAND, "storm").data)
    both = choose_rules(rules_file=house(tmp_path, "houses = 9\n"), board_file=ISLAND)
    assert both == ChosenRules("official", {"board": "island", "houses": 9}, "house", read_board(ISLAND).data)


def test_the_resolved_ruleset_comes_with_its_board() -> None:
    ruleset, board = resolve_rules("parker")
    assert (ruleset.edition, board) == ("pre_2008", load_board("us_classic", "pre_2008"))
    ruleset, board = resolve_rules(board_file=ISLAND)
    assert ruleset == Ruleset(board="island")
    assert board.data == read_board(ISLAND).data


@pytest.mark.parametrize(
    ("preset", "switches", "problem"),
    [
        ("none", {}, "preset: expected one of magnate, .*, found none"),
        ("official", {"houses": -1}, "houses: expected a whole number from 0 to 1000, found -1"),
        ("official", {"board": "island"}, "board: expected one of uk_classic, us_classic, found island"),
        ("official", {"auctions": False, "bank_bankruptcy": "auction"}, "bank_bankruptcy: expected return"),
    ],
)
def test_rules_that_can_not_be_played(preset: str, switches: dict[str, bool | int | str], problem: str) -> None:
    with pytest.raises(BadChoice, match=problem):
        resolve_rules(preset, switches)


def test_files_that_can_not_be_played(tmp_path: Path) -> None:
    with pytest.raises(BadChoice, match=r"house\.toml: houses: expected a whole number from 0 to 1000, found many"):
        choose_rules(rules_file=house(tmp_path, 'houses = "many"\n'))
    with pytest.raises(BadChoice, match=r"gone\.toml: path: expected a readable file"):
        choose_rules(rules_file=tmp_path / "gone.toml")
    with pytest.raises(BadChoice, match=r"gone\.toml: file, path: expected a readable file"):
        choose_rules(board_file=tmp_path / "gone.toml")
    with pytest.raises(BadChoice, match=r"island\.toml: editions, name: expected one of default, storm, found 'pre_2008'"):
        choose_rules("parker", board_file=ISLAND)
    with pytest.raises(BadChoice, match="deal_deeds: expected at most 0 with max_players 8 and the 5 deeds"):
        choose_rules("short", board_file=ISLAND)


def test_a_ruleset_file_does_not_pass_for_a_preset(tmp_path: Path) -> None:
    with pytest.raises(BadChoice, match=r"magnate\.toml: expected a file whose name is unlike that of a preset, found magnate"):
        choose_rules(rules_file=house(tmp_path, "houses = 1\n", "magnate"))
