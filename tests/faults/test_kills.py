"""Nothing that was acknowledged or told is lost, however often the server is killed.

The long run, by hand: `pytest -m faults tests/faults/test_kills.py -s`; `MAGNATE_KILLS` and `MAGNATE_SEED` change it.
"""

from __future__ import annotations

import os
import random
from dataclasses import asdict
from pathlib import Path

import pytest
import trio

from tests.faults.killing import Figures, KilledHouse

SECONDS = 300


def agree(figures: Figures, kills: int) -> None:
    """What holds of every run that got here: the audits have looked at every one of these already."""
    assert figures.kills == kills
    assert figures.games > 0
    assert figures.acknowledged > 0
    assert figures.told >= figures.events  # three players see each event, but for those before they came


@pytest.mark.slow
async def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        figures = await KilledHouse(tmp_path / "data", random.Random(2)).run(kills=10, tables=2, rounds=15)
    agree(figures, 10)
    assert figures.repeated > 0


@pytest.mark.faults
async def test_many_kills_lose_nothing(tmp_path: Path) -> None:
    kills = int(os.environ.get("MAGNATE_KILLS", "200"))
    seed = int(os.environ.get("MAGNATE_SEED", "1"))
    with trio.fail_after(SECONDS * kills):
        figures = await KilledHouse(tmp_path / "data", random.Random(seed)).run(kills=kills, tables=4, rounds=40)
    print(asdict(figures))
    agree(figures, kills)
