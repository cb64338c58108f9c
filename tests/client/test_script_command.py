"""`magnate script` as it is typed, against a real server process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.terminal import HostedServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with HostedServer(str(tmp_path_factory.mktemp("server")), "0", "--allow-scenarios") as hosted:
        yield hosted.address


def play(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "play.magnate").write_text(text)
    command = [sys.executable, "-m", "client", "script", str(folder / "play.magnate"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


GOOD = """as ann
create seats=2 dice=1-2
bob: join $table
bob: ready
ann: start
roll
expect ann at $where
"""


def test_a_script_that_comes_out_as_it_says(server: str, tmp_path: Path) -> None:
    ended = play(tmp_path, GOOD, "--server", server, "--set", "where=baltic_avenue")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"ok    {tmp_path}/play.magnate\n", "")


def test_a_line_that_does_not_is_told_with_the_difference(server: str, tmp_path: Path) -> None:
    ended = play(tmp_path, GOOD, "--server", server, "--set", "where=go")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.splitlines() == [
        f"FAIL  {tmp_path}/play.magnate, line 7: expect ann at $where",
        "      expected ann at go",
        "      found    ann at baltic_avenue",
    ]


def test_the_report_as_json(server: str, tmp_path: Path) -> None:
    ended = play(tmp_path, f"{GOOD}print so far\nbuy nothing\n", "--server", server, "--set", "where=3", "--json")
    assert ended.returncode == 2
    ended = play(tmp_path, f"{GOOD}print so far\nbid 5\n", "--server", server, "--set", "where=3", "--json")
    assert (ended.returncode, ended.stderr) == (4, "so far\n")
    told = json.loads(ended.stdout)
    assert (told["ok"], told["line"], told["text"], told["expected"]) == (False, 9, "bid 5", "it to be accepted")
    assert told["found"].startswith("refused, ")


@pytest.mark.parametrize(
    ("text", "arguments", "code", "words"),
    [
        ("roll", (), 2, "line 1: expected `as NAME` before"),
        ("ann: create\nann: print $x", (), 2, "line 2: there is no variable x"),
        ("ann: create", ("--set", "x"), 2, "expected NAME=TEXT"),
        ("ann: create preset=nosuch", (), 4, ""),
        ("ann: create", ("--server", "127.0.0.1:1"), 3, "error: "),
    ],
)
def test_what_goes_wrong_has_its_exit_code(
    server: str, tmp_path: Path, text: str, arguments: tuple[str, ...], code: int, words: str
) -> None:
    ended = play(tmp_path, text, "--server", server, *arguments)
    assert ended.returncode == code, ended.stderr
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
