"""One side of a trade, read and written."""

import pytest

from client.naming import InvalidInput
from client.things import deck_words, parse_number, parse_things, render_things
from engine.board import load_board
from engine.commands import Things

US = load_board("us_classic")


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("nothing", Things()),
        ("120", Things(120)),
        ("0", Things()),
        ("39", Things(39)),
        ("boardwalk", Things(0, (39,))),
        ("120 + boardwalk+ mg", Things(120, (39, 29))),
        ("chance-card", Things(0, (), ("chance",))),
        ("chest-card+5", Things(5, (), ("community_chest",))),
        ("chan+che", Things(0, (), ("chance", "community_chest"))),
        ("100+50", Things(150)),
        ("-20", Things(-20)),
        ("noth", Things()),
        ("con", Things(0, (9,))),
    ],
)
def test_things_are_money_deeds_and_cards(text: str, things: Things) -> None:
    assert parse_things(text, US) == things


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a thing, found nothing"),
        ("120+", "expected a thing, found nothing"),
        ("no", "no is not clear, more than one thing fits"),
        ("c", "c is not clear, more than one thing fits"),
        ("120+nothing", "nothing can not be joined with other things, found 120+nothing"),
        (f"{2**63 - 1}+1", f"expected amounts up to {2**63 - 1} together, found {2**63 - 1}+1"),
        ("bordwalk", "there is no deed bordwalk"),
        ("12x", "there is no deed 12x"),
    ],
)
def test_other_things_are_told(text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_things(text, US)
    assert caught.value.message == message


def test_what_is_not_clear_names_words_and_deeds() -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_things("no", US)
    assert caught.value.suggestions == ("nothing", "north_carolina_avenue")


@pytest.mark.parametrize(
    ("things", "text"),
    [
        (Things(), "nothing"),
        (Things(7, (39, 5), ("chance", "community_chest")), "7+boardwalk+reading_railroad+chance-card+chest-card"),
        (Things(-3), "-3"),
    ],
)
def test_things_are_written_as_they_are_read(things: Things, text: str) -> None:
    assert render_things(things, US) == text
    assert parse_things(text, US) == things


def test_decks_have_short_words() -> None:
    assert deck_words(US) == {"chance": "chance", "chest": "community_chest"}


@pytest.mark.parametrize("text", ["", "x", "1.5", "--1", "²", "9223372036854775808", "9" * 5000])
def test_a_number_is_whole_and_fits_the_wire(text: str) -> None:
    with pytest.raises(InvalidInput, match="expected an amount"):
        parse_number(text, "an amount")


def test_a_number_may_be_anything_else() -> None:
    assert parse_number("9223372036854775807", "an amount") == 2**63 - 1
    assert parse_number("-5", "an amount") == -5
    assert parse_number("007", "an amount") == 7
