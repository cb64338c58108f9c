"""A store that forgets."""

from __future__ import annotations

import pytest

from server.store import Batch, Entry, Store
from server.unrecorded import Unrecorded


async def test_everything_is_accepted_and_nothing_is_kept() -> None:
    store: Store = Unrecorded()
    await store.create("t1", b"header", {}, (Entry(1, b"a"),))
    await store.append(Batch("t1", (Entry(2, b"b"),)))
    await store.set_status("t1", "finished")
    await store.delete("t1")
    assert store.load() == []
    await store.aclose()


async def test_there_is_nothing_to_read() -> None:
    with pytest.raises(LookupError):
        await Unrecorded().read("t1", 0, 9)
