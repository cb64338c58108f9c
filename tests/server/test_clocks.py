"""The clocks of a table, on a time that the test sets."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.tables import Clock
from server.clocks import Asked, Bidding, Clocks

CLOCK = Clock(fresh=10_000, bank=60_000, away=3_000, misses=2, offer=20_000)


def with_clock(clock: Clock | None = CLOCK) -> Clocks:
    return Clocks(clock, grace=60, away=3)


def test_a_question_gives_its_fresh_time_and_then_the_bank() -> None:
    clocks = with_clock()
    clocks.watch(100.0, {0: Asked(1)}, ())
    assert clocks.left(0, 100.0) == 70_000
    assert clocks.next == 170.0
    assert clocks.due(169.9) is None
    assert clocks.due(170.0) == 0


def test_who_is_asked_nothing_has_no_time_running() -> None:
    clocks = with_clock()
    clocks.watch(100.0, {0: Asked(1)}, ())
    assert clocks.left(1, 100.0) is None
    clocks.watch(105.0, {}, ())
    assert clocks.left(0, 105.0) is None
    assert clocks.next == inf


def test_only_what_goes_beyond_the_fresh_time_comes_out_of_the_bank() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1)}, ())
    clocks.watch(8.0, {0: Asked(2)}, ())
    assert clocks.left(0, 8.0) == 70_000
    clocks.watch(23.0, {0: Asked(3)}, ())
    assert clocks.left(0, 23.0) == 65_000


def test_the_same_question_goes_on_running_whatever_others_do() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1), 1: Asked(2)}, ())
    clocks.watch(6.0, {0: Asked(1)}, ())
    assert clocks.left(0, 6.0) == 64_000


def test_a_bank_that_is_spent_leaves_the_fresh_time() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1)}, ())
    clocks.watch(70.0, {0: Asked(2)}, ())
    assert clocks.left(0, 70.0) == 10_000


def test_a_seat_that_is_away_has_its_short_time() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1, away=True)}, ())
    assert clocks.due(3.0) == 0


def test_a_seat_is_away_after_so_many_misses_in_a_row() -> None:
    clocks = with_clock()
    assert clocks.missed(0) is False
    clocks.acted(0)
    assert [clocks.missed(0), clocks.missed(0)] == [False, True]


def test_without_a_clock_those_who_are_there_have_all_the_time_they_like() -> None:
    clocks = with_clock(None)
    clocks.watch(0.0, {0: Asked(1)}, (7,))
    assert clocks.left(0, 0.0) is None
    assert clocks.next == inf
    assert not clocks.stored


def test_without_a_clock_a_lost_player_has_the_grace_and_is_away_then() -> None:
    clocks = with_clock(None)
    clocks.watch(0.0, {0: Asked(1)}, ())
    clocks.watch(5.0, {0: Asked(1, gone_at=5.0)}, ())
    assert clocks.left(0, 5.0) == 60_000
    assert clocks.due(65.0) == 0
    assert clocks.missed(0) is True
    clocks.watch(65.0, {0: Asked(2, gone_at=5.0, away=True)}, ())
    assert clocks.due(68.0) == 0


def test_without_a_clock_and_without_anybody_nothing_runs() -> None:
    clocks = with_clock(None)
    clocks.watch(0.0, {0: Asked(1, gone_at=0.0)}, (), anybody=False)
    assert clocks.next == inf


def test_offers_have_a_time_of_their_own() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {}, (4,))
    clocks.watch(5.0, {}, (4, 5))
    assert clocks.due_offer(19.9) is None
    assert clocks.due_offer(20.0) == 4
    clocks.watch(20.0, {}, (5,))
    assert clocks.next == 25.0


def test_a_game_may_have_a_time_of_its_own() -> None:
    clocks = Clocks(None, grace=60, away=3, limit=600)
    clocks.watch(100.0, {}, ())
    assert clocks.stored
    assert clocks.next == 700.0
    assert clocks.time_is_up(699.0) is False
    assert clocks.time_is_up(700.0) is True
    assert clocks.next == inf
    assert clocks.time_is_up(701.0) is False


def test_time_in_which_nobody_could_act_is_given_back() -> None:
    clocks = Clocks(CLOCK, grace=60, away=3, limit=600)
    clocks.watch(0.0, {0: Asked(1)}, (4,))
    clocks.shift(1000.0)
    assert clocks.left(0, 1000.0) == 70_000
    assert clocks.due_offer(1019.0) is None
    assert clocks.time_is_up(1599.0) is False


def test_the_time_left_is_the_same_after_a_restart() -> None:
    before = Clocks(CLOCK, grace=60, away=3, limit=600)
    before.watch(0.0, {0: Asked(1), 1: Asked(2)}, ())
    before.watch(25.0, {0: Asked(3), 1: Asked(2)}, ())
    after = Clocks(CLOCK, grace=60, away=3, limit=600)
    after.restore(before.note(31.0))
    after.watch(5000.0, {0: Asked(3), 1: Asked(2)}, ())
    for seat in (0, 1):
        assert after.left(seat, 5000.0) == before.left(seat, 31.0)
    assert after.time_is_up(5000.0 + 568) is False
    assert after.time_is_up(5000.0 + 569) is True


def test_the_time_left_survives_a_second_restart_while_the_clocks_stand() -> None:
    first = with_clock()
    first.watch(0.0, {0: Asked(1)}, ())
    notes = [first.note(12.0)]
    for now in (1000.0, 2000.0):
        again = with_clock()
        again.restore(notes[-1])
        again.hold(now + 60)
        again.watch(now, {0: Asked(1)}, ())
        assert again.left(0, now) == 58_000
        notes.append(again.note(now + 30))


def test_after_a_restart_the_clocks_stand_until_everybody_is_back() -> None:
    clocks = with_clock()
    clocks.hold(60.0)
    clocks.watch(0.0, {0: Asked(1)}, (4,))
    assert clocks.left(0, 30.0) == 70_000
    assert clocks.due(69.0) is None
    clocks.release(40.0)
    clocks.watch(40.0, {0: Asked(1)}, (4,))
    assert clocks.left(0, 40.0) == 70_000
    assert clocks.due_offer(60.0) == 4


@pytest.mark.parametrize("clock", [CLOCK, None])
def test_after_a_restart_the_clocks_stand_no_longer_than_the_grace(clock: Clock | None) -> None:
    clocks = with_clock(clock)
    clocks.hold(60.0)
    clocks.watch(0.0, {0: Asked(1, gone_at=0.0)}, ())
    assert clocks.due(60.0 + 70.0) == 0


def test_a_question_that_comes_back_goes_on_where_it_was() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1)}, ())
    clocks.watch(25.0, {1: Asked(4)}, (), oldest=1)
    clocks.watch(40.0, {0: Asked(1)}, (), oldest=1)
    assert clocks.left(0, 40.0) == 45_000
    clocks.watch(45.0, {0: Asked(9)}, (), oldest=9)
    assert clocks.left(0, 45.0) == 10_000 + 60_000 - 20_000


def test_what_is_put_by_for_good_is_forgotten() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1)}, ())
    clocks.watch(5.0, {0: Asked(3)}, (), oldest=3)
    clocks.watch(6.0, {0: Asked(1)}, (), oldest=1)
    assert clocks.left(0, 6.0) == 70_000


def test_the_clock_of_the_turn_stands_while_another_holds_on_its_own_time() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1)}, ())
    clocks.watch(4.0, {0: Asked(1, kind="held"), 1: Asked(2, kind="hold")}, ())
    assert clocks.left(0, 4.0) is None
    assert clocks.left(1, 4.0) == 60_000
    assert clocks.due(63.9) is None
    assert clocks.due(64.0) == 1
    clocks.watch(44.0, {0: Asked(1)}, ())
    assert clocks.left(0, 44.0) == 66_000
    clocks.watch(50.0, {0: Asked(1, kind="held"), 1: Asked(2, kind="hold")}, ())
    assert clocks.left(1, 50.0) == 20_000
    assert clocks.may_hold(1)
    clocks.watch(70.0, {0: Asked(1)}, ())
    assert not clocks.may_hold(1)
    assert clocks.left(0, 70.0) == 60_000


def test_an_empty_bank_still_leaves_every_question_its_fresh_time() -> None:
    # D32: who has used up its time does not take it from whom it asks
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1, kind="held"), 1: Asked(2, kind="hold")}, ())
    clocks.watch(60.0, {1: Asked(4)}, (), oldest=3)
    assert clocks.left(1, 60.0) == 10_000
    clocks.watch(65.0, {1: Asked(6)}, (), oldest=5)
    assert clocks.left(1, 65.0) == 10_000


def test_a_holder_that_is_away_holds_no_longer_than_its_short_time() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1, kind="held"), 1: Asked(2, away=True, kind="hold")}, ())
    assert clocks.due(3.0) == 1


def test_without_a_clock_a_lost_seat_is_not_timed_out_of_a_window_that_another_holds() -> None:
    clocks = with_clock(None)
    clocks.watch(0.0, {0: Asked(1, gone_at=0.0, kind="held"), 1: Asked(2, kind="hold")}, ())
    assert clocks.next == inf
    assert clocks.may_hold(1)
    clocks.watch(100.0, {0: Asked(1, gone_at=0.0)}, ())
    assert clocks.due(159.0) is None
    assert clocks.due(160.0) == 0


def bidders(*seats: int) -> dict[int, Asked]:
    return {seat: Asked(4 + seat, kind="bid") for seat in seats}


def test_all_bidders_have_the_time_of_the_bid_clock() -> None:
    clocks = with_clock()
    clocks.watch(0.0, bidders(0, 1, 2), (), bidding=Bidding(4, -1, 0))
    assert [clocks.left(seat, 1.0) for seat in (0, 1, 2)] == [9_000] * 3
    assert clocks.next == 10.0
    assert not clocks.bids_over(9.9)
    assert clocks.bids_over(10.0)
    assert clocks.due(10.0) is None


def test_an_accepted_bid_sets_the_bid_clock_back_and_a_pass_does_not() -> None:
    clocks = with_clock()
    clocks.watch(0.0, bidders(0, 1, 2), (), bidding=Bidding(4, -1, 0))
    clocks.watch(9.0, bidders(0, 2), (), bidding=Bidding(4, 1, 50))
    assert clocks.left(0, 9.0) == 6_000
    clocks.watch(12.0, bidders(0), (), bidding=Bidding(4, 1, 50))
    assert clocks.left(0, 12.0) == 3_000
    clocks.watch(14.0, bidders(0, 1), (), bidding=Bidding(4, 2, 60))
    assert clocks.left(1, 14.0) == 6_000
    clocks.watch(15.0, bidders(0, 1, 2), (), bidding=Bidding(8, -1, 0))
    assert clocks.left(1, 15.0) == 10_000
    clocks.watch(16.0, {0: Asked(1)}, ())
    assert not clocks.bids_over(1000.0)
    assert clocks.left(0, 16.0) == 70_000


@pytest.mark.parametrize(("extension", "own", "left"), [(6, None, 6_000), (25, None, 25_000), (25, 4_000, 4_000)])
def test_the_bid_clock_is_the_rulesets_or_the_tables_own(extension: float, own: int | None, left: int) -> None:
    clocks = Clocks(Clock(fresh=10_000, bid=own), grace=60, away=3, extension=extension)
    clocks.watch(0.0, bidders(0, 1), (), bidding=Bidding(4, -1, 0))
    assert clocks.left(0, 0.0) == max(10_000, left)
    clocks.watch(1.0, bidders(0), (), bidding=Bidding(4, 1, 10))
    assert clocks.left(0, 1.0) == left


def test_a_bidder_that_is_away_has_no_more_than_its_short_time() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(4, kind="bid"), 1: Asked(5, away=True, kind="bid")}, (), bidding=Bidding(4, -1, 0))
    assert [clocks.left(seat, 0.0) for seat in (0, 1)] == [10_000, 3_000]
    assert clocks.due(3.0) == 1


def test_bidding_costs_nobody_its_bank() -> None:
    clocks = with_clock()
    clocks.watch(0.0, bidders(0, 1), (), bidding=Bidding(4, -1, 0))
    for bid in range(20):
        clocks.watch(5.0 * (bid + 1), bidders(bid % 2), (), bidding=Bidding(4, 1 - bid % 2, 10 + bid))
    clocks.watch(200.0, {0: Asked(9), 1: Asked(10)}, (), oldest=9)
    assert clocks.left(0, 200.0) == clocks.left(1, 200.0) == 70_000


def test_without_a_clock_no_bid_clock_runs() -> None:
    clocks = with_clock(None)
    clocks.watch(0.0, bidders(0, 1), (), bidding=Bidding(4, -1, 0))
    assert clocks.next == inf
    assert not clocks.bids_over(10_000.0)


def test_a_wish_has_its_fresh_time_only() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {0: Asked(1, kind="wish"), 1: Asked(2, away=True, kind="wish")}, ())
    assert [clocks.left(seat, 0.0) for seat in (0, 1)] == [10_000, 3_000]


def test_a_roll_waits_after_a_landing_and_its_clock_begins_after_that() -> None:
    clocks = Clocks(CLOCK, grace=60, away=3, claim=5)
    clocks.watch(0.0, {0: Asked(1)}, ())
    clocks.landed(10.0)
    assert [clocks.roll_wait(now) for now in (10.0, 12.5, 15.0, 99.0)] == [5_000, 2_500, 0, 0]
    clocks.watch(11.0, {1: Asked(4, away=True, late=True)}, (), oldest=3)
    assert clocks.due(17.9) is None
    assert clocks.due(18.0) == 1


def test_an_offer_tells_how_long_it_has() -> None:
    clocks = with_clock()
    clocks.watch(0.0, {}, (4,))
    assert clocks.offer_left(4, 15.0) == 5_000
    assert clocks.offer_left(5, 15.0) is None
    without = with_clock(None)
    without.watch(0.0, {}, (4,))
    assert without.offer_left(4, 15.0) is None


def test_a_pause_moves_every_kind_of_time() -> None:
    clocks = Clocks(CLOCK, grace=60, away=3, claim=5)
    clocks.watch(0.0, bidders(0, 1), (7,), bidding=Bidding(4, -1, 0))
    clocks.landed(0.0)
    clocks.shift(1000.0)
    assert clocks.left(0, 1001.0) == 9_000
    assert clocks.offer_left(7, 1001.0) == 19_000
    assert clocks.roll_wait(1001.0) == 4_000
    assert clocks.next == 1010.0


def test_every_kind_of_time_left_is_kept_over_a_restart() -> None:
    before = Clocks(CLOCK, grace=60, away=3, claim=5)
    before.watch(0.0, {0: Asked(1)}, (7,))
    before.watch(20.0, {0: Asked(1, kind="held"), 1: Asked(2, kind="hold")}, (7,))
    before.watch(30.0, bidders(0, 1), (7,), bidding=Bidding(4, -1, 0), oldest=1)
    before.missed(1)
    before.landed(31.0)
    after = Clocks(CLOCK, grace=60, away=3, claim=5)
    after.restore(before.note(33.0))
    after.hold(5060.0)
    after.watch(5000.0, bidders(0, 1), (7, 8), bidding=Bidding(4, -1, 0), oldest=1)
    for now in (5000.0, 5060.0):
        assert after.left(0, now) == before.left(0, 33.0) == 7_000
        assert after.offer_left(7, now) == before.offer_left(7, 33.0) == 0
        assert after.offer_left(8, now) == 20_000
        assert after.roll_wait(now) == before.roll_wait(33.0) == 3_000
    assert after.missed(1)
    after.watch(5061.0, {0: Asked(1), 1: Asked(9)}, (), oldest=1)
    assert after.left(0, 5061.0) == 10_000 + 60_000 - 20_000
    assert after.left(1, 5061.0) == 10_000 + 50_000


@given(started=st.floats(0, 1e7), shifts=st.lists(st.floats(0, 1e5), max_size=4), used=st.floats(0, 60))
def test_whatever_the_figures_something_is_due_when_the_table_looks(started: float, shifts: list[float], used: float) -> None:
    # where the time is mocked it stands still at that moment: a rounding would let the table look again for ever
    clocks = with_clock()
    clocks.watch(started, {0: Asked(1)}, ())
    clocks.watch(started + used, {0: Asked(1), 1: Asked(2)}, ())
    for shift in shifts:
        clocks.shift(shift)
    assert clocks.due(clocks.next) is not None
