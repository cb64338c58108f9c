"""Every scenario file below `tests/scenarios`, played in both ways: against the engine, one test per file under its own
name, and through one server over sockets.
"""

from pathlib import Path

import pytest
import trio

from client.address import Address
from client.scenario import load_scenario
from client.scenario_command import find_files
from client.scenario_runner import EngineTable, Verdict, run_scenario
from client.scenario_server import run_at_server
from client.session import dial_tcp
from server.config import Config
from server.listener import open_listeners, port_of
from server.memory_store import MemoryStore
from server.server import Server

FOLDER = Path(__file__).parent / "scenarios"
FILES = find_files([str(FOLDER)])


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(FOLDER).with_suffix("")) for path in FILES])
async def test_scenario(path: Path) -> None:
    scenario = load_scenario(path)
    assert await run_scenario(scenario, EngineTable(scenario)) == Verdict(scenario.id, True)


@pytest.mark.slow
async def test_every_scenario_through_a_server(nursery: trio.Nursery) -> None:
    scenarios = [load_scenario(path) for path in FILES]
    listeners = await open_listeners("127.0.0.1", 0)
    server = Server(MemoryStore(), Config(allow_scenarios=True))
    await nursery.start(server.run, listeners)
    verdicts: list[Verdict] = []
    with trio.fail_after(300):
        held = await run_at_server(dial_tcp(Address("127.0.0.1", port_of(listeners))), scenarios, verdicts.append)
    assert [verdict for verdict in verdicts if not verdict.ok] == []
    assert held == len(FILES)
    assert len(server.directory) == 0
    nursery.cancel_scope.cancel()


def test_every_scenario_has_an_id_of_its_own() -> None:
    ids = [load_scenario(path).id for path in FILES]
    assert ids
    assert sorted(ids) == sorted(set(ids))
