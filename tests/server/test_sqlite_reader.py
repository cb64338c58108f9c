"""A history is judged as it is read: whole, torn at its end, or broken inside."""

import shutil
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from protocol.lobby_events import SeatTaken, TableEvent
from server.data_folder import DataFolder
from server.sqlite_journal import Create, SetStatus
from server.sqlite_reader import UNFINISHED, History, each_history, read_histories, read_history, read_rows
from server.sqlite_schema import open_for_reading
from server.store import StoredTable
from tests.server.journals import CREATED, HEADER, SAMPLE, entries, journal, tamper, with_tables


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A folder with three running tables of six events each."""
    folder = DataFolder(tmp_path / "data")
    with_tables(folder, "t1", "t2", "t3")
    return folder


def read(folder: DataFolder, name: str = "t2") -> History:
    with closing(open_for_reading(folder.database)) as connection:
        history = read_history(connection, name)
    assert history is not None
    return history


def stored(folder: DataFolder) -> StoredTable:
    return read(folder).stored()


def of_t2(what: str) -> str:
    return f"{what} id = 2 AND seat IS NULL AND "


def test_an_untouched_table_is_whole(folder: DataFolder) -> None:
    history = read(folder)
    assert history.whole
    assert (history.stored().entries, history.tip) == (entries(1, 6), 6)
    assert [reply.request for reply in history.stored().replies] == [3, 5]


@pytest.mark.parametrize("length", range(len(entries(6)[0].body)))
def test_a_last_event_cut_short_is_dropped(folder: DataFolder, length: int) -> None:
    assert tamper(folder, of_t2("UPDATE log SET body = substr(body, 1, ?) WHERE") + "seq = 6", length) == 1
    found = stored(folder)
    assert (found.entries, found.dropped, found.problem) == (entries(1, 5), 1, None)


@pytest.mark.parametrize("missing", [1, 2, 5])
def test_missing_last_events_are_noticed_and_their_replies_dropped(folder: DataFolder, missing: int) -> None:
    assert tamper(folder, of_t2("DELETE FROM log WHERE") + "seq > ?", 6 - missing) == missing
    found = stored(folder)
    assert (found.entries, found.dropped, found.problem) == (entries(1, 6 - missing), missing, None)
    assert all(reply.request <= 6 - missing for reply in found.replies)


def test_events_torn_and_events_missing_are_counted_together(folder: DataFolder) -> None:
    tamper(folder, of_t2("DELETE FROM log WHERE") + "seq = 6")
    tamper(folder, of_t2("UPDATE log SET hash = NULL WHERE") + "seq = 5")
    found = stored(folder)
    assert (found.entries, found.dropped) == (entries(1, 4), 2)


@pytest.mark.parametrize(
    ("change", "left", "problem"),
    [
        ("UPDATE log SET body = x'00' WHERE", 2, "event 3 does not fit its hash, and event 4 was written after it"),
        ("UPDATE log SET body = 'text' WHERE", 2, "event 3 does not fit its hash, and event 4 was written after it"),
        ("UPDATE log SET hash = x'00' WHERE", 2, "event 3 does not fit its hash, and event 4 was written after it"),
        ("UPDATE log SET hash = NULL WHERE", 2, "event 3 does not fit its hash, and event 4 was written after it"),
        ("UPDATE log SET seq = 7 WHERE", 2, "event 7 follows event 2, expected 3"),
        ("UPDATE log SET seq = -1 WHERE", 2, "event -1 follows event 2, expected 3"),
        ("DELETE FROM log WHERE", 2, "event 4 follows event 2, expected 3"),
    ],
)
def test_a_break_inside_is_a_problem_of_that_table_alone(folder: DataFolder, change: str, left: int, problem: str) -> None:
    assert tamper(folder, of_t2(change) + "seq = 3") == 1
    found = stored(folder)
    assert (found.entries, found.problem, found.dropped) == (entries(1, left), problem, 0)
    assert read(folder, "t1").whole
    assert read(folder, "t3").whole


def test_an_event_of_another_table_is_a_break(folder: DataFolder) -> None:
    tamper(folder, "UPDATE log SET id = 2 WHERE id = 1 AND seat IS NULL AND seq = 3")
    assert stored(folder).problem == "event 3 does not fit its hash, and event 4 was written after it"


@pytest.mark.parametrize("change", ["header = x'00'", "name = 't9'"])
def test_a_changed_header_or_name_is_a_break(folder: DataFolder, change: str) -> None:
    tamper(folder, f"UPDATE tables SET {change} WHERE id = 2")
    history = read(folder, "t9" if "name" in change else "t2")
    assert history.problem == "event 1 does not fit its hash, and event 2 was written after it"


@pytest.mark.parametrize("change", ["DELETE FROM log WHERE id = 2", "UPDATE log SET body = x'00' WHERE id = 2"])
def test_a_table_without_one_whole_event_is_no_table_to_play_on(folder: DataFolder, change: str) -> None:
    tamper(folder, change)
    found = stored(folder)
    assert (found.entries, found.problem) == ((), "none of its events is whole")


def test_a_journal_of_a_newer_format_is_not_read(folder: DataFolder) -> None:
    tamper(folder, "UPDATE tables SET format = 2 WHERE id = 2")
    assert stored(folder).problem == "journal of format 2, expected no more than 1"


def test_a_lost_tip_does_not_hide_the_history(folder: DataFolder) -> None:
    tamper(folder, "DELETE FROM tips WHERE id = 2")
    assert stored(folder).entries == entries(1, 6)


def test_all_at_once_and_one_after_another_are_the_same(folder: DataFolder) -> None:
    tamper(folder, of_t2("DELETE FROM log WHERE") + "seq = 3")
    with closing(open_for_reading(folder.database)) as connection:
        assert read_histories(connection, "TRUE") == list(each_history(connection))
        assert [history.row.name for history in each_history(connection)] == ["t1", "t2", "t3"]
        assert read_histories(connection, "name = ?", ("none",)) == []
        assert read_history(connection, "none") is None


def test_rows_tell_a_table_without_its_history(folder: DataFolder) -> None:
    with journal(folder) as (connection, writer):
        writer.commit([SetStatus("t1", "finished"), Create("t4", b"h", {}, ())])
        rows = read_rows(connection)
        assert [(row.name, row.status, row.seq) for row in rows[:2]] == [("t1", "finished", 6), ("t2", "running", 6)]
        assert (rows[3].name, rows[3].status, rows[3].seq, rows[3].header) == ("t4", "lobby", -1, b"h")
        assert [row.name for row in read_rows(connection, UNFINISHED)] == ["t2", "t3", "t4"]


@pytest.mark.parametrize(("status", "secret"), [("running", None), ("closed", None), ("finished", b"seed of t2")])
def test_the_secret_is_shown_of_finished_tables_only(folder: DataFolder, status: str, secret: bytes | None) -> None:
    tamper(folder, "UPDATE tables SET status = ?", status)
    transcript = read(folder).transcript()
    assert (transcript.table, transcript.status, transcript.header) == ("t2", status, HEADER)
    assert transcript.secret == secret
    assert [record.seq for record in transcript.records] == [1, 2, 3, 4, 5, 6]


def test_a_journal_of_the_first_version_is_read_as_it_was_written(tmp_path: Path) -> None:
    shutil.copy(SAMPLE, tmp_path / "magnate.sqlite3")
    lobby, running, finished = (read(DataFolder(tmp_path), name) for name in ("lobby", "running", "finished"))
    assert [history.whole for history in (lobby, running, finished)] == [True] * 3
    assert [len(history.records) for history in (lobby, running, finished)] == [2, 7, 9]
    assert (running.row.status, running.row.created, running.row.header) == ("running", CREATED, HEADER)
    assert running.stored().notes == {"secret": b"seed of running", "clocks": b"clocks"}
    assert running.stored().replies[0].body == b"reply"
    first = msgspec.msgpack.decode(lobby.records[0].body, type=TableEvent)
    assert isinstance(first, SeatTaken)
    assert (first.seat, first.player) == (0, "Ann")
