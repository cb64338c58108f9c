"""The commands that look after a data folder: `check`, `list`, `export`, `archive`, `backup`. Must not need a server.

All but `archive` only read, and may be used while a server is running. They end with 0 if all is well, with 1 if something
of the data is broken or missing, and with 2 if they were called wrongly or cannot read or write at all.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from engine.history import render_transcript
from server.archive import DAY, write_archive, write_durably
from server.data_folder import DataFolder, UnusableData, default_folder
from server.sqlite_journal import Delete, Journal
from server.sqlite_reader import History, TableRow, read_history, read_rows
from server.sqlite_schema import copy_database, damage, is_damage, missing, open_for_reading, open_for_writing

_Command = TypeVar("_Command", bound=Callable[..., Any])

_ORPHANS: Final = "SELECT count(*) FROM log WHERE id NOT IN (SELECT id FROM tables)"


class Failure(click.ClickException):
    """The command cannot do its work."""

    exit_code = 2


def data_option(command: _Command) -> _Command:
    """Add `--data FOLDER`, which arrives as a `DataFolder`."""
    return click.option(
        "--data",
        "folder",
        type=click.Path(file_okay=False, path_type=Path),
        callback=lambda context, parameter, value: DataFolder(value or default_folder()),
        help=f"The data folder; if not given, {default_folder()}.",
    )(command)


@contextmanager
def explained() -> Iterator[None]:
    """Tell what went wrong in one line."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read the output has enough; click ends quietly
    except UnusableData as error:
        raise Failure(str(error)) from error
    except sqlite3.Error as error:
        raise Failure(f"the database cannot be read or written: {error}") from error
    except OSError as error:
        raise Failure(f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}") from error


@contextmanager
def _snapshot(folder: DataFolder) -> Iterator[sqlite3.Connection]:
    """The database as it is at one moment, whatever a server goes on to write."""
    with closing(open_for_reading(folder.database)) as connection:
        connection.execute("BEGIN")
        yield connection


@click.command()
@data_option
@explained()
def check(folder: DataFolder) -> None:
    """Check that the database and the history of every table are whole."""
    problems = events = 0
    with _snapshot(folder) as connection:
        for problem in _database_problems(connection):
            click.echo(problem)
            problems += 1
        rows = read_rows(connection)
        for row in rows:
            whole, found = _judge(connection, row)
            events += whole
            if found is not None:
                click.echo(f"table {row.name}: {found}")
                problems += 1
    click.echo(", ".join((_count(len(rows), "table"), _count(events, "event"), _count(problems, "problem"))))
    sys.exit(1 if problems else 0)


@click.command("list")
@data_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@explained()
def list_tables(folder: DataFolder, as_json: bool) -> None:
    """List the tables in the database, oldest first."""
    with _snapshot(folder) as connection:
        rows = read_rows(connection)
    for row in rows:
        click.echo(_as_json(row) if as_json else _as_text(row))


@click.command()
@click.argument("table")
@data_option
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; if not given, standard output.")
@explained()
def export(table: str, folder: DataFolder, output: Path | None) -> None:
    """Write the transcript of a TABLE as JSON lines.

    Of a table that is not finished it tells nothing that its players may not know.
    """
    with _snapshot(folder) as connection:
        history = read_history(connection, table)
    if history is None:
        raise click.BadParameter(f"no table {table} in {folder.database}", param_hint="TABLE")
    lines = render_transcript(history.transcript())
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
    else:
        write_durably(output, lines)
    if not history.whole:
        click.echo(f"table {table}: {_explain(history)}; only what comes before it is exported", err=True)
        sys.exit(1)


@click.command()
@data_option
@click.option("--days", type=click.FloatRange(min=0), default=30, show_default=True, help="How long ago a table has ended.")
@explained()
def archive(folder: DataFolder, days: float) -> None:
    """Move tables that have ended to files in the folder's archive. Not while a server is running."""
    if not folder.database.is_file():
        raise missing(folder.database)
    with folder.lock():
        archived = write_archive(folder, time.time() - days * DAY)
        with closing(open_for_writing(folder.database)) as connection:
            Journal(connection).commit([Delete(name) for name in archived.written])
            connection.execute("VACUUM")
    click.echo(f"{_count(len(archived.written), 'table')} moved to {folder.archive}")
    if archived.left:
        click.echo(f"broken, so they stay where they are: {', '.join(archived.left)}", err=True)
        sys.exit(1)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
@explained()
def backup(file: Path, folder: DataFolder) -> None:
    """Copy the database as it is now to a new FILE.

    To use it, put it as magnate.sqlite3 into an empty data folder. It holds the secrets of running tables: keep it safe.
    """
    if file.exists():
        raise click.BadParameter(f"{file} is there already", param_hint="FILE")
    with closing(open_for_reading(folder.database)) as connection:
        copy_database(connection, file)
    with closing(open_for_reading(file)) as connection:
        click.echo(f"{_count(len(read_rows(connection)), 'table')} copied to {file}")


commands: Final[list[click.Command]] = [check, list_tables, export, archive, backup]


def _database_problems(connection: sqlite3.Connection) -> Iterator[str]:
    problem = damage(connection)
    if problem is not None:
        yield f"database damaged: {problem}"
        return
    (orphans,) = connection.execute(_ORPHANS).fetchone()
    if orphans:
        yield f"{orphans} rows of the log belong to no table"


def _judge(connection: sqlite3.Connection, row: TableRow) -> tuple[int, str | None]:
    """How many events of a table are whole, and what is wrong with the rest."""
    try:
        history = read_history(connection, row.name)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return 0, str(error)
    assert history is not None  # both were read in one snapshot
    return history.finding.whole, None if history.whole else _explain(history)


def _explain(history: History) -> str:
    if history.problem is not None:
        return history.problem
    return f"{history.dropped} events at its end are torn or missing"


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _as_json(row: TableRow) -> str:
    shown = {"table": row.name, "status": row.status, "created": row.created, "changed": row.changed, "seq": row.seq}
    return msgspec.json.encode(shown).decode()


def _as_text(row: TableRow) -> str:
    created = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.created))
    return f"{row.name:<12}  {row.status:<8}  created {created}  event {row.seq}"
