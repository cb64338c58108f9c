"""All policies: always legal, pure, and able to bring a game to its end among themselves."""

import random

import msgspec
import pytest

from engine import commands as c
from engine.chance import SeededChance
from engine.errors import IllegalCommand
from engine.frames import Window
from engine.game import Game, new_game
from engine.legal import waiting
from engine.policies import POLICIES, Policy, random_policy
from engine.policy import careful
from engine.ruleset import Ruleset, board_of, load_ruleset
from engine.state import State
from tests.engine.positions import S, game
from tests.engine.test_policy import PRESETS, UNUSUAL
from tests.properties.walk import give_groups, next_command

_NEW = tuple(name for name in POLICIES if name != "careful")  # careful has its own tests
_LIMIT = 20_000


def next_move(state: State, seats: tuple[Policy, ...]) -> tuple[int, c.SeatCommand]:
    """What the first seat with something to say says; interrupts first, as a server lets bots play."""
    asked = waiting(state)
    for seat in {offer.to for offer in state.offers.values()} | {claim.creditor for claim in state.claims}:
        if seat not in asked and (command := seats[seat].interrupt(state, seat)) is not None:
            return seat, command
    for seat in asked:
        if (command := seats[seat].answer(state, seat)) is not None:
            return seat, command
    raise AssertionError(f"nobody says anything: {state.stack[-1]}")


def finish(rules: Ruleset, names: tuple[str, ...], seed: int) -> State:
    """The end of a game among these policies."""
    table = new_game(board_of(rules), rules, len(names), SeededChance(seed))
    table.start()
    seats = tuple(POLICIES[name] for name in names)
    for _ in range(_LIMIT):
        if table.state.outcome is not None:
            return table.state
        table.handle(*next_move(table.state, seats))
    raise AssertionError(f"no end in sight in round {table.state.round}: {table.state.stack[-1]}")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_of_all_policies_comes_to_an_end_under_every_preset(preset: str) -> None:
    rules = load_ruleset(preset, {"max_rounds": 60})
    for seed in range(2):
        outcome = finish(rules, tuple(POLICIES), seed).outcome
        assert outcome is not None
        assert len(outcome.worth) == len(POLICIES)


@pytest.mark.parametrize("name", POLICIES)
def test_four_of_a_kind_come_to_an_end_and_the_same_one_twice(name: str) -> None:
    rules = load_ruleset("official", {"max_rounds": 40})
    first, second = (msgspec.msgpack.encode(finish(rules, (name,) * 4, 3).snapshot()) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", _NEW)
@pytest.mark.parametrize("number", range(len(UNUSUAL)))
def test_whatever_a_policy_says_is_legal_wherever_play_may_lead(number: int, name: str) -> None:
    # Random play by all seats reaches what no policy would; each command is tried on a copy.
    preset, overrides = UNUSUAL[number]
    rules = load_ruleset(preset, overrides)
    assert sum(tour(rules, POLICIES[name], 2 + seed % 3, seed) for seed in range(3)) > 100


def tour(rules: Ruleset, policy: Policy, seats: int, seed: int) -> int:
    """Walk at random and try a policy for every seat on the way; how many commands were tried."""
    rng = random.Random(seed)
    table = new_game(board_of(rules), rules, seats, SeededChance(seed))
    table.start()
    if seed % 2 and not rules.deal_deeds:
        give_groups(table.state, seed)
    tried = 0
    for _ in range(250):
        if table.state.outcome is not None:
            break
        tried += sum(try_policy(table.state, seat, policy) for seat in range(seats))
        actor, command = next_command(rng, table)
        try:
            table.handle(actor, command)
        except IllegalCommand:
            continue  # a random command may be nonsense: the walk goes on with the next
    return tried


def try_policy(state: State, seat: int, policy: Policy) -> int:
    before = msgspec.msgpack.encode(state.snapshot())
    asked = seat in waiting(state)
    command = policy.answer(state, seat) if asked else policy.interrupt(state, seat)
    assert msgspec.msgpack.encode(state.snapshot()) == before, "a policy has changed the state"
    if command is None:
        held = isinstance(frame := state.stack[-1], Window) and frame.holders
        assert held or not asked, "no answer"
        return 0
    Game(state.copy(), SeededChance(0)).handle(seat, command)
    return 1


@pytest.mark.parametrize("name", POLICIES)
def test_a_seat_that_is_asked_nothing_gets_no_answer(name: str) -> None:
    state = game(S(), S()).state
    with pytest.raises(IllegalCommand) as refusal:
        POLICIES[name].answer(state, 1)
    assert refusal.value.reason == "no_prompt"
    assert POLICIES[name].interrupt(state, 1) is None


@pytest.mark.parametrize("name", POLICIES)
def test_a_held_window_is_waited_for_and_a_holder_passes(name: str) -> None:
    table = game(S(), S())
    table.handle(1, c.HoldWindow())
    assert POLICIES[name].answer(table.state, 0) is None
    assert POLICIES[name].answer(table.state, 1) == c.Pass()


def test_policies_are_listed_from_the_weakest_to_the_strongest() -> None:
    assert tuple(POLICIES) == ("random", "greedy", "careful", "strong")
    assert POLICIES["careful"].answer is careful


def test_a_salt_makes_another_random_player() -> None:
    state = game(S(), S(), dice=[(1, 2)])
    state.handle(0, c.RollDice())
    answers = {random_policy(salt).answer(state.state, 0) for salt in range(20)}
    assert answers == {c.BuyDeed(), c.DeclineDeed()}
