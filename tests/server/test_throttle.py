"""Token buckets, on a clock that the test sets."""

from __future__ import annotations

from server import throttle
from server.throttle import Throttle, Throttles


def test_a_burst_passes_and_then_one_token_a_while() -> None:
    bucket = Throttle(rate=2, burst=3, now=10.0)
    assert [bucket.take(10.0) for _ in range(4)] == [0, 0, 0, 500]
    assert bucket.take(10.25) == 250
    assert bucket.take(10.5) == 0


def test_a_refusal_costs_nothing() -> None:
    bucket = Throttle(rate=1, burst=1, now=0.0)
    bucket.take(0.0)
    for _ in range(100):
        assert bucket.take(0.5) == 500
    assert bucket.take(1.0) == 0


def test_tokens_do_not_pile_up_beyond_the_burst() -> None:
    bucket = Throttle(rate=1, burst=2, now=0.0)
    assert [bucket.take(1000.0) for _ in range(3)] == [0, 0, 1000]


def test_waiting_is_told_without_using_a_token() -> None:
    bucket = Throttle(rate=1, burst=1, now=0.0)
    assert [bucket.wait(0.0), bucket.wait(0.0)] == [0, 0]
    bucket.take(0.0)
    assert bucket.wait(0.75) == 250


def test_keys_do_not_share_a_bucket() -> None:
    buckets = Throttles(rate=1, burst=1)
    assert [buckets.take("a", 0.0), buckets.take("b", 0.0), buckets.take("a", 0.0)] == [0, 0, 1000]
    assert [buckets.wait("a", 0.0), buckets.wait("c", 0.0)] == [1000, 0]


def test_keys_that_have_calmed_down_are_forgotten() -> None:
    buckets = Throttles(rate=1, burst=1)
    for number in range(throttle.MAX_KEYS):
        buckets.take(number, 0.0)
    assert len(buckets) == throttle.MAX_KEYS
    buckets.take("busy", 5.0)
    assert len(buckets) == 1
