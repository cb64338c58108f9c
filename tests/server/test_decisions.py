"""What requests at a table come to."""

from __future__ import annotations

import pytest

from engine.commands import CastVote, EndTurn, RollDice
from engine.events import DiceRolled, GameEnded, GameStarted, OpeningThrown, TimeRanOut
from engine.legal import prompt_id
from engine.position import Position, SeatPosition
from protocol import lobby_events as e
from protocol import messages as m
from protocol.tables import Scenario
from server.chairs import Chair
from server.decisions import decide, running_game
from server.refusal import Refused
from tests.server.records import chairs_of, record, seated, started

SCENARIO = Scenario(Position((SeatPosition(), SeatPosition())), dice=((1, 2),))


def chair(seat: int) -> Chair:
    return Chair(seat, seat, b"")


def test_the_start_brings_the_game_s_first_events_and_renumbers_the_chairs() -> None:
    table = record(*seated("Ann", "Bob", "Cid"), e.SeatLeft(1))
    chairs = chairs_of("Ann", "Bob", "Cid")
    chairs.leave(1)
    events = decide(table, chairs, chair(0), m.StartGame(1))
    assert events[0] == e.TableStarted((0, 2))
    assert events[1] == GameStarted()
    assert [held.seat for held in chairs] == [0, 1]


def test_a_command_goes_to_the_game() -> None:
    table, chairs = started("Ann", "Bob")
    game = running_game(table)
    events = decide(table, chairs, chair(0), m.Act(1, RollDice(), prompt_id(game.state, 0)))
    assert isinstance(events[0], OpeningThrown)


@pytest.mark.parametrize(
    ("seat", "act", "code"),
    [(0, m.Act(1, RollDice(), 999), "stale"), (1, m.Act(1, RollDice()), "not_your_turn"), (0, m.Act(1, EndTurn()), "not_now")],
)
def test_what_the_rules_forbid_is_refused_with_their_reason(seat: int, act: m.Act, code: str) -> None:
    table, chairs = started("Ann", "Bob")
    before = running_game(table).state.copy()
    with pytest.raises(Refused) as caught:
        decide(table, chairs, chair(seat), act)
    assert caught.value.code == code
    assert running_game(table).state.copy().snapshot() == before.snapshot()


def test_before_the_start_there_is_nothing_to_act_in() -> None:
    with pytest.raises(Refused) as caught:
        decide(record(*seated("Ann", "Bob")), chairs_of("Ann", "Bob"), chair(0), m.Act(1, RollDice()))
    assert caught.value.code == "not_started"


def test_who_acts_is_no_longer_away() -> None:
    table, chairs = started("Ann", "Bob")
    table.count(e.AwaySet(0, True))
    events = decide(table, chairs, chair(0), m.Act(1, RollDice()))
    assert events[0] == e.AwaySet(0, False)


def test_chat_is_cleaned_before_anybody_sees_it() -> None:
    table, chairs = started("Ann", "Bob")
    assert decide(table, chairs, chair(1), m.Chat(1, "hi\x1b[2J\u202e\nthere")) == [e.ChatSaid(1, "hi[2J there")]


@pytest.mark.parametrize("text", ["", "   ", "\x00\x1b\u202e"])
def test_chat_of_which_nothing_is_left_is_refused(text: str) -> None:
    table, chairs = started("Ann", "Bob")
    with pytest.raises(Refused) as caught:
        decide(table, chairs, chair(1), m.Chat(1, text))
    assert caught.value.code == "empty_chat"


def test_every_counted_request_has_a_decision() -> None:
    requests: dict[type[m.Request], m.Request] = {
        m.SetReady: m.SetReady(1, True),
        m.AddBot: m.AddBot(1),
        m.Chat: m.Chat(1, "hi"),
        m.RemovePlayer: m.RemovePlayer(1, 1),
        m.StartGame: m.StartGame(1),
        m.GiveNonce: m.GiveNonce(1, "0f" * 16),
        m.SetOwner: m.SetOwner(1, 1),
        m.Act: m.Act(1, CastVote(True)),
        m.EndGame: m.EndGame(1),
        m.SetAway: m.SetAway(1, True),
        m.TimeOut: m.TimeOut(1, 0),
        m.Mute: m.Mute(1, 1),
    }
    # A vote needs trio's clock, and a rematch the server: their own tests tell of them.
    assert set(requests) == m.COUNTED - {m.Propose, m.CastBallot, m.GiveSeat, m.Rematch}
    rules = {m.Act: {"early_end": "vote"}, m.EndGame: {"early_end": "host"}, m.SetAway: {}, m.TimeOut: {"scenario": SCENARIO}}
    for kind, request in requests.items():
        table, chairs = record(*seated("Ann", "Bob")), chairs_of("Ann", "Bob")
        if kind in rules:
            table, chairs = started("Ann", "Bob", **rules[kind])
        assert decide(table, chairs, chair(0), request) != []


def test_a_position_is_played_from_where_it_stands() -> None:
    table, chairs = started("Ann", "Bob", scenario=SCENARIO)
    events = decide(table, chairs, chair(1), m.TimeOut(1, 0))
    assert events[:2] == [TimeRanOut(0), DiceRolled(0, (1, 2))]
    with pytest.raises(Refused) as caught:
        decide(table, chairs, chair(1), m.TimeOut(2, 1))
    assert caught.value.code == "no_prompt"


def test_at_other_tables_nobody_says_when_time_is_over() -> None:
    table, chairs = started("Ann", "Bob")
    with pytest.raises(Refused) as caught:
        decide(table, chairs, chair(1), m.TimeOut(1, 0))
    assert caught.value.code == "not_allowed"


def test_the_owner_ends_the_game_where_the_rules_have_it() -> None:
    table, chairs = started("Ann", "Bob", early_end="host")
    with pytest.raises(Refused) as caught:
        decide(table, chairs, chair(1), m.EndGame(1))
    assert caught.value.code == "owner_only"
    (ended,) = decide(table, chairs, chair(0), m.EndGame(1))
    assert isinstance(ended, GameEnded)
    assert ended.reason == "host"
    table, chairs = started("Ann", "Bob", early_end="vote")
    with pytest.raises(Refused) as caught:
        decide(table, chairs, chair(0), m.EndGame(1))
    assert caught.value.code == "not_allowed"


def test_a_pause_stops_the_game_and_not_the_talk() -> None:
    table, chairs = started("Ann", "Bob", early_end="host")
    table.count(e.TablePaused(600_000))
    for request in (m.Act(1, RollDice()), m.EndGame(1)):
        with pytest.raises(Refused) as caught:
            decide(table, chairs, chair(0), request)
        assert caught.value.code == "paused"
    assert decide(table, chairs, chair(0), m.Chat(1, "hi")) == [e.ChatSaid(0, "hi")]


def test_the_autopilot_plays_alone() -> None:
    table, chairs = started("Ann", "Bob")
    table.count(e.AutopilotSet(0, "asked"))
    with pytest.raises(Refused) as caught:
        decide(table, chairs, chair(0), m.Act(1, RollDice()))
    assert caught.value.code == "not_yours"
