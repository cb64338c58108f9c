"""Reading scripts: whose a line is, and what is told of a file that can not be read."""

from pathlib import Path

import pytest

from client.language import InvalidInput
from client.script import Statement, UnreadableScript, fill_in, load_script, read_script


def test_a_line_is_of_whoever_was_named_last_or_on_the_line() -> None:
    script = read_script("# nothing\n\nas ann\n  roll\nbob: offer ann: 120 for 1\nend\n")
    assert script.statements == (
        Statement(3, "as ann", "", "as", "ann"),
        Statement(4, "roll", "ann", "", "roll"),
        Statement(5, "bob: offer ann: 120 for 1", "bob", "", "offer ann: 120 for 1"),
        Statement(6, "end", "ann", "", "end"),
    )


def test_statements_and_commands_are_told_apart() -> None:
    script = read_script("set x = a: b\nann: refused bid_too_low: bid 5\nann: wait until bob cash 5\nann: mort 1\nann: $what")
    assert [(statement.word, statement.rest) for statement in script.statements] == [
        ("set", "x = a: b"),
        ("refused", "bid_too_low: bid 5"),
        ("wait", "until bob cash 5"),
        ("", "mort 1"),
        ("", "$what"),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("roll", "expected `as NAME` before"),
        ("ann: rol1", "there is no statement rol1 (did you mean roll?)"),
        ("ann: exepct ann cash 5", "there is no statement exepct (did you mean expect or"),
        ("ann: wait 5", "expected wait prompt|turn|phase|event|players|ready|over|until ..., found ann: wait 5"),
        ("ann: ready yes", "expected ready [no], found ann: ready yes"),
        ("set 5", "expected set NAME = TEXT, found set 5"),
        ("as", "expected as NAME, found as"),
        ("as roll", "expected a name of one word"),
        ("bank: roll", "expected a name of one word"),
        ("patience long", "expected patience SECONDS"),
    ],
)
def test_what_can_not_be_read_is_told_by_file_line_and_reason(line: str, reason: str) -> None:
    with pytest.raises(UnreadableScript) as raised:
        read_script(f"as ann\n{line}" if line != "roll" else f"\n{line}", "my.magnate")
    assert str(raised.value).startswith(f"my.magnate, line 2: {reason}")


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableScript, match="expected a file of text"):
        load_script(tmp_path / "missing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\0")
    with pytest.raises(UnreadableScript, match="expected a file of text"):
        load_script(tmp_path / "binary")
    (tmp_path / "good").write_text("ann: roll")
    assert load_script(tmp_path / "good").file == str(tmp_path / "good")


def test_variables_are_filled_in() -> None:
    assert fill_in("join $table for $$5, $table.", {"table": "t1"}) == "join t1 for $5, t1."
    with pytest.raises(InvalidInput, match=r"there is no variable tabel \(did you mean table\?\)"):
        fill_in("$tabel", {"table": "t1"})
