"""The words of the command language told at length."""

import pytest

from client.explain import explain
from client.language import WORDS, Context, InvalidInput, parse
from tests.client.views import NAMES, assert_plain, check_snapshot
from tests.engine.positions import US


def test_every_word_is_explained() -> None:
    lines = []
    for word in WORDS:
        told = explain(word)
        assert len(told) > 1
        assert_plain(told, 80)
        lines += told
    check_snapshot("explain", lines)


def test_every_example_can_be_typed() -> None:
    examples = [line.strip().removeprefix("Example: ") for word in WORDS for line in explain(word) if "Example: " in line]
    assert len(examples) >= 7
    for example in examples:
        parse(example, Context(US, NAMES, 1))


def test_a_beginning_will_do() -> None:
    assert explain("mort") == explain("mortgage")
    with pytest.raises(InvalidInput):
        explain("fly")
