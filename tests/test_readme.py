"""The transcripts of the README are what the program prints today."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
OPENED = re.compile(r"^table ([a-z0-9]{6}),", re.MULTILINE)
"""What tells the id that a server gave to a new table."""


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a transcript with what it printed."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A real server in a process of its own; the port that it chose."""
    command = [sys.executable, "-m", "server", "run", "--host", "127.0.0.1", "--port", "0", "--no-announce"]
    command += ["--data", str(tmp_path / "data")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        found = re.search(r"port (\d+)", first)
        assert found, first
        yield int(found[1])
        server.terminate()


def run(command: str, port: int, home: Path) -> str:
    """What a command prints, run as the README says but on the test's own server and data folders."""
    python = Path(sys.executable).parent
    environment = {"PATH": f"{python}:/usr/bin:/bin", "HOME": str(home), "XDG_DATA_HOME": str(home), "COLUMNS": "200"}
    there = command.replace("localhost", f"localhost:{port}")
    done = subprocess.run(["sh", "-c", there], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=[block.splitlines()[0][2:40] for block in BLOCKS])
def test_transcripts(block: str, port: int, tmp_path: Path) -> None:
    table = "######"
    for command, expected in commands(block):
        printed = run(command, port, tmp_path)
        if opened := OPENED.search(printed):
            table = opened[1]
        assert printed.replace(table, "######") == expected, command


def test_the_readme_names_files_that_exist() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert len(links) >= 4
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_number_of_scenarios_is_right() -> None:
    count = re.search(r"has (\d+) of them", README)
    assert count is not None
    assert int(count[1]) == len(list((ROOT / "tests" / "scenarios").glob("**/*.toml")))
