"""The reference page is what the declarations say, and its examples are what they seem."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import msgpack
import pytest

from engine.commands import SEAT_COMMANDS
from engine.events import EVENTS
from engine.reference import name_of
from protocol import messages as m
from protocol.errors import ERROR_CODES
from protocol.lobby_events import LOBBY_EVENTS
from protocol.reference import PAGES, ROOT, TABLES, main, values

PAGE = (ROOT / "protocol" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)\n```\n\n```hex\n(.*?)\n```", PAGE, re.DOTALL)


def test_pages_are_up_to_date() -> None:
    assert main([]) == 0


def test_every_table_has_its_place_on_a_page() -> None:
    pages = [path.read_text(encoding="utf-8") for path in PAGES]
    assert {mark for page in pages for mark in re.findall(r"<!-- generated: (\w+) -->", page)} == set(TABLES)


@pytest.mark.parametrize("kind", [*m.REQUESTS, *m.SERVER_MESSAGES, *values()], ids=lambda kind: kind.__name__)
def test_every_message_and_value_has_a_section(kind: type) -> None:
    assert PAGE.count(f"\n#### {name_of(kind)}\n") == 1


@pytest.mark.parametrize("kind", [*SEAT_COMMANDS, *EVENTS, *LOBBY_EVENTS], ids=lambda kind: kind.__name__)
def test_every_command_and_event_has_a_row(kind: type) -> None:
    assert f"\n| `{name_of(kind)}` | " in PAGE


def test_every_error_code_has_a_row() -> None:
    assert [code for code in ERROR_CODES if f"\n| `{code}` | {ERROR_CODES[code]} |\n" not in PAGE] == []


def test_every_type_named_in_a_table_is_described() -> None:
    named = set(re.findall(r"\*(\w+)\*", PAGE.replace("**", "")))
    described = set(re.findall(r"\n#### (\w+)\n", PAGE))
    assert named - described == {"command", "event", "frame", "effect"}


def test_every_request_has_its_reply_in_the_table() -> None:
    table = PAGE.partition("| request | reply |")[2].partition("\n\n")[0]
    replies = set(re.findall(r"\| `(\w+)` \|\n", table + "\n"))
    kinds = {name_of(kind) for kind in m.SERVER_MESSAGES if issubclass(kind, m.Reply)}
    assert replies == kinds | {"table_state"}
    assert set(re.findall(r"`(\w+)`", table)) - replies <= {name_of(kind) for kind in m.REQUESTS}


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 10


@pytest.mark.parametrize(("shown", "digits"), EXAMPLES)
def test_an_example_is_the_same_as_json_and_as_bytes_to_anybody(shown: str, digits: str) -> None:
    frame = bytes.fromhex(digits)
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    assert msgpack.unpackb(frame[4:], strict_map_key=True) == json.loads(shown)
    assert msgpack.packb(json.loads(shown)) == frame[4:]


def test_writing_renews_what_is_between_the_marks_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "README.md"
    page.write_text("# Mine\n<!-- generated: states -->\nold\n<!-- /generated -->\nmine\n", encoding="utf-8")
    assert main([], {page: TABLES}) == 1
    assert "old" in page.read_text(encoding="utf-8")
    assert capsys.readouterr().out == f"{page} is out of date\n"
    assert main(["--write"], {page: TABLES}) == 0
    text = page.read_text(encoding="utf-8")
    assert text == f"# Mine\n<!-- generated: states -->\n{TABLES['states']()}<!-- /generated -->\nmine\n"
    assert main([], {page: TABLES}) == 0


def test_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "protocol.reference"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert sorted(path.name for path in PAGES) == ["README.md", "README.md", "RULES.md"]
