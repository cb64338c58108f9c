"""`magnate` alone, at a real terminal: from nothing to the first move, on servers found, hosted, and on none."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from client.seats import KeptSeat, Seats
from tests.client.terminal import HostedServer, Sitter

pytestmark = pytest.mark.slow


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {
        "XDG_DATA_HOME": str(tmp_path / "home"), "XDG_STATE_HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path),
        "LOGNAME": "ann", "MAGNATE_INTERFACE": "127.0.0.1",
    }  # fmt: skip


def test_a_newcomer_gets_to_the_first_move(tmp_path: Path, home: Mapping[str, str]) -> None:
    name = f"Den {secrets.token_hex(4)}"
    with HostedServer(str(tmp_path / "server"), "0", "--name", name, announced=True), Sitter([], home) as ann:
        ann.sees(name)
        ann.sees("your choice (Enter:")
        ann.types(f"{name}\r")
        ann.sees("no table is open")
        ann.sees("(Enter: new)")
        ann.types("\r")
        ann.sees("nobody else is here yet")
        ann.types("add-bot\r")
        ann.sees("lobby (Enter: start)> ")
        ann.types("\r")
        ann.sees("your answer (Enter: roll")
        ann.types("\r")
        ann.sees("ann throws")
        ann.types("quit\r")
        assert ann.ends() == 0
        assert "Traceback" not in ann.seen


def test_a_server_that_comes_while_one_reads_is_added(tmp_path: Path, home: Mapping[str, str]) -> None:
    name = f"Den {secrets.token_hex(4)}"
    with Sitter([], home) as ann:
        ann.sees("your choice (Enter:")
        with HostedServer(str(tmp_path / "server"), "0", "--name", name, announced=True):
            ann.sees("found: ")
            ann.sees(name)
            ann.types("again\r")
            ann.sees("looking for servers")
            ann.sees(name)
            ann.sees("your choice (Enter:")
            ann.types("name Zoe\r")
            ann.sees("you play as Zoe")
            ann.types(f"{name}\r")
            ann.sees("(Enter: new)")
            ann.types("quit\r")
            assert ann.ends() == 0


def test_what_fails_leads_back_to_the_page(home: Mapping[str, str]) -> None:
    with Sitter([], home) as ann:
        ann.sees("your choice (Enter:")
        ann.types("127.0.0.1:1\r")
        ann.sees("error: ")
        ann.sees("your choice (Enter:")
        ann.types("quit\r")
        assert ann.ends() == 0
        assert "Traceback" not in ann.seen


def test_the_demo_is_a_word_away(home: Mapping[str, str]) -> None:
    with Sitter(["start", "--plain"], home) as ann:
        ann.sees("your choice (Enter:")
        ann.types("demo\r")
        ann.sees("your answer (Enter: roll")
        ann.types("quit\r")
        assert ann.ends() == 0


def test_a_host_plays_and_is_asked_before_the_server_ends(tmp_path: Path, home: Mapping[str, str]) -> None:
    with Sitter(["start", "--port", "0", "--plain"], home) as ann:
        ann.sees("your choice (Enter:")
        ann.types("host\r")
        ann.sees("Your server is open as long as this window is.")
        ann.sees("    magnate play 127.0.0.1:")
        ann.sees("(Enter: new)")
        port = ann.seen.partition("magnate play 127.0.0.1:")[2].split()[0]
        ann.types("\r")
        ann.sees("nobody else is here yet")
        his = {"XDG_DATA_HOME": str(tmp_path / "bob"), "LOGNAME": "bob"}
        with Sitter(["play", "--plain", f"127.0.0.1:{port}"], his) as bob:
            bob.sees("ann's table")
            bob.types("1\r")
            bob.sees("you are bob in seat 2")
            ann.types("quit\r")
            ann.sees("Your server is still open for the others.")
            ann.sees("ann, bob")
            ann.types("what\r")
            ann.sees("expected close or nothing, found what")
            ann.types("\r")
            ann.sees("you have a seat there")
            ann.types("\r")
            ann.sees("you are ann in seat 1")
            ann.types("quit\r")
            ann.sees("`close` the server> ")
            ann.types("close\r")
            ann.sees("the server is closed")
            assert ann.ends() == 0
            bob.sees("the server is going down")
            bob.interrupts()
            assert bob.ends() == 130
        assert "Traceback" not in ann.seen


def test_an_interrupt_takes_the_server_along(home: Mapping[str, str]) -> None:
    with Sitter(["start", "--port", "0", "--plain"], home) as ann:
        ann.sees("your choice (Enter:")
        ann.types("host\r")
        ann.sees("(Enter: new)")
        port = ann.seen.partition("magnate play 127.0.0.1:")[2].split()[0]
        ann.interrupts()
        assert ann.ends() == 130
        assert "Traceback" not in ann.seen
    tables = [sys.executable, "-m", "client", "tables", f"127.0.0.1:{port}"]
    assert subprocess.run(tables, capture_output=True, check=False).returncode == 3


def test_a_server_that_runs_already_is_taken_and_left_open(tmp_path: Path, home: Mapping[str, str]) -> None:
    with HostedServer(str(tmp_path / "server")) as server, Sitter(["start", "--port", server.port, "--plain"], home) as ann:
        ann.sees("your choice (Enter:")
        ann.types("host\r")
        ann.sees("a server is open on this computer already; it stays open when you go")
        ann.sees("(Enter: new)")
        ann.types("quit\r")
        assert ann.ends() == 0
        tables = [sys.executable, "-m", "client", "tables", server.address]
        assert subprocess.run(tables, capture_output=True, check=False).returncode == 0


def test_a_host_with_a_seat_is_led_back_to_it(home: Mapping[str, str]) -> None:
    Seats(Path(home["XDG_DATA_HOME"]) / "magnate" / "seats").keep(KeptSeat("127.0.0.1:4", "abc", "ann", "0" * 32, "Friday"))
    with Sitter(["start", "--port", "4"], home) as ann:
        ann.sees("on your own server, which `host` opens again, you have a seat at Friday")
        ann.types("quit\r")
        assert ann.ends() == 0


def test_where_the_network_can_not_be_asked_one_may_still_choose(home: Mapping[str, str]) -> None:
    with Sitter(["start", "--interface", "203.0.113.1"], home) as ann:
        ann.sees("the network can not be asked for servers: ")
        ann.sees("your choice (Enter: demo)> ")
        ann.types("quit\r")
        assert ann.ends() == 0


def test_without_a_terminal_it_is_the_help(home: Mapping[str, str]) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "client"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, **home},
    )  # fmt: skip
    assert told.returncode == 2
    assert "Usage: magnate [OPTIONS] COMMAND" in told.stdout + told.stderr
