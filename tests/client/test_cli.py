"""The command line: what it offers, what it refuses, and with which exit code it ends."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from client.cli import main


def magnate(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_every_face_is_offered() -> None:
    code, output = magnate("--help")
    assert code == 0
    assert {"play", "watch", "tables", "bot", "demo", "scenario"} <= {line.split()[0] for line in output.splitlines() if line}


@pytest.mark.parametrize("command", main.list_commands(None))  # type: ignore[arg-type]  # the group does not ask
def test_every_face_explains_itself(command: str) -> None:
    code, output = magnate(command, "--help")
    assert code == 0
    assert output.startswith("Usage: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fly",), "No such command 'fly'"),
        (("tables", "den:x"), "expected a port from 1 to 65535, found 'x'"),
        (("play", "--create", "--table", "x"), "expected one of --table and --create, found both"),
        (("play", "--create", "--rule", "fly=on"), "fly"),
        (("play", "--create", "--rule", "auctions"), "expected name=value"),
        (("play", "--create", "--seats", "9"), "9 is not in the range 2<=x<=8"),
        (("play", "--create", "--clock", "fast"), "clock: expected `off` or some of fresh=SECONDS"),
        (("bot",), "expected --table or --create, found neither"),
        (
            ("bot", "--create", "--level", "genius"),
            "expected one of random, greedy, careful, strong or FILE.py:NAME, found genius",
        ),
        (("play", "--create", "--bots", "strng"), "found strng: there is no level strng (did you mean strong?)"),
        (("bot", "--create", "--bots", "8"), "expected no more than 7, found 8"),
        (("watch",), "Missing option '--table'"),
        (("demo", "--rounds", "0"), "0 is not in the range"),
    ],
)
def test_wrong_usage_ends_with_2(arguments: tuple[str, ...], words: str) -> None:
    code, output = magnate(*arguments)
    assert code == 2
    assert words in output


@pytest.mark.parametrize(
    "arguments",
    [("tables",), ("watch", "--table", "x"), ("play",), ("bot", "--table", "x"), ("play", "--create", "--bots", "3")],
)
def test_nobody_there_ends_with_3(arguments: tuple[str, ...]) -> None:
    command, *rest = arguments
    ended = subprocess.run(
        [sys.executable, "-m", "client", command, "127.0.0.1:1", *rest],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith("error: ")
    assert len(ended.stderr.splitlines()) == 1


def test_reading_options_loads_no_network() -> None:
    program = "import sys, client.cli; sys.exit('trio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
