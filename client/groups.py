"""Exception groups, which every nursery makes, seen as the one error in them. Must not judge what an error means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


def leaves(error: BaseException) -> Iterator[BaseException]:
    """The errors in a group and in the groups within it; an error that is no group is its own leaf."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from leaves(inner)
    else:
        yield error


@contextmanager
def unwrapped() -> Iterator[None]:
    """Raise the only error of a group instead of the group, so that it can be caught by its type."""
    try:
        yield
    except BaseExceptionGroup as group:
        inner = list(leaves(group))
        if len(inner) > 1:
            raise
        error = inner[0]
    else:
        return
    raise error
