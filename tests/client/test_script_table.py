"""What `create` says of a table."""

from pathlib import Path

import pytest

from client.naming import InvalidInput
from client.script_table import creation, read_options
from engine.position import Position, SeatPosition
from protocol.tables import Scenario

HERE = Path("/scripts")

SCENARIO = """
id = "S1"
[rules]
auctions = false
[[seat]]
cash = 40
[[seat]]
deeds = ["boardwalk"]
[chance]
dice = [[1, 2]]
chance = ["us_ch_go"]
"""


def made(text: str, folder: Path = HERE) -> dict[str, object]:
    return creation(read_options(text, folder))


def test_options_are_pairs_and_a_key_alone_is_on() -> None:
    assert read_options('title="Friday night" private seats=2 scenario=a/b.toml', HERE) == {
        "title": "Friday night", "private": "on", "seats": "2", "scenario": "/scripts/a/b.toml",
    }  # fmt: skip


def test_a_table_with_its_rules() -> None:
    table = made("title=Den seats=3 bots=strong,random code=abc private clock=off auctions=off max_rounds=5")
    assert (table["name"], table["seats"], table["bots"], table["code"]) == ("Den", 3, ("strong", "random"), "abc")
    assert (table["private"], table["clock"]) == (True, None)
    assert table["rules"] == {"auctions": False, "max_rounds": 5}


def test_the_usual_clock_is_left_to_the_server() -> None:
    assert "clock" not in made("clock=on")


def test_dice_make_a_test_table_at_the_usual_start() -> None:
    assert made("seats=2 dice=1-2,6-6")["scenario"] == Scenario(
        Position((SeatPosition(), SeatPosition())), ((1, 2), (6, 6))
    )


def test_a_scenario_file_gives_position_chance_and_rules(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(SCENARIO)
    table = made("scenario=s.toml", tmp_path)
    scenario = table["scenario"]
    assert isinstance(scenario, Scenario)
    assert (scenario.position.seats[0].cash, scenario.dice, scenario.cards["chance"]) == (40, ((1, 2),), ("us_ch_go",))
    assert isinstance(table["rules"], dict)
    assert table["rules"]["auctions"] is False
    assert table["seats"] == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('title="', "expected KEY=VALUE pairs"),
        ("seats=two", "expected a number of seats, found two"),
        ("clock=slow", "expected on or off for clock, found slow"),
        ("seets=2", "seets"),
        ("auctions=perhaps", "auctions: expected on or off, found perhaps"),
        ("dice=1-7", "expected throws such as 1-2,6-6 for dice, found 1-7"),
        ("scenario=none.toml", "none.toml"),
        ("rules-file=none.toml", "none.toml"),
    ],
)
def test_what_can_not_be_meant_is_told(text: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        made(text)
    assert reason in str(raised.value)
