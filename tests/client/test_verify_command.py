"""`magnate verify` as somebody calls it: what it prints, and what it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from client.cli import main
from engine.history import render_transcript
from protocol.lobby_events import SeedRevealed
from tests.client.games import SEED, TABLE_ID, exchanged, honest, played


def verified(path: Path) -> Result:
    return CliRunner().invoke(main, ["verify", str(path)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(render_transcript(honest())))
    return path


def test_an_honest_game_ends_well(path: Path) -> None:
    result = verified(path)
    assert result.exit_code == 0
    head, *lines = result.output.splitlines()
    assert head == f"table {TABLE_ID}, Friday; rules official on Atlantic City names, US 2008+ values"
    assert [line.split()[:2] for line in lines] == [
        ["ok", name] for name in ("chain", "seats", "commitment", "draws", "rules")
    ]


def test_a_false_one_fails_and_says_where(path: Path) -> None:
    place = next(place for place, event in enumerate(played()) if isinstance(event, SeedRevealed))
    other = SeedRevealed(SEED[::-1].hex())
    path.write_bytes(b"".join(render_transcript(exchanged(played(), place, other))))
    result = verified(path)
    assert result.exit_code == 1
    assert "FAIL  commitment  expected " in result.output
    assert "FAIL  draws       event " in result.output
    assert "ok    rules" in result.output


def test_what_cannot_be_read_is_told_in_one_line(path: Path) -> None:
    path.write_bytes(b"no transcript")
    result = verified(path)
    assert result.exit_code == 2
    assert result.output.startswith(f"error: {path}: line 1: expected the header of a transcript")
    assert result.output.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert verified(tmp_path / "nowhere").exit_code == 2
