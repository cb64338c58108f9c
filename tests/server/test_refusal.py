"""Refusals become error messages."""

from __future__ import annotations

import pytest

from engine.errors import IllegalCommand
from protocol.messages import Error
from server.refusal import Refused, by_the_rules


def test_a_refusal_without_words_says_what_its_code_means() -> None:
    assert Refused("owner_only").reply(3) == Error(
        "owner_only", "only the owner of the table may do this", in_reply_to=3
    )


def test_everything_that_helps_is_told() -> None:
    refusal = Refused("rate_limited", "slower", wanted=4, retry_after=250, field="text")
    assert refusal.reply(None) == Error("rate_limited", "slower", wanted=4, retry_after=250, field="text")


def test_a_code_must_be_a_known_one() -> None:
    with pytest.raises(KeyError):
        Refused("no_such_code")


def test_the_engine_s_reason_is_the_code() -> None:
    refusal = by_the_rules(IllegalCommand("bid_too_low", "bid of 60 is not above 60", wanted=61))
    assert refusal.reply(9) == Error("bid_too_low", "bid of 60 is not above 60", in_reply_to=9, wanted=61)


def test_what_a_client_has_said_is_repeated_safely_and_not_at_length() -> None:
    told = by_the_rules(IllegalCommand("no_such_group", f"there is no color group '\x1b[2J{'x' * 60_000}'")).reply(1).message
    assert told.startswith("there is no color group '\\x1b[2Jxxx")
    assert told.endswith("x...")
    assert len(told) < 400
