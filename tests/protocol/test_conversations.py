"""The conversations of the reference page keep the promises that the page makes."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from protocol import messages as m
from protocol.conversations import CLOCK, CONVERSATIONS, Conversation, join_and_play, render, resume
from protocol.scenes import ANN, BOB
from protocol.tables import Waiting

EVERY = pytest.mark.parametrize("conversation", [make() for make in CONVERSATIONS.values()], ids=CONVERSATIONS)


@EVERY
def test_every_request_gets_exactly_one_reply(conversation: Conversation) -> None:
    asked = [message.id for message in conversation if isinstance(message, m.Request)]
    answers = [getattr(message, "in_reply_to", None) for message in conversation if isinstance(message, m.ServerMessage)]
    assert asked == sorted(set(asked))
    assert [answer for answer in answers if answer is not None] == asked


@EVERY
def test_numbers_of_events_have_no_gap(conversation: Conversation) -> None:
    known = next(message.first for message in conversation if isinstance(message, m.Update)) - 1
    for message in conversation:
        if isinstance(message, m.Update):
            assert message.first == known + 1
            known += len(message.events)
        elif isinstance(message, (m.Result, m.Prompts)):
            assert message.seq == known


@EVERY
def test_questions_are_told_only_when_they_change(conversation: Conversation) -> None:
    told = [message.prompts for message in conversation if isinstance(message, m.Prompts)]
    assert all(before != after for before, after in pairwise(told))


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


def tags_of(name: str) -> list[str]:
    """The events of a scene, in order."""
    told = [message for message in CONVERSATIONS[name]() if isinstance(message, m.Update)]
    return [str(event.__struct_config__.tag) for message in told for event in message.events]


def codes_of(name: str) -> list[str]:
    """What was refused in a scene."""
    return [message.code for message in CONVERSATIONS[name]() if isinstance(message, m.Error)]


def test_an_interrupt_waits_for_the_window_and_a_hold_keeps_that_open() -> None:
    tags = tags_of("interrupt")
    assert tags.index("interrupt_queued") < tags.index("window_opened") < tags.index("interrupt_taken")
    assert tags[-2:] == ["hold_returned", "turn_started"]
    told = [message.waiting for message in CONVERSATIONS["interrupt"]() if isinstance(message, m.Update)]
    assert [waited for waited in told if len(waited) == 2] == [(Waiting(ANN), Waiting(BOB, CLOCK.bank))] * 2


def test_in_an_auction_each_bid_sets_the_clock_back_and_a_pass_does_not() -> None:
    told = [message for message in CONVERSATIONS["auction"]() if isinstance(message, m.Update) and message.phase == "auction"]
    lefts = [(str(message.events[-1].__struct_config__.tag), message.waiting[0].left) for message in told]
    assert lefts[0] == ("auction_opened", CLOCK.fresh)
    assert {left for _, left in lefts[1:]} == {6_000}
    assert codes_of("auction") == ["bid_too_low"]
    assert tags_of("auction")[-4:] == ["auction_closed", "money_paid", "deed_bought", "window_opened"]


def test_two_who_want_the_last_house_bid_for_it() -> None:
    tags = tags_of("contest")
    assert tags[:3] == ["contest_opened", "buildings_wanted", "auction_opened"]
    assert tags[-2:] == ["building_placed", "contest_closed"]


def test_a_trade_settles_under_its_newest_number() -> None:
    tags = tags_of("trade")
    assert tags.count("offer_made") == 3
    assert codes_of("trade") == ["no_such_offer"]
    assert tags[-5:] == ["offer_closed", "money_paid", "deed_transferred", "deed_transferred", "deed_transferred"]


@EVERY
def test_each_line_is_json_with_its_direction(conversation: Conversation) -> None:
    lines = render(conversation).split("\n")
    assert len(lines) == len(conversation)
    for line, message in zip(lines, conversation, strict=True):
        assert line[:2] == ("> " if isinstance(message, m.Request) else "< ")
        assert json.loads(line[2:])["type"] == message.__struct_config__.tag
