"""Playing scenarios: what holds, and how each way of not holding is told."""

from pathlib import Path

import pytest

from client.scenario import Scenario, load_scenario
from client.scenario_runner import Answer, EngineTable, Refusal, Verdict, run_scenario
from engine import commands as c
from engine.ids import Seat
from engine.state import State

HEAD = """
id = "x"
[[seat]]
name = "A"
deeds = ["park_place", "boardwalk"]
[[seat]]
name = "B"
[chance]
dice = [[1, 2]]
"""


def scenario_of(folder: Path, steps: str) -> Scenario:
    path = folder / "x.toml"
    path.write_text(HEAD + steps, encoding="utf-8")
    return load_scenario(path)


async def run(folder: Path, steps: str) -> Verdict:
    scenario = scenario_of(folder, steps)
    return await run_scenario(scenario, EngineTable(scenario))


async def test_a_scenario_holds(tmp_path: Path) -> None:
    verdict = await run(
        tmp_path,
        """
        [[step]]
        expect = ["phase before_roll", "turn A"]
        [[step]]
        do = ["A build boardwalk park_place", "A roll", "A buy"]
        expect = ["A cash 1040", "baltic_avenue owner A", "event deed_bought", "event buildings_built"]
        [[step]]
        do = ["A roll", "B roll", "B end"]
        refused = true
        expect = ["no event dice_rolled"]
        [[step]]
        do = "B roll"
        refused = "not_your_turn"
        [[step]]
        do = "timeout A"
        expect = ["turn B"]
        """,
    )
    assert verdict == Verdict("x", True)


@pytest.mark.parametrize(
    ("steps", "step", "expected", "found"),
    [
        ('[[step]]\ndo = "A roll"\n[[step]]\nexpect = ["turn A", "turn B"]', 2, "turn B", "turn A"),
        ('[[step]]\nexpect = ["event dice_rolled"]', 1, "event dice_rolled", "events none"),
        (
            '[[step]]\ndo = "A roll"\n[[step]]\nexpect = ["event dice_rolled"]',
            2,
            "event dice_rolled",
            "events none",
        ),
        (
            '[[step]]\ndo = ["B hold", "B roll"]',
            1,
            "B roll: accepted",
            "refused, not_your_turn: seat 0 is to act, not seat 1",
        ),
        (
            '[[step]]\ndo = "A roll"\nrefused = true',
            1,
            "A roll: refused",
            "accepted, events dice_rolled token_moved purchase_offered",
        ),
        (
            '[[step]]\ndo = "B roll"\nrefused = "not_now"',
            1,
            "B roll: refused, not_now",
            "refused, not_your_turn: seat 0 is to act, not seat 1",
        ),
        ('[[step]]\ndo = "timeout B"', 1, "timeout B: accepted", "refused, no_prompt: no question is open to this seat"),
        (
            '[[step]]\ndo = ["A roll", "A decline", "A pass", "B pass", "A end", "B roll"]',
            1,
            "B roll: chance for it in the scenario",
            "throw 2 is not in the script, which has 1",
        ),
    ],
)
async def test_a_scenario_that_fails_tells_step_and_what_is_found(
    steps: str, step: int, expected: str, found: str, tmp_path: Path
) -> None:
    assert await run(tmp_path, steps) == Verdict("x", False, step, expected, found)


async def test_what_was_asked_for_in_a_contest_is_remembered_over_steps(tmp_path: Path) -> None:
    path = tmp_path / "contest.toml"
    path.write_text(
        """
        id = "contest"
        [[seat]]
        name = "A"
        deeds = ["park_place", "boardwalk"]
        [[seat]]
        name = "B"
        deeds = ["mediterranean_avenue", "baltic_avenue"]
        [bank]
        houses = 4
        [[step]]
        do = "A build park_place boardwalk"
        expect = ["phase build_contest", "contest A 2", "waiting B"]
        [[step]]
        do = "B want 1"
        expect = ["contest A 2 B 1", "boardwalk level 1", "waiting B"]
        """,
        encoding="utf-8",
    )
    scenario = load_scenario(path)
    assert await run_scenario(scenario, EngineTable(scenario)) == Verdict("contest", True)


class ChangingTable:
    """A table with a fault: it refuses, but takes the money all the same."""

    def __init__(self, scenario: Scenario) -> None:
        self._table = EngineTable(scenario)

    @property
    def state(self) -> State:
        return self._table.state

    async def act(self, seat: Seat, command: c.SeatCommand) -> Answer:
        self.state.cash[seat] -= 1
        return Refusal("not_now", "not now")

    async def time_out(self, seat: Seat) -> Answer:
        raise AssertionError("a bug")


async def test_a_refusal_that_changes_something_is_found(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, '[[step]]\ndo = "A roll"\nrefused = true')
    verdict = await run_scenario(scenario, ChangingTable(scenario))
    assert verdict == Verdict("x", False, 1, "A roll: nothing changed", "changed cash")


async def test_a_bug_of_the_table_fails_the_scenario(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    scenario = scenario_of(tmp_path, '[[step]]\ndo = "timeout A"')
    verdict = await run_scenario(scenario, ChangingTable(scenario))
    assert verdict == Verdict("x", False, 1, "an answer of the table", "AssertionError('a bug')")
    assert "Traceback" in caplog.text
