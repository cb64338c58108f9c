"""`magnate scenario`: runs scenario files and reports. Must not judge a step: it finds files, plays them, and counts.

Exit codes: 0 all hold, 1 at least one failed, 2 a file cannot be read (the others are run all the same), 3 no server is
there, 4 the server refuses.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec

from client.address import Address
from client.errors import FAILED, OK, USAGE
from client.running import run
from client.scenario import Scenario, UnreadableScenario, load_scenario
from client.scenario_runner import EngineTable, Report, Verdict, run_scenario
from client.scenario_server import run_at_server
from client.server_argument import perhaps_server_option
from client.session import dial_tcp
from protocol.names import safe_text


@click.group()
def scenario() -> None:
    """Test rules by scenario files."""


@scenario.command("run")
@click.argument("paths", metavar="FILE_OR_FOLDER...", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON object per scenario: id, ok, step, expected, found.")
@perhaps_server_option("Play through this server, one connection for each seat.")
def run_command(paths: tuple[str, ...], as_json: bool, server: Address | None) -> None:
    """Run scenarios, in this process against the engine, or through a server.

    A folder stands for all *.toml files below it. A server has to be started with --allow-scenarios. Exit code 0: all hold;
    1: at least one failed; 2: a file cannot be read; 3: no server is there; 4: it refuses.
    """
    scenarios, faults = load_all(find_files(paths))
    for fault in faults:
        click.echo(safe_text(f"error: {fault}"), err=True)
    sys.exit(run(partial(_run, scenarios, len(faults), server, as_json=as_json)))


async def _run(scenarios: Sequence[Scenario], unreadable: int, server: Address | None, *, as_json: bool) -> int:
    """Play and report them all; returns the exit code."""
    report = _report_json if as_json else _report
    if server is None:
        held = await _run_in_process(scenarios, report)
    else:
        held = await run_at_server(dial_tcp(server), scenarios, report)
    if not as_json:
        click.echo(f"{held} of {len(scenarios)} hold{f', {unreadable} cannot be read' if unreadable else ''}")
    return USAGE if unreadable else OK if held == len(scenarios) else FAILED


def find_files(paths: Iterable[str]) -> list[Path]:
    """Each file as named and each folder as the *.toml files below it, in order; an empty folder stands for itself."""
    files: list[Path] = []
    for path in map(Path, paths):
        files += (sorted(path.rglob("*.toml")) or [path]) if path.is_dir() else [path]
    return list(dict.fromkeys(files))


def load_all(files: Iterable[Path]) -> tuple[list[Scenario], list[UnreadableScenario]]:
    """The scenarios that can be read and the faults of the others; an id may be used once in a run."""
    scenarios: dict[str, Scenario] = {}
    faults: list[UnreadableScenario] = []
    for file in files:
        try:
            loaded = load_scenario(file)
        except UnreadableScenario as fault:
            faults.append(fault)
            continue
        first = scenarios.setdefault(loaded.id, loaded)
        if first is not loaded:
            reason = f"expected an id of its own, found {loaded.id}, which is the id of {first.file}"
            faults.append(UnreadableScenario(file, "id", reason))
    return list(scenarios.values()), faults


async def _run_in_process(scenarios: Sequence[Scenario], report: Report) -> int:
    """Play each scenario at a table of its own and report it; returns how many hold."""
    held = 0
    for one in scenarios:
        verdict = await run_scenario(one, EngineTable(one))
        report(verdict)
        held += verdict.ok
    return held


def _report(verdict: Verdict) -> None:
    if verdict.ok:
        click.echo(safe_text(f"ok    {verdict.id}"))
    else:
        text = f"FAIL  {verdict.id}, step {verdict.step}: expected {verdict.expected}, found {verdict.found}"
        click.echo(safe_text(text))


def _report_json(verdict: Verdict) -> None:
    fields: dict[str, object] = {"id": verdict.id, "ok": verdict.ok}
    if not verdict.ok:
        fields |= {"step": verdict.step, "expected": verdict.expected, "found": verdict.found}
    click.echo(msgspec.json.encode(fields))
