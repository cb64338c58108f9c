"""`magnate replay` in a pipe: every line that there was to say, and what it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from client.cli import main
from engine.events import DiceRolled
from engine.history import Transcript, render_transcript
from tests.client.games import exchanged, honest, played, transcript


def replayed(found: Transcript, folder: Path, *options: str) -> Result:
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(render_transcript(found)))
    return CliRunner().invoke(main, ["replay", str(path), *options])


def test_all_is_told_in_a_pipe(tmp_path: Path) -> None:
    result = replayed(honest(), tmp_path)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[:2] == ["table Friday is open, with 4 seats and the rules official", "Ann sits down in seat 1"]
    assert "the seed of the dice is shown, and fits what was published before the game" in lines
    assert lines[-5].startswith("final standing: ")


def test_it_may_begin_later(tmp_path: Path) -> None:
    lines = replayed(honest(), tmp_path, "--round", "2").output.splitlines()
    assert "Ann sits down in seat 1" not in lines
    assert not any(line.startswith("round 1:") for line in lines)


def test_a_game_so_far_is_shown_so_far(tmp_path: Path) -> None:
    place = next(place for place, event in enumerate(played()) if isinstance(event, DiceRolled))
    result = replayed(transcript(played()[:place]), tmp_path)
    assert result.exit_code == 0
    assert "final standing" not in result.output


def test_what_makes_no_sense_is_not_shown(tmp_path: Path) -> None:
    place = next(place for place, event in enumerate(played()) if isinstance(event, DiceRolled))
    thrown = played()[place]
    assert isinstance(thrown, DiceRolled)
    result = replayed(exchanged(played(), place, replace(thrown, seat=7)), tmp_path)
    assert result.exit_code == 1
    assert f"error: only the first {place} events can be shown: event {place + 1}: roll_dice is refused" in result.output


@pytest.mark.parametrize("options", [("--round", "0"), ("--speed", "0"), ("--speed", "99")])
def test_nonsense_is_refused(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert replayed(honest(), tmp_path, *options).exit_code == 2


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "none").write_bytes(b"none")
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert result.output.startswith("error: ")
