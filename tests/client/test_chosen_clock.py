"""What an owner may type for the clock of a table."""

from __future__ import annotations

import pytest

from client.chosen_clock import USUAL, choose_clock
from client.errors import BadChoice
from protocol.tables import Clock


@pytest.mark.parametrize(
    ("words", "clock"),
    [
        ("", USUAL),
        ("off", None),
        (" OFF ", None),
        ("fresh=20 bank=0", Clock(fresh=20_000, bank=0)),
        ("fresh=20,bid=10,misses=3", Clock(fresh=20_000, bid=10_000, misses=3)),
        ("autopilot=no away=2 offer=120 grace=0", Clock(autopilot=False, away=2_000, offer=120_000, grace=0)),
    ],
)
def test_what_is_meant(words: str, clock: Clock | None) -> None:
    assert choose_clock(words) == clock


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("on", "found on"),
        ("fresh", "whole seconds, found fresh"),
        ("fresh=fast", "whole seconds, found fresh=fast"),
        ("fresh=-3", "whole seconds"),
        ("bank=9999999", "whole seconds"),
        ("fresh=0", "clock fresh=0: Expected `int` >= 1000"),
        ("bank=86401", "clock bank=86401: Expected `int` <= 86400000"),
        ("misses=two", "found misses=two"),
        ("misses=0", "Expected `int` >= 1"),
        ("autopilot=maybe", "autopilot=yes|no, found autopilot=maybe"),
        ("speed=3", "fresh=SECONDS, bank=SECONDS"),
    ],
)
def test_what_makes_no_sense_is_told(words: str, problem: str) -> None:
    with pytest.raises(BadChoice) as caught:
        choose_clock(words)
    assert problem in str(caught.value)
