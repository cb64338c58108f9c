"""Scenarios through a server: the same verdicts as without one, and what becomes of tables and connections."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from client.errors import NoConnection, Refused
from client.scenario import Scenario, load_scenario
from client.scenario_runner import EngineTable, Verdict, run_scenario
from client.scenario_server import run_at_server
from engine.errors import IllegalCommand
from server import decisions
from server.config import Config
from server.refusal import by_the_rules
from tests.client.house import House, open_house

ALLOWED = Config(allow_scenarios=True)

HEAD = """
[[seat]]
name = "host"
deeds = ["park_place", "boardwalk"]
[[seat]]
name = "B"
[chance]
dice = [[1, 2]]
"""

CASES = {
    "holds": """
        [[step]]
        expect = ["phase before_roll", "turn host", "no event dice_rolled"]
        [[step]]
        do = ["host build boardwalk park_place", "host roll", "host buy"]
        expect = ["host cash 1040", "baltic_avenue owner host", "event deed_bought", "event buildings_built"]
        [[step]]
        do = ["host roll", "B roll", "B end"]
        refused = true
        expect = ["no event dice_rolled"]
        [[step]]
        do = ["B hold", "B pass", "timeout host"]
        expect = ["turn B", "event time_ran_out", "event turn_started", "no event game_started"]
        """,
    "after-the-game": """
        [[step]]
        do = "B resign"
        expect = ["phase game_over", "winner host"]
        [[step]]
        do = ["host roll", "B roll", "timeout host"]
        refused = "game_over"
        """,
    "wrong": '[[step]]\ndo = "host roll"\n[[step]]\nexpect = ["turn B"]',
    "other-reason": '[[step]]\ndo = "B roll"\nrefused = "not_now"',
    "refused": '[[step]]\ndo = "timeout B"',
    "done": '[[step]]\ndo = "host roll"\nrefused = true',
    "no-more-dice": '[[step]]\ndo = ["host roll", "host buy", "host end", "B roll"]',
    "after-it": '[[step]]\ndo = ["host roll", "host buy"]',
}


def scenario_of(folder: Path, name: str, steps: str, head: str = HEAD) -> Scenario:
    path = folder / f"{name}.toml"
    path.write_text(f'id = "{name}"\n{head}\n{steps}', encoding="utf-8")
    return load_scenario(path)


@contextmanager
def raises(error: type[Exception]) -> Iterator[None]:
    """The error has to come out of the nurseries, alone."""
    with pytest.raises(ExceptionGroup) as caught:
        yield
    matching, others = caught.value.split(error)
    assert matching is not None
    assert others is None


async def play(house: House, *scenarios: Scenario) -> list[Verdict]:
    verdicts: list[Verdict] = []
    with trio.fail_after(60):
        held = await run_at_server(house.dial, scenarios, verdicts.append)
    assert held == sum(verdict.ok for verdict in verdicts)
    return verdicts


async def test_every_verdict_is_the_same_as_without_a_server(tmp_path: Path) -> None:
    scenarios = [scenario_of(tmp_path, name, steps) for name, steps in CASES.items()]
    expected = [await run_scenario(one, EngineTable(one)) for one in scenarios]
    assert [verdict.id for verdict in expected if verdict.ok] == ["holds", "after-the-game", "after-it"]
    async with open_house(ALLOWED) as house:
        assert await play(house, *scenarios) == expected
        await wait_all_tasks_blocked()
        assert len(house.server.directory) == 0


async def test_the_ruleset_of_the_scenario_is_played(tmp_path: Path) -> None:
    head = 'preset = "wikibook"\n[rules]\nstarting_cash = 321\nauctions = false\n' + HEAD
    one = scenario_of(tmp_path, "one", '[[step]]\ndo = "host roll"\nexpect = ["B cash 321", "phase purchase"]', head)
    expected = await run_scenario(one, EngineTable(one))
    async with open_house(ALLOWED) as house:
        assert await play(house, one) == [expected]


async def test_connections_are_kept_from_one_scenario_to_the_next(tmp_path: Path) -> None:
    seats = [2, 8, 3]
    scenarios = [scenario_of(tmp_path, f"s{count}", "", "[[seat]]\n" * count) for count in seats]
    dials = 0
    async with open_house(ALLOWED) as house:

        async def dial() -> trio.abc.Stream:
            nonlocal dials
            dials += 1
            return await house.dial()

        assert await run_at_server(dial, scenarios, lambda verdict: None) == 3
    assert dials == 8


async def test_a_server_may_refuse(tmp_path: Path) -> None:
    async with open_house() as house:
        with raises(Refused):
            await play(house, scenario_of(tmp_path, "one", ""))


async def test_nobody_waits_for_a_server_to_come_back(tmp_path: Path) -> None:
    one, two = (scenario_of(tmp_path, name, "[[step]]\ndo = 'host roll'") for name in ("one", "two"))
    verdicts: list[Verdict] = []
    async with open_house(ALLOWED) as house:

        def report(verdict: Verdict) -> None:
            verdicts.append(verdict)
            house.server.stop()

        with raises(NoConnection), trio.fail_after(60):
            await run_at_server(house.dial, [one, two], report)
    assert verdicts == [Verdict("one", True)]


async def test_a_fault_of_the_server_fails_one_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(error: IllegalCommand) -> Exception:
        return RuntimeError("a bug") if error.reason == "no_prompt" else by_the_rules(error)

    monkeypatch.setattr(decisions, "by_the_rules", fault)
    scenarios = [scenario_of(tmp_path, name, CASES[name]) for name in ("holds", "refused", "after-it")]
    async with open_house(ALLOWED) as house:
        verdicts = await play(house, *scenarios)
    assert [verdict.ok for verdict in verdicts] == [True, False, True]
    assert replace(verdicts[1], found="") == Verdict("refused", False, 1, "an answer of the table")
    assert "quarantined" in verdicts[1].found
    assert "a bug" in caplog.text
