"""A board and a ruleset of a user's own: from the files over the wire to everybody at the table, and through a crash."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from trio.testing import MockClock

from client.bot import Bot
from client.bot_policy import level_policy
from client.chosen_rules import choose_rules
from client.errors import Refused
from client.seats import new_token
from client.session import Session
from engine.board import BoardData, load_board, read_board
from protocol import messages as m
from protocol.codec import CLIENT_FRAME, encode
from tests.client.house import House, open_house
from tests.client.terminal import HostedServer, Sitter

FILE = Path(__file__).parents[1] / "data" / "island.toml"
ISLAND = read_board(FILE).data
HOUSE = 'about = "our evenings"\nextends = "windows"\nstarting_cash = 900\nhouses = 6\nmax_rounds = 12\n'


async def opened(house: House, **options: object) -> Session:
    """The owner of a new table."""
    session = await house.session()
    await session.create("Shore", "Ann", new_token(), **options)  # type: ignore[arg-type]  # options of the test
    return session


async def refusal(house: House, **options: object) -> tuple[str, str | None, str]:
    """Code, field and sentence of what the server says to such a table."""
    with pytest.raises(Refused) as caught:
        await opened(house, **options)
    return caught.value.code, caught.value.error.field, caught.value.message


async def test_everybody_at_the_table_gets_board_and_rules(autojump_clock: MockClock, tmp_path: Path) -> None:
    (tmp_path / "Our evenings.toml").write_text(HOUSE, encoding="utf-8")
    chosen = choose_rules(switches={"edition": "storm"}, rules_file=tmp_path / "Our evenings.toml", board_file=FILE)
    async with open_house() as house:
        owner = await opened(
            house, preset=chosen.preset, overrides=dict(chosen.overrides), board=chosen.board, rules_name=chosen.name
        )
        guest, looker = await house.session(), await house.session()
        await guest.join(owner.model.table, "Bob", new_token())
        await looker.watch(owner.model.table)
        for session in (owner, guest, looker):
            assert session.model.board is not None
            assert session.model.board.data == read_board(FILE, "storm").data
            rules = session.model.rules
            assert rules is not None
            assert (rules.preset, rules.board, rules.edition) == ("Our evenings", "island", "storm")
            assert (rules.jail_doubles_roll_again, rules.starting_cash, rules.houses) == (True, 900, 6)
        assert [table.preset for table in await owner.tables()] == ["Our evenings"]


async def test_bots_play_a_game_on_it_to_the_end(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        owner = await opened(house, board=ISLAND, overrides={"max_rounds": 12}, bots=("careful", "careful"))
        await Bot(owner, level_policy("careful"), start=3).play()
        state = owner.model.state
        assert state is not None
        assert state.outcome is not None
        assert state.outcome.reason in ("max_rounds", "last_one")
        assert len(state.owner) == len(ISLAND.spaces)


async def test_the_rules_take_board_and_edition_from_the_board_that_came(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        owner = await opened(house, preset="parker", overrides={"board": "uk_classic"}, board=ISLAND)
        assert owner.model.rules is not None
        assert (owner.model.rules.board, owner.model.rules.edition) == ("island", "default")


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        (replace(ISLAND, jail=3), "the board: board, jail: expected the index of the jail space, found 3"),
        (load_board().data, "the board: board, id: expected an id that no shipped board has, found us_classic"),
        (replace(ISLAND, title="a\x1b[2J"), r"the board: board, title: expected printable characters, found 'a\x1b[2J'"),
    ],
)
async def test_a_board_that_can_not_be_played_is_refused(
    autojump_clock: MockClock, board: BoardData, problem: str
) -> None:
    async with open_house() as house:
        assert await refusal(house, board=board) == ("bad_board", "board", problem)


async def test_rules_that_do_not_fit_the_board_are_refused(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        code, field, problem = await refusal(house, board=ISLAND, preset="short")
        assert (code, field) == ("bad_rules", "overrides")
        assert problem.startswith("deal_deeds: expected at most 0 with max_players 8")
        no_share = replace(ISLAND, income_tax_share_percent=None)
        code, _, problem = await refusal(house, board=no_share, overrides={"income_tax": "choice"})
        assert code == "bad_rules"
        assert "flat with board island" in problem


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Official", "expected a name unlike that of the preset official, found Official"),
        ("wіndows", "expected a name unlike that of the preset windows"),  # noqa: RUF001  # that is the point
        ("\u202efair", "expected visible characters, found an invisible character"),
        ("a name that is far too long for the list", "expected no more than 24 columns"),
    ],
)
async def test_a_ruleset_bears_no_name_that_deceives(autojump_clock: MockClock, name: str, problem: str) -> None:
    async with open_house() as house:
        code, field, found = await refusal(house, rules_name=name)
        assert (code, field) == ("bad_rules", "rules_name")
        assert found.startswith(problem)


def test_a_whole_board_fits_into_a_request() -> None:
    for name in ("us_classic", "uk_classic"):
        request = m.CreateTable(1, "n", "p", "0" * 32, board=replace(load_board(name).data, id="mine"))
        assert len(encode(request)) < CLIENT_FRAME // 4


@contextmanager
def bot(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A bot process that plays until its table is over."""
    process = subprocess.Popen([sys.executable, "-m", "client", "bot", *arguments], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_bots_from_the_command_line_play_it_to_the_end_after_a_crash(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE, encoding="utf-8")
    files = [f"--rules-file={tmp_path / 'house.toml'}", f"--board-file={FILE}"]
    folder, home = str(tmp_path / "server"), {"XDG_DATA_HOME": str(tmp_path / "home")}
    with HostedServer(folder) as first, bot(first.address, "--create", "--start=3", *files) as owner:
        assert owner.stdout is not None
        table = owner.stdout.readline().split()[1]
        person = ["play", first.address, "--table", table, "--name", "Ann"]
        with bot(first.address, "--table", table) as guest, Sitter(person, home) as ann:
            ann.sees("lobby (Enter: ready)> ")
            ann.types("\r")
            ann.sees("your answer (Enter: roll")
            first.kill()
            ann.sees("no connection: ")
            with HostedServer(folder, first.port):
                ann.sees("the connection is back")
                ann.types("resign\r")
                ann.sees("sure")
                ann.types("yes\r")
                ann.sees("moves to ")
                ann.sees("¤")
                ann.sees("the game is over: ")
                ann.sees("rematch, save FILE, or Enter to go> ")
                ann.types("\r")
                assert (ann.ends(), owner.wait(60), guest.wait(60)) == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("--board-file=gone.toml", "gone.toml: file, path: expected a readable file"),
        ("--rules-file=gone.toml", "gone.toml: path: expected a readable file"),
    ],
)
def test_a_file_that_can_not_be_read_is_told_before_anything_is_asked(option: str, problem: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "client", "bot", "--create", option], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert problem in ended.stderr
