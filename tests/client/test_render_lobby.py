"""What happens around a game, line by line."""

from dataclasses import replace

from client.render_lobby import _TELLERS, describe_lobby_event
from client.view import View
from engine.board import load_board
from engine.ruleset import Ruleset
from protocol import lobby_events as e
from protocol.tables import Clock, Lobby, Settings
from tests.client.views import HOSTILE, assert_plain, check_snapshot

EXAMPLES: tuple[e.LobbyEvent, ...] = (
    e.TableCreated(Settings("evening", 4, Clock()), Ruleset()),
    e.SeatTaken(1, "Bob"),
    e.BotAdded(2, "Robbie", "careful"),
    e.SeatLeft(2),
    e.PlayerRemoved(2),
    e.PlayerRemoved(2, barred=True),
    e.ReadySet(0, True),
    e.ReadySet(0, False),
    e.NonceGiven(1, "0f" * 16),
    e.SeedRevealed("5e" * 32),
    e.OwnerChanged(1),
    e.OwnerChanged(-1),
    e.ChatSaid(1, "hello there"),
    e.PlayerMuted(0, 1, True),
    e.PlayerMuted(0, 1, False),
    e.TableStarted((0, 1, 3)),
    e.PlayerDropped(1, "left"),
    e.PlayerDropped(1, "lost"),
    e.PlayerDropped(1, "slow"),
    e.PlayerDropped(1, "displaced"),
    e.PlayerBack(1),
    e.AwaySet(1, True),
    e.AwaySet(1, False),
    e.PlayerDropped(1, "absent"),
    e.AutopilotSet(1, "asked"),
    e.AutopilotSet(1, "absent"),
    e.AutopilotSet(1, "vote"),
    e.AutopilotSet(1),
    e.ReturnAsked(1),
    e.MotionOpened(1, "pause", 0, (0, 1, 3), 60_000),
    e.MotionOpened(2, "resume", 1, (0, 1), 60_000),
    e.MotionOpened(3, "autopilot", 0, (0,), 60_000, seat=3),
    e.MotionOpened(4, "give", 0, (0, 1), 60_000, seat=3),
    e.BallotCast(1, 1, True),
    e.BallotCast(1, 3, False),
    e.MotionClosed(1, "carried"),
    e.MotionClosed(1, "lost"),
    e.MotionClosed(1, "expired"),
    e.MotionClosed(1, "moot"),
    e.TablePaused(600_000),
    e.TableResumed("vote"),
    e.TableResumed("time"),
    e.SeatOpened(1, "owner"),
    e.SeatOpened(1, "vote"),
    e.SeatGiven(1, "Eve"),
    e.RematchOpened("k7mq3z", 1),
    e.TableClosed("empty"),
    e.TableClosed("abandoned"),
    e.TableClosed("fault"),
)


def lobby(*names: str) -> View:
    return View(load_board(), Ruleset(), None, names)


def test_the_lines_of_a_lobby() -> None:
    view = lobby("Ann", "Bob", "", "Dan")
    check_snapshot("events_lobby", [describe_lobby_event(event, view) for event in EXAMPLES])


def test_there_is_an_example_of_each() -> None:
    assert {type(event) for event in EXAMPLES} == set(_TELLERS) == set(e.LOBBY_EVENTS)


def test_what_a_muted_player_says_is_not_shown_to_who_muted_it() -> None:
    muted = Lobby("running", 0, (), mutes=((0, 1),))
    for seat, shown in ((0, False), (1, True), (3, True), (None, True)):
        view = replace(lobby("Ann", "Bob", "", "Dan"), seat=seat, lobby=muted)
        assert bool(describe_lobby_event(e.ChatSaid(1, "buy my railroad"), view)) is shown
        assert describe_lobby_event(e.ChatSaid(3, "hm"), view)


def test_nobody_s_words_move_the_terminal() -> None:
    view = lobby(HOSTILE, HOSTILE)
    hostile = (
        e.TableCreated(Settings(HOSTILE, 4, Clock()), Ruleset(preset=HOSTILE)),
        e.SeatTaken(1, HOSTILE),
        e.BotAdded(1, HOSTILE, HOSTILE),
        e.ChatSaid(1, HOSTILE),
        e.PlayerBack(1),
        e.MotionOpened(1, "give", 0, (0, 1), 60_000, seat=1),
        e.SeatGiven(1, HOSTILE),
        e.RematchOpened(HOSTILE, 1),
    )
    assert_plain(describe_lobby_event(event, view) for event in hostile)
