"""README.md and .ci/run name one and the same test command."""

import os
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def commands(text: str) -> list[str]:
    """The lines that build a virtual environment and go on from there."""
    return [line.strip() for line in text.splitlines() if line.strip().startswith("python3 -m venv ")]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = commands((ROOT / "README.md").read_text(encoding="utf-8"))
    run = commands((ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert [line for line in readme if "pytest" in line] == run
    assert len(run) == 1


def test_the_test_command_calls_every_gate() -> None:
    (run,) = commands((ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    steps = [step.split()[0].removeprefix(".venv/bin/") for step in run.split(" && ")]
    assert steps == ["python3", "pip", "ruff", "mypy", "lint-imports", "pytest"]


def test_ci_can_be_executed_and_stops_at_the_first_failure() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")


def test_every_dependency_says_what_it_is_for() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    for requirement in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        (line,) = [line for line in text.splitlines() if line.strip().startswith(f'"{requirement}"')]
        assert "#" in line, f"{requirement} has no reason"
