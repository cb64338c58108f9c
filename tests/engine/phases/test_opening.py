"""The opening throws (rules.md ORD; rules-cases O)."""

from engine import commands as c
from engine import events as e
from engine.game import Game
from engine.legal import default, waiting
from tests.engine.positions import BROWN, S, do, game, kinds, listed, of, queueable, refusal, the

ROLL = c.RollDice()


def opening(*throws: tuple[int, int], seats: int = 3, **switches: object) -> Game:
    return game(*[S()] * seats, phase="opening_roll", dice=throws, **switches)


def throw_all(table: Game) -> list[e.Event]:
    """Everybody throws as asked, until the first turn starts."""
    events: list[e.Event] = []
    while table.state.round == 0:
        events += do(table, (waiting(table.state)[0], ROLL))
    return events


def test_the_seats_throw_one_after_the_other() -> None:
    # scenarios.md fine point 11
    table = opening((1, 2), (3, 4), (5, 6))
    assert (waiting(table.state), default(table.state, 0)) == ((0,), ROLL)
    assert refusal(table, 1, ROLL) == "not_your_turn"
    assert "roll_dice" not in listed(table, 1)
    assert do(table, (0, ROLL)) == [e.OpeningThrown(0, (1, 2))]
    assert waiting(table.state) == (1,)


def test_the_highest_throw_starts() -> None:
    events = throw_all(opening((1, 2), (5, 6), (3, 4)))
    assert kinds(events) == [e.OpeningThrown] * 3 + [e.TurnStarted]
    assert the(events, e.TurnStarted) == e.TurnStarted(1, 1, order=(1, 2, 0))


def test_doubles_mean_nothing() -> None:
    # rules-cases O03
    table = opening((6, 6), (1, 2), (3, 4))
    throw_all(table)
    assert (table.state.turn, table.state.doubles, table.state.at) == (0, 0, [0, 0, 0])


def test_only_the_tied_highest_throw_again() -> None:
    # rules.md ORD-03
    table = opening((4, 5), (1, 2), (3, 6), (1, 1), (2, 1))
    events = throw_all(table)
    assert [event.seat for event in of(events, e.OpeningThrown)] == [0, 1, 2, 0, 2]
    assert table.state.turn == 2


def test_where_every_place_counts_every_tie_throws_again() -> None:
    # rules-cases O02
    table = opening(
        (4, 5), (1, 4), (3, 6), (2, 3), (1, 1), (6, 6), (2, 1), (5, 6), seats=4, turn_order="opening_roll"
    )
    events = throw_all(table)
    assert [event.seat for event in of(events, e.OpeningThrown)] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert table.state.order == [2, 0, 1, 3]


def test_ties_are_thrown_again_until_they_are_settled() -> None:
    table = opening((1, 2), (2, 1), (1, 1), (3, 3), (2, 4), (5, 1), (4, 3))
    throw_all(table)
    assert table.state.turn == 1


def test_a_seat_that_leaves_is_not_waited_for() -> None:
    table = opening((1, 2), (5, 6), (3, 4), seats=4)
    do(table, (0, ROLL), (1, c.Resign()))
    assert waiting(table.state) == (2,)
    do(table, (2, ROLL), (3, ROLL))
    assert (table.state.turn, table.state.order) == (2, [2, 3, 0, 1])


def test_the_last_thrower_may_leave_instead() -> None:
    table = opening((1, 2), (5, 6))
    events = do(table, (0, ROLL), (1, ROLL), (2, c.Resign()))
    assert the(events, e.TurnStarted).seat == 1


def test_assets_wait_for_the_first_window_and_nobody_holds_yet() -> None:
    table = game(S(deeds=BROWN), S(), phase="opening_roll", dice=[(5, 6), (1, 2)])
    assert queueable(table, 0) == {"build_houses", "lift_mortgages", "sell_houses", "mortgage_deeds"}
    assert kinds(do(table, (0, c.MortgageDeeds((1,))))) == [e.InterruptQueued]
    assert refusal(table, 1, c.HoldWindow()) == "not_now"
    assert "hold_window" not in listed(table, 1)
    throw_all(table)
    assert table.state.mortgaged[1]
