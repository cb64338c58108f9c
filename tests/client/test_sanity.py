"""What a server may not tell: spaces and seats that the table does not have, and options without words."""

from __future__ import annotations

import pytest

from client.errors import NoConnection
from client.sanity import check_event, check_lobby, known_options, known_prompts
from engine import commands as c
from engine import events as e
from engine.board import load_board
from engine.options import Option, Prompt
from protocol.lobby import EMPTY
from protocol.tables import Lobby, SeatInfo

BOARD = load_board("us_classic")

STRANGE = [
    e.TokenMoved(0, 0, 999),
    e.TokenMoved(0, -7, 5),
    e.TokenMoved(0, 0, -1),
    e.TokenMoved(2, 0, 5),
    e.PurchaseOffered(0, 40),
    e.EstateOpened((1, 40)),
    e.DeedBought(0, 0),
    e.BuildingsBuilt(0, ((40, 1),)),
    e.DebtOpened(7, ((-1, 5),), "rent"),
    e.DebtOpened(0, ((7, 5),), "rent"),
    e.WindowOpened("after_roll", (7,)),
    e.OfferMade(1, 0, 1, c.Things(deeds=(40,)), c.Things()),
    e.InterruptQueued(1, 0, c.MortgageDeeds((-5,))),
    e.GameEnded("vote", (0,), ()),
    e.GameEnded("vote", (7,), (1, 2)),
]


@pytest.mark.parametrize("event", STRANGE, ids=repr)
def test_an_event_about_what_is_not_there_is_none(event: e.Event) -> None:
    with pytest.raises(ValueError, match="expected 2 seats and 40 spaces, found others in "):
        check_event(event, BOARD, 2)


@pytest.mark.parametrize(
    "event",
    [
        e.TokenMoved(1, 39, 0),
        e.AuctionOpened((0, 1), building="house"),
        e.MoneyPaid(-1, 1, 200, "salary"),
        e.InterruptQueued(1, 0, c.BuildHouses(((1, 1),))),
        e.OfferMade(1, 0, 1, c.Things(5, (1,)), c.Things(cards=("chance",))),
        e.GameEnded("vote", (0,), (1, 2)),
    ],
    ids=repr,
)
def test_an_event_of_the_table_is_taken(event: e.Event) -> None:
    check_event(event, BOARD, 2)


@pytest.mark.parametrize("seat", [-1, 8, 2**62])
def test_a_lobby_has_no_other_seats_than_tables_have(seat: int) -> None:
    check_lobby(EMPTY)
    with pytest.raises(NoConnection, match=f"expected seats below 8, found {seat}"):
        check_lobby(Lobby("lobby", 0, (SeatInfo(seat, "Ann"),)))


def test_options_without_words_or_deeds_are_passed_over() -> None:
    roll, strange, far = Option("roll_dice"), Option("\x1b[2J"), Option("mortgage_deeds", deeds=(999,))
    assert known_options((strange, roll, far), BOARD) == (roll,)
    prompts = (
        Prompt(1, 0, "before_roll", (strange, roll), c.RollDice()),
        Prompt(2, 0, "before_roll", (roll,), c.MortgageDeeds((999,))),
    )
    assert known_prompts(prompts, BOARD) == (Prompt(1, 0, "before_roll", (roll,), c.RollDice()),)
