"""Scenario files: what is read from them, and what makes one unreadable, told as file, key and reason."""

from pathlib import Path

import pytest

from client.scenario import Act, UnreadableScenario, load_scenario
from engine import commands as c
from engine.ids import HOTEL
from engine.position import Position, SeatPosition

WHOLE = """
id = "M03"
title = "passing GO, then drawing Advance to GO, pays twice"
source = "rules.md GO-02"
preset = "official"

[rules]
auctions = true

[[seat]]
name = "A"
cash = 1400
space = "park_place"
deeds = ["park_place", "boardwalk", "reading_railroad*"]
levels = { boardwalk = 1 }
cards = ["chance"]

[[seat]]
name = "B"
jail = 0
deeds = ["oriental_avenue"]

[[seat]]
name = "C"
out = true

[bank]
houses = 3
hotels = 12

[start]
phase = "after_roll"
doubles = 1

[chance]
dice = [[1, 4], [2, 5]]
chance = []
community_chest = ["us_cc_go"]

[[step]]
do = "A roll"
expect = ["A cash 1900", "A at go", "phase after_roll"]

[[step]]
do = ["B build oriental_avenue", "timeout B"]
refused = true

[[step]]
do = "B end"
refused = "not_your_turn"
"""

SEATS = '[[seat]]\nname = "A"\n[[seat]]\nname = "B"\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "one.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_in_the_file_is_read(tmp_path: Path) -> None:
    scenario = load_scenario(write(tmp_path, WHOLE))
    assert (scenario.id, scenario.source) == ("M03", "rules.md GO-02")
    assert scenario.title.startswith("passing GO")
    assert (scenario.rules.preset, scenario.board.data.id) == ("official", "us_classic")
    assert scenario.names == ("A", "B", "C")
    first = SeatPosition("A", 1400, 37, None, (37, 39, 5), (5,), ((39, 1),), ("chance",))
    second = SeatPosition("B", jail=0, deeds=(6,))
    seats = (first, second, SeatPosition("C", out=True))
    assert scenario.position == Position(seats, 3, 12, "after_roll", 1)
    assert scenario.dice == ((1, 4), (2, 5))
    assert scenario.cards == {"chance": (), "community_chest": ("us_cc_go",)}


def test_steps_are_commands_expectations_and_refusals(tmp_path: Path) -> None:
    first, second, third = load_scenario(write(tmp_path, WHOLE)).steps
    assert first.acts == (Act("A roll", 0, c.RollDice()),)
    assert [expectation.text for expectation in first.expect] == ["A cash 1900", "A at go", "phase after_roll"]
    assert first.refused is False
    assert second.acts == (
        Act("B build oriental_avenue", 1, c.BuildHouses(((6, 1),))),
        Act("timeout B", 1, None),
    )
    assert (second.refused, third.refused) == (True, "not_your_turn")


def test_almost_everything_may_be_left_out(tmp_path: Path) -> None:
    scenario = load_scenario(write(tmp_path, 'id = "x"\n[[seat]]\n[[seat]]\nspace = 39\n'))
    assert scenario.names == ("A", "B")
    assert scenario.position == Position((SeatPosition("A"), SeatPosition("B", space=39)))
    assert scenario.steps == ()


@pytest.mark.parametrize(
    ("rules", "switch", "value"),
    [
        ("preset = 'wikibook_early'", "income_tax", "choice"),
        ("[rules]\nauctions = 'off'", "auctions", False),
        ("[rules]\nauctions = false", "bank_bankruptcy", "return"),
        ("[rules]\nhotel_after = 3", "hotel_after", 3),
    ],
)
def test_a_preset_and_single_switches_make_the_ruleset(
    rules: str, switch: str, value: object, tmp_path: Path
) -> None:
    assert getattr(load_scenario(write(tmp_path, f'id = "x"\n{rules}\n{SEATS}')).rules, switch) == value


def test_another_board_has_other_spaces(tmp_path: Path) -> None:
    text = 'id = "x"\n[rules]\nboard = "uk_classic"\n[[seat]]\nspace = "mayfair"\n[[seat]]\ndeeds = ["strand"]\n'
    scenario = load_scenario(write(tmp_path, text))
    assert scenario.position.seats[0].space == 39
    assert scenario.position.seats[1].deeds == (21,)


def test_cards_drawn_at_random_may_repeat_and_come_back(tmp_path: Path) -> None:
    chance = '[chance]\nchance = ["us_ch_goojf", "us_ch_goojf"]\n'
    text = f'id = "x"\n[rules]\ncard_draw = "random"\n[[seat]]\ncards = ["chance"]\n[[seat]]\n{chance}'
    assert load_scenario(write(tmp_path, text)).cards["chance"] == ("us_ch_goojf", "us_ch_goojf")


def step(text: str) -> str:
    return f'id = "x"\n{SEATS}[[step]]\ndo = []\n[[step]]\n{text}\n'


UNREADABLE = [
    ("id = ", "text", "expected TOML, found invalid value (at end of document)"),
    (SEATS, "id", "expected a value, found none"),
    ('id = "x"', "seat", "expected a value, found none"),
    ('id = "x"\nseat = [3]', "seat 1", "expected `object`, found `int`"),
    (f"id = 3\n{SEATS}", "id", "expected `str`, found `int`"),
    (f'id = "x"\nname = "y"\n{SEATS}', "name", "expected one of id, seat, title, source, preset, rules, bank, start, "),
    ('id = "x"\n[[seat]]\n', "seats", "expected 2 to 8, found 1"),
    ('id = "x"\n[[seat]]\n[[seat]]\ncahs = 5\n', "seat 2, cahs", "expected one of name, cash, space, jail, deeds, "),
    ('id = "x"\n[[seat]]\n[[seat]]\ncash = "5"\n', "seat 2, cash", "expected `int`, found `str`"),
    ('id = "x"\n[[seat]]\n[[seat]]\ncash = -5\n', "seat 2, cash", "expected 0 to 1000000000, found -5"),
    ('id = "x"\n[[seat]]\n[[seat]]\nname = "A"\n', "seat 2, name", "expected a name that no other seat has, found A"),
    ('id = "x"\n[[seat]]\nname = "Old Bob"\n[[seat]]\n', "seat 1, name", "expected one word without a colon, found 'O"),
    ('id = "x"\n[[seat]]\nname = "bank"\n[[seat]]\n', "seat 1, name", "expected a name other than bank or timeout, "),
    (
        'id = "x"\n[[seat]]\n[[seat]]\nspace = "bordwalk"\n',
        "seat 2, space",
        "expected the id of a space, found bordwalk (perhaps boardwalk)",
    ),
    ('id = "x"\n[[seat]]\n[[seat]]\nspace = 40\n', "seat 2, space", "expected 0 to 39, found 40"),
    ('id = "x"\n[[seat]]\n[[seat]]\ndeeds = ["go"]\n', "seat 2, deeds", "expected deeds, found space 0"),
    (
        'id = "x"\n[[seat]]\ndeeds = ["boardwalk"]\n[[seat]]\ndeeds = ["boardwalk*"]\n',
        "seat 2, deeds",
        "expected one owner per deed, found boardwalk with seat 1 as well",
    ),
    (
        'id = "x"\n[[seat]]\ndeeds = ["park_place", "boardwalk"]\nlevels = { boardwalk = 2 }\n[[seat]]\n',
        "seat 1, levels",
        "expected even levels on dark_blue, found 0, 2",
    ),
    (f'id = "x"\n{SEATS}[bank]\nhouses = 33\n', "bank, houses", "expected 0 to 32, what the position leaves, found 33"),
    (f'id = "x"\n{SEATS}[bank]\ntents = 3\n', "bank, tents", "expected one of houses, hotels, found an unknown key"),
    (
        f'id = "x"\n{SEATS}[start]\nphase = "auction"\n',
        "start, phase",
        "expected one of before_roll, after_roll, opening_roll, found 'auction'",
    ),
    (f'id = "x"\n{SEATS}[start]\ndoubles = 3\n', "start, doubles", "expected 0 to 2, found 3"),
    (f'id = "x"\npreset = "mine"\n{SEATS}', "preset", "expected one of magnate, magnate_no_auctions, official, "),
    (f'id = "x"\n[rules]\nacutions = true\n{SEATS}', "rules, acutions", "expected the name of a switch (perhaps "),
    (f'id = "x"\n[rules]\nauctions = 3\n{SEATS}', "rules, auctions", "expected on or off, found 3"),
    (f'id = "x"\n[rules]\nboard = "moon"\n{SEATS}', "rules, board", "expected one of uk_classic, us_classic, found moon"),
    (f'id = "x"\n{SEATS}[chance]\ndice = [[0, 4]]\n', "chance, dice 1 1", "expected `int` >= 1"),
    (f'id = "x"\n{SEATS}[chance]\ndice = [[1, 2, 3]]\n', "chance, dice 1", "expected `array` of length 2, found 3"),
    (
        f'id = "x"\n{SEATS}[chance]\nchance = ["us_cc_go"]\n',
        "chance, chance",
        "expected the id of a card of this deck, found us_cc_go (perhaps us_ch_go",
    ),
    (
        f'id = "x"\n{SEATS}[chance]\nchance = ["us_ch_go", "us_ch_go"]\n',
        "chance, chance",
        "expected each card once, found us_ch_go again",
    ),
    (
        'id = "x"\n[[seat]]\ncards = ["chance"]\n[[seat]]\n[chance]\nchance = ["us_ch_goojf"]\n',
        "chance, chance",
        "expected a card that nobody holds, found us_ch_goojf",
    ),
    (step('act = "A roll"'), "step 2, act", "expected one of do, expect, refused, found an unknown key"),
    (step('do = ""'), "step 2, do", "'': expected a seat, found nothing"),
    (step('do = "A"'), "step 2, do", "'A': expected a command, found an empty line"),
    (step('do = ["A roll", "A jump"]'), "step 2, do", "'A jump': there is no command jump"),
    (step('do = "X roll"'), "step 2, do", "'X roll': there is no seat X"),
    (step('do = "A liquidate"'), "step 2, do", "'A liquidate': there is no command liquidate"),
    (step('do = "A accept"'), "step 2, do", "'A accept': expected the number of an offer, found nothing"),
    (step('do = "timeout"'), "step 2, do", "'timeout': expected a seat, found nothing"),
    (step('expect = ["A cash"]'), "step 2, expect", "'A cash': expected a number, found nothing"),
    (step('expect = "A cash 5"'), "step 2, expect", "expected `array`, found `str`"),
    (step('refused = "not_nwo"'), "step 2, refused", "expected true or a reason code, found not_nwo (perhaps not_now)"),
]


@pytest.mark.parametrize(("text", "key", "reason"), UNREADABLE)
def test_an_unreadable_file_is_told_with_key_and_reason(text: str, key: str, reason: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UnreadableScenario) as caught:
        load_scenario(path)
    assert (caught.value.file, caught.value.key) == (path, key)
    assert caught.value.reason.startswith(reason)
    assert str(caught.value) == f"{path}: {key}: {caught.value.reason}"


def test_a_missing_file_or_a_folder_is_unreadable(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(UnreadableScenario, match="path: expected a readable file"):
            load_scenario(path)


def test_a_hotel_is_level_five(tmp_path: Path) -> None:
    levels = "levels = { park_place = 4, boardwalk = 5 }"
    text = f'id = "x"\n[[seat]]\ndeeds = ["park_place", "boardwalk"]\n{levels}\n[[seat]]\n'
    assert load_scenario(write(tmp_path, text)).position.seats[0].levels == ((37, 4), (39, HOTEL))
