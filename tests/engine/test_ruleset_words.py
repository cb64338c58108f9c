"""Every value of every switch has its sentence, and what differs from the official rules comes first."""

from typing import get_args, get_origin, get_type_hints

import msgspec
import pytest

from engine.ruleset import load_ruleset, presets
from engine.ruleset_words import changes, differences, explain, wordings
from engine.switches import SWITCHES, Ruleset

HINTS = get_type_hints(Ruleset, include_extras=True)


def values_of(switch: str) -> tuple[object, ...]:
    """Every value of a choice, or some of a number or name."""
    if HINTS[switch] is bool:
        return (True, False)
    if HINTS[switch] is str:
        return ("us_classic", "default", "my_island")
    if "Literal" in str(get_origin(HINTS[switch])):
        return get_args(HINTS[switch])
    return (0, 1, 2, 77)


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_value_has_a_sentence_of_its_own(switch: str) -> None:
    sentences = []
    for value in values_of(switch):
        ruleset = msgspec.structs.replace(Ruleset(), **{switch: value})
        (sentence,) = [line for line in explain(ruleset) if line.startswith(f"{switch} = ")]
        sentences.append(sentence.partition(": ")[2])
        assert "{" not in sentence
    assert all(sentences)
    assert len(set(sentences)) == len(sentences)


def test_the_official_ruleset_differs_in_nothing() -> None:
    assert differences(Ruleset()) == []
    assert len(explain(Ruleset())) == len(SWITCHES)


def test_differences_come_first() -> None:
    ruleset = Ruleset(auctions=False, bank_bankruptcy="return", go_exact=2)
    expected = [
        "go_exact = 2: landing exactly on GO pays the salary twice",
        "auctions = off: a deed that is not bought stays with the bank",
        "bank_bankruptcy = return: the deeds of a seat bankrupt to the bank go back to the bank, free of mortgages",
    ]
    assert differences(ruleset) == expected
    assert explain(ruleset)[:3] == expected
    assert len(explain(ruleset)) == len(SWITCHES)


def test_the_name_of_the_preset_is_no_difference() -> None:
    assert differences(Ruleset(preset="house")) == []


def test_amounts_are_filled_in() -> None:
    assert "jail_fine = 75: leaving jail costs 75" in differences(Ruleset(jail_fine=75))


@pytest.mark.parametrize("name", presets())
def test_changes_make_the_same_ruleset_out_of_the_official_one(name: str) -> None:
    ruleset = load_ruleset(name)
    assert msgspec.structs.replace(load_ruleset("official", changes(ruleset)), preset=name) == ruleset


def test_words_for_any_other_value_stand_under_none() -> None:
    assert wordings("jail_fine") == {None: "leaving jail costs {}"}
    assert set(wordings("max_rounds")) == {0, None}
    assert set(wordings("auctions")) == {True, False}
