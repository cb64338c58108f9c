"""Each switch takes what the rules list for it and refuses the rest, telling what it expected."""

from typing import Any

import msgspec
import pytest

from engine.switches import SWITCHES, InvalidRuleset, Ruleset, choices, coerce, expectation, parse_value, render

BOOLEANS = (
    "deal_price",
    "auctions",
    "rent_in_jail",
    "group_rent_with_mortgage",
    "jail_doubles_roll_again",
    "jail_card_after_third_roll",
    "even_build",
    "direct_hotel",
    "one_sided_trades",
)

CHOICES: dict[str, tuple[object, ...]] = {
    "go_exact": (1, 2),
    "first_lap": ("buy", "wait"),
    "turn_order": ("seat", "opening_roll"),
    "card_draw": ("deck", "random"),
    "asset_window": ("between_steps", "own_turn"),
    "liquidation": ("any_window", "debt_only"),
    "auction_bid_limit": ("cash", "liquidation", "none"),
    "rent_claim": ("automatic", "before_next_roll", "before_second_roll"),
    "utility_roll": ("arriving", "fresh"),
    "income_tax": ("flat", "choice"),
    "free_parking": ("nothing", "pot", "fixed"),
    "hotel_after": (4, 3),
    "building_stock": ("limited", "unlimited"),
    "building_shortage": ("auction", "first_come"),
    "building_auction_opening": (10, "lowest_deed", "own_deed"),
    "mortgage_transfer": ("interest_now", "none"),
    "interest_rounding": ("up", "down", "nearest"),
    "bank_bankruptcy": ("auction", "return"),
    "multi_creditor": ("sequential", "split"),
    "early_end": ("vote", "off", "host", "time", "rounds", "bankruptcies"),
}

BOUNDS = {
    "max_players": (2, 8),
    "max_rounds": (0, 100_000),
    "starting_cash": (1, 1_000_000),
    "go_salary": (0, 1_000_000),
    "deal_deeds": (0, 9),
    "auction_opening": (1, 1_000_000),
    "auction_increment": (1, 1_000_000),
    "bid_extension": (1, 3600),
    "rent_claim_seconds": (0, 3600),
    "free_parking_amount": (1, 1_000_000),
    "jail_fine": (0, 1_000_000),
    "houses": (0, 1000),
    "hotels": (0, 1000),
    "early_end_value": (0, 100_000),
}

DEFAULTS: dict[str, object] = {
    "board": "us_classic",
    "edition": "default",
    "max_players": 8,
    "max_rounds": 0,
    "starting_cash": 1500,
    "go_salary": 200,
    "deal_deeds": 0,
    "deal_price": True,
    "auctions": True,
    "auction_opening": 10,
    "auction_increment": 1,
    "bid_extension": 6,
    "rent_claim_seconds": 5,
    "rent_in_jail": True,
    "group_rent_with_mortgage": True,
    "free_parking_amount": 100,
    "jail_fine": 50,
    "jail_doubles_roll_again": False,
    "jail_card_after_third_roll": False,
    "even_build": True,
    "direct_hotel": False,
    "houses": 32,
    "hotels": 12,
    "one_sided_trades": False,
    "early_end_value": 0,
} | {switch: values[0] for switch, values in CHOICES.items()}


def test_every_switch_is_tested_here() -> None:
    assert set(SWITCHES) == {*BOOLEANS, *CHOICES, *BOUNDS, "board", "edition"}
    assert "preset" not in SWITCHES


def test_defaults_are_those_of_the_rules() -> None:
    assert {switch: getattr(Ruleset(), switch) for switch in SWITCHES} == DEFAULTS
    assert Ruleset().preset == "official"


@pytest.mark.parametrize("switch", BOOLEANS)
def test_a_boolean_takes_words_too(switch: str) -> None:
    for value in (True, "on", "ON", "true", "yes"):
        assert coerce(switch, value) is True
    for value in (False, "off", "Off", "false", "no"):
        assert coerce(switch, value) is False
    assert (parse_value(switch, "on"), parse_value(switch, "off")) == (True, False)


@pytest.mark.parametrize("switch", BOOLEANS)
@pytest.mark.parametrize("value", [1, 0, "maybe", None, [], 1.0])
def test_a_boolean_refuses_the_rest(switch: str, value: object) -> None:
    with pytest.raises(InvalidRuleset, match=f"^{switch}: expected on or off, found "):
        coerce(switch, value)


@pytest.mark.parametrize(
    ("switch", "value"), [(switch, value) for switch, values in CHOICES.items() for value in values]
)
def test_each_listed_value_is_taken(switch: str, value: object) -> None:
    assert coerce(switch, value) == value
    assert coerce(switch, str(value)) == value
    assert parse_value(switch, str(value)) == value
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(Ruleset(**{switch: value})), type=Ruleset) == Ruleset(
        **{switch: value}
    )


@pytest.mark.parametrize("switch", list(CHOICES))
@pytest.mark.parametrize("value", ["sometimes", "", 7, True, None])
def test_a_choice_refuses_the_rest(switch: str, value: object) -> None:
    listed = ", ".join(str(choice) for choice in CHOICES[switch])
    with pytest.raises(InvalidRuleset) as caught:
        coerce(switch, value)
    assert (caught.value.switch, caught.value.found) == (switch, value)
    # The order in which the choices are told does not matter.
    assert sorted(caught.value.expected.removeprefix("one of ").split(", ")) == sorted(listed.split(", "))


def test_no_early_end_can_be_said_as_a_boolean() -> None:
    assert coerce("early_end", False) == "off"
    assert parse_value("early_end", "false") == "off"
    assert parse_value("early_end", "off") == "off"
    with pytest.raises(InvalidRuleset, match="early_end: expected one of off, vote, .*, found on"):
        parse_value("early_end", "on")


@pytest.mark.parametrize(("switch", "low", "high"), [(switch, *bounds) for switch, bounds in BOUNDS.items()])
def test_numbers_are_taken_within_their_bounds(switch: str, low: int, high: int) -> None:
    for value in (low, high):
        assert coerce(switch, value) == value
        assert parse_value(switch, f" {value} ") == value
    for value in (low - 1, high + 1):
        with pytest.raises(InvalidRuleset) as caught:
            coerce(switch, value)
        assert str(caught.value) == f"{switch}: expected a whole number from {low} to {high}, found {value}"
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({switch: value}, Ruleset)


@pytest.mark.parametrize("switch", list(BOUNDS))
@pytest.mark.parametrize("value", ["many", "1.5", "-1", "", "²", True, 2.0, None])
def test_a_number_refuses_the_rest(switch: str, value: object) -> None:
    with pytest.raises(InvalidRuleset, match=f"^{switch}: expected a whole number from "):
        parse_value(switch, value) if isinstance(value, str) else coerce(switch, value)


def test_a_number_in_a_file_is_no_text() -> None:
    with pytest.raises(InvalidRuleset, match="starting_cash: expected a whole number"):
        coerce("starting_cash", "1500")


@pytest.mark.parametrize("switch", ["board", "edition"])
def test_names_are_text(switch: str) -> None:
    assert coerce(switch, "my_island") == parse_value(switch, "my_island") == "my_island"
    with pytest.raises(InvalidRuleset, match=f"{switch}: expected a name, found 5"):
        coerce(switch, 5)


@pytest.mark.parametrize(
    ("switch", "message"),
    [
        ("jail_fines", "jail_fines: expected the name of a switch (perhaps jail_fine), found 40"),
        ("weather", "weather: expected the name of a switch, found 40"),
        ("preset", "preset: expected the name of a switch, found 40"),
    ],
)
def test_an_unknown_switch_is_refused(switch: str, message: str) -> None:
    for attempt in (lambda: coerce(switch, 40), lambda: parse_value(switch, "40")):
        with pytest.raises(InvalidRuleset) as caught:
            attempt()
        assert str(caught.value) == message


def test_an_unknown_switch_on_the_wire_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `weather`"):
        msgspec.convert({"weather": 1}, Ruleset)


def test_what_a_switch_may_hold_is_told_in_words() -> None:
    assert expectation("auctions") == "on or off"
    assert expectation("go_exact") == "one of 1, 2"
    assert expectation("max_players") == "a whole number from 2 to 8"
    assert expectation("board") == "a name"


@pytest.mark.parametrize(
    ("value", "text"), [(True, "on"), (False, "off"), (5, "5"), ("pot", "pot"), (None, "None"), ([1], "[1]")]
)
def test_a_value_is_rendered_as_it_is_typed(value: Any, text: str) -> None:
    assert render(value) == text


@pytest.mark.parametrize("switch", SWITCHES)
def test_the_choices_of_a_switch_are_values_that_it_takes_the_default_first(switch: str) -> None:
    values = [parse_value(switch, choice) for choice in choices(switch)]
    assert values[0] == getattr(Ruleset(), switch)
    assert len(set(values)) == len(values)


def test_the_choices_are_all_where_they_can_be_counted() -> None:
    assert choices("auctions") == ("on", "off")
    assert choices("go_exact") == ("1", "2")
    assert choices("free_parking") == ("nothing", "pot", "fixed")
    assert choices("starting_cash") == ("1500",)


def test_an_error_names_its_file() -> None:
    error = InvalidRuleset("auctions", "on or off", 5, file="house.toml")
    assert str(error) == "house.toml: auctions: expected on or off, found 5"


def test_a_ruleset_can_not_be_changed() -> None:
    with pytest.raises(AttributeError):
        Ruleset().houses = 5  # type: ignore[misc]
