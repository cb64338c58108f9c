"""Delays between tries."""

from client.back_off import BackOff


def test_delays_double_up_to_the_last() -> None:
    back_off = BackOff(0.5, 3, chance=lambda: 0.0)
    assert [back_off.next() for _ in range(5)] == [0.5, 1, 2, 3, 3]


def test_chance_cuts_by_up_to_half() -> None:
    assert BackOff(1, 10, chance=lambda: 1.0).next() == 0.5
    assert all(0.5 <= BackOff(1, 10).next() <= 1 for _ in range(50))


def test_it_begins_again_after_a_success() -> None:
    back_off = BackOff(1, 10, chance=lambda: 0.0)
    back_off.next()
    back_off.next()
    back_off.reset()
    assert back_off.next() == 1
