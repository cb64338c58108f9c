"""The parts of messages that describe a table."""

import msgspec
import pytest

from engine.position import Position, SeatPosition
from protocol.tables import MAX_SAFE, Clock, Lobby, Scenario, SeatInfo, Settings, Waiting


def test_a_seat_is_found_by_its_number() -> None:
    lobby = Lobby("lobby", 0, (SeatInfo(0, "Ann"), SeatInfo(3, "Bob", bot="careful")))
    assert lobby.at(3) == SeatInfo(3, "Bob", bot="careful")
    assert lobby.at(1) is None


def test_fields_at_their_default_are_left_out() -> None:
    assert msgspec.to_builtins(Settings("Friday", 4, Clock(bank=0))) == {
        "name": "Friday",
        "seats": 4,
        "clock": {"bank": 0},
    }
    assert msgspec.to_builtins(Waiting(2)) == {"seat": 2}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ({"fresh": 999}, "`int` >= 1000"),
        ({"away": 0}, "`int` >= 1000"),
        ({"bid": 0}, "`int` >= 1000"),
        ({"bank": -1}, "`int` >= 0"),
        ({"bank": 86_400_001}, "`int` <= 86400000"),
        ({"misses": 0}, "`int` >= 1"),
        ({"bonk": 1}, "unknown field `bonk`"),
        ({"autopilot": 1}, "Expected `bool`"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(raw: dict[str, int], problem: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.convert(raw, Clock)


def test_a_scenario_travels_whole() -> None:
    scenario = Scenario(
        Position((SeatPosition(cash=5, deeds=(1, 3), levels=((1, 2), (3, 2))), SeatPosition(jail=1))),
        dice=((1, 2), (6, 6)),
        cards={"chance": ("us_ch_go",)},
    )
    assert msgspec.convert(msgspec.to_builtins(scenario), Scenario) == scenario


def test_the_largest_count_is_exact_in_every_language() -> None:
    assert float(MAX_SAFE) == MAX_SAFE
    assert float(MAX_SAFE + 2) != MAX_SAFE + 2
