"""Fixtures of the server's tests: a house with a server in memory, and one under the autojump clock."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import trio
from trio.testing import MockClock

from server.config import Config
from server.store import Store
from tests.server.playing import House, Opener


@pytest.fixture
async def open_house(nursery: trio.Nursery) -> AsyncIterator[Opener]:
    """Opens a server in this process; give it a store or a configuration where the usual ones will not do."""

    async def opener(config: Config | None = None, store: Store | None = None) -> House:
        return await House(nursery, store, config).open()

    mocked = isinstance(trio.lowlevel.current_clock(), MockClock)
    with trio.fail_after(100 * 86_400 if mocked else 60):
        yield opener
    nursery.cancel_scope.cancel()


@pytest.fixture
async def house(open_house: Opener) -> House:
    """A server in this process, with everything as usual."""
    return await open_house()
