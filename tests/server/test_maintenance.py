"""The commands for a data folder: what they print, what they leave alone, and the code they end with."""

import os
import stat
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner, Result

from engine.history import parse_transcript
from server.data_folder import DataFolder, default_folder
from server.maintenance import commands
from server.sqlite_journal import SetStatus
from tests.server.journals import (
    CREATED,
    batch,
    body,
    create,
    entries,
    fill,
    found_in,
    journal,
    opened,
    small_disk,
    tamper,
    with_tables,
)


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A folder with a running and a finished table of six events each."""
    folder = DataFolder(tmp_path / "data")
    with_tables(folder, "running", "won")
    with journal(folder) as (_, writer):
        writer.commit([SetStatus("won", "finished")])
    return folder


def run(folder: DataFolder, name: str, *arguments: str) -> Result:
    """Run a command as `magnate-server` does; whatever it raises other than an exit is raised here too."""
    group = click.Group("magnate-server", commands=commands)
    result = CliRunner().invoke(group, [name, *arguments, "--data", str(folder.path)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_the_commands_and_where_they_look_by_default() -> None:
    assert [command.name for command in commands] == ["check", "list", "export", "archive", "backup"]
    for command in commands:
        text = CliRunner().invoke(command, ["--help"]).output
        assert "".join(str(default_folder()).split()) in "".join(text.split())


def test_check_finds_nothing_wrong(folder: DataFolder) -> None:
    result = run(folder, "check")
    assert (result.output, result.exit_code) == ("2 tables, 12 events, no problems\n", 0)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            "UPDATE log SET body = x'00' WHERE id = 1 AND seq = 3",
            "table running: event 3 does not fit its hash, and event 4 was written after it\n2 tables, 8 events, 1 problem\n",
        ),
        (
            "DELETE FROM log WHERE id = 2 AND seq > 4",
            "table won: 2 events at its end are torn or missing\n2 tables, 10 events, 1 problem\n",
        ),
        (
            "DELETE FROM tables WHERE id = 1",
            "8 rows of the log belong to no table\n1 table, 6 events, 1 problem\n",
        ),
    ],
)
def test_check_tells_what_is_wrong_and_changes_nothing(folder: DataFolder, change: str, found: str) -> None:
    tamper(folder, change)
    before = folder.database.read_bytes()
    for _ in range(2):
        result = run(folder, "check")
        assert (result.output, result.exit_code) == (found, 1)
    assert folder.database.read_bytes() == before


def test_check_and_export_read_what_is_left_of_a_damaged_database(folder: DataFolder) -> None:
    with journal(folder) as (_, writer):
        writer.commit([create("later", 200), create("last", 200)])
    page = folder.database.read_bytes().find(body(2)) // 4096  # where the first tables have their events
    with folder.database.open("r+b") as file:
        file.seek(page * 4096)
        file.write(b"\xff" * 4096)
    result = run(folder, "check")
    first, *lines = result.output.splitlines()
    assert first.startswith("database damaged: ")
    assert "table won: database disk image is malformed" in lines
    assert not any(line.startswith("table last:") for line in lines)
    assert result.exit_code == 1
    assert len(parse_transcript(run(folder, "export", "last").stdout.encode().splitlines()).records) == 200
    refused = run(folder, "export", "won")
    assert "database disk image is malformed" in refused.stderr
    assert refused.exit_code == 2


@pytest.mark.parametrize("name", ["check", "list", "archive"])
def test_a_folder_without_a_database_is_told_and_left_alone(tmp_path: Path, name: str) -> None:
    folder = DataFolder(tmp_path / "none")
    result = run(folder, name)
    assert result.output == f"Error: database {folder.database} is not there; name the folder of a server with --data\n"
    assert result.exit_code == 2
    assert not folder.path.exists()


@pytest.mark.parametrize("name", ["check", "list", "archive"])
def test_a_file_that_is_no_database_is_told(folder: DataFolder, name: str) -> None:
    folder.database.write_bytes(b"x" * 5000)
    result = run(folder, name)
    assert "is damaged (file is not a database); put a copy made by `magnate-server backup`" in result.output
    assert result.exit_code == 2


def test_list_shows_each_table(folder: DataFolder) -> None:
    result = run(folder, "list")
    lines = result.output.splitlines()
    assert [line.split()[:2] for line in lines] == [["running", "running"], ["won", "finished"]]
    assert all(line.endswith("event 6") and "created 2023-11-1" in line for line in lines)
    assert result.exit_code == 0


def test_list_can_be_read_by_programs(folder: DataFolder) -> None:
    lines = run(folder, "list", "--json").output.splitlines()
    assert msgspec.json.decode(lines[1]) == {
        "table": "won", "status": "finished", "created": CREATED, "changed": CREATED, "seq": 6,
    }  # fmt: skip


def test_export_of_a_finished_table_shows_its_secret(folder: DataFolder) -> None:
    result = run(folder, "export", "won")
    assert result.exit_code == 0
    transcript = parse_transcript(result.stdout.encode().splitlines())
    assert (transcript.table, transcript.status, transcript.secret) == ("won", "finished", b"seed of won")
    assert [record.body for record in transcript.records] == [entry.body for entry in entries(1, 6)]


def test_export_of_a_running_table_holds_no_secret(folder: DataFolder) -> None:
    with journal(folder) as (_, writer):
        writer.commit([batch("running", 7, request=7, notes={"tokens": b"hash of a token", "code": b"door code"})])
    result = run(folder, "export", "running")
    assert parse_transcript(result.stdout.encode().splitlines()).secret is None
    for secret in (b"seed of running", b"hash of a token", b"door code", b"reply"):
        assert secret not in result.stdout_bytes
        assert secret.hex().encode() not in result.stdout_bytes


def test_export_into_a_file(folder: DataFolder, tmp_path: Path) -> None:
    file = tmp_path / "won.jsonl"
    assert run(folder, "export", "won", "--output", str(file)).output == ""
    assert file.read_bytes() == run(folder, "export", "won").stdout_bytes


def test_export_of_a_broken_table_is_what_comes_before(folder: DataFolder) -> None:
    tamper(folder, "DELETE FROM log WHERE id = 1 AND seq = 3")
    result = run(folder, "export", "running")
    assert result.exit_code == 1
    assert len(parse_transcript(result.stdout.encode().splitlines()).records) == 2
    assert result.stderr == (
        "table running: event 4 follows event 2, expected 3; only what comes before it is exported\n"
    )


def test_export_of_an_unknown_table_and_to_nowhere(folder: DataFolder, tmp_path: Path) -> None:
    result = run(folder, "export", "none")
    assert f"Invalid value for TABLE: no table none in {folder.database}" in result.stderr
    assert result.exit_code == 2
    result = run(folder, "export", "won", "--output", str(tmp_path / "no" / "file"))
    assert result.stderr == f"Error: {tmp_path / 'no' / 'file.new'}: no such file or directory\n"
    assert result.exit_code == 2


def test_archive_moves_what_has_ended(folder: DataFolder) -> None:
    result = run(folder, "archive", "--days", "7")
    assert (result.output, result.exit_code) == (f"1 table moved to {folder.archive}\n", 0)
    assert os.listdir(folder.archive) == ["won.jsonl.gz"]
    assert run(folder, "list").output.split()[0] == "running"
    assert run(folder, "check").output == "1 table, 6 events, no problems\n"
    assert run(folder, "archive").output == f"no tables moved to {folder.archive}\n"


def test_archive_leaves_what_is_recent(folder: DataFolder) -> None:
    assert run(folder, "archive", "--days", "1000000").output == f"no tables moved to {folder.archive}\n"
    assert run(folder, "archive", "--days", "-1").exit_code == 2


def test_archive_leaves_what_is_broken(folder: DataFolder) -> None:
    tamper(folder, "DELETE FROM log WHERE id = 2 AND seq = 3")
    result = run(folder, "archive")
    assert result.stderr == "broken, so they stay where they are: won\n"
    assert result.exit_code == 1
    assert "won" in run(folder, "list").output


def test_archive_gives_room_back(folder: DataFolder) -> None:
    with journal(folder) as (_, writer):
        for first in range(7, 2007, 500):
            writer.commit([batch("running", first, 500)])
        writer.commit([SetStatus("running", "finished")])
    before = folder.database.stat().st_size
    run(folder, "archive")
    assert folder.database.stat().st_size < before / 2


def test_backup_can_be_used_as_a_database(folder: DataFolder, tmp_path: Path) -> None:
    restored = DataFolder(tmp_path / "restored")
    restored.path.mkdir()
    result = run(folder, "backup", str(restored.database))
    assert (result.output, result.exit_code) == (f"2 tables copied to {restored.database}\n", 0)
    assert stat.S_IMODE(restored.database.stat().st_mode) == 0o600
    assert run(restored, "check").output == run(folder, "check").output
    with journal(restored) as (_, writer):
        assert [stored.table for stored in writer.load()] == ["running"]


def test_backup_overwrites_nothing(folder: DataFolder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    result = run(folder, "backup", str(tmp_path / "file"))
    assert f"Invalid value for FILE: {tmp_path / 'file'} is there already" in result.stderr
    assert result.exit_code == 2
    assert (tmp_path / "file").read_text() == "precious"


def test_backup_to_a_full_disk_leaves_nothing(folder: DataFolder, tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        filler = fill(disk)
        result = run(folder, "backup", str(disk / "copy"))
        assert result.output == "Error: the database cannot be read or written: database or disk is full\n"
        assert result.exit_code == 2
        assert os.listdir(disk) == [filler.name]


async def test_reading_beside_a_running_server(folder: DataFolder, tmp_path: Path) -> None:
    async with opened(folder) as store:
        await store.append(batch("running", 7))
        assert run(folder, "check").output == "2 tables, 13 events, no problems\n"
        assert "event 7" in run(folder, "list").output
        assert len(run(folder, "export", "running").output.splitlines()) == 8
        assert run(folder, "backup", str(tmp_path / "copy")).exit_code == 0
        refused = run(folder, "archive")
        assert f"is in use by the server with process id {os.getpid()}" in refused.output
        assert refused.exit_code == 2
        await store.append(batch("running", 8))
    assert (await found_in(folder))["running"].entries == entries(1, 8)
