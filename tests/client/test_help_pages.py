"""Every page of `magnate --help` ends with examples that can be typed, and the exit codes are those that happen."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from client.cli import main
from client.help_pages import EXAMPLES, EXIT_CODES, about
from tests.client.terminal import HostedServer
from tests.help_pages import calls, commands, parse

ROOT = Path(__file__).parents[2]


COMMANDS = list(commands(main))
LINES = [(path, line) for path, examples in EXAMPLES.items() for _, line in examples]


def test_every_command_has_examples() -> None:
    assert sorted(set(COMMANDS) - set(EXAMPLES)) == []
    assert sorted(set(EXAMPLES) - set(COMMANDS) - {""}) == []


@pytest.mark.parametrize(("path", "line"), LINES, ids=[line for _, line in LINES])
def test_every_example_can_be_typed(path: str, line: str) -> None:
    called = [parse(main, call) for call in calls(line, "magnate")]
    assert called
    assert not path or set(called) == {path}


def test_an_example_that_can_not_be_typed_would_be_found() -> None:
    with pytest.raises(click.NoSuchOption):
        parse(main, next(calls("magnate play --fly > file", "magnate")))
    with pytest.raises(click.UsageError, match="No such command"):
        parse(main, next(calls("magnate fly && magnate play", "magnate")))


@pytest.mark.parametrize("path", ["", *COMMANDS])
def test_a_page_ends_with_its_examples_as_they_were_written(path: str) -> None:
    page = CliRunner().invoke(main, [*path.split(), "--help"]).output
    for words, line in EXAMPLES[path]:
        assert f"    # {words}\n    {line}\n" in page


def test_the_first_page_cuts_no_sentence_about_a_command() -> None:
    assert "..." not in CliRunner().invoke(main, ["--help"]).output.partition("Commands:")[2]


def test_what_is_said_of_a_command_needs_no_module_to_be_loaded() -> None:
    assert about("client.rules_command", "rules") == "Say in plain words what is played"
    assert about("client.rules_command", "fly") == ""


def test_the_commands_are_offered_without_loading_their_modules() -> None:
    program = (
        "import os, sys; os.environ |= {'_MAGNATE_COMPLETE': 'zsh_complete', 'COMP_WORDS': 'magnate ', 'COMP_CWORD': '1'}\n"
        "import atexit; atexit.register(lambda: print('trio' in sys.modules))\n"
        "from client.cli import main; main(prog_name='magnate')"
    )
    offered = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    lines = offered.stdout.splitlines()
    assert lines[-1] == "False"
    assert lines[lines.index("simulate") + 1] == "Play many games among bots and say what came of them"


def magnate(*arguments: str, cwd: Path = ROOT) -> int:
    command = [sys.executable, "-m", "client", *arguments]
    ended = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    return ended.returncode


def interrupted(address: str) -> int:
    command = [sys.executable, "-m", "client", "pipe", address]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as pipe:
        assert pipe.stdout is not None
        assert pipe.stdout.readline().startswith(b'{"type":"welcome"')
        pipe.send_signal(signal.SIGINT)
        return pipe.wait(60)


@pytest.mark.slow
def test_the_exit_codes_are_those_that_happen(tmp_path: Path) -> None:
    failing = tmp_path / "friday.magnate"
    failing.write_text("as ann\ncreate\nexpect ann cash 3\n")
    with HostedServer(str(tmp_path / "server")) as server:
        happened = {
            0: magnate("tables", server.address),
            1: magnate("script", str(failing), "--server", server.address),
            2: magnate("script", str(tmp_path / "nothing"), "--server", server.address),
            3: magnate("tables", "127.0.0.1:1"),
            4: magnate("watch", server.address, "--table", "nothing"),
            130: interrupted(server.address),
        }
    assert happened == {code: code for code in EXIT_CODES}


def test_the_readme_and_the_first_page_tell_the_exit_codes() -> None:
    page = CliRunner().invoke(main, ["--help"]).output
    readme = (ROOT / "README.md").read_text()
    for code, words in EXIT_CODES.items():
        assert f"    {code:<5}{words}\n" in page
        assert f"| {code} | {words}" in readme
