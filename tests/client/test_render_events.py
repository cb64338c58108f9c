"""What happens in a game, line by line: every kind of event, and whole games without a line that does not work."""

import random
from contextlib import suppress

import pytest

from client.render_events import _TELLERS, describe_event
from client.render_pending import nothing
from client.view import View
from engine import commands as c
from engine import events as e
from engine.errors import IllegalCommand
from engine.ids import BANK
from engine.ruleset import load_ruleset
from engine.state import Outcome
from protocol.lobby_events import ChatSaid
from tests.client.views import HOSTILE, NAMES, assert_plain, check_snapshot, view_of
from tests.engine.positions import S, game
from tests.properties.walk import give_groups, next_command, start

SILENT = {e.WindowClosed, e.SettlementDeferred, e.DepartureDue, e.WorkTaken, e.InterruptTaken}

EXAMPLES: tuple[e.Event, ...] = (
    e.GameStarted(),
    e.DeedDealt(0, 39),
    e.OpeningThrown(1, (3, 4)),
    e.TurnStarted(1, 1, order=(1, 0, 2)),
    e.TurnStarted(0, 12, holders=(1, 2)),
    e.DiceRolled(0, (3, 4)),
    e.DiceRolled(0, (2, 2), 1),
    e.DiceRolled(0, (2, 2), 2),
    e.DiceRolled(0, (2, 2), 3),
    e.RentRolled(1, (6, 5)),
    e.TokenMoved(0, 36, 1, passed_go=True),
    e.TokenMoved(0, 36, 0, passed_go=True),
    e.TokenMoved(0, 7, 4),
    e.SeatJailed(0, "space"),
    e.SeatJailed(0, "card"),
    e.SeatJailed(0, "doubles"),
    e.JailThrowFailed(0, 2),
    e.JailLeft(0, "doubles"),
    e.JailLeft(0, "fine"),
    e.JailLeft(0, "card"),
    e.MoneyPaid(0, 1, 26, "rent"),
    e.MoneyPaid(BANK, 1, 200, "salary"),
    e.MoneyPaid(0, BANK, 100, "tax"),
    e.PurchaseOffered(0, 39),
    e.PurchaseDeclined(0, 39),
    e.DeedBought(0, 39),
    e.BuildingsBuilt(0, ((6, 1), (8, 5))),
    e.BuildingsSold(0, ((6, 0), (8, 4))),
    e.DeedMortgaged(0, 5),
    e.MortgageLifted(0, 5),
    e.MortgageKept(0, 5),
    e.DeedTransferred(5, 0, 1),
    e.DeedReturned(5, 0),
    e.CardDrawn(0, "us_ch_go"),
    e.CardTransferred("us_ch_goojf", 0, 1),
    e.CardReturned("us_ch_goojf", 0),
    e.CardChoiceOffered(0, "us_ch_go"),
    e.CardChosen(0, 1),
    e.CardChosen(0, 2),
    e.TaxChoiceOffered(0, 4),
    e.TaxChosen(0, "flat"),
    e.TaxChosen(0, "share"),
    e.SeatBankrupt(0, 1),
    e.SeatBankrupt(0, BANK, resigned=True),
    e.VoteCast(0, True),
    e.VoteCast(0, False),
    e.EndCalled("time", after_round=True),
    e.EndCalled("host"),
    e.TimeRanOut(2),
    e.GameEnded("last_one", (1,), (0, 2345, 0)),
    e.GameEnded("rounds", (0, 2), (2000, 100, 2000)),
)


def test_the_lines_of_a_game() -> None:
    view = view_of(game(S(), S(), S()))
    check_snapshot("events", [str(describe_event(event, view)) for event in EXAMPLES])


def test_every_event_has_its_line_or_is_known_to_be_silent() -> None:
    assert set(_TELLERS) == set(e.EVENTS)
    view = view_of(game())
    assert describe_event(e.WorkTaken(), view) is None
    assert describe_event(e.WindowOpened("after_roll"), view) is None
    assert {kind for kind, tell in _TELLERS.items() if tell is nothing} == SILENT


def test_events_of_the_table_are_told_too() -> None:
    assert describe_event(ChatSaid(1, "hello"), view_of(game())) == "Bob says: hello"


@pytest.mark.parametrize("preset", ["official", "magnate", "wikibook_early", "short"])
def test_no_event_of_any_game_is_without_words(preset: str) -> None:
    rules = load_ruleset(preset, {"houses": 8, "hotels": 2})
    told: set[type[e.Event]] = set()
    for seed in range(8):
        rng = random.Random(seed)
        table, events = start(rules, 4, seed)
        if seed % 2 and not rules.deal_deeds:
            give_groups(table.state, seed)
        names = (HOSTILE, *NAMES[1:4])
        told |= check_lines(events, view_of(table, names=names))
        for _ in range(400):
            if table.state.outcome is not None:
                break
            actor, command = next_command(rng, table)
            with suppress(IllegalCommand):
                told |= check_lines(list(table.handle(actor, command)), view_of(table, names=names))
    assert len(told) > 30


def check_lines(events: list[e.Event], view: View) -> set[type[e.Event]]:
    """All lines of a batch, told in the view after it."""
    lines = {type(event): describe_event(event, view) for event in events}
    assert_plain(line for line in lines.values() if line is not None)
    assert not {kind for kind, line in lines.items() if line == ""}
    return {kind for kind, line in lines.items() if line}


def test_a_finished_game_is_told_by_a_view_of_its_end() -> None:
    table = game()
    events = table.handle(0, c.Resign())
    assert table.state.outcome == Outcome("last_one", (1,), (0, 3000 - 1500))
    lines = [describe_event(event, view_of(table)) for event in events]
    assert lines[-1] == "the game is over: Bob won with $1500"
