"""The names of the small integers: no seat is mistaken for the bank or the table."""

from engine.ids import BANK, HOTEL, TABLE


def test_bank_and_table_are_no_seats() -> None:
    assert BANK < 0 > TABLE
    assert BANK != TABLE


def test_a_hotel_stands_above_four_houses() -> None:
    assert HOTEL == 5
