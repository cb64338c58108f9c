"""What the end of a line may become, out of what is legal."""

import pytest

from client.completion import complete, extend
from client.view import View
from engine import commands as c
from engine.game import Game
from engine.legal import legal
from tests.client.views import view_of
from tests.engine.positions import DARK_BLUE, US, S, at_level, game


def table() -> Game:
    return game(
        S(cash=900, deeds=(*DARK_BLUE, 5), mortgaged=(5,), levels=at_level(DARK_BLUE, 1)),
        S(deeds=(6, 8), cards=("chance",)),
        S(deeds=(15,)),
    )


def choices(text: str, at: Game | None = None) -> list[str]:
    at = at or table()
    completion = complete(text, legal(at.state, 0), view_of(at))
    return [text[: completion.start] + choice for choice in completion.choices]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("ro", ["roll"]),
        ("bu", ["build "]),
        ("buy", ["buy"]),
        ("build ", ["build park_place", "build boardwalk"]),
        ("build b", ["build boardwalk"]),
        ("build boardwalk p", ["build boardwalk park_place"]),
        ("sell-group ", ["sell-group dark_blue "]),
        ("sell-group dark_blue 0", ["sell-group dark_blue 0"]),
        ("lift r", ["lift reading_railroad"]),
        ("offer ", ["offer Bob: ", "offer Cleo: "]),
        ("offer b", ["offer Bob: "]),
        ("offer Bob: 50+re", ["offer Bob: 50+reading_railroad"]),
        ("offer Bob: reading_railroad f", ["offer Bob: reading_railroad for "]),
        ("offer Bob: 50 for v", ["offer Bob: 50 for vermont_avenue"]),
        ("offer Bob: 50 for chan", ["offer Bob: 50 for chance-card"]),
        ("offer Bob: nothing for n", ["offer Bob: nothing for nothing"]),
        ("vote ", ["vote end", "vote continue"]),
        ("propose p", ["propose pause"]),
        ("propose give b", ["propose give Bob"]),
        ("owner b", ["owner Bob"]),
        ("stop b", ["stop before_roll", "stop both"]),
        ("deed boa", ["deed boardwalk"]),
        ("? bu", ["? buy", "? build"]),
        ("hel", ["help"]),
        ("dee", ["deed "]),
        ("nosuch x", []),
        ("'hello bo", []),
        ("roll x", []),
    ],
)
def test_the_end_of_a_line(text: str, whole: list[str]) -> None:
    assert choices(text) == whole


def test_amounts_and_numbers_come_from_what_is_legal() -> None:
    at = game(S(space=32, cash=900), S(), dice=[(3, 4)])
    at.handle(0, c.RollDice())
    at.handle(0, c.DeclineDeed())
    assert choices("bid ", at) == ["bid 10", "bid 900"]
    trading = table()
    trading.handle(1, c.OfferTrade(0, c.Things(50), c.Things(0, (5,))))
    assert choices("accept ", trading) == ["accept 1"]
    assert choices("counter ", trading) == ["counter 1: "]
    assert choices("counter 1: 5 for o", trading) == ["counter 1: 5 for oriental_avenue"]


def test_the_words_of_the_lobby() -> None:
    view = View(US, game().state.rules, None, ("Ann", "Bob"), 0)
    assert complete("st", (), view).choices == ("start",)
    assert complete("kick b", (), view).choices == ("Bob",)
    assert complete("add-bot ", (), view).choices == ("random", "greedy", "careful", "strong")


def test_a_line_is_extended_as_far_as_all_choices_agree() -> None:
    at = game(S(deeds=(11, 16), cash=5), S())
    completion = complete("mortgage ", legal(at.state, 0), view_of(at))
    assert extend("mortgage ", completion) == "mortgage st_"
    assert extend("x", complete("x y", (), view_of(at))) == "x"
