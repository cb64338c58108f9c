"""The full screen of a game looked at again: what each key does, and that it goes on by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.reel import Reel
from client.screen.replay import Projector
from engine.history import render_transcript
from tests.client.games import honest, played, told_by
from tests.client.screen.emulator import Emulator


@pytest.fixture
def seen(tmp_path: Path) -> Projector:
    return Projector(Reel(told_by(honest(), tmp_path), len(played())), 2)


def rows(seen: Projector, columns: int = 80, height: int = 24) -> list[str]:
    return ["".join(text for _, text in row) for row in seen.draw(columns, height).rows]


def press(seen: Projector, *keys: str) -> int:
    for key in keys:
        seen.press(key)
    return seen.reel.place


def test_keys_lead_through_the_game(seen: Projector) -> None:
    assert press(seen, "right") == press(seen, "right", "left") == press(seen, "home", "enter")
    first = press(seen, "home", "n")
    assert press(seen, "page down") > first
    assert press(seen, "p") == press(seen, "page down", "P") == press(seen, "n", "page up") == first
    assert press(seen, "end") == seen.reel.last
    assert press(seen, "left", "home") == 0
    assert press(seen, "x", "ctrl x", "tab") == 0


def test_a_number_leads_to_a_round(seen: Projector) -> None:
    press(seen, "0", "2")
    assert "stopped 02" in rows(seen)[-2]
    press(seen, "enter")
    assert seen.reel.round == 2
    place = seen.reel.place
    assert press(seen, "1", "right") > place  # another key forgets the number
    assert press(seen, "enter") > place


def test_it_goes_on_by_itself_until_the_end(seen: Projector) -> None:
    seen.advance()
    assert seen.reel.place == 0
    press(seen, "end", "left", "left", " ")
    assert seen.playing
    seen.advance()
    assert seen.playing
    seen.advance()
    assert (seen.playing, seen.reel.place) == (False, seen.reel.last)
    press(seen, " ")
    assert not seen.playing
    press(seen, "home", " ", " ")
    assert not seen.playing


def test_it_goes_faster_and_slower(seen: Projector) -> None:
    assert seen.pause == 0.5
    press(seen, "+", "=")
    assert seen.pause == 0.125
    press(seen, *"-" * 20)
    assert seen.pause == 2
    press(seen, *"+" * 20, " ")
    assert "32 a second" in rows(seen)[-2]


@pytest.mark.parametrize(
    ("key", "words"),
    [("f1", "the turn before"), ("?", "faster, slower"), ("f3", "holdings"), ("f5", "EXPECTED"), ("f6", "worth over")],
)
def test_a_page_is_read_and_closed(seen: Projector, key: str, words: str) -> None:
    press(seen, "end", key)
    assert any(words in row for row in rows(seen))
    press(seen, "q")
    assert not any(words in row for row in rows(seen))
    assert not seen.over.is_set()
    press(seen, key, "left", "esc")
    assert seen.over.is_set()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_it_fills_the_screen(seen: Projector, size: tuple[int, int]) -> None:
    press(seen, "n")
    drawn = rows(seen, *size)
    assert len(drawn) == size[1]
    assert {len(row) for row in drawn} == {size[0]}
    assert any(row.startswith(f"event {seen.reel.place} of {seen.reel.last}, stopped") for row in drawn)
    assert "Space play" in drawn[-1]
    assert any("round 1" in row for row in drawn)


def test_a_small_window_says_so(seen: Projector) -> None:
    assert "this window is 40 by 10" in " ".join(rows(seen, 40, 10))


@pytest.mark.slow
def test_somebody_looks_at_a_game_at_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(b"".join(render_transcript(honest())))
    with Emulator(80, 24, {}) as shell:
        shell.runs("replay", str(tmp_path / "game.jsonl"), "--round", "2", "--speed", "32")
        shell.sees(", stopped")
        shell.sees("round 2: ")
        shell.types(" ")
        shell.sees(f"event {len(played())} of {len(played())}, stopped")
        shell.types("q")
        shell.sees("ended 0")
