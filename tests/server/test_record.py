"""A table as its events tell it: play and replay come to the same."""

from __future__ import annotations

import pytest

from engine.commands import RollDice, TimeOut
from engine.errors import ChanceExhausted
from engine.events import DiceRolled, GameStarted
from engine.ids import TABLE
from engine.legal import default, waiting
from engine.position import Position, SeatPosition
from engine.sealed import SealedChance
from protocol import lobby_events as e
from protocol.tables import Scenario
from server.decisions import of_table, running_game
from server.record import TAIL, Record
from tests.server.records import SEED, record, seated, started


def played(decisions: int) -> tuple[Record, list[e.TableEvent]]:
    """A table some way into its game, and its whole history."""
    table, _ = started("Ann", "Bob", "Cid")
    history = list(table.since(0) or ())
    game = running_game(table)
    for _ in range(decisions):
        seat = waiting(game.state)[0]
        for event in of_table(game.handle(seat, default(game.state, seat))):
            table.count(event)
            history.append(event)
    return table, history


def replayed(history: list[e.TableEvent]) -> Record:
    created = history[0]
    assert isinstance(created, e.TableCreated)
    again = Record("t1", record().board, created.settings, created.rules, SEED)
    for event in history:
        again.fold(event)
    again.resume_chance()
    return again


@pytest.mark.parametrize("decisions", [0, 1, 40, 150])
def test_a_replay_comes_to_the_same_and_goes_on_with_the_same_dice(decisions: int) -> None:
    table, history = played(decisions)
    again = replayed(history)
    assert (again.seq, again.lobby, again.phase, again.turn) == (table.seq, table.lobby, table.phase, table.turn)
    assert again.asked() == table.asked()
    first, second = running_game(table), running_game(again)
    assert second.state.snapshot() == first.state.snapshot()
    assert isinstance(first.chance, SealedChance)
    assert isinstance(second.chance, SealedChance)
    assert second.chance.counter == first.chance.counter
    for _ in range(30):
        seat = waiting(first.state)[0]
        command = default(first.state, seat)
        assert second.handle(seat, command) == first.handle(seat, command)


def test_before_the_start_there_is_no_game() -> None:
    table = record(*seated("Ann", "Bob"))
    assert (table.phase, table.turn, table.asked(), table.state, table.stage) == ("lobby", -1, (), None, "lobby")
    with pytest.raises(ValueError, match="expected a game, found none"):
        table.need_game()


def test_an_event_of_the_game_before_the_start_does_not_fit() -> None:
    with pytest.raises(ValueError, match="expected a game, found none"):
        record(*seated("Ann", "Bob")).fold(GameStarted())


def test_exactly_the_missed_events_are_at_hand() -> None:
    table, history = played(20)
    for after in (0, 1, table.seq - 1, table.seq):
        assert table.since(after) == tuple(history[after:])


def test_there_is_nothing_for_who_knows_more_than_there_is() -> None:
    table = record(*seated("Ann", "Bob"))
    assert table.since(table.seq + 1) is None


def test_only_the_newest_events_are_at_hand() -> None:
    table, history = played(400)
    assert len(history) > TAIL
    assert table.since(table.seq - TAIL) == tuple(history[-TAIL:])
    assert table.since(table.seq - TAIL - 1) is None


def test_a_test_table_has_its_position_and_its_dice() -> None:
    scenario = Scenario(Position((SeatPosition(cash=7), SeatPosition(space=5))), dice=((1, 2),))
    table = record(*seated("Ann", "Bob"), scenario=scenario)
    game = table.begin((0, 1))
    assert game.state.cash[0] == 7
    assert game.state.at[1] == 5
    assert game.handle(0, RollDice())[0] == DiceRolled(0, (1, 2))
    while game.state.turn == 0:
        game.handle(TABLE, TimeOut(waiting(game.state)[0]))
    with pytest.raises(ChanceExhausted):
        game.handle(1, RollDice())
