"""Tables that have ended go from the database to the archive by themselves. Must not know how they are written."""

from __future__ import annotations

import logging
import sqlite3
from typing import Final

import trio

from server.archive import DAY
from server.data_folder import UnusableData
from server.logs import log
from server.sqlite_store import SqliteStore
from server.store import StoreUnavailable

_log: Final = logging.getLogger(__name__)


async def retire_daily(store: SqliteStore, days: float) -> None:
    """Archive what has ended so many days ago, now and once a day; raises `StoreFailed`."""
    while True:
        await retire(store, days)
        await trio.sleep(DAY)


async def retire(store: SqliteStore, days: float) -> None:
    """Archive what has ended so many days ago; what hinders it is logged, and waits for the next day."""
    try:
        archived = await store.archive(days)
    except trio.ClosedResourceError:
        return  # the server has ended meanwhile
    except (StoreUnavailable, UnusableData, sqlite3.Error, OSError) as error:
        log(_log, logging.WARNING, "archive_failed", reason=error)
    else:
        if archived:
            log(_log, logging.INFO, "tables_archived", tables=len(archived))
