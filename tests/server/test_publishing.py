"""What a table says."""

from __future__ import annotations

from math import inf

from engine.legal import prompt_of
from protocol import lobby_events as e
from protocol.codec import FROM_SERVER, PREFIX, decode, encode
from protocol.tables import Clock, TableSummary, Waiting
from server import publishing
from server.clocks import Asked, Clocks
from server.decisions import running_game
from tests.server.records import record, seated, started


def no_clocks() -> Clocks:
    return Clocks(None, grace=inf, away=inf)


def test_an_update_names_phase_turn_and_whom_the_table_waits_for() -> None:
    table, _ = started("Ann", "Bob")
    clocks = Clocks(Clock(fresh=1_000, bank=2_000), grace=inf, away=inf)
    clocks.watch(0.0, {0: Asked(1)}, ())
    update = publishing.update(table, clocks, 0.5, 9, [e.ChatSaid(0, "hi")])
    assert (update.first, update.events) == (9, (e.ChatSaid(0, "hi"),))
    assert (update.phase, update.turn, update.waiting) == ("opening_roll", 0, (Waiting(0, 2_500),))


def test_in_the_lobby_nobody_is_waited_for() -> None:
    update = publishing.update(record(*seated("Ann", "Bob")), no_clocks(), 0.0, 1, ())
    assert (update.phase, update.turn, update.waiting) == ("lobby", -1, ())


def test_a_state_has_all_that_a_client_needs_and_survives_the_wire() -> None:
    table, _ = started("Ann", "Bob")
    told = publishing.table_state(table, no_clocks(), 0.0, request=4)
    assert decode(encode(told)[PREFIX:], FROM_SERVER) == told
    assert (told.in_reply_to, told.seq, told.board, told.rules) == (4, table.seq, table.board.data, table.rules)
    assert told.snapshot == running_game(table).state.snapshot()


def test_before_the_start_a_state_has_no_snapshot() -> None:
    told = publishing.table_state(record(*seated("Ann")), no_clocks(), 0.0)
    assert (told.snapshot, told.phase, told.turn, told.in_reply_to) == (None, "lobby", -1, None)


def test_a_seat_sees_its_own_questions() -> None:
    table, _ = started("Ann", "Bob")
    assert publishing.open_prompts(table, 0) == (prompt_of(running_game(table).state, 0),)
    assert publishing.open_prompts(table, 1) == ()
    assert publishing.open_prompts(record(*seated("Ann", "Bob")), 0) == ()


def test_a_summary_is_a_line_for_people() -> None:
    table = record(*seated("Ann", "Bob"), seats=6)
    assert publishing.summary(table) == TableSummary("t1", "Friday", "lobby", 6, ("Ann", "Bob"), "official")


def test_a_summary_names_the_seats_that_may_be_claimed() -> None:
    table, _ = started("Ann", "Bob", "Cid")
    table.count(e.SeatOpened(2, "vote"))
    assert publishing.summary(table).open == (2,)
