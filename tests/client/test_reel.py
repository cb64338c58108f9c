"""Where one stands in a game that is looked at again: the same on every way there."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.reel import Reel
from engine.events import TurnStarted
from tests.client.games import honest, lobby, played, told_by, transcript
from tests.properties.walk import image


@pytest.fixture
def reel(tmp_path: Path) -> Reel:
    return Reel(told_by(honest(), tmp_path), len(played()))


def seen(reel: Reel) -> tuple[object, ...]:
    view = reel.view
    return reel.place, [line.text for line in reel.log], view.lobby, view.turn, view.phase, view.state and image(view.state)


def test_it_begins_with_an_empty_table(reel: Reel) -> None:
    assert (reel.place, reel.log, reel.round, reel.view.state) == (0, [], 0, None)
    assert reel.view.title == "Friday"


def test_it_ends_with_the_standing(reel: Reel) -> None:
    reel.go(10**9)
    assert reel.place == reel.last == len(played())
    assert reel.view.state is not None
    assert reel.view.state.outcome is not None
    assert reel.log[-1].text == "Ann says: well played"
    assert reel.log[-1].kind == "chat"


def test_back_and_forth_come_to_the_same(reel: Reel) -> None:
    for place in (40, 41, 90, 150):
        reel.go(place)
        once = seen(reel)
        reel.go(place + 30)
        reel.go(place - 25)
        reel.go(place)
        assert seen(reel) == once


def test_each_step_has_something_to_say(reel: Reel) -> None:
    forth = []
    while reel.place < reel.last:
        said = len(reel.log)
        reel.step(1)
        assert len(reel.log) == said + 1
        forth.append(reel.place)
    back = [reel.place]
    while reel.place:
        reel.step(-1)
        back.append(reel.place)
    assert back == [*reversed(forth), 0]


def test_a_turn_begins_where_its_event_says(reel: Reel) -> None:
    starts = [place for place, event in enumerate(played(), 1) if isinstance(event, TurnStarted)]
    for start in starts:
        reel.turn(1)
        assert reel.place == start
    reel.turn(1)
    assert reel.place == reel.last
    reel.turn(-1)
    assert reel.place == starts[-1]
    reel.step(1)
    reel.turn(-1)
    assert reel.place == starts[-1]
    reel.turn(-1)
    assert reel.place == starts[-2]


def test_a_round_is_found_by_its_number(reel: Reel) -> None:
    reel.go_to_round(2)
    assert reel.round == 2
    reel.step(-1)
    assert reel.round == 1
    for number, found in ((0, 1), (1, 1)):
        reel.go_to_round(number)
        assert reel.round == found
    reel.go_to_round(99)
    last = reel.round
    reel.go(reel.last)
    assert reel.round == last > 2


def test_a_game_that_never_started_has_no_rounds(tmp_path: Path) -> None:
    reel = Reel(told_by(transcript(lobby()), tmp_path), len(lobby()))
    reel.go_to_round(1)
    assert reel.place == 0
    reel.turn(1)
    assert reel.place == reel.last


def test_lines_go_on_from_where_one_is(reel: Reel) -> None:
    reel.go_to_round(2)
    said = len(reel.log)
    lines = list(reel.lines())
    assert [line.text for line in reel.log[said:]] == lines
    assert lines[-1] == "Ann says: well played"


def test_only_what_makes_sense_is_shown(tmp_path: Path) -> None:
    reel = Reel(told_by(honest(), tmp_path), 20)
    reel.go(99)
    assert reel.place == 20
