"""The real program in a real window: what is typed survives what happens, and the terminal is always left as it was."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.screen.emulator import Emulator
from tests.client.terminal import HostedServer

pytestmark = pytest.mark.slow

ANN = ("--create", "--name", "Ann", "--title", "Friday")
FLAGS = ("icanon", "echo", "isig", "iexten")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with HostedServer(str(tmp_path / "server")) as hosted:
        yield hosted.address


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(tmp_path / "home"), "PYTHONPATH": os.pathsep.join(os.environ.get("PYTHONPATH", "").split())}


def assert_sane(ann: Emulator) -> None:
    """The terminal takes whole lines, echoes, and shows what the shell says."""
    ann.types("clear; stty -a; echo settled\r")
    ann.sees("settled")
    ann.sees(" icanon")
    words = " ".join(ann.rows).replace(";", " ").split()
    assert set(FLAGS) <= set(words)
    assert not {f"-{flag}" for flag in FLAGS} & set(words)
    assert ann.raw.count(b"\x1b[?1049h") == ann.raw.count(b"\x1b[?1049l") > 0


def begin(ann: Emulator, server: str) -> None:
    ann.runs("play", server, *ANN, "--bots", "1")
    ann.sees("lobby (Enter: start)>")
    ann.types("\r")
    ann.sees("your answer (Enter: roll")


def sees_the_throw(ann: Emulator) -> None:
    """Look her throw up in the log: what the bot did after it may have pushed it out of the table's few lines."""
    ann.types("log /throws\r")
    ann.sees("Ann throws ")
    ann.types("table\r")


def test_a_newcomer_comes_from_the_first_prompt_to_the_first_move_as_the_readme_says(
    server: str, home: dict[str, str]
) -> None:
    with Emulator(80, 24, home) as ann:
        ann.runs("play", server, "--name", "Ann")
        ann.sees("`new` for a new one")
        ann.types("new\r")
        ann.sees("you may: add-bot [LEVEL]")
        ann.types("add-bot\r")
        ann.sees("everybody is ready: start the game")
        ann.types("\r")
        ann.sees("throw for the order of play")
        ann.types("\r")
        sees_the_throw(ann)


def test_a_game_is_begun_and_left(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        begin(ann, server)
        assert ann.rows[0].startswith("│Parkin│Kentck│")
        assert ann.rows[23].startswith("F1 help")
        ann.types("\r")
        sees_the_throw(ann)
        ann.types("quit\r")
        ann.sees("ended 0")
        assert_sane(ann)


def test_what_is_typed_survives_what_happens(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        ann.runs("play", server, *ANN)
        ann.sees("lobby>")
        ann.types("'good eve")
        with Emulator(80, 24, {**home, "LOGNAME": "bob"}) as bob:
            bob.runs("play", server, "--table", "Friday", "--name", "Bob")
            ann.sees("Bob sits down")
            bob.sees("lobby (Enter: ready)>")
            bob.types("\r'one\r'two\r'three\r")
            ann.sees("Bob says: three")
            assert ann.rows[22].rstrip().endswith("> 'good eve")
            ann.types("ning\r")
            bob.sees("Ann says: good evening")
            bob.types("\x03")
            bob.sees("ended 130")


def test_the_window_gets_other_sizes(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        begin(ann, server)
        ann.types("ro")
        ann.resizes(60, 20)
        ann.sees("this window is 60 by 20; the table needs 80 by 24")
        ann.resizes(120, 40)
        ann.sees("│Kentcky  │")
        ann.sees(")> ro")
        ann.sees("F1 help")
        assert ann.rows[39].startswith("F1 help")
        ann.resizes(80, 24)
        ann.sees("│Kentck│")
        assert [row for row in ann.rows if "this window" in row] == []
        ann.types("ll\r")
        sees_the_throw(ann)


def test_ctrl_c_is_exit_code_130(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        begin(ann, server)
        ann.types("half a line\x03")
        ann.sees("ended 130")
        assert_sane(ann)
        assert not any("Traceback" in row for row in ann.rows)


def test_ctrl_z_gives_the_terminal_back_until_fg(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        begin(ann, server)
        ann.types("ro")
        ann.sees(")> ro")
        ann.types("\x1a")  # a terminal forgets what was not read yet when this is pressed
        ann.sees("Stopped")
        assert_sane(ann)
        ann.types("fg\r")
        ann.sees(")> ro")
        ann.types("ll\r")
        sees_the_throw(ann)
        ann.types("\x03")
        ann.sees("$ ")
        assert_sane(ann)


def test_a_request_to_end_leaves_the_terminal_sane(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        begin(ann, server)
        ann.terminate("client play")
        ann.sees("ended 143")
        assert_sane(ann)


def test_the_end_of_the_input_is_a_goodbye(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        begin(ann, server)
        ann.types("\x04")
        ann.sees("ended 0")
        assert_sane(ann)


def test_a_server_that_goes_is_told_and_waited_for(tmp_path: Path, home: dict[str, str]) -> None:
    folder = str(tmp_path / "server")
    with Emulator(80, 24, home) as ann:
        with HostedServer(folder) as first:
            begin(ann, first.address)
            first.kill()
            ann.sees("NO CONNECTION, trying again")
            ann.sees("offline")
            ann.types("roll\r")
            ann.sees("there is no connection now: nothing was sent")
        with HostedServer(folder, first.port):
            ann.sees("the connection is back")
            ann.sees("your answer (Enter: roll")
            ann.types("\r")
            sees_the_throw(ann)
        ann.sees("NO CONNECTION")
        ann.types("quit\r")
        ann.sees("ended 0")
        assert_sane(ann)


def test_a_seat_taken_away_ends_the_screen_with_words(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as old, Emulator(80, 24, home) as new:
        old.runs("play", server, *ANN)
        old.sees("lobby>")
        new.runs("play", server, "--table", "Friday")
        old.sees("(displaced)")
        old.sees("ended 4")
        assert_sane(old)


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["screen", "lines"])
def test_the_bell_rings_and_the_title_is_marked_when_the_table_waits(
    server: str, home: dict[str, str], plain: tuple[str, ...]
) -> None:
    with Emulator(80, 24, home) as ann, Emulator(80, 24, home) as bob:
        ann.runs("play", server, *ANN, *plain)
        ann.sees("lobby>")
        bob.runs("play", server, "--table", "Friday", "--name", "Bob", "--no-bell", *plain)
        bob.sees("lobby (Enter: ready)>")
        bob.types("\r")
        ann.sees("lobby (Enter: start)>")
        assert ann.screen.bells == 0
        ann.types("\r")
        ann.sees("your answer (Enter: roll")
        ann.types("\r")
        bob.sees("your answer (Enter: roll")
        bob.types("'\r")
        bob.sees("expected something to say")
        assert (ann.screen.bells, bob.screen.bells) == (1, 0)
        assert bob.screen.title == "* your turn · Friday"
        ann.types("\x03")
        ann.sees("ended 130")
        kept, given_back = (re.findall(rb"\x1b\[%d;\dt" % number, ann.raw) for number in (22, 23))
        assert len(kept) == len(given_back) > 0, "the window has its old title again"


@pytest.mark.parametrize(
    ("size", "environment", "words"),
    [
        ((79, 24), {}, "this terminal is 79 by 24"),
        ((80, 24), {"TERM": "dumb"}, "a terminal for input and output that can move its cursor"),
    ],
)
def test_where_there_is_no_room_there_are_lines(
    server: str, home: dict[str, str], size: tuple[int, int], environment: dict[str, str], words: str
) -> None:
    with Emulator(*size, {**home, **environment}) as ann:
        ann.runs("play", server, *ANN)
        ann.sees("line mode: the full screen needs")
        ann.sees("you are Ann in seat 1")
        assert words in " ".join("".join(ann.rows).split())


def test_plain_asks_for_lines_without_another_word(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        ann.runs("play", server, *ANN, "--plain")
        ann.sees("you are Ann in seat 1")
        assert not any("line mode" in row for row in ann.rows)


@pytest.mark.parametrize(("arguments", "environment"), [(("--no-color",), {}), ((), {"NO_COLOR": "1"})])
def test_without_colors_no_color_is_sent(
    server: str, home: dict[str, str], arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    with Emulator(80, 24, {**home, **environment}) as ann:
        ann.runs("play", server, *ANN, *arguments)
        ann.sees("lobby>")
        used = {cell.fg for row in ann.screen.buffer.values() for cell in row.values()}
        assert used == {"default"}


def test_colors_are_used_where_they_may(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann:
        ann.runs("play", server, *ANN)
        ann.sees("lobby>")
        assert len({cell.fg for row in ann.screen.buffer.values() for cell in row.values()}) > 5


def test_one_who_looks_on_sees_the_table_too(server: str, home: dict[str, str]) -> None:
    with Emulator(80, 24, home) as ann, Emulator(80, 24, home) as eve:
        ann.runs("play", server, *ANN, "--bots", "1", "--rule", "max_rounds=1")
        ann.sees("lobby (Enter: start)>")
        eve.runs("watch", server, "--table", "Friday")
        eve.sees("you look on")
        ann.types("\r")
        ann.sees("your answer (Enter: roll")
        eve.sees("waits for Ann")
        ann.types("resign\r")
        ann.sees("this ends the game for you; sure (yes/no)?")
        ann.types("yes\r")
        eve.sees("final standing")
        eve.sees("ended 0")
        assert_sane(eve)
