"""What an owner may type for the bots of a table."""

from __future__ import annotations

import subprocess
import sys

import pytest

from client.chosen_bots import choose_bots, find_level, levels
from client.errors import BadChoice
from client.naming import InvalidInput
from engine.policies import POLICIES
from protocol.messages import AddBot


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        ("", ()),
        ("0", ()),
        ("2", ("careful", "careful")),
        ("strong", ("strong",)),
        ("strong,greedy", ("strong", "greedy")),
        (" Strong, gr ,random ", ("strong", "greedy", "random")),
    ],
)
def test_what_is_meant(words: str, levels: tuple[str, ...]) -> None:
    assert choose_bots(words) == levels


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("8", "bots: expected no more than 7, found 8"),
        ("strong," * 8, "no more than 7, found 8"),
        ("9999", "a number or levels out of random, greedy, careful, strong, found 9999"),
        ("-1", "found -1"),
        ("strong,gready", "found gready: there is no level gready (did you mean greedy?)"),
    ],
)
def test_what_makes_no_sense_is_told(words: str, problem: str) -> None:
    with pytest.raises(BadChoice) as caught:
        choose_bots(words)
    assert problem in str(caught.value)


def test_a_level_may_be_shortened_or_left_out() -> None:
    assert find_level("st") == "strong"
    assert find_level("") == AddBot(1).level
    with pytest.raises(InvalidInput, match=r"there is no level strng \(did you mean strong\?\)"):
        find_level("strng")


def test_the_levels_are_the_policies_and_imported_only_when_wanted() -> None:
    assert levels() == tuple(POLICIES)
    code = "import sys, client.chosen_bots; sys.exit('engine.policies' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
