"""The game as a whole: all or nothing, stale answers, time-outs, the ends that the table calls."""

import pytest

from engine import commands as c
from engine import events as e
from engine.apply import fold
from engine.chance import ScriptedChance, SeededChance
from engine.commands import Things
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.game import Game, new_game
from engine.ids import TABLE
from engine.legal import phase_of, prompt_id, waiting
from engine.phases.table import PHASES as RULES
from engine.ruleset import load_ruleset, presets
from engine.state import new_state
from tests.engine.phases.positions import PHASES
from tests.engine.positions import US, S, do, game, kinds, play, refusal, the
from tests.properties.walk import image

ROLL = c.RollDice()


def test_a_new_game_waits_for_its_start_and_then_for_the_first_throw() -> None:
    table = new_game(US, load_ruleset(), 3, ScriptedChance([(1, 2), (6, 6), (3, 4), (4, 6)]))
    assert table.start() == (e.GameStarted(),)
    assert (phase_of(table.state), waiting(table.state)) == ("opening_roll", (0,))
    events = do(table, (0, ROLL), (1, ROLL), (2, ROLL))
    assert the(events, e.TurnStarted) == e.TurnStarted(1, 1, order=(1, 2, 0))


@pytest.mark.parametrize("preset", list(presets()))
def test_the_events_of_a_game_fold_to_its_position(preset: str) -> None:
    # design.md 4: replay, recovery and the client's model draw no dice
    rules = load_ruleset(preset)
    table, log = play(rules, 4, seed=1, steps=600)
    assert image(fold(new_state(table.state.board, rules, 4), log)) == image(table.state)


def test_the_same_chance_and_commands_give_the_same_game() -> None:
    rules = load_ruleset()
    assert play(rules, 3, seed=5, steps=400)[1] == play(rules, 3, seed=5, steps=400)[1]


def test_every_event_of_a_command_is_handed_back_and_only_those() -> None:
    table = game(S(space=2), S(), dice=[(1, 2)])
    assert kinds(table.handle(0, ROLL)) == [e.DiceRolled, e.TokenMoved, e.PurchaseOffered]
    assert kinds(table.handle(0, c.BuyDeed())) == [e.MoneyPaid, e.DeedBought, e.WindowOpened]


@pytest.mark.parametrize("name", PHASES)
def test_nobody_acts_who_does_not_sit_in_the_game(name: str) -> None:
    table = PHASES[name]()
    assert refusal(table, 3, ROLL) == "no_such_seat"
    assert refusal(table, -1, ROLL) == "no_such_seat"
    assert refusal(table, -3, ROLL) == "no_such_seat"


def test_who_is_out_does_nothing_more() -> None:
    table = game(S(), S(out=True), S())
    for command in (ROLL, c.OfferTrade(0, Things(1), Things(1)), c.CastVote(True), c.Resign(), c.Pass()):
        assert refusal(table, 1, command) == "out_of_game"


def test_when_the_game_is_over_nothing_is_legal_for_anybody() -> None:
    table = PHASES["game_over"]()
    for actor, command in ((0, ROLL), (1, c.Resign()), (TABLE, c.TimeOut(0)), (TABLE, c.CallEnd("abandoned"))):
        assert refusal(table, actor, command) == "game_over"


@pytest.mark.parametrize("command", [c.TimeOut(0), c.ExpireOffer(1), c.CallEnd("host")])
def test_only_the_table_gives_its_own_commands(command: c.Command) -> None:
    assert refusal(game(), 0, command) == "table_only"


@pytest.mark.parametrize("command", [ROLL, c.Resign(), c.BuildHouses(((1, 1),)), c.CastVote(True)])
def test_the_table_gives_no_command_of_a_seat(command: c.Command) -> None:
    assert refusal(game(), TABLE, command) == "not_allowed"


@pytest.mark.parametrize("command", [c.BuyDeed(), c.PlaceBid(10), c.PlaceBuilding(1), c.PayTax("flat"), c.Liquidate()])
def test_an_answer_to_nothing_that_was_asked_is_refused(command: c.Command) -> None:
    assert refusal(game(), 0, command) == "not_now"


def test_a_late_answer_to_a_closed_prompt_is_stale() -> None:
    # design.md 5: messages that act on a thing name that thing
    table = game(S(space=2), S(), dice=[(1, 2)])
    old = prompt_id(table.state, 0)
    do(table, (0, ROLL))
    new = prompt_id(table.state, 0)
    assert new != old
    assert refusal(table, 0, c.BuyDeed(), old) == "stale"
    assert refusal(table, 1, c.HoldWindow(), new) == "stale"
    assert refusal(table, 0, c.BuyDeed(), new + 1) == "stale"
    assert table.handle(0, c.BuyDeed(), new)


def test_simultaneous_passes_both_count() -> None:
    # design.md 5: never a global state number
    table = PHASES["auction"]()
    do(table, (2, c.PlaceBid(61)))
    first, second = (prompt_id(table.state, seat) for seat in (0, 1))
    assert kinds(table.handle(0, c.Pass(), first)) == [e.BidPassed]
    assert kinds(table.handle(1, c.Pass(), second))[0] is e.BidPassed


def test_prompt_and_offer_numbers_are_the_same_after_a_replay() -> None:
    rules = load_ruleset()
    table, log = play(rules, 4, seed=12, steps=500)
    replayed = fold(new_state(table.state.board, rules, 4), log)
    numbers = [(state.next_prompt, state.next_offer, state.next_interrupt) for state in (table.state, replayed)]
    assert numbers[0] == numbers[1]
    assert [prompt_id(replayed, seat) for seat in waiting(replayed)] == [
        prompt_id(table.state, seat) for seat in waiting(table.state)
    ]


def test_a_time_out_answers_with_the_default_and_says_so_first() -> None:
    # scenarios.md fine point 8
    table = game(S(space=2), S(), dice=[(1, 2)])
    assert kinds(table.handle(TABLE, c.TimeOut(0))) == [e.TimeRanOut, e.DiceRolled, e.TokenMoved, e.PurchaseOffered]
    assert kinds(table.handle(TABLE, c.TimeOut(0))) == [e.TimeRanOut, e.PurchaseDeclined, e.AuctionOpened]
    assert refusal(table, TABLE, c.TimeOut(5)) == "no_such_seat"
    assert refusal(table, TABLE, c.TimeOut(-1)) == "no_such_seat"


def test_who_is_asked_nothing_does_not_time_out() -> None:
    assert refusal(game(), TABLE, c.TimeOut(1)) == "no_prompt"


def test_the_time_of_an_offer_may_be_over() -> None:
    table = game()
    do(table, (0, c.OfferTrade(1, Things(1), Things(2))))
    assert table.handle(TABLE, c.ExpireOffer(1)) == (e.OfferClosed(1, "expired"),)
    assert refusal(table, TABLE, c.ExpireOffer(1)) == "no_such_offer"


@pytest.mark.parametrize("reason", ["host", "time"])
@pytest.mark.parametrize("early_end", ["off", "vote", "host", "time", "rounds", "bankruptcies"])
def test_the_host_or_the_clock_ends_a_game_only_where_the_ruleset_has_it(early_end: str, reason: str) -> None:
    # rules-cases E08
    table = game(early_end=early_end, early_end_value=60)
    if early_end != reason:
        assert refusal(table, TABLE, c.CallEnd(reason)) == "not_allowed"  # type: ignore[arg-type]  # the parametrized words
    else:
        assert kinds(table.handle(TABLE, c.CallEnd(reason)))[0] is e.EndCalled  # type: ignore[arg-type]  # the same


def test_the_hosts_end_comes_at_once_in_a_window() -> None:
    table = game(S(cash=5), S(cash=7), early_end="host")
    assert table.handle(TABLE, c.CallEnd("host")) == (e.EndCalled("host"), e.GameEnded("host", (1,), (5, 7)))


@pytest.mark.parametrize("name", ["purchase", "auction", "debt", "mortgage_transfer", "build_contest", "card_choice"])
def test_an_end_waits_until_nothing_is_pending(name: str) -> None:
    # rules-cases E06
    table = PHASES[name]()
    do(table, (TABLE, c.CallEnd("abandoned")))
    assert table.state.outcome is None
    for _ in range(20):
        if table.state.outcome is None:
            table.handle(TABLE, c.TimeOut(waiting(table.state)[0]))
    assert table.state.outcome is not None
    assert table.state.outcome.reason == "abandoned"


def test_a_game_that_never_began_is_abandoned_at_once() -> None:
    table = PHASES["opening_roll"]()
    assert table.handle(TABLE, c.CallEnd("abandoned")) == (e.GameEnded("abandoned", (0, 1, 2), (1500, 1500, 1500)),)


def test_all_live_seats_together_vote_the_end() -> None:
    # rules-cases E08: the bankrupt have no say
    table = game(S(cash=5), S(cash=9), S(out=True), S(cash=7))
    do(table, (0, c.CastVote(True)), (1, c.CastVote(True)), (3, c.CastVote(False)), (1, c.CastVote(False)))
    do(table, (3, c.CastVote(True)))
    assert table.state.outcome is None
    assert the(do(table, (1, c.CastVote(True))), e.GameEnded) == e.GameEnded("vote", (1,), (5, 9, 0, 7))


def test_a_handler_that_acts_before_it_judges_is_a_bug_and_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(table: Game, frame: Window, seat: int, command: c.Command) -> None:
        table.emit(e.VoteCast(seat, True))
        raise IllegalCommand("not_now")

    monkeypatch.setattr(type(RULES[Window]), "handlers", {c.PayFine: hasty})
    with pytest.raises(RuntimeError, match="PayFine was refused after its first event"):
        game().handle(0, c.PayFine())


def test_chance_is_asked_only_when_a_command_needs_it() -> None:
    class Counting(SeededChance):
        asked = 0

        def dice(self) -> tuple[int, int]:
            Counting.asked += 1
            return super().dice()

    table = new_game(US, load_ruleset(), 2, Counting(1))
    table.start()
    assert refusal(table, 1, ROLL) == "not_your_turn"
    do(table, (0, c.SetStops(True, True)))
    assert Counting.asked == 0
    do(table, (0, ROLL))
    assert Counting.asked == 1
