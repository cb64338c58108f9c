"""Taking up the tables of an earlier run when the server starts. Must not let one broken table stop the others."""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from server.config import Config
from server.creation import restore_table
from server.directory import Directory
from server.logs import log
from server.store import Store, StoredTable
from server.table import Table

_log: Final = logging.getLogger(__name__)


class Recovered(NamedTuple):
    """What came back: tables to be run, ids of those that could not be restored, and how many events were folded."""

    tables: list[Table]
    broken: list[str]
    events: int


def recover(store: Store, directory: Directory, config: Config) -> Recovered:
    """Put every unfinished table of the store into the directory, those that can not be restored as broken."""
    tables: list[Table] = []
    broken: list[str] = []
    events = 0
    for stored in store.load():
        table = _restored(stored, store, config)
        events += len(stored.entries)
        if table is None:
            directory.mark_broken(stored.table)
            broken.append(stored.table)
        else:
            directory.add(table)
            tables.append(table)
    return Recovered(tables, broken, events)


def _restored(stored: StoredTable, store: Store, config: Config) -> Table | None:
    try:
        return restore_table(stored, store, config)
    except Exception as error:  # noqa: BLE001  # whatever is wrong with one table's data, the others must come back
        log(_log, logging.ERROR, "table_not_restored", table=stored.table, events=len(stored.entries), reason=error)
        _log.exception("fault in the stored table %s", stored.table)
        return None
