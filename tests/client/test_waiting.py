"""The row before the line being typed: what is asked of whom, and what Enter does."""

from dataclasses import replace

import pytest

from client.waiting import context_of, lobby_default, prompt_row, time_left
from engine import commands as c
from engine.legal import prompt_of
from protocol.lobby_events import ReadySet
from protocol.tables import Lobby, SeatInfo, Waiting
from tests.client.peer import Ledger
from tests.client.test_model import at_table

PAUSED = "paused by the players (propose resume)> "


def test_in_the_lobby_enter_gets_ready_and_the_owner_starts() -> None:
    ledger = Ledger("Ann", "Bob")
    ann, bob = at_table(ledger, 0), at_table(ledger, 1)
    assert (lobby_default(ann.view()), lobby_default(bob.view())) == ("", "ready")
    assert prompt_row(bob.view(), None, 0) == "lobby (Enter: ready)> "
    update = ledger.update(ReadySet(1, True))
    ann.take(update)
    bob.take(update)
    assert (lobby_default(ann.view()), lobby_default(bob.view())) == ("start", "")
    assert prompt_row(bob.view(), None, 0) == "lobby> "


def test_nobody_starts_alone_and_one_who_looks_on_does_nothing() -> None:
    alone = at_table(Ledger("Ann"), 0).view()
    assert (lobby_default(alone), lobby_default(replace(alone, seat=None))) == ("", "")


def test_a_question_shows_what_enter_answers() -> None:
    ledger = Ledger("Ann", "Bob", dice=[(1, 2)])
    ann = at_table(ledger, 0)
    ann.take(ledger.start())
    question = prompt_of(ledger.game.state, 0)
    assert prompt_row(ann.view(), question, 5.0) == "your answer (Enter: roll, 0:25 left)> "
    ann.take(ledger.update(*ledger.game.handle(0, c.RollDice())))
    assert prompt_row(ann.view(), None, 0) == "waiting for Bob, 0:30 left> "


def test_in_a_window_that_another_holds_enter_is_not_offered() -> None:
    ledger = Ledger("Ann", "Bob", dice=[(2, 1), (1, 1)])
    ann = at_table(ledger, 0)
    ann.take(ledger.start())
    for seat, command in ((0, c.RollDice()), (1, c.RollDice()), (1, c.HoldWindow())):
        ann.take(ledger.update(*ledger.game.handle(seat, command)))
    question = prompt_of(ledger.game.state, 0)
    assert prompt_row(ann.view(), question, 0) == "your turn, but somebody holds the window> "


@pytest.mark.parametrize(
    ("change", "row"),
    [
        ({"live": False}, "no connection, trying again now> "),
        ({"paused": True}, "paused, the server can not store anything> "),
        ({"lobby": Lobby("running", 0, (SeatInfo(0, "Ann"), SeatInfo(1, "Bob")), paused=True)}, PAUSED),
        ({"lobby": Lobby("running", 0, (SeatInfo(0, "Ann", autopilot="asked"),))}, "the autopilot plays for you (back)> "),
    ],
)
def test_trouble_comes_first(change: dict[str, object], row: str) -> None:
    ledger = Ledger("Ann", "Bob")
    ann = at_table(ledger, 0)
    ann.take(ledger.start())
    assert prompt_row(replace(ann.view(), **change), None, 0) == row  # type: ignore[arg-type]  # fields of the view


def test_what_is_typed_is_read_at_this_table() -> None:
    ledger = Ledger("Ann", "Bob")
    context = context_of(at_table(ledger, 1).view())
    assert (context.seats, context.seat, context.board.data.id) == (("Ann", "Bob"), 1, "us_classic")


def test_time_does_not_run_below_nothing_and_may_stand_still() -> None:
    ledger = Ledger("Ann", "Bob")
    ann = at_table(ledger, 0)
    ann.take(ledger.start())
    view = ann.view()
    assert prompt_row(replace(view, received=10.0), None, 1000.0) == "waiting for Ann, 0:00 left> "
    assert prompt_row(replace(view, waiting=(Waiting(0, 90_400),)), None, 0) == "waiting for Ann, 1:30 left> "
    assert prompt_row(replace(view, waiting=(Waiting(0), Waiting(1))), None, 0) == "waiting for Ann, Bob> "


def test_in_a_pause_no_time_goes_by() -> None:
    ledger = Ledger("Ann", "Bob")
    ann = at_table(ledger, 0)
    ann.take(ledger.start())
    view = replace(ann.view(), received=10.0)
    assert time_left(view, 0, 20.0) == ", 0:20 left"
    assert time_left(replace(view, lobby=Lobby("running", 0, view.lobby.seats, paused=True)), 0, 20.0) == ", 0:30 left"
