"""The middle of the board: whose turn, who is waited for, everybody, the business, the question, the log."""

from dataclasses import replace

import pytest

from client.screen.center import Told, center_lines, log_lines
from client.screen.markup import Line, text_of
from client.view import View
from engine import Game, ScriptedChance, load_board, load_ruleset, new_game
from engine import commands as c
from engine.options import Prompt
from protocol.tables import Lobby, Motion, SeatInfo, Waiting
from tests.client.views import HOSTILE, NAMES, assert_plain, busy_game, check_snapshot, question, view_of
from tests.engine.positions import S, game

LOG = [
    Told("Ann throws 3 and 4"),
    Told("Bob says: nice throw, and now something long that has to go on in the row below", "chat"),
]


def texts(rows: list[Line]) -> list[str]:
    return [text_of(row).rstrip() for row in rows]


def center(view: View, asked: Prompt | None = None, size: tuple[int, int] = (61, 18), **more: object) -> list[str]:
    return texts(center_lines(view, asked, LOG, 10.0, size, **more))  # type: ignore[arg-type]  # a note


@pytest.mark.parametrize(("name", "size"), [("small", (61, 18)), ("large", (88, 27))])
def test_a_busy_table(name: str, size: tuple[int, int]) -> None:
    table = busy_game()
    table.handle(1, c.OfferTrade(0, c.Things(50), c.Things(0, (5,))))
    drawn = center(view_of(table), question(table, 0), size)
    assert_plain(drawn, size[0])
    assert len(drawn) <= size[1]
    check_snapshot(f"screen_center_{name}", drawn)


def landed_on_boardwalk() -> Game:
    table = game(S(space=32), S(), S(), dice=[(3, 4)])
    table.handle(0, c.RollDice())
    return table


def test_an_auction_is_seen_by_those_who_are_not_asked() -> None:
    table = landed_on_boardwalk()
    table.handle(0, c.DeclineDeed())
    table.handle(1, c.PlaceBid(120))
    drawn = " ".join(" ".join(center(view_of(table, seat=None))).split())
    assert "auction of Boardwalk (price $400): Bob bids $120; still in: Ann and Cleo" in drawn


def test_whom_the_table_waits_for_until_when() -> None:
    view = replace(view_of(game()), waiting=[Waiting(0, 30_000), Waiting(1)], received=5.0)
    assert center(view)[0].endswith("your turn · waits for you, 0:25 left, Bob")
    assert "Ann's turn · waits for Ann, 0:25 left, you" in center(replace(view, seat=1))[0]


def test_trouble_stands_on_top() -> None:
    view = view_of(game())
    assert center(replace(view, live=False, retry_at=12.5))[1].startswith("NO CONNECTION, trying again in 3 s")
    assert center(replace(view, paused=True))[1] == "PAUSED: the server can not store anything now"
    agreed = replace(view, lobby=Lobby("running", 0, (), paused=True))
    assert center(agreed)[1] == "PAUSED by the players: `propose resume` calls a vote to go on"


def test_a_note_takes_the_place_of_the_question() -> None:
    table = game()
    drawn = center(view_of(table), question(table, 0), note=["refused: no", "you may: roll"])
    assert "refused: no" in drawn
    assert not any("throw the dice" in row for row in drawn)


def test_the_log_is_told_from_its_end_in_so_many_rows() -> None:
    rows = log_lines(LOG, 40, 2)
    assert texts(rows) == ["  long that has to go on in the row", "  below"]
    assert [row[0][0] for row in rows] == ["chat", "chat"]


def test_the_log_begins_with_no_half_entry() -> None:
    assert texts(log_lines([*LOG, Told("Cleo throws 1 and 2")], 40, 3)) == ["", "", "Cleo throws 1 and 2"]
    assert texts(log_lines(LOG, 40, 4))[0] == "Ann throws 3 and 4"


def test_before_the_first_turn_it_is_nobodys_turn() -> None:
    table = new_game(load_board(), load_ruleset(), 2, ScriptedChance(dice=[(1, 2)]))
    view = replace(view_of(table), phase="opening_roll")
    drawn = center(view)
    assert drawn[0].startswith("who begins? · waits for you")
    assert [row[:1] for row in drawn[2:4]] == ["*", " "]


def test_what_one_has_sent_ahead_is_seen_until_it_is_carried_out() -> None:
    table = landed_on_boardwalk()
    table.handle(1, c.OfferTrade(0, c.Things(50), c.Things(10)))
    table.handle(0, c.AcceptOffer(1))
    drawn = " ".join(" ".join(center(view_of(table))).split())
    assert "sent ahead to the next window: accept 1 (unqueue 1)" in drawn
    assert "offer 1: Bob would give Ann $50 for $10 (accepted, for the next window)" in drawn
    assert "sent ahead" not in " ".join(center(view_of(table, 1)))


def test_a_lobby_tells_what_one_may_do() -> None:
    state = game().state
    lobby = Lobby("lobby", 0, (SeatInfo(0, "Ann"), SeatInfo(1, "Bob", ready=True)))
    view = View(state.board, state.rules, None, NAMES[:2], 0, lobby=lobby)
    drawn = " ".join(" ".join(center(view)).split())
    assert "everybody is ready: start the game, or wait for more players" in drawn
    assert "you may: start · add-bot [LEVEL] · kick NAME [bar]" in drawn
    assert not any("you may" in row for row in center(replace(view, seat=None)))


def test_eight_players_with_names_of_others_devising_fit() -> None:
    table = game(*(S() for _ in range(8)))
    for name in (HOSTILE, "界" * 20, "x" * 40):
        drawn = center(view_of(table, names=[name] * 8), question(table, 0))
        assert_plain(drawn, 61)
        assert drawn[-1].endswith("below")


def test_a_finished_game_and_a_lobby() -> None:
    table = game(S(), S())
    table.handle(0, c.Resign())
    assert center(view_of(table))[0] == "a table: the game is over"
    state = table.state
    assert center(View(state.board, state.rules, None, NAMES[:2], title="Friday"))[0] == "Friday: in the lobby, rules official"


def test_a_vote_of_the_players_asks_those_whose_voice_is_missing() -> None:
    motion = Motion(1, "autopilot", 1, (0, 1, 2), 2, (1,))
    view = replace(view_of(busy_game()), lobby=Lobby("running", 0, (), motion))
    told, told_bob = (" ".join(" ".join(center(seen)).split()) for seen in (view, replace(view, seat=1)))
    assert "Bob proposes to let the autopilot play for Cleo: 1 yes, 0 no of 3 (yes or no?)" in told
    assert "1 yes, 0 no of 3" in told_bob
    assert "yes or no?" not in told_bob
