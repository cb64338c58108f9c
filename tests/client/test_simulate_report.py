"""Reports: the text and the data say the same, and bots that fail are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.bots import parse_bot
from client.intervals import wilson
from client.simulate_pool import Plan, play_all
from client.simulate_report import fault_lines, report_data, report_lines, win_cells, win_data, wins_by_bot
from client.simulate_tally import Tally
from tests.client.arena import CRASH, plan_of, write_bot


def tally_of(plan: Plan) -> Tally:
    tally = Tally()
    for chunk in play_all(plan, 1):
        tally.merge(chunk.tallies[0])
    return tally


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of("strong", "greedy", "strong", games=4, rounds=15)


@pytest.fixture(scope="module")
def tally(plan: Plan) -> Tally:
    return tally_of(plan)


def test_wins_of_a_bot_in_two_seats_are_added() -> None:
    strong, greedy = parse_bot("strong"), parse_bot("greedy")
    assert wins_by_bot([strong, greedy, strong], [1.0, 2.0, 0.5]) == {strong: (2, 1.5), greedy: (1, 2.0)}


def test_a_share_comes_with_its_interval() -> None:
    assert win_cells(50, 100) == ("50.0%", "40.4% to 59.6%")
    assert win_cells(0, 0) == ("0.0%", "0.0% to 100.0%")
    low, high = wilson(3, 4)
    assert win_data(3, 4) == {"wins": 3, "share": 0.75, "low": low, "high": high}


def test_the_text(plan: Plan, tally: Tally) -> None:
    lines = report_lines(plan, tally, 80)
    assert lines[0] == "4 games of strong, greedy, strong under official, seed 7"
    bots = [line.split() for line in lines if line.startswith(("strong ", "greedy "))]
    assert [(cells[0], cells[1], cells[-1]) for cells in bots] == [("strong", "2", "66.7%"), ("greedy", "1", "33.3%")]
    assert any(line.startswith("rounds: ") for line in lines)
    assert f"of 100 landings ({sum(tally.landings)} after {tally.throws} throws):" in lines


def test_the_board_is_drawn_only_where_it_fits(plan: Plan, tally: Tally) -> None:
    narrow, wide = report_lines(plan, tally, 40), report_lines(plan, tally, 200)
    assert len(wide) > len(narrow)
    assert max(map(len, wide)) <= 200


def test_the_data(plan: Plan, tally: Tally) -> None:
    data = report_data(plan, tally)
    assert (data["games"], data["seed"], data["preset"], data["faults"]) == (4, 7, "official", [])
    assert data["rules"] == {"max_rounds": 15}
    assert sum(bot["wins"] for bot in data["bots"]) == sum(seat["wins"] for seat in data["seats"]) == pytest.approx(4)
    assert [seat["bot"] for seat in data["seats"]] == ["strong", "greedy", "strong"]
    assert sum(space["share"] for space in data["landings"]) == pytest.approx(1)
    assert sum(data["ends"].values()) == 4
    assert data["rounds"]["least"] <= data["rounds"]["median"] <= data["rounds"]["most"] <= 15


def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    name = write_bot(tmp_path, CRASH)
    plan = plan_of("careful", name, games=1, rounds=2)
    tally = tally_of(plan)
    count = tally.faults[1, "crash"].count
    empty, line = fault_lines(plan.lineups[0], tally)
    told = "own.py, line 2: ZeroDivisionError: division by zero"
    assert (empty, line) == ("", f"seat 2, {name}: crashed, {count} times; first in game 0, round 0: {told}")
    assert report_lines(plan, tally, 80)[-1] == line
    first = {"game": 0, "round": 0, "message": told}
    assert report_data(plan, tally)["faults"] == [
        {"seat": 1, "bot": str(name), "fault": "crash", "count": count, "first": first}
    ]


def test_nothing_is_said_where_all_went_well(plan: Plan, tally: Tally) -> None:
    assert list(fault_lines(plan.lineups[0], tally)) == []
