"""Every event that a game can bring is explained again, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine import commands as c
from engine import events as e
from engine.causes import Inexplicable, RecordedChance, explain
from engine.chance import SeededChance
from engine.errors import ChanceExhausted
from engine.game import Game, new_game
from engine.ids import TABLE
from engine.ruleset import load_ruleset, presets
from engine.state import State
from tests.engine.phases.test_contest import contest
from tests.engine.positions import S, do, game
from tests.properties.walk import attempt, give_groups, image, next_command, start


def wander(preset: str, seed: int, steps: int = 500) -> tuple[State, list[e.Event], State]:
    """Where a game began, what happened, and where it ended; odd ones begin with whole groups in the seats' hands."""
    rules = load_ruleset(preset)
    rng = random.Random(seed)
    game, events = start(rules, 2 + seed % 4, seed)
    begun = new_game(game.state.board, rules, game.state.seats, SeededChance(0)).state
    if seed % 2 and not rules.deal_deeds:
        give_groups(game.state, seed)
        give_groups(begun, seed)
    for _ in range(steps):
        if game.state.outcome is None:
            events += attempt(game, *next_command(rng, game))
    return begun, events, game.state


def retraced(state: State, events: list[e.Event]) -> State:
    place = 0
    while place < len(events):
        found = explain(state, events[place:])
        state, place = found.state, place + found.count
    return state


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", presets())
def test_a_game_is_explained_to_its_end(preset: str, seed: int) -> None:
    begun, events, ended = wander(preset, seed)
    assert image(retraced(begun, events)) == image(ended)


def explained(table: Game, actor: int, command: c.Command) -> tuple[State, State, int]:
    """The position after a command, the one that its explanation comes to, and how many events that leaves over."""
    before = table.state.copy()
    events = do(table, (actor, command))
    found = explain(before, [*events, e.TimeRanOut(0)])
    return table.state, found.state, len(events) - found.count


def with_offer(**switches: object) -> Game:
    table = game(S(cash=500, deeds=(1,)), S(cash=500, deeds=(3, 6)), **switches)
    do(table, (0, c.OfferTrade(1, c.Things(10), c.Things(deeds=(3,)))))
    return table


CASES = [
    (game, 1, c.HoldWindow()),
    (lambda: game(S(cash=500, jail=0), S()), 0, c.PayFine()),
    (lambda: game(S(jail=0, cards=("chance",)), S()), 0, c.UseJailCard("chance")),
    (with_offer, 1, c.CounterOffer(1, c.Things(deeds=(3,)), c.Things(99))),
    (with_offer, 1, c.AcceptOffer(1)),
    (with_offer, 1, c.RejectOffer(1)),
    (with_offer, 0, c.WithdrawOffer(1)),
    (with_offer, TABLE, c.ExpireOffer(1)),
    (lambda: game(early_end="host"), TABLE, c.CallEnd("host")),
    (lambda: game(early_end="vote"), 1, c.CastVote(True)),
    (lambda: game(S(cash=900, deeds=(37, 39)), S()), 0, c.BuildHouses(((37, 2), (39, 2)))),
    (lambda: game(S(deeds=(1, 3), levels=((1, 2), (3, 2))), S()), 0, c.SellGroup("brown", 0)),
    (lambda: game(S(deeds=(5, 15, 25)), S()), 0, c.MortgageDeeds((25, 5))),
    (game, 1, c.Resign()),
    (game, 0, c.SetStops(True, False)),
]


@pytest.mark.parametrize(("table", "actor", "command"), CASES, ids=[type(case[2]).__name__ for case in CASES])
def test_a_command_is_found_again(table: Callable[[], Game], actor: int, command: c.Command) -> None:
    after, found, left = explained(table(), actor, command)
    assert image(found) == image(after)
    assert left == 0


def test_what_was_mortgaged_at_once_is_taken_as_one_command() -> None:
    before = game(S(deeds=(5, 15, 25)), S())
    state = before.state.copy()
    events = do(before, (0, c.MortgageDeeds((25, 5))))
    assert explain(state, events).cause == (0, c.MortgageDeeds((25, 5)))


@pytest.mark.parametrize(
    "event",
    [
        e.DiceRolled(1, (1, 2)),  # not this seat's turn
        e.DiceRolled(9, (1, 2)),
        e.DiceRolled(TABLE, (1, 2)),
        e.TimeRanOut(1),
        e.TimeRanOut(-1),
        e.OfferClosed(7, "expired"),
        e.OfferClosed(1, "void"),
        e.OfferClosed(1, "countered"),
        e.CardReturned("no such card", 0),
        e.BuildingsSold(0, ()),
        e.BuildingsSold(0, ((0, 9), (99, -1))),
        e.ContestOpened("house", 0, ((99, 1),), 1, ()),
        e.InterruptQueued(1, TABLE, c.MortgageDeeds((1,))),
        e.InterruptQueued(1, 0, c.SellGroup("no such group", 7)),
        e.MoneyPaid(0, 1, 100, "building"),
        e.MoneyPaid(0, 1, 100, "lift"),
        e.WorkTaken(),
        e.GameEnded("host", (0,), (1, 2)),
        e.GameEnded("last_one", (0,), (1, 2)),
        e.TokenMoved(0, 0, 5),
    ],
)
def test_what_nobody_may_do_has_no_explanation(event: e.Event) -> None:
    state = with_offer().state
    before = image(state)
    with pytest.raises(Inexplicable):
        explain(state, [event])
    assert image(state) == before


def test_the_attempt_that_came_furthest_says_what_is_wrong() -> None:
    table = game(dice=[(1, 2)])
    state = table.state.copy()
    events = do(table, (0, c.RollDice()))
    place = next(number for number, event in enumerate(events) if isinstance(event, e.TokenMoved))
    events[place] = replace(events[place], to=4)
    with pytest.raises(Inexplicable) as caught:
        explain(state, events)
    assert (caught.value.agreed, caught.value.expected) == (place, e.TokenMoved(0, 0, 3))


def test_a_refusal_says_why() -> None:
    with pytest.raises(Inexplicable, match="roll_dice is refused: seat 0 is to act, not seat 1"):
        explain(game().state, [e.DiceRolled(1, (1, 2))])


def test_a_history_that_breaks_off_is_missed() -> None:
    table = game(dice=[(1, 2)])
    state = table.state.copy()
    events = do(table, (0, c.RollDice()))
    with pytest.raises(Inexplicable) as caught:
        explain(state, events[:-1])
    assert (caught.value.agreed, caught.value.expected) == (len(events) - 1, events[-1])


def test_recorded_chance_tells_what_was_told_and_no_more() -> None:
    state = game().state
    deck = state.undrawn["chance"]
    cards = [e.CardDrawn(0, deck[3]), e.CardDrawn(0, "of another deck")]
    told = [e.RentRolled(0, (5, 6)), cards[0], e.DeedDealt(0, 3), cards[1], e.DeedDealt(0, 2)]
    chance = RecordedChance(state, told)
    assert chance.dice() == (5, 6)
    assert chance.draw("chance", deck) == deck[3]
    assert chance.pick(28) == 1
    assert chance.draw("chance", deck) == deck[0]
    assert chance.pick(28) == 0
    for ask in (chance.dice, lambda: chance.draw("chance", deck), lambda: chance.pick(2)):
        with pytest.raises(ChanceExhausted):
            ask()


def test_a_throw_that_is_not_told_is_missed() -> None:
    state = new_game(game().state.board, load_ruleset("short"), 2, SeededChance(0)).state
    with pytest.raises(Inexplicable, match="no further lot is told"):
        explain(state, [e.GameStarted()])


def test_a_building_of_a_contest_is_explained() -> None:
    table = contest(3)
    do(table, (1, c.WantBuildings(1)))
    state = table.state.copy()
    events = do(table, (1, c.PlaceBuilding(39)))
    assert isinstance(events[0], e.MoneyPaid)
    assert explain(state, events).cause == (1, c.PlaceBuilding(39))
