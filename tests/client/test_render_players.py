"""Everybody at the table as text."""

from msgspec.structs import replace as with_fields

from client.render_players import player_lines
from client.view import View
from engine import commands as c
from engine.ruleset import Ruleset
from protocol.tables import Lobby, SeatInfo
from tests.client.views import HOSTILE, assert_plain, busy_game, check_snapshot, view_of
from tests.engine.positions import US, S, game

LOBBY = Lobby(
    "lobby",
    0,
    (SeatInfo(0, "Ann", ready=True), SeatInfo(1, "Robbie", True, bot="careful"), SeatInfo(3, "Dan", connected=False)),
)


def test_everybody_in_a_busy_game() -> None:
    for width in (80, 50):
        lines = player_lines(view_of(busy_game()), width)
        assert_plain(lines, width)
        check_snapshot(f"players_{width}", lines)


def test_everybody_in_the_lobby() -> None:
    view = View(US, Ruleset(), None, ("Ann", "Robbie", "", "Dan"), lobby=LOBBY)
    assert player_lines(view) == [
        "A Ann: owns the table",
        "B Robbie: a careful bot",
        "D Dan: not ready, not connected",
    ]


def test_a_jail_card_is_seen_by_everybody() -> None:
    # faults C131: only the log told who held it
    for seat in (0, 1, None):
        lines = player_lines(view_of(game(S(), S(cards=("community_chest",))), seat))
        assert any("jail card of Community Chest" in line for line in lines)


def test_whom_the_table_waits_for_is_marked() -> None:
    table = game(S(), S(), S())
    table.handle(1, c.HoldWindow())
    assert [line[0] for line in player_lines(view_of(table))[1:]] == [">", "*", " "]


def test_who_is_away_or_gone_is_told() -> None:
    infos = (
        SeatInfo(0, "Ann", away=True, autopilot="absent"),
        SeatInfo(1, "Bob", connected=False, open=True),
        SeatInfo(2, "Cleo", bot="careful"),
    )
    view = view_of(game(S(), S(), S()))
    there = View(view.board, view.rules, view.state, view.names, lobby=Lobby("running", 0, infos), turn=0)
    lines = player_lines(there)[1:]
    assert [line.split("GO")[1] for line in lines] == [
        ", away, on autopilot",
        ", not connected, seat open",
        ", careful bot",
    ]


def test_a_negative_holding_would_be_seen() -> None:
    # faults C134: the engine never allows it, and the view never hides a sign
    table = game()
    table.state.cash[0] = -5
    assert "-$5" in player_lines(view_of(table))[1]


def test_columns_stay_straight_whatever_the_names() -> None:
    view = view_of(busy_game(), names=("日本語の名前", HOSTILE, "e\u0301ve", ""))
    lines = player_lines(view, 60)
    assert_plain(lines, 60)
    bots = tuple(with_fields(info, bot=HOSTILE, player=HOSTILE) for info in LOBBY.seats)
    lobby = View(US, Ruleset(), None, (HOSTILE,) * 4, lobby=Lobby("lobby", 0, bots))
    assert_plain(player_lines(lobby, 40), 40)
