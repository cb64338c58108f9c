"""A second port, for machines on this machine: `/healthz` and `/metrics` over HTTP. Must tell no secret, change nothing.

It listens on the loopback address only. Each connection gets one answer and is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import h11
import msgspec
import trio

from server.condition import Condition
from server.metrics import CONTENT_TYPE, Metrics

LOOPBACK: Final = "127.0.0.1"
_PATIENCE: Final = 5.0  # seconds that one question and its answer may take
_LARGEST: Final = 8 * 1024  # bytes of a request's head
_CHUNK: Final = 4096


class Answer(NamedTuple):
    """What is said: the status, the type of the content, and the content."""

    status: int
    kind: str
    body: bytes


class Health:
    """Answers questions about one server."""

    def __init__(self, condition: Callable[[], Condition], metrics: Metrics) -> None:
        self._condition = condition
        self._metrics = metrics

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Answer the one request of a connection, and close it."""
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=_LARGEST)
        with trio.move_on_after(_PATIENCE):
            try:
                request = await _request(connection, stream)
                if request is not None:
                    await _tell(connection, stream, self._answer(request), bare=request.method == b"HEAD")
            except h11.RemoteProtocolError as error:
                if connection.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                    await _tell(connection, stream, _plain(error.error_status_hint, str(error)))
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass  # whoever asked is gone
        await trio.aclose_forcefully(stream)

    def _answer(self, request: h11.Request) -> Answer:
        path = request.target.partition(b"?")[0]
        if path not in (b"/healthz", b"/metrics"):
            return _plain(404, "there are /healthz and /metrics")
        if request.method not in (b"GET", b"HEAD"):
            return _plain(405, "expected GET")
        if path == b"/metrics":
            return Answer(200, CONTENT_TYPE, self._metrics.text())
        condition = self._condition()
        return Answer(200 if condition.status == "ok" else 503, "application/json", msgspec.json.encode(condition))


def _plain(status: int, text: str) -> Answer:
    return Answer(status, "text/plain; charset=utf-8", f"{text}\n".encode())


async def _request(connection: h11.Connection, stream: trio.abc.Stream) -> h11.Request | None:
    """The head of the request; `None` if there is none before the end."""
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Request):
            return event
        if event is not h11.NEED_DATA:
            return None
        connection.receive_data(bytes(await stream.receive_some(_CHUNK)))


async def _tell(connection: h11.Connection, stream: trio.abc.Stream, answer: Answer, *, bare: bool = False) -> None:
    """Send the answer; a `bare` one, to a HEAD, tells how long its content would be and does not send it."""
    headers = [
        ("content-type", answer.kind), ("content-length", str(len(answer.body))), ("connection", "close"),
        ("cache-control", "no-store"),
    ]  # fmt: skip
    head = connection.send(h11.Response(status_code=answer.status, headers=headers))
    body = connection.send(h11.Data(b"" if bare else answer.body))
    end = connection.send(h11.EndOfMessage())
    await stream.send_all(b"".join(part for part in (head, body, end) if part))
