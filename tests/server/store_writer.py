"""A process that stores events for many tables until it is killed, and says of each once it is durable.

`python -m tests.server.store_writer FOLDER` prints `TABLE SEQ` after the event is stored; it goes on with tables it finds.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import trio

from server.data_folder import DataFolder
from server.sqlite_store import SqliteStore
from server.store import StoredTable
from tests.server.journals import HEADER, batch, entries

TABLES = 8


async def play(store: SqliteStore, name: str, found: StoredTable | None) -> None:
    if found is None:
        await store.create(name, HEADER, {"secret": b"seed"}, entries(1))
    seq = len(found.entries) if found else 1
    while True:
        os.write(1, f"{name} {seq}\n".encode())
        seq += 1
        await store.append(batch(name, seq, 1, request=seq, notes={"clocks": b"%d" % seq}))


async def main(folder: Path) -> None:
    store = SqliteStore(DataFolder(folder))
    found = {stored.table: stored for stored in store.load()}
    async with trio.open_nursery() as nursery:
        for number in range(TABLES):
            nursery.start_soon(play, store, f"t{number}", found.get(f"t{number}"))


if __name__ == "__main__":
    trio.run(main, Path(sys.argv[1]))
