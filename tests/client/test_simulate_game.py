"""One game among bots: every kind of bad bot is named, its seat gets the default, and the game goes on to its end."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from client.bots import BotName
from client.simulate_game import MOST_ANSWERS, PolicyPlayer, Record, game_seed, make_player, play_game
from engine import commands as c
from engine import events as e
from engine.apply import fold
from engine.board import load_board
from engine.errors import IllegalCommand
from engine.events import Event
from engine.ids import TABLE
from engine.ruleset import load_ruleset
from engine.state import State, new_state
from tests.client.own_bots import own_bot

BOARD = load_board()
RULES = load_ruleset("official", {"max_rounds": 12})
SOON = 0.3


def play(*names: BotName, seed: int = 1, limit: float = 20.0) -> Record:
    players = [make_player(name, BOARD, RULES, limit) for name in names]
    try:
        return play_game(BOARD, RULES, players, seed)
    finally:
        for player in players:
            player.close()


def kinds(record: Record) -> Counter[str]:
    return Counter(fault.kind for fault in record.faults)


LEVELS = tuple(BotName(level) for level in ("strong", "careful", "greedy", "random"))


def test_the_record_holds_the_whole_game() -> None:
    record = play(*LEVELS)
    assert record.faults == []
    start, *entries = record.entries
    assert (start.actor, start.command, type(start.events[0])) == (TABLE, None, e.GameStarted)
    assert {entry.actor for entry in entries} == {0, 1, 2, 3}
    folded = fold(new_state(BOARD, RULES, 4), (event for entry in record.entries for event in entry.events))
    assert folded.snapshot() == record.state.snapshot()
    assert folded.outcome is not None


def test_the_same_seed_gives_the_same_game_also_in_the_hands_of_the_same_players() -> None:
    players = [make_player(name, BOARD, RULES, 20.0) for name in LEVELS]
    first, other, again = (play_game(BOARD, RULES, players, seed).entries for seed in (1, 2, 1))
    assert first == again != other


def test_games_have_seeds_of_their_own() -> None:
    seeds = {game_seed(seed, game) for seed in range(3) for game in range(100)}
    assert len(seeds) == 300
    assert game_seed(7, 1234) == 14_964_110_504_453_998_733  # written down once: what was simulated can be simulated again


@pytest.mark.parametrize(
    ("attribute", "kind", "words"),
    [
        ("crashing", "crash", "bots.py, line 17: ZeroDivisionError: division by zero"),
        ("silent", "illegal", "expected an answer to its prompt, found None"),
        ("wrong", "illegal", "place_bid: place_bid is not possible in this phase (not_now)"),
        ("nonsense", "illegal", "bots.py:nonsense: expected a command, found 'roll'"),
    ],
)
def test_a_bot_that_is_no_use_is_named_each_time_and_the_game_goes_on(
    attribute: str, kind: str, words: str, tmp_path: Path
) -> None:
    record = play(own_bot(tmp_path, attribute), BotName("greedy"))
    assert record.state.outcome is not None
    assert {fault.seat for fault in record.faults} == {0}
    assert kinds(record)[kind] > 10
    assert any(words in fault.message for fault in record.faults)
    timed_out = [entry for entry in record.entries if entry.command == c.TimeOut(0)]
    assert len(timed_out) == sum(kinds(record).values())


@pytest.mark.parametrize(("attribute", "kind"), [("hanging", "time_out"), ("dying", "died"), ("endless", "endless")])
def test_a_bot_that_wastes_time_is_soon_not_asked_any_more(attribute: str, kind: str, tmp_path: Path) -> None:
    record = play(own_bot(tmp_path, attribute), BotName("greedy"), limit=SOON if kind == "time_out" else 20.0)
    assert record.state.outcome is not None
    assert kinds(record) == {kind: 3}
    assert record.state.round >= 12 or record.state.outcome.reason == "last_one"


def test_commands_without_end_are_cut_off(tmp_path: Path) -> None:
    record = play(own_bot(tmp_path, "endless"), BotName("greedy"))
    stops = sum(entry.command == c.SetStops(True, False) for entry in record.entries)
    assert stops == 3 * MOST_ANSWERS


class Pestering(PolicyPlayer):
    """Offers the same trade in each of its windows, and never answers one."""

    def __init__(self, *, interrupts: bool) -> None:
        super().__init__("greedy")
        self._interrupts = interrupts
        self.asked_unprompted = 0

    def ask(self, state: State, *, prompted: bool) -> c.SeatCommand | None:
        """An interrupt that never ends, or the greedy answer after an offer."""
        if not prompted:
            self.asked_unprompted += 1
            return c.SetStops(False, False) if self._interrupts else None
        mine, theirs = (state.deeds_of(seat) for seat in (self._seat, 1 - self._seat))
        if not state.offers and mine and theirs and not any(state.level):
            trade = c.OfferTrade(1 - self._seat, c.Things(deeds=(mine[0],)), c.Things(1, (theirs[0],)))
            if not state.offers_made[self._seat * 2 + 1 - self._seat] and state.cash[1 - self._seat]:
                return trade
        return super().ask(state, prompted=True)

    def tell(self, events: Sequence[Event]) -> None:
        """Nothing that it would remember."""


def test_unasked_commands_without_end_are_cut_off_too() -> None:
    players = [Pestering(interrupts=True), Pestering(interrupts=True)]
    record = play_game(BOARD, RULES, players, 3)
    assert record.state.outcome is not None
    assert max(player.asked_unprompted for player in players) > 50
    assert set(kinds(record)) == {"endless"}
    assert {fault.message for fault in record.faults} == {"50 commands that nobody asked for"}


def test_an_offer_that_nobody_answers_holds_nothing_up() -> None:
    record = play_game(BOARD, RULES, [Pestering(interrupts=False), Pestering(interrupts=False)], 3)
    assert record.state.outcome is not None
    assert record.faults == []


def test_a_held_window_is_answered_by_its_holder_first() -> None:
    class Holding(PolicyPlayer):
        """Holds every window of others, and gives it back when asked."""

        def ask(self, state: State, *, prompted: bool) -> c.SeatCommand | None:
            if prompted and not state.stop_before[self._seat]:
                return c.SetStops(True, True)
            return super().ask(state, prompted=prompted)

    record = play_game(BOARD, RULES, [Holding("careful"), PolicyPlayer("careful")], 5)
    assert record.faults == []
    assert any(type(event) is e.HoldReturned for entry in record.entries for event in entry.events)


def test_an_engine_that_refuses_an_interrupt_changes_nothing() -> None:
    class Meddling(Pestering):
        """Says unasked what is not legal."""

        def ask(self, state: State, *, prompted: bool) -> c.SeatCommand | None:
            return super().ask(state, prompted=True) if prompted else c.PlaceBid(1)

    record = play_game(BOARD, RULES, [Pestering(interrupts=False), Meddling(interrupts=False)], 3)
    assert record.state.outcome is not None
    assert set(kinds(record)) == {"illegal"}
    assert {fault.seat for fault in record.faults} == {1}


def test_a_fault_of_the_engine_is_not_taken_for_one_of_a_bot() -> None:
    class Breaking(PolicyPlayer):
        """A part of the game that fails."""

        def ask(self, state: State, *, prompted: bool) -> c.SeatCommand | None:
            raise IllegalCommand("stale")

    with pytest.raises(IllegalCommand):
        play_game(BOARD, RULES, [Breaking("careful"), PolicyPlayer("careful")], 1)
