"""Many games: the same in the same order whatever the number of processes."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest

from client.bots import BotFault, BotName, parse_bot
from client.simulate_pool import Chunk, Lost, Plan, play_all
from tests.client.arena import CHANCE, CRASH, DEFAULT, plan_of, write_bot


def play(plan: Plan, jobs: int) -> list[Chunk]:
    return list(play_all(plan, jobs))


def test_two_processes_play_the_same_as_one() -> None:
    plan = plan_of("strong", "random", games=12, log=True)
    assert play(plan, 1) == play(plan, 2)


def test_bots_in_files_play_the_same_as_well(tmp_path: Path) -> None:
    own = write_bot(tmp_path, CHANCE)
    plan = plan_of(own, own, games=7, rounds=4, log=True)
    assert play(plan, 1) == play(plan, 2)


def test_a_bot_in_two_seats_is_two_bots(tmp_path: Path) -> None:
    own = write_bot(tmp_path, DEFAULT)
    (chunk,) = play(plan_of(own, own, games=1, rounds=3), 1)
    assert chunk.tallies[0].faults == {}


def test_chunks_come_in_the_order_of_the_games() -> None:
    chunks = play(plan_of("careful", "greedy", games=12, rounds=2, log=True), 2)
    assert [chunk.games for chunk in chunks] == [5, 5, 2]
    games = [json.loads(line)["game"] for chunk in chunks for line in chunk.log.splitlines()]
    assert games == sorted(games)
    assert set(games) == set(range(12))


def test_no_lines_where_none_are_wanted() -> None:
    assert [chunk.log for chunk in play(plan_of("careful", "greedy", rounds=2), 1)] == [b""]


def test_line_ups_take_turns() -> None:
    plan = plan_of("careful", "greedy", games=7, rounds=2)
    lineups = (plan.lineups[0], plan.lineups[0][::-1], (parse_bot("random"), parse_bot("strong")))
    first, second = play(replace(plan, lineups=lineups), 1)
    counted = [[chunk.tallies[number].games for number in sorted(chunk.tallies)] for chunk in (first, second)]
    assert counted == [[2, 2, 1], [1, 1]]
    assert sorted(second.tallies) == [0, 2]


def test_another_seed_gives_other_games() -> None:
    plan = plan_of("careful", "greedy", log=True)
    assert play(plan, 1)[0].log != play(replace(plan, seed=8), 1)[0].log


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_spoils_no_game(jobs: int, tmp_path: Path) -> None:
    (chunk,) = play(plan_of(write_bot(tmp_path, CRASH), "careful", games=2, rounds=2), jobs)
    assert chunk.games == 2
    assert set(chunk.tallies[0].faults) == {(0, "crash")}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_can_not_be_loaded_ends_it_all(jobs: int, tmp_path: Path) -> None:
    own = write_bot(tmp_path, "x = 1\n")
    with pytest.raises(BotFault, match="expected a function or a class with decide called other, found nothing"):
        play(plan_of(BotName(file=own.file, attribute="other"), "careful"), jobs)


KILLER = """
import os, signal
from pathlib import Path
def decide(view, prompt):
    mark = Path(__file__).with_suffix(".mark")
    if view.state.round == 2 and not ({once} and mark.exists()):
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return prompt.default if prompt else None
"""


def test_a_process_that_is_killed_is_started_anew_and_the_games_are_the_same(tmp_path: Path) -> None:
    plan = plan_of(write_bot(tmp_path, KILLER.replace("{once}", "True")), "careful", games=12, rounds=3, log=True)
    chunks = play(plan, 2)
    assert (tmp_path / "own.mark").exists()
    assert chunks == play(plan, 1)


def test_a_process_that_is_killed_again_and_again_ends_it_all(tmp_path: Path) -> None:
    plan = plan_of(write_bot(tmp_path, KILLER.replace("{once}", "False")), "careful", games=12, rounds=3)
    with pytest.raises(Lost, match="expected games 0 to 11 to be played, found that a process that plays them was killed 2"):
        play(plan, 2)
    assert multiprocessing.active_children() == []


def test_who_stops_in_between_leaves_no_process_behind() -> None:
    games = play_all(plan_of("strong", "strong", games=1000, rounds=200), 2)
    next(games)
    assert len(multiprocessing.active_children()) == 2
    games.close()
    assert multiprocessing.active_children() == []
