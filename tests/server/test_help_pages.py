"""Every page of `magnate-server --help` ends with examples that can be typed, and the exit codes are those that happen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from server.cli import main
from server.help_pages import EXAMPLES, EXIT_CODES
from tests.client.terminal import HostedServer
from tests.help_pages import calls, commands, parse

COMMANDS = list(commands(main))
LINES = [(path, line) for path, examples in EXAMPLES.items() for _, line in examples]


def test_every_command_has_examples() -> None:
    assert sorted(EXAMPLES) == sorted(["", *COMMANDS])


@pytest.mark.parametrize(("path", "line"), LINES, ids=[line for _, line in LINES])
def test_every_example_can_be_typed(
    path: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("cert.pem", "key.pem"):  # which have to be there
        (tmp_path / file).write_text("")
    called = [parse(main, call) for call in calls(line, "magnate-server")]
    assert called
    assert not path or set(called) == {path}


@pytest.mark.parametrize("path", EXAMPLES)
def test_a_page_ends_with_its_examples_as_they_were_written(path: str) -> None:
    page = CliRunner().invoke(main, [*path.split(), "--help"]).output
    for words, line in EXAMPLES[path]:
        assert f"    # {words}\n    {line}\n" in page


def test_the_first_page_cuts_no_sentence_about_a_command_and_tells_the_exit_codes() -> None:
    page = CliRunner().invoke(main, ["--help"]).output
    assert "..." not in page.partition("Commands:")[2]
    for code, words in EXIT_CODES.items():
        assert f"    {code:<3}{words}\n" in page


def test_an_example_that_can_not_be_typed_would_be_found() -> None:
    with pytest.raises(click.NoSuchOption):
        parse(main, next(calls("magnate-server run --fly", "magnate-server")))


def serve(*arguments: str) -> int:
    command = [sys.executable, "-m", "server", *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False).returncode


@pytest.mark.slow
def test_the_exit_codes_are_those_that_happen(tmp_path: Path) -> None:
    folder = str(tmp_path / "server")
    with HostedServer(folder) as server:
        happened = {
            0: serve("check", "--data", folder),
            2: serve("check", "--data", str(tmp_path / "nothing")),
            3: serve("run", "--host", "127.0.0.1", "--port", server.port, "--data", str(tmp_path / "other")),
            4: serve("run", "--host", "127.0.0.1", "--port", "0", "--data", folder),
        }
    happened[1] = serve("status", "--data", folder)
    assert happened == {code: code for code in EXIT_CODES}
