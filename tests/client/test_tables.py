"""The list of tables, as text and as JSON."""

import json

import pytest
from trio.testing import MockClock

from client.errors import BadChoice
from client.seats import new_token
from client.tables import find_table, print_tables, render_tables
from protocol.tables import TableSummary
from tests.client.house import open_house

FRIDAY = TableSummary("t1", "Friday", "lobby", 4, ("Ann", "Bob"), "official")
SECRET = TableSummary("t22", "x\x1b[2J", "running", 8, ("C\ncid",), "speed", code=True)


def test_each_table_is_a_line() -> None:
    assert render_tables([FRIDAY, SECRET]) == [
        "TABLE  NAME      STAGE          SEATS  RULES     PLAYERS",
        "t1     Friday    lobby          2/4    official  Ann, Bob",
        "t22    x\\x1b[2J  running, code  1/8    speed     C\\ncid",
    ]


def test_marks_stand_before_their_tables() -> None:
    assert [line.split()[0] for line in render_tables([FRIDAY, SECRET], ["1*", "2"])] == ["TABLE", "1*", "2"]


async def test_a_table_is_found_by_id_before_title(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        ann, bob, eve = [await house.session() for _ in range(3)]
        await ann.create("Friday", "Ann", new_token())
        table = ann.model.table
        await bob.create(table, "Bob", new_token())
        assert await find_table(eve, table) == table
        assert await find_table(eve, "friday") == table
        assert await find_table(eve, "elsewhere") == "elsewhere"
        await eve.create("Friday", "Eve", new_token())
        with pytest.raises(BadChoice, match=r"expected one table called Friday, found 2: \w+, \w+"):
            await find_table(eve, "Friday")


async def test_the_list_is_printed(autojump_clock: MockClock, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_house() as house:
        ann = await house.session()
        await print_tables(ann, as_json=False)
        assert capsys.readouterr().out == "no table is open: open one with `magnate play --create`\n"
        await ann.create("Friday", "Ann", new_token())
        await print_tables(ann, as_json=False)
        assert "Friday" in capsys.readouterr().out
        await print_tables(ann, as_json=True)
        assert json.loads(capsys.readouterr().out)["players"] == ["Ann"]
