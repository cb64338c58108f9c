"""The one way to say no to a request: a stable code and a sentence. Must not decide when."""

from __future__ import annotations

from typing import Final

from engine.errors import IllegalCommand
from protocol.errors import ERROR_CODES
from protocol.messages import Error
from protocol.names import short_text

_SENTENCE: Final = 300
"""Characters of a message: it may repeat what a client has said, and the last refusals of each seat are kept."""


class Refused(Exception):
    """Nothing was done; `code` is one of `ERROR_CODES`, `wanted` the number that would do, `retry_after` milliseconds."""

    def __init__(
        self,
        code: str,
        message: str = "",
        *,
        wanted: int | None = None,
        retry_after: int | None = None,
        field: str | None = None,
    ) -> None:
        self.code = code
        self.message = short_text(message, _SENTENCE) or ERROR_CODES[code]
        self.wanted = wanted
        self.retry_after = retry_after
        self.field = field
        super().__init__(self.message)

    def reply(self, request: int | None) -> Error:
        """The answer to the request of this id, or a notice without one."""
        return Error(
            self.code,
            self.message,
            in_reply_to=request,
            wanted=self.wanted,
            retry_after=self.retry_after,
            field=self.field,
        )


def by_the_rules(error: IllegalCommand) -> Refused:
    """What the engine forbids, with the engine's own reason."""
    return Refused(error.reason, error.message, wanted=error.wanted)
