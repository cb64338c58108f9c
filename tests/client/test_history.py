"""The look back counts what happens from when one came."""

from client.history import History
from engine import commands as c
from engine import events as e
from engine.game import Game
from tests.engine.positions import S, game


def watched(table: Game, *moves: tuple[int, c.SeatCommand]) -> History:
    history = History()
    for seat, command in moves:
        for event in table.handle(seat, command):
            history.happened(event, table.state)
    return history


def test_throws_and_doubles_are_counted_by_seat() -> None:
    table = game(dice=[(3, 3), (1, 3)])
    history = watched(table, (0, c.RollDice()), (0, c.BuyDeed()), (0, c.RollDice()))
    assert (history.throws, history.thrown, history.doubles) == ({6: 1, 4: 1}, {0: 2}, {0: 1})


def test_worth_is_noted_turn_by_turn() -> None:
    table = game(S(cash=100, space=8), S(cash=50), dice=[(1, 1)])
    history = History()
    history.happened(e.TurnStarted(0, 1), table.state)
    table.state.cash[0] = 300
    history.happened(e.GameEnded("vote", (0,), (300, 50)), table.state)
    assert history.worth == [(100, 50), (300, 50)]


def test_a_table_in_its_lobby_has_no_worth() -> None:
    history = History()
    history.happened(e.TurnStarted(0, 1), None)
    assert history.worth == []
