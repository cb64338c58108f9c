"""The final standing in words."""

from client.standing import render_standing
from engine import commands as c
from engine.ids import TABLE
from tests.client.peer import Ledger
from tests.client.test_model import at_table, played, wired

DICE = [(1, 2), (3, 4), (2, 4), (1, 2)]


def test_the_winner_comes_first_and_who_is_out_last() -> None:
    ledger = Ledger("Ann", "Bob", "Cid", dice=[(1, 2), (3, 4), (1, 1), (2, 4)])
    model = at_table(ledger)
    model.take(wired(ledger.start()))
    steps = [(0, c.RollDice()), (1, c.RollDice()), (2, c.RollDice()), (1, c.RollDice()), (1, c.BuyDeed()), (2, c.Resign())]
    for seat, command in steps:
        model.take(wired(ledger.update(*ledger.game.handle(seat, command))))
    assert render_standing(model.view()) == []
    model.take(wired(ledger.update(*ledger.game.handle(0, c.Resign()))))
    lines = render_standing(model.view())
    assert lines == [
        "final standing: only one is left",
        "        PLAYER  WORTH  CASH  DEEDS",
        "winner  Bob     1500   1400  1",
        "2.      Ann     out    0     0",
        "3.      Cid     out    0     0",
    ]


def test_a_shared_win_names_all_winners() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger)
    for message in played(ledger):
        model.take(wired(message))
    model.take(wired(ledger.update(*ledger.game.handle(TABLE, c.CallEnd("abandoned")))))
    assert [line.split()[0] for line in render_standing(model.view())[2:]] == ["winner", "winner"]


def test_nothing_stands_before_the_start() -> None:
    assert render_standing(at_table(Ledger("Ann", "Bob")).view()) == []
