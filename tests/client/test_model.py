"""The model against the messages of a real table: whole, bit by bit, with gaps, repeats and nonsense."""

from dataclasses import replace as changed
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from client.errors import NoConnection
from client.model import Model
from engine import commands as c
from engine.events import DeedBought, MoneyPaid, TokenMoved, WorkTaken
from engine.legal import phase_of
from protocol import messages as m
from protocol.codec import FROM_SERVER, PREFIX, decode, encode
from protocol.lobby_events import ChatSaid, ReadySet, SeatLeft, SeatTaken, TableClosed, TableStarted
from protocol.tables import Waiting
from tests.client.peer import Ledger

DICE = [(1, 2), (3, 4), (2, 4), (1, 2)]


def wired(message: m.ServerMessage) -> Any:
    """The message as it comes out of the wire, which shares nothing with the one that went in."""
    return decode(encode(message)[PREFIX:], FROM_SERVER)


def at_table(ledger: Ledger, seat: int = 0) -> Model:
    model = Model()
    model.take(m.Seated(2, "t1", seat, ledger.seq))
    model.take(wired(ledger.table_state()))
    return model


def played(ledger: Ledger) -> list[m.ServerMessage]:
    """Both throw for the start, Bob moves six, buys, and ends his turn."""
    messages: list[m.ServerMessage] = [ledger.start()]
    for seat, command in ((0, c.RollDice()), (1, c.RollDice()), (1, c.RollDice()), (1, c.BuyDeed()), (1, c.EndTurn())):
        messages += [ledger.update(*ledger.game.handle(seat, command)), ledger.prompts(0)]
    return messages


def test_nothing_is_known_at_first() -> None:
    model = Model()
    assert (model.known, model.over, model.question(), model.names()) == (False, False, None, ())


def test_the_lobby_is_folded() -> None:
    ledger = Ledger("Ann")
    model = at_table(ledger)
    for event in (SeatTaken(2, "Cid"), ReadySet(2, True)):
        model.take(wired(ledger.update(event)))
    assert model.names() == ("Ann", "", "Cid")
    assert model.lobby == ledger.lobby
    model.take(wired(ledger.update(SeatLeft(2))))
    assert model.names() == ("Ann",)


def test_folding_from_the_lobby_gives_the_state_of_the_server() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger)
    for message in played(ledger):
        model.take(wired(message))
    assert model.state is not None
    assert model.state.snapshot() == ledger.game.state.snapshot()
    assert (model.seq, model.phase, model.turn) == (ledger.seq, "before_roll", 0)
    assert model.waiting == (Waiting(0, 30_000),)
    assert not model.stale


def test_a_snapshot_gives_the_same_as_the_fold() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    folded = at_table(ledger)
    for message in played(ledger):
        folded.take(wired(message))
    fresh = at_table(ledger)
    assert fresh.state is not None
    assert folded.state is not None
    assert fresh.state.snapshot() == folded.state.snapshot()
    assert (fresh.seq, fresh.lobby) == (folded.seq, folded.lobby)


def test_what_is_known_already_is_passed_over() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    seen: list[int] = []
    model = Model(lambda seq, event: seen.append(seq))
    model.take(m.Seated(2, "t1", 0, ledger.seq))
    model.take(wired(ledger.table_state()))
    messages = [message for message in played(ledger) if isinstance(message, m.Update)]
    all_at_once = m.Update(
        messages[0].first, tuple(event for message in messages for event in message.events), *_head(messages[-1])
    )
    for message in (*messages[:3], all_at_once, messages[1]):
        model.take(wired(message))
    assert seen == list(range(4, ledger.seq + 1))
    assert model.state is not None
    assert model.state.snapshot() == ledger.game.state.snapshot()
    assert not model.stale


def _head(update: m.Update) -> tuple[str, int, tuple[Waiting, ...]]:
    return update.phase, update.turn, update.waiting


def test_a_gap_is_noticed_and_healed_by_the_whole_table() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger)
    messages = played(ledger)
    lost = messages.pop(3)
    assert isinstance(lost, m.Update)
    known = lost.first - 1
    for message in messages:
        model.take(wired(message))
    assert (model.stale, model.seq) == (True, known)
    assert model.question() is None
    model.take(wired(ledger.table_state(7)))
    assert (model.stale, model.seq) == (False, ledger.seq)
    assert model.state is not None
    assert phase_of(model.state) == "before_roll"


def test_an_empty_update_also_shows_a_gap() -> None:
    ledger = Ledger("Ann", "Bob")
    model = at_table(ledger)
    model.take(m.Update(ledger.seq + 1, paused=True))
    assert (model.stale, model.paused) == (False, True)
    model.take(m.Update(ledger.seq + 3))
    assert model.stale


@pytest.mark.parametrize("event", [MoneyPaid(0, 5, 10, "rent"), DeedBought(0, 4000)])
def test_an_event_that_does_not_fit_is_not_folded(event: DeedBought | MoneyPaid) -> None:
    ledger = Ledger("Ann", "Bob")
    model = at_table(ledger)
    model.take(wired(ledger.start()))
    model.take(wired(m.Update(ledger.seq + 1, (event,))))
    assert (model.stale, model.seq) == (True, ledger.seq)


def test_an_event_of_a_game_that_has_not_started_is_not_folded() -> None:
    ledger = Ledger("Ann", "Bob")
    model = at_table(ledger)
    model.take(m.Update(ledger.seq + 1, (DeedBought(0, 1),)))
    assert model.stale


def test_the_seat_is_renumbered_at_the_start() -> None:
    ledger = Ledger("Ann", "Bob", "Cid")
    model = at_table(ledger, seat=2)
    ledger.update(SeatLeft(1))
    model.take(wired(ledger.table_state()))
    model.take(wired(m.Update(ledger.seq + 1, (TableStarted((0, 2)),))))
    assert (model.seat, model.names()) == (1, ("Ann", "Cid"))


def test_the_seat_is_known_again_by_name_when_the_start_was_missed() -> None:
    ledger = Ledger("Ann", "Bob", "Cid")
    model = at_table(ledger, seat=2)
    ledger.update(SeatLeft(1))
    ledger.update(TableStarted((0, 2)))
    model.take(wired(ledger.table_state()))
    assert (model.seat, model.player) == (1, "Cid")


def test_one_who_looks_on_has_no_seat() -> None:
    ledger = Ledger("Ann", "Bob")
    model = Model()
    model.take(m.Watching(2, "t1", ledger.seq))
    model.take(wired(ledger.table_state()))
    model.take(wired(ledger.start()))
    assert (model.table, model.seat, model.question()) == ("t1", None, None)


def test_a_question_counts_once_its_events_are_folded() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger)
    first, second = ledger.start(), ledger.prompts(0)
    model.take(wired(second))
    assert model.question() is None
    model.take(wired(first))
    question = model.question()
    assert question is not None
    assert question.default == c.RollDice()
    model.take(wired(ledger.update(*ledger.game.handle(0, c.RollDice()))))
    assert model.question() is None


def test_the_observer_sees_the_state_after_each_event() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    seen: list[tuple[int, int]] = []
    model = Model(lambda seq, event: seen.append((seq, model.state.cash[1] if model.state else -1)))
    model.take(m.Seated(2, "t1", 0, ledger.seq))
    model.take(wired(ledger.table_state()))
    for message in played(ledger):
        model.take(wired(message))
    paid = next(seq for seq, cash in seen if cash == 1400)
    assert dict(seen)[paid - 1] == 1500


def test_a_test_table_begins_where_only_the_server_knows() -> None:
    ledger = Ledger("Ann", "Bob")
    ledger.settings = replace(ledger.settings, test=True)
    model = at_table(ledger)
    model.take(wired(ledger.start()))
    assert model.stale


def test_the_end_of_a_table_is_known() -> None:
    ledger = Ledger("Ann", "Bob")
    model = at_table(ledger)
    assert not model.over
    model.take(wired(ledger.update(ChatSaid(0, "bye"), TableClosed("empty"))))
    assert model.over


def test_the_view_holds_what_there_is_to_draw() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger, seat=1)
    model.take(wired(ledger.start()))
    view = model.view(12.5, live=False)
    assert (view.names, view.seat, view.phase, view.table, view.title) == (("Ann", "Bob"), 1, "opening_roll", "t1", "Friday")
    assert (view.received, view.live, view.lobby) == (12.5, False, ledger.lobby)
    assert view.state is model.state
    assert changed(view, live=True) == model.view(12.5)


def test_a_board_that_cannot_be_played_is_refused() -> None:
    ledger = Ledger("Ann", "Bob")
    message = ledger.table_state()
    board = replace(message.board, spaces=message.board.spaces[:-1])
    with pytest.raises(NoConnection, match="expected a board that can be played, found a fault: the server's board"):
        Model().take(replace(message, board=board))


@pytest.mark.parametrize(
    ("field", "value"),
    [("cash", []), ("at", [0, 40]), ("owner", [0]), ("turn", 2), ("stack", []), ("out", [False]), ("owner", [7] * 40)],
)
def test_a_position_that_cannot_be_is_refused(field: str, value: object) -> None:
    ledger = Ledger("Ann", "Bob")
    ledger.start()
    message = ledger.table_state()
    assert message.snapshot is not None
    snapshot = msgspec.structs.replace(message.snapshot, **{field: value})
    with pytest.raises(NoConnection, match="found lists that do not fit"):
        Model().take(replace(message, snapshot=snapshot))


def test_an_event_that_leaves_nothing_to_wait_for_makes_the_model_stale() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger)
    for message in played(ledger):
        model.take(wired(message))
    model.take(m.Update(model.seq + 1, (WorkTaken(),)))
    assert (model.stale, model.state, model.question()) == (True, None, None)
    model.take(wired(ledger.table_state()))
    assert not model.stale
    assert model.state is not None


def test_an_event_about_a_space_that_is_not_there_makes_the_model_stale() -> None:
    ledger = Ledger("Ann", "Bob", dice=DICE)
    model = at_table(ledger)
    model.take(wired(ledger.start()))
    model.take(m.Update(model.seq + 1, (TokenMoved(0, 0, 999),)))
    assert model.stale
    assert model.state is not None
    assert model.state.at == [0, 0]
