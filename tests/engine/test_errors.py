"""Refusals: one stable code each with a sentence, every one of them in use, and no other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.errors import REASONS, ChanceExhausted, EngineError, IllegalCommand, InvalidPosition

SOURCES = sorted(Path(engine.__file__).parent.rglob("*.py"))


def refusals(file: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "IllegalCommand":
            yield node


def reasons(call: ast.Call) -> Iterator[str]:
    """The codes that the first argument can be; a choice between two is two."""
    first = call.args[0]
    for branch in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
        assert isinstance(branch, ast.Constant), ast.unparse(call)
        assert isinstance(branch.value, str)
        yield branch.value


USED = [(file.name, reason) for file in SOURCES for call in refusals(file) for reason in reasons(call)]


def test_every_refusal_of_the_engine_has_a_listed_code() -> None:
    assert [(file, reason) for file, reason in USED if reason not in REASONS] == []


def test_every_listed_code_is_used() -> None:
    assert set(REASONS) - {reason for _, reason in USED} == set()


@pytest.mark.parametrize("reason", REASONS)
def test_codes_are_snake_case_and_sentences_are_for_people(reason: str) -> None:
    sentence = REASONS[reason]
    assert reason.isidentifier()
    assert reason == reason.lower()
    assert sentence[0].islower()
    assert sentence[-1] not in ".!"
    assert "_" not in sentence


def test_no_two_codes_say_the_same() -> None:
    assert len(set(REASONS.values())) == len(REASONS)


def test_a_refusal_carries_code_sentence_and_the_number_that_would_do() -> None:
    refused = IllegalCommand("bid_too_low", "bid of 40 is below 56", wanted=56)
    assert (refused.reason, refused.message, refused.wanted) == ("bid_too_low", "bid of 40 is below 56", 56)
    assert str(refused) == "bid of 40 is below 56"


def test_without_a_sentence_of_its_own_a_refusal_has_that_of_its_code() -> None:
    refused = IllegalCommand("roll_due")
    assert str(refused) == refused.message == REASONS["roll_due"]
    assert refused.wanted is None


def test_a_code_that_is_not_listed_cannot_be_raised_bare() -> None:
    with pytest.raises(KeyError):
        IllegalCommand("because")


@pytest.mark.parametrize("error", [IllegalCommand, InvalidPosition, ChanceExhausted])
def test_what_the_engine_raises_on_purpose_has_one_base(error: type[Exception]) -> None:
    assert issubclass(error, EngineError)
