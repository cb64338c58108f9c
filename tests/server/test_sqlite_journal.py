"""Several tables' jobs are one transaction; one that cannot be done leaves the others alone; torn ends are cut off for good."""

import sqlite3
from pathlib import Path

import pytest

from engine.history import link, start
from server.data_folder import DataFolder
from server.sqlite_journal import Create, Delete, SetStatus
from server.store import Batch, Entry, KeptReply, StoredTable
from tests.server.journals import HEADER, batch, body, create, entries, journal, tamper, with_tables


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def loaded(folder: DataFolder) -> dict[str, StoredTable]:
    with journal(folder) as (_, writer):
        return {stored.table: stored for stored in writer.load()}


def counts(folder: DataFolder) -> dict[str, int]:
    """How many rows each table of the database has."""
    with journal(folder) as (connection, _):
        names = ("tables", "tips", "log", "notes")
        return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


def test_each_row_has_the_hash_of_the_history_up_to_it(folder: DataFolder) -> None:
    with_tables(folder, "t1", events=3)
    with journal(folder) as (connection, _):
        rows = connection.execute("SELECT seq, body, hash FROM log WHERE seat IS NULL ORDER BY number").fetchall()
    expected, previous = [], start("t1", HEADER)
    for seq in (1, 2, 3):
        previous = link(previous, seq, body(seq))
        expected.append((seq, body(seq), previous))
    assert rows == expected


@pytest.mark.parametrize("count", [1, 63, 64, 65, 200])
def test_any_number_of_rows_goes_into_one_commit(folder: DataFolder, count: int) -> None:
    with journal(folder) as (_, writer):
        writer.commit([create(f"t{number}") for number in range(count)])
        jobs = [batch(f"t{number}", 2, 3, request=1, notes={"clocks": b"%d" % number}) for number in range(count)]
        assert writer.commit(jobs) == [None] * count
    found = loaded(folder)
    assert len(found) == count
    for number in range(count):
        stored = found[f"t{number}"]
        assert (stored.entries, stored.notes["clocks"]) == (entries(1, 4), b"%d" % number)
        assert stored.replies == (KeptReply(0, 1, b"reply 1"),)


def test_jobs_of_one_table_take_effect_in_order(folder: DataFolder) -> None:
    with journal(folder) as (_, writer):
        jobs = [
            create("t1"),
            batch("t1", 2, notes={"clocks": b"first"}),
            batch("t1", 3, notes={"clocks": b"second"}),
            Delete("t1"),
            Create("t1", b"again", {}, entries(1)),
            batch("t1", 2),
            SetStatus("t1", "running"),
        ]
        assert writer.commit(jobs) == [None] * len(jobs)
    stored = loaded(folder)["t1"]
    assert (stored.header, stored.status, stored.entries, stored.notes) == (b"again", "running", entries(1, 2), {})
    assert counts(folder) == {"tables": 1, "tips": 1, "log": 2, "notes": 0}


def test_a_job_refused_leaves_the_others_alone(folder: DataFolder) -> None:
    with journal(folder) as (_, writer):
        refusals = writer.commit(
            [
                create("t1"),
                create("t1"),
                batch("t1", 3, notes={"clocks": b"x"}),
                batch("t1", 2),
                batch("t2", 1),
                Delete("t2"),
                Create("t2", b"", {"code": b"c"}, (Entry(1, b""), Entry(1, b""))),
                SetStatus("t1", "finished"),
                batch("t1", 3),
            ]
        )
    assert [refusal and (type(refusal), str(refusal)) for refusal in refusals] == [
        None,
        (ValueError, "table t1 is there already"),
        (ValueError, "table t1: event 3 does not follow, expected 2"),
        None,
        (LookupError, "no unfinished table t2"),
        (LookupError, "no table t2"),
        (ValueError, "table t2: event 1 does not follow, expected 2"),
        None,
        (LookupError, "no unfinished table t1"),
    ]
    assert counts(folder) == {"tables": 1, "tips": 1, "log": 2, "notes": 1}


def test_a_commit_that_fails_does_nothing_at_all(folder: DataFolder) -> None:
    with journal(folder) as (connection, writer):
        writer.commit([create("t1")])
        before = connection.execute("SELECT * FROM log").fetchall()
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        jobs = [
            batch("t1", 2, request=1),
            create("t2"),
            Batch("t1", (Entry(3, bytes(100_000)),), notes={"clocks": b"x"}),
            SetStatus("t1", "finished"),
        ]
        for _ in range(3):
            with pytest.raises(sqlite3.OperationalError, match="full"):
                writer.commit(jobs)
        assert not connection.in_transaction
        assert connection.execute("SELECT * FROM log").fetchall() == before
        connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        assert writer.commit(jobs) == [None] * 4
    assert list(loaded(folder)) == ["t2"]


def test_times_are_those_of_the_clock(folder: DataFolder) -> None:
    with journal(folder, now=5.0) as (_, writer):
        writer.commit([create("t1")])
    with journal(folder, now=9.0) as (connection, writer):
        writer.commit([SetStatus("t1", "finished")])
        assert connection.execute("SELECT created, changed FROM tables").fetchall() == [(5.0, 9.0)]


def test_a_torn_end_is_cut_off_for_good_with_its_replies(folder: DataFolder) -> None:
    with_tables(folder, "t1", "t2")
    assert tamper(folder, "UPDATE log SET body = x'00' WHERE id = 1 AND seq = 5 AND seat IS NULL") == 1
    assert tamper(folder, "UPDATE log SET body = x'00' WHERE id = 1 AND seq = 6") == 1
    with journal(folder) as (_, writer):  # this loads once already
        stored = writer.load()[0]
        assert (stored.entries, stored.dropped, stored.problem) == (entries(1, 4), 0, None)
        assert [reply.request for reply in stored.replies] == [3]
        assert writer.commit([batch("t1", 5, 2, request=9)]) == [None]
    stored = loaded(folder)["t1"]
    assert (stored.entries, stored.dropped) == (entries(1, 6), 0)
    assert [reply.request for reply in stored.replies] == [3, 9]
    assert loaded(folder)["t2"].entries == entries(1, 6)


def test_a_quarantined_table_can_only_be_closed_or_deleted(folder: DataFolder) -> None:
    with_tables(folder, "t1", "t2", "t3")
    tamper(folder, "UPDATE log SET body = x'00' WHERE id <> 3 AND seq = 2")
    with journal(folder) as (connection, writer):
        before = connection.execute("SELECT * FROM log WHERE id <> 3").fetchall()
        refusals = writer.commit([batch("t1", 7), batch("t1", 2), batch("t3", 7)])
        assert [str(refusal) for refusal in refusals] == [
            "table t1 is quarantined, expected one with a whole history",
            "table t1 is quarantined, expected one with a whole history",
            "None",
        ]
        assert connection.execute("SELECT * FROM log WHERE id <> 3").fetchall() == before
        assert writer.commit([SetStatus("t1", "closed"), Delete("t2")]) == [None, None]
    assert list(loaded(folder)) == ["t3"]


def test_rows_are_numbered_behind_all_that_tables_count_on(folder: DataFolder) -> None:
    with journal(folder) as (_, writer):
        writer.commit([create("t1", 50), Create("t2", b"", {}, ())])
        writer.commit([Delete("t1")])
    with journal(folder) as (_, writer):
        writer.commit([batch("t2", 1, 2)])
    assert loaded(folder)["t2"].entries == entries(1, 2)
