"""The table of error codes and the texts of the exceptions."""

from __future__ import annotations

import re

import pytest

from engine.errors import REASONS
from protocol import errors as e


def tree(base: type[e.ProtocolError]) -> list[type[e.ProtocolError]]:
    return [base, *(below for child in base.__subclasses__() for below in tree(child))]


def test_protocol_and_engine_mean_different_things_by_their_codes() -> None:
    assert e.WIRE_CODES.keys().isdisjoint(REASONS)
    assert len(e.ERROR_CODES) == len(e.WIRE_CODES) + len(REASONS)


@pytest.mark.parametrize("code", e.WIRE_CODES)
def test_codes_are_snake_case_with_a_sentence(code: str) -> None:
    sentence = e.WIRE_CODES[code]
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert sentence
    assert not sentence.endswith(".")
    assert sentence[0].islower()


@pytest.mark.parametrize("kind", tree(e.ProtocolError), ids=lambda kind: kind.__name__)
def test_every_exception_has_a_code_of_the_table(kind: type[e.ProtocolError]) -> None:
    assert kind.code in e.ERROR_CODES


def test_codes_stand_in_alphabetical_order() -> None:
    assert list(e.WIRE_CODES) == sorted(e.WIRE_CODES)


def test_texts_name_what_was_found_and_what_was_expected() -> None:
    assert str(e.FrameTooBig(70_000, 65_536)) == "frame of 70000 bytes, expected no more than 65536"
    assert str(e.TruncatedFrame(7)) == "stream ended inside a frame, expected 7 bytes more"
    invalid = e.InvalidField("command.amount", "expected int, found str", request=4)
    assert str(invalid) == "command.amount: expected int, found str"
    assert (invalid.field, invalid.problem, invalid.request) == ("command.amount", "expected int, found str", 4)
    assert str(e.InvalidField("", "expected no extension types, found one")).startswith("message: ")
