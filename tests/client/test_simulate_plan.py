"""Plans: options into what is played, and what can not be."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from client.bots import BotFault, parse_bot
from client.errors import BadChoice
from client.simulate_plan import make_plan, parse_bots, plan_options, run_plan, usual_jobs
from client.simulate_pool import Plan
from engine.board import load_board
from tests.client.arena import DEFAULT, write_bot


def plan_with(bots: str = "careful,greedy", preset: str = "official", *rules: str) -> Plan:
    return make_plan(
        [parse_bots(bots)], games=2, preset=preset, rules=rules, rules_file=None, board_file=None,
        rounds=6, seed=3, limit=2.0,
    )  # fmt: skip


def test_bots_out_of_a_list() -> None:
    assert parse_bots("strong, careful,strong") == tuple(map(parse_bot, ("strong", "careful", "strong")))
    with pytest.raises(BadChoice):
        parse_bots("strong,,careful")


def test_the_plan_says_what_the_options_say() -> None:
    plan = plan_with("careful,greedy", "official", "go_salary=300")
    assert (plan.games, plan.seed, plan.limit, plan.log) == (2, 3, 2.0, False)
    assert (plan.rules.go_salary, plan.rules.max_rounds) == (300, 6)
    assert plan.lineups == (parse_bots("careful,greedy"),)
    assert plan.board == load_board().data


def test_rules_with_a_last_round_of_their_own_keep_it() -> None:
    assert plan_with("careful,greedy", "official", "max_rounds=4").rules.max_rounds == 4


def test_what_can_not_be_played() -> None:
    for preset, rule in (("no_such_preset", "max_rounds=4"), ("official", "no_such_switch=1"), ("official", "go_salary")):
        with pytest.raises(BadChoice):
            plan_with("careful,greedy", preset, rule)
    with pytest.raises(BadChoice):
        plan_with("careful")
    with pytest.raises(BadChoice):
        plan_with(",".join(["careful"] * 9))


def test_bots_of_ones_own_are_tried_before_any_game(tmp_path: Path) -> None:
    own = write_bot(tmp_path, DEFAULT)
    assert plan_with(f"{own},careful").lineups[0][0] == own
    with pytest.raises(BotFault, match="own.py, line 1: ZeroDivisionError"):
        plan_with(f"{write_bot(tmp_path, '1 / 0')},careful")


def test_all_games_are_played() -> None:
    assert usual_jobs() >= 1
    assert sum(chunk.games for chunk in run_plan(plan_with(), 1)) == 2


def test_the_options_are_those_of_the_plan() -> None:
    @click.command()
    @plan_options
    def command(jobs: int | None, **options: object) -> None:
        plan = make_plan([parse_bots("careful,greedy")], **options)  # type: ignore[arg-type]  # click has seen to their types
        click.echo(f"{jobs} {plan.games} {plan.rules.preset} {plan.rules.max_rounds} {plan.seed} {plan.limit}")

    assert CliRunner().invoke(command, []).output == "None 100 official 200 0 2.0\n"
    given = ["--games", "3", "--rounds", "9", "--seed", "5", "--limit", "0.5", "--jobs", "2"]
    assert CliRunner().invoke(command, given).output == "2 3 official 9 5 0.5\n"
    for wrong in ("--games 0", "--rounds 0", "--limit 0", "--jobs 0"):
        assert CliRunner().invoke(command, wrong.split()).exit_code == 2
