"""Tallies: what they say of a game agrees with its end, and adding them up changes nothing."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from client.simulate_game import Record
from client.simulate_tally import FaultSums, Ledger, Tally
from engine import events as e
from engine.ids import BANK
from engine.state import Outcome
from tests.client.arena import CRASH, play_one, write_bot


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Games that are long enough for buildings."""
    return [play_one("strong", "greedy", rounds=40, game=game) for game in range(4)]


def tally_of(records: list[Record], first: int = 0) -> Tally:
    tally = Tally()
    for game, record in enumerate(records, first):
        tally.add(game, record)
    return tally


def events_of(record: Record) -> list[e.Event]:
    return [event for entry in record.entries for event in entry.events]


def test_one_game(records: list[Record]) -> None:
    record = records[0]
    outcome = record.state.outcome
    assert outcome is not None
    tally = tally_of([record])
    assert tally.games == 1
    assert [seat for seat, won in enumerate(tally.wins) if won] == list(outcome.winners)
    assert tally.worth == list(outcome.worth)
    assert (tally.rounds, tally.reasons) == ({record.state.round: 1}, {outcome.reason: 1})
    events = events_of(record)
    assert tally.throws == sum(isinstance(event, e.DiceRolled) for event in events)
    assert sum(tally.landings) == sum(isinstance(event, e.TokenMoved | e.SeatJailed) for event in events)


def test_every_rent_belongs_to_a_group(records: list[Record]) -> None:
    payments = [event for record in records for event in events_of(record) if isinstance(event, e.MoneyPaid)]
    rents = sum(event.amount for event in payments if event.reason == "rent")
    deeds = sum(event.amount for event in payments if event.payee == BANK and event.reason in ("purchase", "auction", "deal"))
    tally = tally_of(records)
    assert 0 < rents == sum(group.rents for group in tally.groups)
    assert 0 < deeds == sum(group.deeds for group in tally.groups)


def test_what_is_spent_on_buildings_is_what_is_paid_for_them(records: list[Record]) -> None:
    payments = [event for record in records for event in events_of(record) if isinstance(event, e.MoneyPaid)]
    built = sum(event.amount for event in payments if event.payee == BANK and event.reason == "building")
    sold = sum(event.amount for event in payments if event.payer == BANK and event.reason == "building_sale")
    assert sum(group.buildings for group in tally_of(records).groups) == built - sold


def test_parts_add_up_to_the_whole(records: list[Record]) -> None:
    whole = tally_of(records)
    first, second = tally_of(records[:1]), tally_of(records[1:], 1)
    first.merge(second)
    assert first == whole
    empty = Tally()
    empty.merge(whole)
    assert empty == whole


def test_a_shared_win_counts_in_parts(records: list[Record]) -> None:
    record = Record(records[0].state.copy(), records[0].entries)
    record.state.outcome = Outcome("max_rounds", (0, 1), (100, 100))
    assert tally_of([record]).wins == [0.5, 0.5]


def test_faults_are_counted_and_the_first_is_kept(tmp_path: Path) -> None:
    record = play_one(write_bot(tmp_path, CRASH), "careful", rounds=2)
    tally = tally_of([record], 5)
    message = "own.py, line 2: ZeroDivisionError: division by zero"
    assert tally.faults == {(0, "crash"): FaultSums(len(record.faults), 5, 0, message)}
    earlier = deepcopy(tally)
    tally.merge(tally_of([record], 6))
    assert tally.faults[0, "crash"] == FaultSums(2 * len(record.faults), 5, 0, message)
    assert earlier.faults[0, "crash"].count == len(record.faults)


def test_a_claimed_rent_belongs_to_its_deed_wherever_the_debtor_stands_by_then(records: list[Record]) -> None:
    board = records[0].state.board
    claimed, later = (deeds[0] for deeds in board.members[:2])
    ledger = Ledger(records[0].state)
    for event in (e.RentClaimed(1, 0, claimed), e.MoneyPaid(0, 1, 40, "rent"), e.MoneyPaid(0, 1, 7, "rent")):
        ledger.take(e.TokenMoved(0, board.go, later))
        ledger.take(event)
    assert [sums.rents for sums in ledger.groups[:2]] == [40, 7]
    assert ledger.landings[later] == 3


@pytest.mark.parametrize("rent_claim", ["before_next_roll", "before_second_roll"])
def test_claimed_rents_are_all_counted(rent_claim: str) -> None:
    record = play_one("strong", "greedy", rounds=30, rent_claim=rent_claim)
    events = events_of(record)
    assert any(isinstance(event, e.RentClaimed) for event in events)
    rents = sum(event.amount for event in events if isinstance(event, e.MoneyPaid) and event.reason == "rent")
    assert 0 < rents == sum(group.rents for group in tally_of([record]).groups)
