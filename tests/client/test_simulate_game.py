"""Single games among bots: they come to an end whatever the bots do, and say what each did wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.simulate_game import MOST_ANSWERS, Record, game_seed
from engine.commands import TimeOut
from engine.ids import TABLE
from tests.client.arena import CRASH, DEFAULT, ILLEGAL, NONSENSE, QUIT, SLOW, play_one, write_bot

STOPS = (
    "from engine.commands import SetStops\ndef decide(view, prompt):\n    return SetStops(False, False) if prompt else None\n"
)
SILENT = "def decide(view, prompt):\n    return None\n"


def faults_of(record: Record) -> set[tuple[int, str]]:
    return {(fault.seat, fault.kind) for fault in record.faults}


def test_seeds_of_games_follow_from_their_numbers() -> None:
    seeds = [game_seed(seed, game) for seed in range(5) for game in range(20)]
    assert len(set(seeds)) == 100
    assert seeds == [game_seed(seed, game) for seed in range(5) for game in range(20)]


def test_the_same_seed_gives_the_same_game() -> None:
    first, again, other = (play_one("random", "strong", "greedy", game=game) for game in (1, 1, 2))
    assert first.entries == again.entries
    assert first.state.snapshot() == again.state.snapshot()
    assert first.entries != other.entries


def test_a_game_among_levels_has_no_faults() -> None:
    record = play_one("strong", "careful", "greedy", "random", rounds=20)
    assert record.faults == []
    assert record.state.outcome is not None
    start, *others = record.entries
    assert (start.actor, start.command) == (TABLE, None)
    assert {entry.actor for entry in others} == {0, 1, 2, 3}


def test_a_good_bot_in_a_file_has_no_faults(tmp_path: Path) -> None:
    record = play_one(write_bot(tmp_path, DEFAULT), "careful")
    assert record.faults == []
    assert not any(isinstance(entry.command, TimeOut) for entry in record.entries)


@pytest.mark.parametrize(
    ("code", "kind", "message"),
    [
        (CRASH, "crash", "own.py, line 2: ZeroDivisionError: division by zero"),
        (ILLEGAL, "illegal", "place_bid: place_bid is not possible in this phase (not_now)"),
        (NONSENSE, "illegal", "expected a command, found 'roll'"),
        (SILENT, "illegal", "expected an answer to its prompt, found None"),
    ],
)
def test_what_a_bot_does_wrong_is_named_each_time(code: str, kind: str, message: str, tmp_path: Path) -> None:
    record = play_one("careful", write_bot(tmp_path, code), rounds=4)
    assert record.state.outcome is not None
    assert faults_of(record) == {(1, kind)}
    assert message in record.faults[0].message
    answered = [entry for entry in record.entries if isinstance(entry.command, TimeOut)]
    assert len(answered) == len(record.faults)
    assert {entry.actor for entry in answered} == {TABLE}


@pytest.mark.parametrize(
    ("code", "limit", "kind", "message"),
    [
        (SLOW, 0.1, "time_out", "has not answered within 0.1 seconds"),
        (QUIT, 10.0, "died", "has ended its process with exit code 7"),
        (STOPS, 10.0, "endless", f"{MOST_ANSWERS} commands to one prompt that have not answered it"),
    ],
)
def test_who_wastes_time_thrice_is_not_asked_again(code: str, limit: float, kind: str, message: str, tmp_path: Path) -> None:
    record = play_one(write_bot(tmp_path, code), "careful", rounds=12, limit=limit)
    assert record.state.outcome is not None
    assert [(fault.seat, fault.kind) for fault in record.faults] == [(0, kind)] * 3
    assert all(fault.message.endswith(message) for fault in record.faults)
    assert record.state.round > record.faults[-1].round
