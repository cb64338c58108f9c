"""The port for machines: one answer for each connection, and nothing that a stranger sends ends it."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from server.condition import Condition
from server.figures import Figures
from server.health import Health
from server.metrics import Metrics

WELL = Condition("ok", "1", "den", 3.0, 3, {"running": 2}, 0, 0)


@dataclass
class Asked:
    """What was answered to some bytes."""

    status: int
    headers: bytes
    body: bytes


async def ask(data: bytes, condition: Condition = WELL) -> Asked:
    ours, theirs = memory_stream_pair()
    health = Health(lambda: condition, Metrics(lambda: condition, Figures(), lambda: 7))
    heard = b""
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(health.serve, theirs)
            await ours.send_all(data)
            async for chunk in ours:
                heard += bytes(chunk)
    head, _, body = heard.partition(b"\r\n\r\n")
    return Asked(int(head.split()[1]) if head else 0, head.lower(), body)


def get(path: str, method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


async def test_a_server_that_is_well_says_so() -> None:
    answer = await ask(get("/healthz?verbose"))
    assert answer.status == 200
    assert msgspec.json.decode(answer.body, type=Condition) == WELL
    assert b"connection: close" in answer.headers


async def test_a_server_that_can_not_store_is_not_well() -> None:
    paused = msgspec.structs.replace(WELL, status="paused", held_up=1, reason="read_only")
    answer = await ask(get("/healthz"), paused)
    assert answer.status == 503
    assert msgspec.json.decode(answer.body, type=Condition) == paused


async def test_the_figures_are_told_as_text() -> None:
    answer = await ask(get("/metrics"))
    assert answer.status == 200
    assert b"content-type: text/plain" in answer.headers
    assert b"\nmagnate_events_stored_total 7.0\n" in answer.body


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (get("/"), 404),
        (get("/../healthz"), 404),
        (get("/healthz", "DELETE"), 405),
        (b"\x00\x00\x00\x10hello\r\n\r\n", 400),
        (b"GET /" + b"a" * 20_000, 414),
        (b"GET /healthz HTTP/1.1\r\n" + b"X: y\r\n" * 5_000, 431),
    ],
)
async def test_what_is_asked_wrongly_is_refused(data: bytes, status: int) -> None:
    answer = await ask(data)
    assert answer.status in (status, 431, 400)
    assert answer.status >= 400


async def test_a_head_without_a_body_is_enough() -> None:
    answer = await ask(get("/healthz", "HEAD"))
    assert (answer.status, answer.body) == (200, b"")


async def test_one_who_says_nothing_is_left_after_a_while(autojump_clock: MockClock) -> None:
    assert (await ask(b"GET /heal")).status == 0


async def test_one_who_goes_away_at_once_does_no_harm() -> None:
    ours, theirs = memory_stream_pair()
    await ours.aclose()
    await Health(lambda: WELL, Metrics(lambda: WELL, Figures(), lambda: 0)).serve(theirs)
