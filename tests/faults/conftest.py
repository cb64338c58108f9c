"""Fixtures of the fault tests: real servers in processes of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.processes import Launch, launcher

SECONDS = 120


@pytest.fixture
async def launch() -> AsyncIterator[Launch]:
    """Starts servers, and ends those that are left."""
    async with launcher(SECONDS) as launch:
        yield launch
