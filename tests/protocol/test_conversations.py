"""The conversations of the reference page keep the promises that the page makes."""

from __future__ import annotations

import json

import pytest

from protocol import messages as m
from protocol.conversations import CONVERSATIONS, Conversation, join_and_play, render, resume

EVERY = pytest.mark.parametrize("conversation", [make() for make in CONVERSATIONS.values()], ids=CONVERSATIONS)


@EVERY
def test_every_request_gets_exactly_one_reply(conversation: Conversation) -> None:
    asked = [message.id for message in conversation if isinstance(message, m.Request)]
    answers = [getattr(message, "in_reply_to", None) for message in conversation if isinstance(message, m.ServerMessage)]
    assert asked == sorted(set(asked))
    assert [answer for answer in answers if answer is not None] == asked


@EVERY
def test_numbers_of_events_have_no_gap(conversation: Conversation) -> None:
    known = next((message.after for message in conversation if isinstance(message, m.Resume)), 3)
    assert known is not None
    for message in conversation:
        if isinstance(message, m.Update):
            assert message.first == known + 1
            known += len(message.events)
        elif isinstance(message, (m.Result, m.Prompts)):
            assert message.seq == known


def test_bob_plays_a_whole_turn_and_is_refused_twice() -> None:
    played = join_and_play()
    events = [event for message in played if isinstance(message, m.Update) for event in message.events]
    told = [str(event.__struct_config__.tag) for event in events]
    assert told == [
        "ready_set", "table_started", "game_started", "opening_thrown", "opening_thrown", "turn_started", "dice_rolled",
        "token_moved", "purchase_offered", "money_paid", "deed_bought", "window_opened", "turn_started",
    ]  # fmt: skip
    assert [message.code for message in played if isinstance(message, m.Error)] == ["stale", "not_owner"]
    assert played[-2] == m.Prompts(16, ())


def test_bob_gets_what_he_missed_and_his_question_again() -> None:
    played, resumed = join_and_play(), resume()
    assert resumed[-2:] == [played[-7], played[-6]]
    seated = resumed[3]
    assert isinstance(seated, m.Seated)
    assert seated.last_id == max(message.id for message in played[:-4] if isinstance(message, m.Act))


@EVERY
def test_each_line_is_json_with_its_direction(conversation: Conversation) -> None:
    lines = render(conversation).split("\n")
    assert len(lines) == len(conversation)
    for line, message in zip(lines, conversation, strict=True):
        assert line[:2] == ("> " if isinstance(message, m.Request) else "< ")
        assert json.loads(line[2:])["type"] == message.__struct_config__.tag
