"""Answers to questions about a table."""

import pytest

from client.language import InvalidInput
from client.looks import Outlook, look
from client.words import LOOKS
from engine import commands as c
from tests.client.peer import Ledger
from tests.client.test_model import at_table, played, wired

DICE = [(1, 2), (3, 4), (2, 4), (1, 2)]


def outlook(width: int = 80) -> Outlook:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger)
    for message in played(ledger):
        model.take(wired(message))
    offer = c.OfferTrade(1, c.Things(10), c.Things(deeds=(6,)))
    model.take(wired(ledger.update(*ledger.game.handle(0, offer))))
    return Outlook(model.view(), ("one", "two", "three"), width)


@pytest.mark.parametrize(
    ("word", "rest", "part"),
    [
        ("board", "", "Baltic"),
        ("players", "", "Bob"),
        ("deed", "oa", "Oriental Avenue"),
        ("deed", "39", "Boardwalk"),
        ("offers", "", "offer 1: Ann would give Bob $10 for Oriental Avenue"),
        ("rules", "", "auction"),
        ("help", "", "in the lobby:"),
        ("log", "", "one\ntwo\nthree"),
    ],
)
def test_a_word_shows_what_it_is_about(word: str, rest: str, part: str) -> None:
    assert part in "\n".join(look(word, rest, outlook()))


def test_the_log_may_be_cut() -> None:
    assert look("log", "2", outlook()) == ["two", "three"]
    assert look("log", "0", outlook()) == []


def test_the_log_may_be_searched() -> None:
    assert look("log", "/TW", outlook()) == ["two"]
    assert look("log", "/x", outlook()) == ["nothing in the log has x"]


def test_without_offers_that_is_said() -> None:
    model = at_table(Ledger("Ann", "Bob"))
    assert look("offers", "", Outlook(model.view())) == ["no offer is open"]


@pytest.mark.parametrize("word", sorted(set(LOOKS) - {"legal", "deed"}))
def test_the_lobby_can_be_looked_at(word: str) -> None:
    assert all(isinstance(line, str) for line in look(word, "", Outlook(at_table(Ledger("Ann", "Bob")).view())))


@pytest.mark.parametrize(
    ("word", "rest", "message"),
    [
        ("deed", "", "expected a deed, found nothing"),
        ("deed", "go", "there is no deed go"),
        ("log", "-1", "expected a number of lines or /TEXT, found -1"),
    ],
)
def test_what_cannot_be_shown_is_told(word: str, rest: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        look(word, rest, outlook())
    assert str(caught.value).startswith(message)


def test_what_the_dice_come_from_is_told() -> None:
    assert look("fair", "", outlook()) == ["nothing was published of the seed of this table: its dice cannot be verified"]
