"""What a load comes to, as numbers and as text."""

from client.errors import NoConnection, Refused
from client.load_figures import Latencies, Load, Tally, render_load
from protocol import messages as m


def latencies(*milliseconds: float) -> Latencies:
    made = Latencies()
    for one in milliseconds:
        made.add(one / 1000)
    return made


def test_percentiles_are_right_within_two_in_a_hundred() -> None:
    spread = latencies(*range(1, 101)).spread()
    assert spread.count == 100
    assert spread.most == 100
    for value, exact in ((spread.p50, 50), (spread.p90, 90), (spread.p99, 99)):
        assert value is not None
        assert abs(value - exact) <= exact * 0.02


def test_no_percentile_is_more_than_the_most() -> None:
    spread = latencies(*(7.0 + step / 100 for step in range(20))).spread()
    assert spread.most == 7.19
    assert spread.p99 is not None
    assert spread.p99 <= 7.19


def test_nothing_counted_has_no_percentiles() -> None:
    spread = latencies().spread()
    assert (spread.count, spread.p50, spread.p99, spread.most) == (0, None, None, None)


def test_only_what_happens_while_counting_is_counted() -> None:
    tally = Tally()
    tally.decided(0.1)
    tally.told(0.1)
    tally.refused("stale")
    assert (tally.decisions, tally.own.count, tally.others.count, tally.stale) == (0, 0, 0, 0)
    tally.counting = True
    tally.decided(0.1)
    tally.told(0.1)
    tally.refused("stale")
    assert (tally.decisions, tally.own.count, tally.others.count, tally.stale) == (1, 1, 1, 1)
    assert not tally.errors


def test_errors_count_at_any_time_by_their_code() -> None:
    tally = Tally()
    tally.refused("internal")
    tally.ended(NoConnection("the server hung up"))
    tally.ended(Refused(m.Error("quarantined", "taken out of play")))
    assert tally.errors == {"internal": 1, "connection_lost": 1, "quarantined": 1}


def test_the_figures_as_text() -> None:
    load = Load(
        2, 4, 5.0, 1000, 200.0, latencies(1, 1, 2).spread(), latencies().spread(), 90_000, 10_000, 1, 3, {"internal": 2}
    )
    assert render_load(load) == [
        "2 tables of 4, 5.0 s: 1000 decisions, 200 a second",
        "LATENCY, MS    COUNT  P50   P90   P99   MOST",
        "act to reply   3      1.01  1.99  1.99  2.00",
        "act to others  0      -     -     -     -",
        "bytes: 90000 received, 10000 sent, 100 a decision",
        "games ended: 1; answers that came too late: 3; errors: internal 2",
    ]
