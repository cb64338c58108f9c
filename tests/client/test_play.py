"""People at pseudo-terminals and programs at pipes, against a real server process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.terminal import HostedServer, Sitter

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with HostedServer(str(tmp_path / "server")) as hosted:
        yield hosted.address


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Where the players of a test keep their seats."""
    return {"XDG_DATA_HOME": str(tmp_path / "home"), "COLUMNS": "80"}


def magnate(*arguments: str, home: dict[str, str], typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "client", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **home},
    )


def test_two_people_play_at_two_terminals(server: str, home: dict[str, str]) -> None:
    with Sitter(["play", "--plain", server, "--create", "--name", "Ann", "--title", "Friday"], home) as ann:
        ann.sees("you are Ann in seat 1")
        with Sitter(["play", "--plain", server, "--name", "Bob"], home) as bob:
            bob.sees("Friday")
            bob.types("1\r")
            bob.sees("lobby (Enter: ready)> ")
            ann.sees("Bob sits down in seat 2")
            bob.types("\r")
            ann.sees("lobby (Enter: start)> ")
            ann.types("sta")
            bob.types("'hello there\r")
            ann.sees("Bob says: hello there")
            ann.sees("> sta")
            ann.types("rt\r")
            ann.sees("your answer (Enter: roll")
            bob.sees("waiting for Ann")
            ann.types("ro\t")
            ann.sees("> roll")
            ann.types("\r")
            ann.sees("Ann throws")
            bob.sees("your answer (Enter: roll")
            bob.types("buy\r")
            bob.sees("refused: ")
            bob.sees("you may: roll")
            bob.types("build xyz\r")
            bob.sees("there is no deed xyz")
            bob.types("players\r")
            bob.sees("Ann")
            bob.types("resign\r")
            bob.sees("sure (yes/no)? ")
            bob.types("no\r")
            bob.sees("nothing was done")
            bob.types("resign\r")
            bob.sees("sure (yes/no)? ")
            bob.types("yes\r")
            bob.sees("winner  Ann")
            bob.sees("rematch, save FILE, or Enter to go> ")
            bob.types("\r")
            assert bob.ends() == 0
        ann.sees("winner  Ann")
        ann.types("\r")
        assert ann.ends() == 0


def test_two_people_play_again(server: str, home: dict[str, str]) -> None:
    with Sitter(["play", "--plain", server, "--create", "--name", "Ann", "--title", "Friday"], home) as ann:
        ann.sees("you are Ann in seat 1")
        with Sitter(["play", "--plain", server, "--table", "Friday", "--name", "Bob"], home) as bob:
            bob.sees("lobby (Enter: ready)> ")
            bob.types("\r")
            ann.sees("lobby (Enter: start)> ")
            ann.types("\r")
            bob.sees("the game begins")
            bob.types("resign\r")
            bob.sees("sure (yes/no)? ")
            bob.types("yes\r")
            bob.sees("rematch, save FILE, or Enter to go> ")
            ann.sees("rematch, save FILE, or Enter to go> ")
            ann.types("rematch\r")
            ann.sees("Friday: you are Ann in seat 1")
            bob.sees("Ann opens a rematch")
            bob.types("rem\r")
            bob.sees("Friday: you are Bob in seat 2")
            bob.types("quit\r")
            assert bob.ends() == 0
        ann.types("quit\r")
        assert ann.ends() == 0
    kept = {json.loads(file.read_text())["table"] for file in Path(home["XDG_DATA_HOME"]).rglob("seats/*.json")}
    listed = magnate("tables", server, "--json", home=home)
    tables = {table["table"]: table["stage"] for table in map(json.loads, listed.stdout.splitlines())}
    assert [tables[table] for table in kept] == ["lobby"]


def test_running_again_takes_the_seat_back(server: str, home: dict[str, str]) -> None:
    with Sitter(["play", "--plain", server, "--create", "--name", "Ann", "--title", "Friday", "--bots", "1"], home) as ann:
        ann.sees("lobby (Enter: start)> ")
        ann.types("start\r")
        ann.sees("your answer (Enter: roll")
        ann.interrupts()
        assert ann.ends() == 130
        assert "Traceback" not in ann.seen
    with Sitter(["play", "--plain", server], home) as ann:
        ann.sees("you have a seat there")
        ann.types("\r")
        ann.sees("you are Ann in seat 1")
        ann.sees("your answer (Enter: roll")
        ann.types("quit\r")
        assert ann.ends() == 0
    with Sitter(["play", "--plain", server, "--table", "Friday"], home) as ann:
        ann.sees("your answer (Enter: roll")
        ann.types("\x04")
        assert ann.ends() == 0


def test_the_newer_of_two_terminals_has_the_seat(server: str, home: dict[str, str]) -> None:
    with Sitter(["play", "--plain", server, "--create", "--name", "Ann", "--title", "Friday"], home) as old:
        old.sees("you are Ann")
        with Sitter(["play", "--plain", server, "--table", "Friday"], home) as new:
            new.sees("you are Ann in seat 1")
            old.sees("(displaced)")
            assert old.ends() == 4
            new.types("quit\r")
            assert new.ends() == 0


def test_leaving_the_lobby_gives_the_seat_up(server: str, home: dict[str, str]) -> None:
    with Sitter(["play", "--plain", server, "--create", "--name", "Ann", "--title", "Friday"], home) as ann:
        ann.sees("you are Ann")
        with Sitter(["play", "--plain", server, "--table", "Friday", "--name", "Bob"], home) as bob:
            bob.sees("you are Bob in seat 2")
            bob.types("leave\r")
            assert bob.ends() == 0
        ann.sees("seat 2 is free again")
        with Sitter(["play", "--plain", server, "--table", "Friday", "--name", "Cid"], home) as cid:
            cid.sees("you are Cid in seat 2")
            ann.sees("Cid sits down")
            ann.types("kick cid\r")
            cid.sees("the owner of the table has taken your seat away")
            assert cid.ends() == 4
    assert len(list(Path(home["XDG_DATA_HOME"]).rglob("seats/*.json"))) == 1


def test_a_program_plays_by_pipe_and_reads_json(server: str, home: dict[str, str]) -> None:
    ended = magnate(
        "play", server, "--create", "--name", "Ann", "--bots", "1", "--json", home=home, typed="start\nfly\nroll\nbuy\nboard"
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    said = [json.loads(line) for line in ended.stdout.splitlines()]
    keys = [next(iter(line)) for line in said]
    assert keys[0] == "table"
    assert {"event", "prompt", "problem", "error", "text"} <= set(keys)
    assert next(line for line in said if "event" in line and line["event"]["type"] == "opening_thrown")["event"]["seat"] == 0
    assert next(line for line in said if "error" in line)["error"]["code"]


def test_the_end_of_the_input_is_a_goodbye_that_keeps_the_seat(server: str, home: dict[str, str]) -> None:
    ended = magnate("play", server, "--create", "--name", "Ann", "--bots", "1", home=home, typed="start\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Enter: roll" in ended.stdout
    listed = magnate("tables", server, "--json", home=home)
    (table,) = [json.loads(line) for line in listed.stdout.splitlines()]
    assert (table["stage"], table["players"]) == ("running", ["Ann", "Bot 1"])
    again = magnate("play", server, "--table", table["table"], home=home)
    assert "you are Ann in seat 1" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--table", "nosuch"), 4, "there is no such table (not_found)"),
        (("--create", "--name", "bank"), 4, "reserved word"),
        (("--create", "--preset", "nosuch"), 4, "preset"),
        (("--create", "--rule", "auctions=perhaps"), 2, "auctions: expected on or off, found perhaps"),
        (("--create", "--table", "x"), 2, "expected one of --table and --create"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(
    server: str, home: dict[str, str], arguments: tuple[str, ...], code: int, words: str
) -> None:
    ended = magnate("play", server, *arguments, home=home)
    assert ended.returncode == code, ended.stderr
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_nobody_there_is_exit_code_3(home: dict[str, str]) -> None:
    ended = magnate("play", "127.0.0.1:1", home=home)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith("error: ")


def test_watching_shows_a_game_of_bots_to_its_end(server: str, home: dict[str, str]) -> None:
    bots = ["--bots", "strong,greedy", "--rule", "max_rounds=2"]
    with Sitter(["play", "--plain", server, "--create", "--name", "Ann", *bots], home) as ann:
        ann.sees("lobby (Enter: start)> ")
        listed = magnate("tables", server, "--json", home=home)
        table = json.loads(listed.stdout)["table"]
        with Sitter(["watch", "--plain", server, "--table", table], home) as eve:
            eve.sees("you look on")
            ann.types("start\r")
            ann.sees("your answer")
            eve.types("roll\r")
            eve.sees("you look on: only players give commands")
            eve.types("board\r")
            ann.types("resign\r")
            ann.sees("sure")
            ann.types("yes\r")
            eve.sees("final standing: the last round is over")
            assert eve.ends() == 0


def test_a_killed_server_that_comes_back_finds_everybody_where_they_were(tmp_path: Path, home: dict[str, str]) -> None:
    folder = str(tmp_path / "server")
    ann_plays = ["--create", "--name", "Ann", "--bots", "1"]
    with HostedServer(folder) as first, Sitter(["play", "--plain", first.address, *ann_plays], home) as ann:
        ann.sees("lobby (Enter: start)> ")
        ann.types("start\r")
        ann.sees("your answer (Enter: roll")
        first.kill()
        ann.sees("no connection: ")
        ann.types("ro")
        with HostedServer(folder, first.port):
            ann.sees("the connection is back")
            ann.sees("your answer (Enter: roll")
            ann.types("ll\r")
            ann.sees("Ann throws")
            ann.types("quit\r")
            assert ann.ends() == 0
